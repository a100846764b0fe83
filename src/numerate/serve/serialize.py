"""Conversion of reports, numbers and predictions to response bodies."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from numerate.documents import Document
from numerate.model import Prediction
from numerate.report.chart import Chart, charts_of_predictions, format_range, format_value
from numerate.report.report import CheckedNumber, Report
from numerate.serve.schemas import (
    AxisSchema,
    BlockSchema,
    CheckedNumberSchema,
    CheckResponse,
    DistributionSchema,
    FindingSchema,
    LabelsSchema,
    NumberSchema,
    PredictionSchema,
    QuantitySchema,
    SkippedSchema,
    TickSchema,
    UnitSchema,
)
from numerate.text import Number

_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}")
"""Undecodable bytes of a file are lone surrogates in its text, which JSON in UTF-8 cannot contain."""


def serialize_report(report: Report, document: Document, charts: Mapping[int, Chart]) -> CheckResponse:
    """Serialize a report; `charts` maps the start of a number to its distribution."""
    return CheckResponse(
        name=replace_surrogates(report.name),
        format=document.format,
        text=replace_surrogates(report.text),
        blocks=[BlockSchema.model_validate(block) for block in document.blocks],
        numbers=[_checked_number(checked, charts.get(checked.start)) for checked in report.numbers],
        findings=[FindingSchema(**_without_surrogates(finding.to_dict())) for finding in report.findings],
        false_alarms=report.false_alarms,
        skipped=[
            SkippedSchema(where=skipped.place.where, reason=skipped.reason) for skipped in document.skipped
        ],
    )


def serialize_number(number: Number) -> NumberSchema:
    """Serialize a number."""
    return NumberSchema.model_construct(**_number_fields(number.to_dict()))


def serialize_prediction(prediction: Prediction, at: float | None, count: int) -> PredictionSchema:
    """Serialize a prediction with its `count` likeliest numbers and how likely the value `at` is."""
    record = prediction.to_dict(at, count)
    for likely in record["likeliest"]:
        likely["label"] = format_value(likely["value"])
    # The density is infinite at a value with a probability of its own, such as zero.
    if at is not None and not math.isfinite(record["at"]["relative_density"]):
        record["at"]["relative_density"] = None
    [chart] = charts_of_predictions([prediction], [[at]])
    return PredictionSchema(**record, distribution=_distribution(chart))


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates one for one, so that offsets stay valid."""
    return text.translate(_SURROGATES)


def _checked_number(checked: CheckedNumber, chart: Chart | None) -> CheckedNumberSchema:
    return CheckedNumberSchema.model_construct(
        **_number_fields(checked.to_dict()),
        distribution=None if chart is None else _distribution(chart),
    )


def _number_fields(record: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a number without validating them again, as there may be many."""
    fields: dict[str, Any] = _without_surrogates(record)
    if fields["unit"]:
        fields["unit"] = UnitSchema.model_construct(**fields["unit"])
    for name in ("parts", "readings"):
        fields[name] = [QuantitySchema.model_construct(**quantity) for quantity in fields[name]]
    return fields


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() else replace_surrogates(value)
    if isinstance(value, dict):
        return {name: _without_surrogates(member) for name, member in value.items()}
    return [_without_surrogates(item) for item in value] if isinstance(value, list) else value


def _distribution(chart: Chart) -> DistributionSchema:
    axis = chart.axis
    labels = LabelsSchema.model_construct(
        median=format_value(chart.median), half=format_range(*chart.half), most=format_range(*chart.most)
    )
    ticks = [TickSchema.model_construct(value=tick, label=format_value(tick)) for tick in axis.ticks()]
    return DistributionSchema.model_construct(
        axis=AxisSchema.model_construct(low=axis.low, high=axis.high, ticks=ticks),
        **{name: value for name, value in chart._asdict().items() if name != "axis"},
        labels=labels,
    )
