"""SARIF 2.1.0 for code scanning and editors, the OASIS format for results of static analysis."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import numerate
from numerate.consistency import Rule
from numerate.report.finding import Finding, likelihood
from numerate.report.fixing import edit
from numerate.report.outputs import PLAIN, Layout
from numerate.report.report import Run
from numerate.report.rules import RULES

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_MARK = "numerateFinding/v1"
_ACCEPT = "If the number is right, add a `numerate: ignore` comment, or accept the finding in the baseline."
_RULES = tuple(RULES)


def to_sarif(run: Run, _: Layout = PLAIN) -> str:
    """Write a log with one run. Columns count Unicode code points."""
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
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
                        "toolExecutionNotifications": _notifications(run),
                    }
                ],
                "properties": asdict(run.counts) | {"summary": run.summary},
                "artifacts": [
                    {"location": _artifact(name)} for name in dict.fromkeys(r.name for r in run.reports)
                ],
                "results": [
                    _result(report.name, finding, seen[report.name])
                    for report in run.reports
                    for finding in report.findings
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


def _notifications(run: Run) -> list[dict[str, Any]]:
    """Return what was not checked, or only under an assumption."""
    notes = [(name, "no known format; not checked") for name in run.left_out]
    notes += [(r.name, r.document.assumption) for r in run.reports if r.document.assumption]
    return [
        *(_notification(error.name, error.problem, "error") for error in run.problems),
        *(_notification(name, problem, "warning") for name, problem in notes),
    ]


def _notification(name: str, problem: str, level: str) -> dict[str, Any]:
    return {
        "level": level,
        "message": {"text": f"{name}: {problem}"},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(name)}}],
    }


def _result(file: str, finding: Finding, seen: Counter[str]) -> dict[str, Any]:
    record = finding.to_dict()
    seen[record["fingerprint"]] += 1
    place = record["place"]
    result: dict[str, Any] = {
        "ruleId": record["rule"],
        "ruleIndex": _RULES.index(record["rule"]),
        "level": record["level"],
        "message": {"text": _message(finding)},
        "locations": [_location(file, place, record.get("cell"))],
        "partialFingerprints": {_MARK: f"{record['fingerprint']}:{seen[record['fingerprint']]}"},
    }
    related = [(each["text"], file, each["place"], each.get("cell")) for each in record["related"]]
    related += [(each.quote, each.source, each.place._asdict(), None) for each in finding.evidence]
    if related:
        result["relatedLocations"] = [
            {"id": i, "message": {"text": text}, **_location(*location)}
            for i, (text, *location) in enumerate(related, 1)
        ]
    if finding.suggestions and edit(finding, finding.suggestions[0]) is not None:
        result["fixes"] = [_fix(file, place, suggestion) for suggestion in record["suggestions"]]
    if record["p_value"] is not None:
        result["rank"] = round(100 * (1 - min(max(record["p_value"], 0.0), 1.0)), 4)
    return result


def _message(finding: Finding) -> str:
    """Return the message in full sentences; that of an unlikely number names the usual range already."""
    message = finding.message if finding.message.endswith(".") else f"{finding.message}."
    if finding.p_value is not None:
        words = likelihood(finding.p_value)
        return f"{message} {words[0].upper()}{words[1:]}."
    return f"{message} Expected: {finding.expectation}." if finding.expectation else message


def _location(file: str, place: dict[str, Any], cell: dict[str, int] | None = None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(file)}
    properties = {"properties": {"cell": cell}} if cell else {}
    if place["byte_start"] is not None:
        return {"physicalLocation": physical | {"region": _region(place)}, **properties}
    # A binary format has no lines: name the place in words.
    kind, where = "page" if place["page"] is not None else "paragraph", place["where"]
    return {
        "physicalLocation": physical,
        "logicalLocations": [{"name": where, "fullyQualifiedName": where, "kind": kind}],
        **properties,
    }


def _region(place: dict[str, Any]) -> dict[str, Any]:
    return {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
        "charOffset": place["start"],
        "charLength": place["end"] - place["start"],
    }


def _fix(file: str, place: dict[str, Any], suggestion: dict[str, Any]) -> dict[str, Any]:
    replacement = {"deletedRegion": _region(place), "insertedContent": {"text": suggestion["text"]}}
    return {
        "description": {"text": f"{suggestion['text']} ({suggestion['reason']})"},
        "artifactChanges": [{"artifactLocation": _artifact(file), "replacements": [replacement]}],
    }


def _artifact(name: str) -> dict[str, str]:
    """Return the location of a file: relative to the project's root, unless its path is absolute."""
    path = PurePath(name)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(os.fsencode(path.as_posix())), "uriBaseId": _ROOT}
