"""Response bodies as JSON-able records. `schemas` describes them, which tests verify."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from numerate.model import Prediction
from numerate.report.chart import Chart, charts_of_predictions, format_range, format_value
from numerate.report.finding import Finding
from numerate.report.report import Report

_SURROGATE = re.compile("[\ud800-\udfff]")


def to_json(record: Mapping[str, Any]) -> bytes:
    """Encode a record as JSON.

    Undecodable bytes of a file are lone surrogates in its text, which UTF-8 cannot encode. They are replaced
    one for one, so that offsets stay valid.
    """
    content = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", content).encode()


def report_record(report: Report, charts: Mapping[int, Chart]) -> dict[str, Any]:
    """Return the record of a report; `charts` maps the start of a number to its distribution."""
    document = report.document
    numbers = []
    for checked in report.numbers:
        chart = charts.get(checked.start)
        numbers.append({**checked.to_dict(), "distribution": chart and _chart_record(chart)})
    return {
        "name": report.name,
        "format": document.format,
        "text": report.text,
        "blocks": [{**block._asdict(), "cell": block.cell} for block in document.blocks],
        "numbers": numbers,
        "findings": [_finding_record(finding) for finding in report.findings],
        "identities": [finding.fingerprint._asdict() for finding in report.findings],
        "false_alarms": report.false_alarms,
        "skipped": [{"where": skipped.place.where, "reason": skipped.reason} for skipped in document.skipped],
        "assumption": document.assumption,
        "summary": report.counts.summary,
    }


def _finding_record(finding: Finding) -> dict[str, Any]:
    view = finding.table
    return finding.to_dict() if view is None else {**finding.to_dict(), "table": view.to_dict()}


def prediction_record(prediction: Prediction, at: float | None, count: int) -> dict[str, Any]:
    """Return the record of a prediction, its `count` likeliest numbers, and how likely the value `at` is."""
    record = prediction.to_dict(at, count)
    for likely in record["likeliest"]:
        likely["label"] = format_value(likely["value"])
    # The density is infinite at a value with a probability of its own, such as zero.
    if at is not None and not math.isfinite(record["at"]["relative_density"]):
        record["at"]["relative_density"] = None
    [chart] = charts_of_predictions([prediction], [[at]])
    return {"at": None, **record, "distribution": _chart_record(chart)}


def _chart_record(chart: Chart) -> dict[str, Any]:
    ticks = [{"value": tick, "label": format_value(tick)} for tick in chart.axis.ticks()]
    return {
        **chart._asdict(),
        "axis": {"low": chart.axis.low, "high": chart.axis.high, "ticks": ticks},
        "labels": {
            "median": format_value(chart.median),
            "half": format_range(*chart.half),
            "most": format_range(*chart.most),
        },
    }
