"""Typed results of the tools: an agent gets them as structured content, with their schemas."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from numerate.model import Prediction
from numerate.report.finding import Finding, finite
from numerate.report.report import Report
from numerate.text import Number

_LIKELIEST = 5


class SuggestionResult(BaseModel):
    """A value that may have been meant."""

    text: str
    reason: str
    probability: float | None
    certain: bool


class FindingResult(BaseModel):
    """A number worth a second look."""

    rule: str
    level: str
    text: str
    where: str
    start: int
    end: int
    sentence: str
    message: str
    expected: str | None
    suggestions: list[SuggestionResult]
    fingerprint: str

    @classmethod
    def of(cls, finding: Finding) -> FindingResult:
        """Describe a finding."""
        return cls(
            rule=finding.rule,
            level=finding.level,
            text=finding.text,
            where=finding.place.where,
            start=finding.start,
            end=finding.end,
            sentence=finding.sentence,
            message=finding.message,
            expected=finding.expectation,
            suggestions=[
                SuggestionResult(text=s.text, reason=s.reason, probability=s.probability, certain=s.certain)
                for s in finding.suggestions
            ],
            fingerprint=finding.fingerprint.digest,
        )


class CheckResult(BaseModel):
    """The findings of a text, and how many of its numbers were judged."""

    summary: str
    coverage: str
    numbers: int
    judged: int
    not_judged: dict[str, int]
    findings: list[FindingResult]

    @classmethod
    def of(cls, report: Report) -> CheckResult:
        """Describe a report."""
        counts = report.counts
        return cls(
            summary=counts.summary,
            coverage=counts.coverage,
            numbers=counts.numbers,
            judged=counts.judged,
            not_judged=counts.not_judged,
            findings=[FindingResult.of(finding) for finding in report.findings],
        )


class SupportResult(BaseModel):
    """The verdict of the sources on a number of the text."""

    text: str
    start: int
    end: int
    verdict: str
    """same, rounded, rescaled or derived if the sources support it; else contradicted, absent or exempt."""
    formula: str | None
    """How a derived number is computed."""
    reason: str | None
    evidence: list[dict[str, Any]]
    """Places in the sources, best first."""


class TraceResult(BaseModel):
    """The support of every number, and a finding for each without."""

    summary: str
    numbers: list[SupportResult]
    findings: list[FindingResult]

    @classmethod
    def of(cls, report: Report) -> TraceResult:
        """Describe a report on a text with its sources."""
        numbers = [
            SupportResult(
                text=checked.text,
                start=checked.start,
                end=checked.end,
                verdict=checked.support.verdict,
                formula=checked.support.formula,
                reason=checked.support.reason,
                evidence=[evidence.to_dict() for evidence in checked.support.evidence],
            )
            for checked in report.numbers
            if checked.support is not None
        ]
        findings = [FindingResult.of(finding) for finding in report.findings]
        return cls(summary=str(report.coverage or "no numbers"), numbers=numbers, findings=findings)


class NumberResult(BaseModel):
    """A number as written and as read."""

    text: str
    value: float | None
    kind: str
    unit: str | None
    noun: str | None
    start: int
    end: int

    @classmethod
    def of(cls, number: Number) -> NumberResult:
        """Describe a number, with its sign."""
        value = finite(number.value)
        return cls(
            text=number.text,
            value=-value if value is not None and number.sign < 0 else value,
            kind=number.kind,
            unit=number.unit.symbol if number.unit is not None else None,
            noun=number.noun,
            start=number.start,
            end=number.end,
        )


class ExtractResult(BaseModel):
    """The numbers of a text, in order."""

    numbers: list[NumberResult]


class LikelyResult(BaseModel):
    """A likely value."""

    value: float
    probability: float


class PredictionResult(BaseModel):
    """The prediction of a masked number. Values include the magnitude: 3.4 billion is 3400000000."""

    start: int
    end: int
    median: float
    half: tuple[float, float]
    """Interval that contains 50% of the true values."""
    most: tuple[float, float]
    """Interval that contains 90% of the true values."""
    likeliest: list[LikelyResult]

    @classmethod
    def of(cls, prediction: Prediction) -> PredictionResult:
        """Describe a prediction."""
        return cls(
            start=prediction.number.start,
            end=prediction.number.end,
            median=prediction.median,
            half=prediction.interval(0.5),
            most=prediction.interval(0.9),
            likeliest=[LikelyResult(value=v, probability=p) for v, p in prediction.likeliest(_LIKELIEST)],
        )


class PredictResult(BaseModel):
    """A prediction for each mask, in order."""

    predictions: list[PredictionResult]


class ChangedResult(BaseModel):
    """A number that has another value in the second text; `sentence` is that of the second."""

    before: NumberResult
    after: NumberResult
    sentence: str


class CompareResult(BaseModel):
    """The differences between the numbers of two texts."""

    summary: str
    unchanged: int
    changed: list[ChangedResult]
    removed: list[NumberResult]
    added: list[NumberResult]
    new_findings: list[FindingResult]
    """Findings of the second text that the first does not have."""
    resolved: list[FindingResult]
    """Findings of the first text that the second does not have."""
