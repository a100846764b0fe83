"""For code scanning and editors: SARIF 2.1.0, the OASIS format for what analysers find."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import numerate
from numerate.consistency import Rule
from numerate.documents import Place
from numerate.report.baseline import Fingerprint, fingerprint
from numerate.report.outputs.words import expectation
from numerate.report.report import Finding, Report
from numerate.report.rules import RULES
from numerate.report.run import Run

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_MARK = "numerateFinding/v1"
_ACCEPT = "Where the number is right, say so with a `numerate: ignore` comment or in the baseline."
_RULES = tuple(RULES)


def to_sarif(run: Run) -> str:
    """Write one log with one run. Columns count characters, as numerate does."""
    seen: Counter[tuple[str, Fingerprint]] = Counter()
    content = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver()},
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not run.problems,
                        "toolExecutionNotifications": [
                            _notification(error.name, error.problem) for error in run.problems
                        ],
                    }
                ],
                "artifacts": [
                    {"location": _artifact(name)} for name in dict.fromkeys(r.name for r in run.reports)
                ],
                "results": [
                    _result(report, finding, seen) for report in run.reports for finding in report.findings
                ],
            }
        ],
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _driver() -> dict[str, Any]:
    return {
        "name": "numerate",
        "version": numerate.__version__,
        "semanticVersion": numerate.__version__,
        "rules": [_rule(name, rule) for name, rule in RULES.items()],
    }


def _rule(name: str, rule: Rule) -> dict[str, Any]:
    return {
        "id": name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": f"{rule.title}. {rule.description}"},
        "help": {"text": f"{rule.description} {_ACCEPT}"},
        "defaultConfiguration": {"level": rule.level},
        "properties": {"precision": "very-high" if rule.level == "error" else "medium"},
    }


def _notification(name: str, problem: str) -> dict[str, Any]:
    return {
        "level": "error",
        "message": {"text": f"{name}: {problem}"},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(name)}}],
    }


def _result(report: Report, finding: Finding, seen: Counter[tuple[str, Fingerprint]]) -> dict[str, Any]:
    mark = fingerprint(report, finding)
    seen[report.name, mark] += 1
    message = finding.message
    if expected := expectation(finding):
        message += f" Expected: {expected}."
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": _RULES.index(finding.rule),
        "level": RULES[finding.rule].level,
        "message": {"text": message},
        "locations": [_location(report, finding.start, finding.end)],
        "partialFingerprints": {_MARK: f"{mark.digest}:{seen[report.name, mark]}"},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": i, "message": {"text": report.text[start:end]}, **_location(report, start, end)}
            for i, (start, end) in enumerate(finding.related, 1)
        ]
    if finding.suggestions and _stands_as_shown(report, finding):
        result["fixes"] = _fixes(report, finding)
    if finding.p_value is not None:
        result["rank"] = round(100 * (1 - min(max(finding.p_value, 0.0), 1.0)), 4)
    return result


def _location(report: Report, start: int, end: int) -> dict[str, Any]:
    place = report.locate(start, end)
    physical: dict[str, Any] = {"artifactLocation": _artifact(report.name)}
    if place.byte_start is not None:
        return {"physicalLocation": physical | {"region": _region(place)}}
    # What is no text has no lines; say in words where it stands.
    kind = "page" if place.page is not None else "paragraph"
    return {
        "physicalLocation": physical,
        "logicalLocations": [{"name": place.where, "fullyQualifiedName": place.where, "kind": kind}],
    }


def _region(place: Place) -> dict[str, Any]:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "charOffset": place.start,
        "charLength": place.end - place.start,
    }


def _stands_as_shown(report: Report, finding: Finding) -> bool:
    """Whether the file holds just the number there, and no markup that another number would overwrite."""
    place = report.locate(finding.start, finding.end)
    source = report.document.source if report.document else report.text
    return place.byte_start is not None and source[place.start : place.end] == finding.text


def _fixes(report: Report, finding: Finding) -> list[dict[str, Any]]:
    region = _region(report.locate(finding.start, finding.end))
    return [
        {
            "description": {"text": f"{suggestion.text} ({suggestion.reason})"},
            "artifactChanges": [
                {
                    "artifactLocation": _artifact(report.name),
                    "replacements": [{"deletedRegion": region, "insertedContent": {"text": suggestion.text}}],
                }
            ],
        }
        for suggestion in finding.suggestions
    ]


def _artifact(name: str) -> dict[str, str]:
    """The file's address: from the root of the project where its name is not a whole one."""
    path = PurePath(name)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(os.fsencode(path.as_posix())), "uriBaseId": _ROOT}
