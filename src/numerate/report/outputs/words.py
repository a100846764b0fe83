"""Sentences that several outputs share."""

from __future__ import annotations

from numerate.report.chart import format_share
from numerate.report.report import Finding, Report, Suggestion
from numerate.report.run import Counts, Run
from numerate.text.visible import visible

_REASONS = 3
"""How many reasons for not judging numbers are told in passing; JSON has all of them."""


def one_line(text: str) -> str:
    """A text on one line, fit to show; as long as it was."""
    return visible("".join(" " if character.isspace() else character for character in text))


def where(report: Report, start: int, end: int) -> str:
    """A place as editors and people read it: "notes.md:3:14", "report.pdf, page 4, line 12"."""
    place = report.locate(start, end)
    name = one_line(report.name)
    if place.line is not None and place.page is None:
        return f"{name}:{place.line}:{place.column}"
    return f"{name}, {place.where}"


def oddness(p_value: float) -> str:
    """What a p-value means."""
    if p_value <= 0:
        return "no correct number would look this odd"
    return f"{format_share(p_value)} of correct numbers would look this odd"


def expectation(finding: Finding) -> str | None:
    """What was expected, and how odd it is not to find it."""
    told = []
    if finding.expected is not None:
        told.append(f"{finding.expected.text} ({finding.expected.share:.0%} of correct numbers)")
    if finding.p_value is not None:
        told.append(oddness(finding.p_value))
    return "; ".join(told) or None


def meaning(suggestion: Suggestion) -> str:
    """Why something else may have been meant."""
    likely = "" if suggestion.probability is None else f" ({format_share(suggestion.probability)})"
    return f"{suggestion.reason}{likely}"


def plural(count: int, noun: str) -> str:
    """Count things: "1 finding", "2,310 findings"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def run_summary(run: Run) -> str:
    """What became of everything, on one line."""
    told = summary(run.counts)
    if run.accepted:
        told += f" The baseline accepts {plural(run.accepted, 'more finding')}."
    if run.problems:
        told += f" {plural(len(run.problems), 'document')} could not be read."
    if run.left_out:
        told += f" {plural(len(run.left_out), 'file')} left out: no known format."
    return told


def summary(counts: Counts) -> str:
    """What became of all numbers, on one line."""
    found = plural(counts.findings, "finding") if counts.findings else "No findings"
    told = f"{found} among {plural(counts.numbers, 'number')} of {plural(counts.documents, 'document')}"
    if counts.not_judged:
        told += f"; {sum(counts.not_judged.values()):,} not judged ({_reasons(counts.not_judged)})"
    return f"{told}."


def _reasons(not_judged: dict[str, int]) -> str:
    if len(not_judged) == 1:
        return next(iter(not_judged))
    shown = [f"{count:,}: {reason}" for reason, count in not_judged.items()][:_REASONS]
    return ", ".join(shown) + (", …" if len(not_judged) > _REASONS else "")
