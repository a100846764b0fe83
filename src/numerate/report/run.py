"""What a check of many documents came to: what every output writes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from numerate.documents import DocumentError
from numerate.report.baseline import Accepted
from numerate.report.report import CheckedNumber, Report


@dataclass(frozen=True)
class Counts:
    """How many numbers there were, and what became of them."""

    documents: int
    numbers: int
    judged: int
    findings: int
    not_judged: dict[str, int]
    """How many for each reason, the most frequent first."""


@dataclass(frozen=True)
class Run:
    """The reports of the documents that could be read, in order, and why the others could not."""

    reports: tuple[Report, ...]
    """Without the findings that a baseline accepts."""
    problems: tuple[DocumentError, ...] = ()
    accepted: int = 0
    """Findings that the baseline accepts."""
    left_out: tuple[str, ...] = ()
    """Files in the folders that were named which are no documents."""
    stale: tuple[Accepted, ...] = ()
    """What the baseline accepts and is not there any more."""

    @property
    def counts(self) -> Counts:
        """Sum up."""
        return count(self.reports)


def count(reports: tuple[Report, ...]) -> Counts:
    """Sum up what became of the numbers of some documents."""
    numbers: list[CheckedNumber] = [checked for report in reports for checked in report.numbers]
    not_judged = Counter(checked.reason or "" for checked in numbers if checked.p_value is None)
    return Counts(
        documents=len(reports),
        numbers=len(numbers),
        judged=len(numbers) - not_judged.total(),
        findings=sum(len(report.findings) for report in reports),
        not_judged=dict(not_judged.most_common()),
    )
