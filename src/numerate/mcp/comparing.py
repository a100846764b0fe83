"""Two versions of a text: which numbers have changed, and which findings came and went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from numerate.documents import Document
from numerate.errors import InputError
from numerate.mcp.results import ChangedResult, CompareResult, FindingResult, NumberResult
from numerate.report.finding import Finding, excerpt
from numerate.report.report import Report, plural
from numerate.text import Number

_MOST_NUMBERS = 5000
"""Numbers of a text that are compared; aligning them takes up to quadratic time."""
_LONGEST = 300
"""Characters of a sentence."""


def compare(before: Report, after: Report) -> CompareResult:
    """Compare two reports. Numbers are the same if value, kind and unit are, however they are written."""
    olds, news = ([checked.number for checked in report.numbers] for report in (before, after))
    if max(len(olds), len(news)) > _MOST_NUMBERS:
        raise InputError(f"more than {_MOST_NUMBERS:,} numbers are too many to compare; split the texts")
    unchanged, changed, removed, added = 0, [], [], []
    matcher = SequenceMatcher(None, _keys(olds), _keys(news), autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag == "equal":
            unchanged += last - first
            continue
        pairs = min(last - first, end - start)
        for old, new in zip(olds[first : first + pairs], news[start : start + pairs], strict=True):
            changed.append(
                ChangedResult(
                    before=NumberResult.of(old),
                    after=NumberResult.of(new),
                    sentence=_sentence(after.document, new),
                )
            )
        removed += [NumberResult.of(number) for number in olds[first + pairs : last]]
        added += [NumberResult.of(number) for number in news[start + pairs : end]]
    new_findings, resolved = _only(after, before), _only(before, after)
    summary = (
        f"{plural(len(changed), 'number')} changed, {len(removed)} removed, {len(added)} added, "
        f"{unchanged} unchanged; {plural(len(new_findings), 'new finding')}, {len(resolved)} resolved."
    )
    return CompareResult(
        summary=summary,
        unchanged=unchanged,
        changed=changed,
        removed=removed,
        added=added,
        new_findings=[FindingResult.of(finding) for finding in new_findings],
        resolved=[FindingResult.of(finding) for finding in resolved],
    )


def _keys(numbers: Sequence[Number]) -> list[tuple[float, int, str, str]]:
    return [
        (number.value, number.sign, number.kind, number.unit.symbol if number.unit else "")
        for number in numbers
    ]


def _sentence(document: Document, number: Number) -> str:
    span = excerpt(document, number.start, number.end, _LONGEST)
    return document.text[span.start : span.end]


def _only(report: Report, other: Report) -> list[Finding]:
    """Return the findings of a report that another does not have, each as often as it is missing there."""
    known = Counter(finding.fingerprint for finding in other.findings)
    missing = []
    for finding in report.findings:
        if known[finding.fingerprint]:
            known[finding.fingerprint] -= 1
        else:
            missing.append(finding)
    return missing
