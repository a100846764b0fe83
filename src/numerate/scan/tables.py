"""The tables of a scan: documents, findings and, on request, all numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from numerate.model.prediction import batch_distributions
from numerate.report.finding import Finding
from numerate.report.report import CheckedNumber, Report
from numerate.scan.records import Record

_MAX_CHARACTERS = 1000
"""Longest heading that is written."""
_BATCH_NUMBERS = 256
"""Distributions that are evaluated at once."""

_NAMES = [("document", pa.string()), ("id", pa.string()), ("source", pa.string())]
_PLACE = [
    ("start", pa.int64()),
    ("end", pa.int64()),
    ("where", pa.string()),
    ("line", pa.int32()),
    ("column", pa.int32()),
    ("page", pa.int32()),
]

DOCUMENTS = pa.schema(
    [
        *_NAMES,
        ("format", pa.string()),
        ("characters", pa.int64()),
        ("numbers", pa.int64()),
        ("judged", pa.int64()),
        ("findings", pa.int64()),
        ("not_judged", pa.list_(pa.struct([("reason", pa.string()), ("numbers", pa.int64())]))),
        ("kinds", pa.list_(pa.struct([("kind", pa.string()), ("numbers", pa.int64())]))),
        ("unread", pa.list_(pa.struct([("reason", pa.string()), ("parts", pa.int64())]))),
        ("tables", pa.int64()),
        ("recalculated", pa.int64()),
        ("assumption", pa.string()),
        ("error", pa.string()),
    ]
)
FINDINGS = pa.schema(
    [
        *_NAMES,
        ("rule", pa.string()),
        ("level", pa.string()),
        ("message", pa.string()),
        ("text", pa.string()),
        ("value", pa.float64()),
        ("kind", pa.string()),
        *_PLACE,
        ("block", pa.string()),
        ("section", pa.string()),
        ("sentence", pa.string()),
        ("p_value", pa.float64()),
        ("error_probability", pa.float64()),
        ("expected_low", pa.float64()),
        ("expected_high", pa.float64()),
        ("expected_text", pa.string()),
        (
            "suggestions",
            pa.list_(
                pa.struct(
                    [
                        ("text", pa.string()),
                        ("value", pa.float64()),
                        ("reason", pa.string()),
                        ("probability", pa.float64()),
                        ("certain", pa.bool_()),
                    ]
                )
            ),
        ),
        (
            "related",
            pa.list_(pa.struct([("text", pa.string()), ("start", pa.int64()), ("end", pa.int64())])),
        ),
        ("fingerprint", pa.string()),
    ]
)
NUMBERS = pa.schema(
    [
        *_NAMES,
        ("text", pa.string()),
        ("value", pa.float64()),
        ("kind", pa.string()),
        *_PLACE,
        ("p_value", pa.float64()),
        ("error_probability", pa.float64()),
        ("reason", pa.string()),
        ("not_judged", pa.string()),  # the former name of `reason`
        ("median", pa.float64()),
        ("low_50", pa.float64()),
        ("high_50", pa.float64()),
        ("low_90", pa.float64()),
        ("high_90", pa.float64()),
    ]
)
SCHEMAS = {"documents": DOCUMENTS, "findings": FINDINGS, "numbers": NUMBERS}

Tables = dict[str, pa.Table]


class TableBuilder:
    """Collects the rows of each table, document by document."""

    def __init__(self, all_numbers: bool) -> None:
        names = [name for name in SCHEMAS if all_numbers or name != "numbers"]
        self._rows: dict[str, list[dict[str, Any]]] = {name: [] for name in names}

    def add(self, record: Record, report: Report) -> None:
        """Add the report of a document."""
        names = _names(record)
        self._rows["documents"].append(names | _document(report))
        kinds = {checked.start: checked.kind for checked in report.numbers}
        sections = _Sections(report)
        for finding in report.findings:
            row = names | _finding(finding)
            row |= {"kind": kinds.get(finding.start), "section": sections.at(finding.start)}
            self._rows["findings"].append(row)
        if "numbers" in self._rows:
            self._rows["numbers"] += [names | row for row in _numbers(report)]

    def add_error(self, record: Record, error: str) -> None:
        """Add a document that could not be checked."""
        self._rows["documents"].append(_names(record) | {"error": error})

    def tables(self) -> Tables:
        """Return the tables, each with the columns of its schema."""
        return {name: _table(rows, SCHEMAS[name]) for name, rows in self._rows.items()}


class _Sections:
    """The headings of a document, to look up the section of an offset."""

    def __init__(self, report: Report) -> None:
        self._headings = [block for block in report.document.blocks if block.kind == "heading"]
        self._text = report.text

    def at(self, offset: int) -> str | None:
        """Return the heading above an offset, or None."""
        index = bisect_right(self._headings, offset, key=lambda block: block.start)
        if not index:
            return None
        block = self._headings[index - 1]
        return self._text[block.start : block.end][:_MAX_CHARACTERS].strip()


def _names(record: Record) -> dict[str, Any]:
    return {"document": record.document, "id": record.id, "source": record.source}


def _document(report: Report) -> dict[str, Any]:
    counts = report.counts
    kinds = Counter(checked.kind for checked in report.numbers)
    return {
        "format": report.document.format,
        "characters": len(report.text),
        "numbers": counts.numbers,
        "judged": counts.judged,
        "findings": counts.findings,
        "not_judged": [{"reason": reason, "numbers": n} for reason, n in counts.not_judged.items()],
        "kinds": [{"kind": kind, "numbers": n} for kind, n in kinds.most_common()],
        "unread": [{"reason": reason, "parts": n} for reason, n in counts.unread.items()],
        "tables": counts.tables,
        "recalculated": counts.recalculated,
        "assumption": report.document.assumption or None,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    record = finding.to_dict()
    expected = record["expected"] or {}
    blocks = finding.document.blocks
    return record | {
        **_place(record["place"]),
        "block": finding.document.block(finding.start).kind if blocks else None,
        "expected_low": expected.get("low"),
        "expected_high": expected.get("high"),
        "expected_text": expected.get("text"),
        # As everywhere in the tables, offsets are those of the file.
        "related": [
            {"text": related["text"], "start": related["place"]["start"], "end": related["place"]["end"]}
            for related in record["related"]
        ],
    }


def _numbers(report: Report) -> list[dict[str, Any]]:
    rows = [_number(report, checked) for checked in report.numbers]
    pairs = zip(rows, report.numbers, strict=True)
    judged = [(row, checked.prediction) for row, checked in pairs if checked.prediction is not None]
    for start in range(0, len(judged), _BATCH_NUMBERS):
        batch = judged[start : start + _BATCH_NUMBERS]
        predictions = [prediction for _, prediction in batch]
        distributions, calibration = batch_distributions(predictions), predictions[0].calibration
        kinds = [prediction.number.kind for prediction in predictions]
        (low_50, high_50), (low_90, high_90) = (
            calibration.interval(distributions, share, kinds) for share in (0.5, 0.9)
        )
        columns = {
            "median": distributions.cell(distributions.median)[0],
            "low_50": low_50,
            "high_50": high_50,
            "low_90": low_90,
            "high_90": high_90,
        }
        for i, (row, _) in enumerate(batch):
            row |= {name: float(values[i]) for name, values in columns.items()}
    return rows


def _number(report: Report, checked: CheckedNumber) -> dict[str, Any]:
    place = report.locate(checked)._asdict()
    return checked.to_dict() | _place(place) | {"not_judged": checked.reason}


def _place(place: dict[str, Any]) -> dict[str, Any]:
    return {name: place[name] for name, _ in _PLACE}


def _table(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.Table:
    columns = [pa.array([_writable(row.get(field.name)) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def _writable(value: Any) -> Any:
    """Escape the lone surrogates that stand for undecodable bytes, which UTF-8 cannot encode."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, Mapping):
        return {name: _writable(inner) for name, inner in value.items()}
    return [_writable(inner) for inner in value] if isinstance(value, list) else value
