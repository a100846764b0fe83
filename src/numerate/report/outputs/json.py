"""For programs: one JSON object. Members are only ever added within a version of the schema."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

import numerate
from numerate.report.baseline import fingerprint
from numerate.report.context import sentence
from numerate.report.report import CheckedNumber, Finding, Report
from numerate.report.rules import RULES
from numerate.report.run import Counts, Run, count

VERSION = 1
_LONGEST = 1000


def to_json(run: Run, *, every: bool = False) -> str:
    """Write one object; with `every`, each file has all of its numbers, too."""
    content = {
        "version": VERSION,
        "numerate": numerate.__version__,
        "counts": _counts(run.counts) | {"accepted": run.accepted},
        "files": [_file(report, every) for report in run.reports],
        "errors": [{"file": error.name, "message": error.problem} for error in run.problems],
        "left_out": list(run.left_out),
        "stale": [
            {"file": entry.file, **entry.fingerprint._asdict(), "count": entry.count} for entry in run.stale
        ],
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _counts(counts: Counts) -> dict[str, Any]:
    return {
        "documents": counts.documents,
        "numbers": counts.numbers,
        "judged": counts.judged,
        "not_judged": counts.not_judged,
        "findings": counts.findings,
    }


def _file(report: Report, every: bool) -> dict[str, Any]:
    counts = _counts(count((report,)))
    del counts["documents"]
    record: dict[str, Any] = {
        "file": report.name,
        "format": report.document.format if report.document else "text",
        "false_alarms": report.false_alarms,
        "counts": counts,
        "findings": [_finding(report, finding) for finding in report.findings],
    }
    if every:
        record["numbers"] = [_number(report, checked) for checked in report.numbers]
    return record


def _finding(report: Report, finding: Finding) -> dict[str, Any]:
    shown = sentence(report, finding.start, finding.end, _LONGEST)
    expected = finding.expected
    return {
        "rule": finding.rule,
        "level": RULES[finding.rule].level,
        "message": finding.message,
        "text": finding.text,
        "value": _finite(finding.value),
        "place": _place(report, finding.start, finding.end),
        "sentence": report.text[shown.start : shown.end],
        "p_value": finding.p_value,
        "expected": expected
        and {
            "low": _finite(expected.low),
            "high": _finite(expected.high),
            "share": expected.share,
            "text": expected.text,
        },
        "suggestions": [
            {"text": s.text, "value": _finite(s.value), "reason": s.reason, "probability": s.probability}
            for s in finding.suggestions
        ],
        "related": [
            {"text": report.text[start:end], "place": _place(report, start, end)}
            for start, end in finding.related
        ],
        "fingerprint": fingerprint(report, finding).digest,
    }


def _number(report: Report, checked: CheckedNumber) -> dict[str, Any]:
    number = checked.number
    return {
        "text": number.text,
        "value": _finite(number.value),
        "kind": number.kind,
        "place": _place(report, number.start, number.end),
        "p_value": checked.p_value,
        "not_judged": checked.reason,
    }


def _place(report: Report, start: int, end: int) -> dict[str, Any]:
    """The place in the user's file; what the format has not is left out."""
    return {name: value for name, value in report.locate(start, end)._asdict().items() if value is not None}


def _finite(value: float) -> float | None:
    """JSON has no infinity and no NaN."""
    return value if isfinite(value) else None
