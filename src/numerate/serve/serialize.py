"""From the Python types of a check to what is sent: the one place where they are turned over."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from numerate.documents import Document
from numerate.model import Prediction as Predicted
from numerate.report.chart import Drawing, of_prediction, short, short_span
from numerate.report.report import CheckedNumber, Report
from numerate.report.report import Finding as Found
from numerate.report.rules import RULES
from numerate.serve import schemas
from numerate.text import Number

_HALVES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")
"""Broken bytes of a file are single surrogates in its text; JSON has no such character."""


def report(found: Report, document: Document, drawings: Mapping[int, Drawing]) -> schemas.CheckAnswer:
    """Tell what a check came to; drawings are known by where their numbers start."""
    return schemas.CheckAnswer(
        name=clean(found.name),
        format=document.format,
        text=clean(found.text),
        blocks=[schemas.Block.model_validate(block) for block in document.blocks],
        numbers=[_checked(checked, drawings.get(checked.number.start)) for checked in found.numbers],
        findings=[_finding(found, finding) for finding in found.findings],
        false_alarms=found.false_alarms,
        skipped=[
            schemas.Skipped(where=skipped.place.where, reason=skipped.reason) for skipped in document.skipped
        ],
    )


def number(read: Number) -> schemas.Number:
    """Tell of a number."""
    return schemas.Number.model_construct(**_number(read))


def prediction(made: Predicted, at: float | None, count: int) -> schemas.Prediction:
    """Tell what a mask may be."""
    told = made.to_dict(at, count)
    for likely in told["likeliest"]:
        likely["label"] = short(likely["value"])
    # A value without a density, as zero where there is none, has no share of it either.
    if at is not None and not math.isfinite(told["at"]["relative_density"]):
        told["at"]["relative_density"] = None
    return schemas.Prediction(**told, distribution=_distribution(of_prediction(made, at)))


def clean(text: str) -> str:
    """Replace what JSON has no character for, one for one: offsets stay."""
    return text.translate(_HALVES)


def _checked(checked: CheckedNumber, drawing: Drawing | None) -> schemas.CheckedNumberSchema:
    return schemas.CheckedNumberSchema.model_construct(
        **_number(checked.number),
        p_value=_finite(checked.p_value),
        reason=checked.reason,
        distribution=None if drawing is None else _distribution(drawing),
    )


def _number(read: Number) -> dict[str, Any]:
    return {
        **read._asdict(),
        "text": clean(read.text),
        "value": _finite(read.value),
        "decimal": None if read.decimal.is_nan() else str(read.decimal),
    }


def _finding(found: Report, finding: Found) -> schemas.Finding:
    return schemas.Finding(
        rule=finding.rule,
        title=RULES[finding.rule].title,
        start=finding.start,
        end=finding.end,
        text=clean(finding.text),
        value=_finite(finding.value),
        message=clean(finding.message),
        p_value=finding.p_value,
        expected=finding.expected,
        suggestions=list(finding.suggestions),
        related=list(finding.related),
        place=schemas.Place.model_validate(found.locate(finding.start, finding.end)),
    )


def _distribution(drawing: Drawing) -> schemas.Distribution:
    axis = drawing.axis
    labels = schemas.Labels.model_construct(
        median=short(drawing.median), half=short_span(*drawing.half), most=short_span(*drawing.most)
    )
    ticks = [schemas.Tick.model_construct(value=tick, label=short(tick)) for tick in axis.ticks()]
    return schemas.Distribution.model_construct(
        axis=schemas.Axis.model_construct(low=axis.low, high=axis.high, ticks=ticks),
        **{name: value for name, value in drawing._asdict().items() if name != "axis"},
        labels=labels,
    )


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
