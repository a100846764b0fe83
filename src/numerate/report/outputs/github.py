"""For GitHub Actions: workflow commands that put each finding beside its line in a pull request."""

from __future__ import annotations

from pathlib import PurePath

from numerate.report.outputs.words import expectation, meaning
from numerate.report.report import Finding, Report
from numerate.report.rules import RULES
from numerate.report.run import Run

_LONGEST = 1000
"""Characters of a message; the page shows no more of it without a click."""
_LONGEST_TITLE = 100


def to_github(run: Run) -> str:
    """Write one command a line: findings as warnings, what is certain and what cannot be read as errors."""
    lines = [_finding(report, finding) for report in run.reports for finding in report.findings]
    lines += [
        _command("error", {"file": _path(error.name), "title": "numerate cannot read this"}, error.problem)
        for error in run.problems
    ]
    return "".join(f"{line}\n" for line in lines)


def _finding(report: Report, finding: Finding) -> str:
    rule = RULES[finding.rule]
    place = report.locate(finding.start, finding.end)
    properties: dict[str, object] = {"file": _path(report.name)}
    message = finding.message
    if place.page is None and place.line is not None:
        properties["line"] = place.line
        properties["endLine"] = place.end_line
        if place.line == place.end_line:  # columns are refused otherwise
            properties |= {"col": place.column, "endColumn": place.end_column}
    else:
        message = f"{place.where}: {message}"
    if expected := expectation(finding):
        message += f"\nExpected: {expected}"
    for suggestion in finding.suggestions:
        message += f"\nPerhaps {suggestion.text}: {meaning(suggestion)}"
    properties["title"] = f"{finding.text}: {rule.title[0].lower()}{rule.title[1:]}"
    return _command(rule.level, properties, message)


def _command(level: str, properties: dict[str, object], message: str) -> str:
    properties["title"] = _clipped(str(properties["title"]), _LONGEST_TITLE)
    told = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{level} {told}::{_data(_clipped(message, _LONGEST))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _path(name: str) -> str:
    return PurePath(name).as_posix()
