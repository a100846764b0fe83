"""Checking only what has changed: changed paragraphs at once, and windows that the network has not seen."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from numerate.checking.check import check_document
from numerate.distributions import Distribution
from numerate.documents import Document
from numerate.model import Predictor
from numerate.model.network import Network, Window
from numerate.report.finding import Finding
from numerate.report.options import CheckOptions
from numerate.report.report import CheckedNumber, Report

_WINDOWS = 4096
"""Windows whose distributions are kept: a book; about 4 kB each."""


class CachingNetwork(Network):
    """A network that remembers the distributions of the windows it has last seen.

    Windows consist of whole sentences, so most edits change one or two of them.
    """

    def __init__(self, model: Predictor) -> None:
        config, network = model.config, model.network
        super().__init__(network.backend, config.family, config.support, network.number_id)
        self._cache: OrderedDict[bytes, Distribution] = OrderedDict()
        self._lock = threading.Lock()

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """Return the distribution of each number of the windows, in order; run only the new windows."""
        keys = [window.ids.tobytes() + b"\0" + window.values.tobytes() for window in windows]
        with self._lock:
            known = {key: self._cache[key] for key in keys if key in self._cache}
        new = {key: window for key, window in zip(keys, windows, strict=True) if key not in known}
        if new or not windows:
            batch = super().distributions(list(new.values()))
            if len(new) == len(windows):
                known = {}
            end = 0
            for key, window in new.items():
                start, end = end, end + len(window.values)
                known[key] = batch[start:end]
            with self._lock:
                self._remember(known)
            if len(new) == len(windows):
                return batch
        parts = [known[key] for key in keys]
        return parts[0].concat(parts)

    def _remember(self, known: dict[bytes, Distribution]) -> None:
        for key, distribution in known.items():
            self._cache[key] = distribution
            self._cache.move_to_end(key)
        while len(self._cache) > _WINDOWS:
            self._cache.popitem(last=False)


class Change(NamedTuple):
    """The changed blocks of a document's text. What precedes them is the same; what follows has moved."""

    start: int
    end: int
    """End in the new text."""
    rest: int
    """Where the unchanged rest begins in the old text."""
    shift: int
    """Offset by which the rest has moved."""


def check_changed(
    before: Report, document: Document, model: Predictor | None, options: CheckOptions
) -> Report:
    """Check the changed paragraphs of a document, each next to its neighbours; keep the rest of a report.

    The result is provisional: numbers elsewhere keep the scores that they had, and contradictions between
    distant paragraphs are left to a check of the whole.
    """
    old, new = before.document, document
    first, last_old, last_new = _changed_blocks(old, new)
    start, rest = _start(new, first), _start(old, last_old)
    end = new.blocks[last_new - 1].end if last_new > first else start
    change = Change(start, end, rest, _start(new, last_new) - rest)
    findings, numbers = list(_kept_findings(before, change, new)), list(_kept_numbers(before, change))
    if change.start < change.end:
        section, offset = _section(new, max(0, first - 1), min(len(new.blocks), last_new + 1))
        report = check_document(section, model, options)
        findings += (
            _moved(finding, offset, new)
            for finding in report.findings
            if finding.start + offset < change.end and change.start < finding.end + offset
        )
        numbers += (
            _shifted(checked, offset)
            for checked in report.numbers
            if change.start <= checked.start + offset < change.end
        )
    numbers.sort(key=lambda checked: checked.start)
    findings.sort(key=lambda finding: (finding.p_value or 0.0, finding.start))
    return Report(new, tuple(numbers), tuple(findings), before.false_alarms, before.tables)


def _start(document: Document, block: int) -> int:
    return document.blocks[block].start if block < len(document.blocks) else len(document.text)


def _changed_blocks(old: Document, new: Document) -> tuple[int, int, int]:
    """Return the first changed block, and the ends of the changed blocks in the old and the new document."""
    olds, news = ([_content(document, i) for i in range(len(document.blocks))] for document in (old, new))
    shorter = min(len(olds), len(news))
    first = next((i for i in range(shorter) if olds[i] != news[i]), shorter)
    same = 0
    while same < shorter - first and olds[-1 - same] == news[-1 - same]:
        same += 1
    return first, len(olds) - same, len(news) - same


def _content(document: Document, index: int) -> tuple[str, str, bool]:
    block = document.blocks[index]
    return document.text[block.start : block.end], block.kind, document.is_ignored(block.start, block.end)


def _section(document: Document, first: int, last: int) -> tuple[Document, int]:
    """Return some consecutive blocks as a document of their own, and their offset."""
    blocks = document.blocks[first:last]
    start, end = blocks[0].start, blocks[-1].end

    def within(spans: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple((max(a, start) - start, min(b, end) - start) for a, b in spans if a < end and start < b)

    section = replace(
        document,
        text=document.text[start:end],
        blocks=tuple(block._replace(start=block.start - start, end=block.end - start) for block in blocks),
        ignored=within(document.ignored),
        ignored_rules={
            rule: ignored._replace(spans=within(ignored.spans))
            for rule, ignored in document.ignored_rules.items()
        },
    )
    return section, start


def _kept_findings(before: Report, change: Change, document: Document) -> Iterator[Finding]:
    """Yield the findings none of whose numbers has changed."""
    for finding in before.findings:
        spans = [(finding.start, finding.end), *finding.related]
        if all(_is_kept(span, change) for span in spans):
            (start, end), *related = [_move(span, change) for span in spans]
            yield replace(finding, start=start, end=end, related=tuple(related), document=document)


def _kept_numbers(before: Report, change: Change) -> Iterator[CheckedNumber]:
    for checked in before.numbers:
        if _is_kept((checked.start, checked.end), change):
            start, _ = _move((checked.start, checked.end), change)
            yield _shifted(checked, start - checked.start)


def _is_kept(span: tuple[int, int], change: Change) -> bool:
    start, end = span
    return end <= change.start or start >= change.rest


def _move(span: tuple[int, int], change: Change) -> tuple[int, int]:
    start, end = span
    shift = change.shift if start >= change.rest else 0
    return start + shift, end + shift


def _shifted(checked: CheckedNumber, offset: int) -> CheckedNumber:
    return replace(checked, number=checked.number.shifted(offset)) if offset else checked


def _moved(finding: Finding, offset: int, document: Document) -> Finding:
    related = tuple((start + offset, end + offset) for start, end in finding.related)
    return replace(
        finding, start=finding.start + offset, end=finding.end + offset, related=related, document=document
    )
