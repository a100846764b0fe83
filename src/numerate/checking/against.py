"""Check a draft against its sources: the support of every number, and findings for those without."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.support import SourceSupport, Verdict
from numerate.consistency.sources.tracing import FALSE_ALARMS, NO_LABEL, Odds, index_sources, trace_document
from numerate.consistency.sources.versions import NumberChange, compare_documents
from numerate.documents import Document, find, read
from numerate.errors import DocumentError, InputError
from numerate.io.streams import standard_input
from numerate.report.finding import Finding, Suggestion
from numerate.report.report import CheckedNumber, Report
from numerate.text import Number, Style, extract, render, style

_WORST_FIRST: tuple[Verdict, ...] = (
    "contradicted", "absent", "derived", "rounded", "rescaled", "same", "exempt",
)  # fmt: skip
UNTRACED = "no model was used"

SourceLike = str | os.PathLike[str] | Document


def trace(
    text: SourceLike, sources: SourceLike | Iterable[SourceLike], false_alarms: float = FALSE_ALARMS
) -> Report:
    """Trace every number of a text to its sources, without a model.

    Each may be a text, a file or folder (given as a `Path`), or a `Document`. In the report, `support` of
    each number holds the verdict and the places in the sources, and findings are the numbers without support.

    false_alarms: share of the numbers that the sources do state which may be reported.
    """
    if not 0 <= false_alarms <= 1:
        raise InputError(f"false_alarms: must be a share such as 0.02, not {false_alarms!r}")
    [document] = _documents(text)
    numbers = [CheckedNumber(number, None, UNTRACED) for number in extract(document.text)]
    index = index_sources(source_documents(sources))
    numbers, findings = support_numbers(document, numbers, index, false_alarms)
    documents = tuple(source.document for source in index.sources)
    return Report(document, tuple(numbers), tuple(findings), false_alarms, sources=documents)


def compare(old: SourceLike, new: SourceLike) -> list[NumberChange]:
    """Return the numbers that changed, appeared or vanished between two versions of a document."""
    [before], [after] = _documents(old), _documents(new)
    return compare_documents(before, after)


def source_documents(sources: SourceLike | Iterable[SourceLike]) -> list[Document]:
    """Read sources: texts, named by their number, files and folders given as paths, and documents."""
    if isinstance(sources, str | os.PathLike | Document):
        sources = [sources]
    documents = [
        replace(document, name=f"source {i}") if isinstance(source, str) else document
        for i, source in enumerate(sources, 1)
        for document in (_documents(source) if isinstance(source, str) else with_text(_documents(source)))
    ]
    if not documents:
        raise InputError("there is no source to check against; name at least one")
    return documents


def _documents(source: SourceLike) -> list[Document]:
    if isinstance(source, Document):
        return [source]
    if isinstance(source, str):
        return [Document.from_text(source)]
    if isinstance(source, os.PathLike):
        return read_sources([os.fspath(source)])
    raise TypeError(f"a source is a text, a path or a Document, not {source!r}")


def read_sources(names: Sequence[str], left_out: list[str] | None = None) -> list[Document]:
    """Read the sources that file names, folders and patterns stand for; "-" is standard input.

    A source that cannot be read raises: its numbers would be missed without a word.

    left_out: receives the files of folders that have no known format.
    """
    discovery = find(name for name in names if name != "-")
    for problem in discovery.problems:
        raise problem
    if left_out is not None:
        left_out += map(str, discovery.left_out)
    documents = [read(standard_input(), name="standard input")] if "-" in names else []
    return [*documents, *(read(Path(file)) for file in discovery.files)]


def with_text(sources: list[Document]) -> list[Document]:
    """Return sources; one without any text raises, as every number would be absent from it."""
    for source in sources:
        if not source.text.strip():
            raise DocumentError(
                source.name, "is empty, so nothing can be checked against it; name another source"
            )
    return sources


def support_numbers(
    document: Document,
    numbers: Sequence[CheckedNumber],
    index: SourceIndex,
    false_alarms: float,
    rules: Iterable[str] = ("contradicted", "absent"),
    odds: Odds | None = None,
) -> tuple[list[CheckedNumber], list[Finding]]:
    """Return the numbers of a draft with their support, and a finding for each without.

    rules: the rules whose findings are wanted.
    odds: asks a model about the numbers of which the words leave doubt.
    """
    supports = trace_document(document, index, false_alarms, odds)
    by_start = {support.number.start: support for support in supports}
    chosen = frozenset(rules)
    supported, findings = [], []
    for checked in numbers:
        parts = [by_start.get(part.start) for part in checked.number.split()]
        support = _worst([part for part in parts if part is not None])
        supported.append(replace(checked, support=support))
        if support is None or support.verdict not in chosen:
            continue
        if not document.is_ignored(checked.start, checked.end, support.verdict):
            findings.append(_finding(support, document))
    for label in (support for support in by_start.values() if support.reason == NO_LABEL):
        is_ignored = document.is_ignored(label.number.start, label.number.end, label.verdict)
        if label.verdict in chosen and not is_ignored:
            findings.append(_finding(label, document))
    return supported, findings


def _worst(parts: Sequence[SourceSupport]) -> SourceSupport | None:
    return min(parts, key=lambda support: _WORST_FIRST.index(support.verdict), default=None)


def _finding(support: SourceSupport, document: Document) -> Finding:
    number = support.number
    suggestions: tuple[Suggestion, ...] = ()
    if support.correction is not None and support.evidence:
        text = _correction(support, support.correction)
        if text != number.text:
            suggestions = (Suggestion(float(support.correction), text, "the value in the source"),)
    return Finding(
        support.verdict,
        number.start,
        number.end,
        number.text,
        number.value,
        _message(support),
        suggestions=suggestions,
        evidence=support.evidence,
        document=document,
    )


def _correction(support: SourceSupport, value: Decimal) -> str:
    """Write the value of the source in the style of the draft; no thirteenths in words."""
    number, source = support.number, support.evidence[0]
    if number.kind == "fraction" and source.number.kind == "percent":
        simple = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
        if simple != Fraction(value):
            return source.text
    return render(value, like=_style(number, source.number))


_LARGEST_DENOMINATOR = 10
"""People write two thirds and seven tenths, and no larger fractions in words."""


def _style(number: Number, source: Number) -> Style:
    """Return how a number is written; one below 1,000 does not say how thousands are, the source does."""
    how = style(number)
    if number.value < _THOUSAND and not how.grouping:
        how = replace(how, grouping=style(source).grouping)
    return how


_THOUSAND = 1000


def _message(support: SourceSupport) -> str:
    written, reason = support.number.text, support.reason
    if support.verdict == "absent":
        return f"{written} is in no source" if reason is None else f"{written} is not supported: {reason}"
    if not support.evidence:
        return f"{written} does not fit: {reason}"
    if support.correction is None:
        return f"{written} contradicts the source: {reason}"
    evidence = support.evidence[0]
    where = f"{evidence.source}, {evidence.place.where}"
    said = f"{written} contradicts the source, which has {evidence.text} ({where})"
    return said if reason is None else f"{said}; {reason}"
