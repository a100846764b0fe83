"""The report on one document, and the run over many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, overload

from numerate.consistency.tables import TableCoverage
from numerate.documents import Document, DocumentError, Place
from numerate.report.chart import format_share
from numerate.report.finding import Finding, Suggestion
from numerate.text import Number, NumberRecord

if TYPE_CHECKING:
    from numerate.consistency.sources.support import SourceSupport
    from numerate.model import Prediction
    from numerate.report.baseline import Accepted

_WHOLE_PERCENT = 0.1
"""Share of unjudged numbers from which on its decimals do not matter."""
_REASONS_SHOWN = 3
"""Reasons for not judging numbers that a summary lists; JSON has all of them."""


@dataclass(frozen=True, slots=True)
class CheckedNumber(NumberRecord):
    """A number of the text with its p-value, or the reason why it was not judged."""

    number: Number
    p_value: float | None
    """Share of correct numbers in such a place that are at least this unlikely."""
    reason: str | None = None
    """The reason why it was not judged."""
    prediction: Prediction | None = field(default=None, repr=False)
    """The model's prediction, if the options say to keep it."""
    support: SourceSupport | None = None
    """What the sources say about it, if it was checked against any."""
    error_probability: float | None = None
    """Probability that it is wrong, if one number in 200 is; None if it was not judged."""

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON, HTTP and the tables of a scan hold of a number."""
        record = {
            **self.number.to_dict(),
            "p_value": self.p_value,
            "error_probability": self.error_probability,
            "reason": self.reason,
        }
        return record if self.support is None else {**record, "support": self.support.to_dict()}


@dataclass(frozen=True)
class Counts:
    """The numbers of documents, and how many were judged."""

    documents: int
    numbers: int
    judged: int
    not_judged: dict[str, int]
    """Numbers by the reason why they were not judged, the most frequent first."""
    findings: int
    unread: dict[str, int] = field(default_factory=dict)
    """Parts of the documents in which a reader may see numbers but which were not read, by reason."""
    sources_unread: dict[str, int] = field(default_factory=dict)
    """The same of the sources that the documents were checked against."""
    tables: int = 0
    """Tables that show figures."""
    recalculated: int = 0
    """Those in which a calculation was recognised and checked."""
    within_rounding: int = 0
    """Their totals and differences that are off, but by no more than rounding explains."""
    assumed: int = 0
    """Documents and sources whose encoding was assumed."""

    @classmethod
    def of(cls, reports: Iterable[Report]) -> Counts:
        """Count the numbers of some reports."""
        reports = tuple(reports)
        numbers = [checked for report in reports for checked in report.numbers]
        not_judged = Counter(checked.reason or "" for checked in numbers if checked.p_value is None)
        documents = [report.document for report in reports]
        sources = {id(source): source for report in reports for source in report.sources}.values()
        return cls(
            documents=len(reports),
            numbers=len(numbers),
            judged=len(numbers) - not_judged.total(),
            not_judged=dict(not_judged.most_common()),
            findings=sum(len(report.findings) for report in reports),
            unread=_unread(documents),
            sources_unread=_unread(sources),
            tables=sum(report.tables.tables for report in reports),
            recalculated=sum(report.tables.recalculated for report in reports),
            within_rounding=sum(report.tables.within_rounding for report in reports),
            assumed=sum(bool(document.assumption) for document in (*documents, *sources)),
        )

    @property
    def summary(self) -> str:
        """The counts on one line; it never hides that numbers were not judged, or parts not read."""
        findings = plural(self.findings, "finding") if self.findings else "No findings"
        line = f"{findings} among {plural(self.numbers, 'number')} of {plural(self.documents, 'document')}"
        if self.numbers:
            line += f"; {self.coverage}"
        if self.not_judged:
            share = self.unjudged_share
            shown = f"{share:.0%}" if share >= _WHOLE_PERCENT else format_share(share)
            unjudged = f"{sum(self.not_judged.values()):,} ({shown}) not judged"
            line += f", {unjudged} ({_reasons(self.not_judged)})"
        line += "."
        for place, unread in (("", self.unread), (" of the sources", self.sources_unread)):
            if unread:
                parts = plural(sum(unread.values()), "part")
                line += f" Not read: {parts}{place} that may hold numbers ({_reasons(unread)})."
        if self.tables:
            line += f" Calculations recognised in {self.recalculated:,} of {plural(self.tables, 'table')}"
            rounded = plural(self.within_rounding, "total")
            line += f"; {rounded} off by rounding only." if self.within_rounding else "."
        if self.assumed:
            line += f" The encoding of {plural(self.assumed, 'document')} was assumed."
        return line

    @property
    def coverage(self) -> str:
        """How many numbers were judged: "812 of 925 numbers judged"."""
        return f"{self.judged:,} of {plural(self.numbers, 'number')} judged"

    @property
    def unjudged_share(self) -> float:
        """Share of the numbers that were not judged."""
        return 1 - self.judged / self.numbers if self.numbers else 0.0


def _unread(documents: Iterable[Document]) -> dict[str, int]:
    return dict(sum((document.unread for document in documents), Counter[str]()).most_common())


def _reasons(counts: Mapping[str, int]) -> str:
    """Return counts by reason on one line, the most frequent first."""
    if len(counts) == 1:
        return next(iter(counts))
    shown = [f"{count:,}: {reason}" for reason, count in counts.items()][:_REASONS_SHOWN]
    return ", ".join(shown) + (", …" if len(counts) > _REASONS_SHOWN else "")


@dataclass(frozen=True)
class Coverage:
    """The numbers of a draft by what its sources say about them."""

    verdicts: dict[str, int]

    @property
    def supported(self) -> int:
        """Numbers that follow from the sources."""
        return sum(self.verdicts.get(verdict, 0) for verdict in ("same", "rounded", "rescaled", "derived"))

    @property
    def checked(self) -> int:
        """Numbers that need support."""
        return sum(self.verdicts.values()) - self.verdicts.get("exempt", 0)

    def __str__(self) -> str:
        order = ("same", "rounded", "rescaled", "derived", "contradicted", "absent", "exempt")
        counts = ", ".join(f"{self.verdicts[name]:,} {name}" for name in order if self.verdicts.get(name))
        line = f"{self.supported:,} of {plural(self.checked, 'number')} supported by the sources"
        return f"{line} ({counts})" if counts else line

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as JSON holds them."""
        return {"checked": self.checked, "supported": self.supported, "verdicts": self.verdicts}


@dataclass(frozen=True)
class Report:
    """The result of checking one text or document."""

    document: Document = field(repr=False)
    numbers: tuple[CheckedNumber, ...]
    """Every number, in order."""
    findings: tuple[Finding, ...]
    """The worst first."""
    false_alarms: float
    """Share of correct numbers that may be flagged."""
    tables: TableCoverage = field(default_factory=TableCoverage)
    """How many tables there are, and in how many a calculation was recognised."""
    sources: tuple[Document, ...] = field(default=(), repr=False)
    """What the numbers were checked against."""

    @property
    def text(self) -> str:
        """The text that was checked; all offsets are in it."""
        return self.document.text

    @property
    def name(self) -> str:
        """The name of the document in messages."""
        return self.document.name

    @property
    def counts(self) -> Counts:
        """The numbers of the document, and how many were judged."""
        return Counts.of([self])

    @property
    def coverage(self) -> Coverage | None:
        """How many numbers the sources support, and how; None if there were no sources."""
        verdicts = Counter[str](checked.support.verdict for checked in self.numbers if checked.support)
        return Coverage(dict(verdicts)) if verdicts or any(c.support for c in self.numbers) else None

    @overload
    def locate(self, start: Finding | CheckedNumber) -> Place: ...
    @overload
    def locate(self, start: int, end: int) -> Place: ...
    def locate(self, start: Finding | CheckedNumber | int, end: int | None = None) -> Place:
        """Return the place in the user's file of a finding, a number, or the characters `start:end`."""
        if isinstance(start, Finding | CheckedNumber):
            return self.document.locate(start.start, start.end)
        if end is None:
            raise TypeError("locate() takes a finding, a number, or the start and the end of a span")
        return self.document.locate(start, end)

    def corrected(
        self, choose: Callable[[Finding], Suggestion | None] = lambda finding: finding.likely_suggestion
    ) -> str:
        """Return the text with corrections in place of numbers.

        choose: the suggestion to apply to a finding, or None to leave it. By default the first suggestion,
            where it is more probable than the number as written (see `Finding.likely_suggestion`).

        Of two findings that overlap, the worse one is corrected. The result is the text of the report, not
        the file: of Markdown or a DOCX it is what a reader sees.
        """
        chosen: list[tuple[int, int, str]] = []
        for finding in self.findings:
            suggestion = choose(finding)
            overlaps = any(start < finding.end and finding.start < end for start, end, _ in chosen)
            if suggestion is not None and not overlaps:
                chosen.append((finding.start, finding.end, suggestion.text))
        pieces, done = [], 0
        for start, end, text in sorted(chosen):
            pieces += [self.text[done:start], text]
            done = end
        return "".join([*pieces, self.text[done:]])

    def to_dict(self, numbers: bool = True) -> dict[str, Any]:
        """Return the report as JSON holds it.

        numbers: include every number, not only the findings.
        """
        counts = asdict(self.counts)
        del counts["documents"]
        record: dict[str, Any] = {
            "file": self.name,
            "format": self.document.format,
            "false_alarms": self.false_alarms,
            "counts": counts,
            "findings": [finding.to_dict() for finding in self.findings],
        }
        if coverage := self.coverage:
            record["coverage"] = coverage.to_dict()
        if self.document.assumption:
            record["assumption"] = self.document.assumption
        if numbers:
            record["numbers"] = [self._number(checked) for checked in self.numbers]
        return record

    def _number(self, checked: CheckedNumber) -> dict[str, Any]:
        place = self.locate(checked)._asdict()
        # `not_judged` is the name that `reason` had first.
        return {**checked.to_dict(), "place": place, "not_judged": checked.reason}


@dataclass(frozen=True)
class Run:
    """The reports on the documents that could be read, in order, and why the others could not."""

    reports: tuple[Report, ...]
    """Without the findings that a baseline accepts."""
    problems: tuple[DocumentError, ...] = ()
    excluded: int = 0
    """Documents that the project's settings exclude."""
    left_out: tuple[str, ...] = ()
    """Files of the given folders that are not documents."""
    accepted: int = 0
    """Findings that the baseline accepts."""
    stale: tuple[Accepted, ...] = ()
    """Entries of the baseline whose finding is gone."""

    @property
    def counts(self) -> Counts:
        """The numbers of all documents, and how many were judged."""
        return Counts.of(self.reports)

    @property
    def summary(self) -> str:
        """The run on one line."""
        line = self.counts.summary
        if self.accepted:
            line += f" The baseline accepts {plural(self.accepted, 'more finding')}."
        if self.problems:
            line += f" {plural(len(self.problems), 'document')} could not be read."
        if self.left_out:
            line += f" {plural(len(self.left_out), 'file')} left out: no known format."
        if self.excluded:
            line += f" {plural(self.excluded, 'document')} excluded by the project's settings."
        return line


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 finding", "2,310 findings"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
