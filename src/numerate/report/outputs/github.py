"""Workflow commands for GitHub Actions, which show each finding at its line in a pull request."""

from __future__ import annotations

from pathlib import PurePath

from numerate.report.finding import Finding
from numerate.report.outputs import PLAIN, Layout
from numerate.report.report import Run

_LONGEST = 1000
"""Characters of a message; GitHub hides the rest of a longer one behind a click."""
_LONGEST_TITLE = 100
"""Characters of a title, which GitHub shows on one line."""


def to_github(run: Run, _: Layout = PLAIN) -> str:
    """Write one command per line: a finding at its level, an unreadable document as an error, a summary."""
    lines = [_finding(report.name, finding) for report in run.reports for finding in report.findings]
    lines += [
        _command("error", {"file": _path(error.name), "title": "numerate cannot read this"}, error.problem)
        for error in run.problems
    ]
    lines.append(_command("notice", {"title": "numerate"}, run.summary))
    return "".join(f"{line}\n" for line in lines)


def _finding(file: str, finding: Finding) -> str:
    place = finding.place
    properties: dict[str, object] = {"file": _path(file)}
    message = finding.message
    if place.page is None and place.line is not None:
        properties["line"] = place.line
        properties["endLine"] = place.end_line
        if place.line == place.end_line:  # GitHub refuses columns otherwise
            properties |= {"col": place.column, "endColumn": place.end_column}
    else:
        message = f"{place.where}: {message}"
    if expectation := finding.expectation:
        message += f"\nExpected: {expectation}"
    for suggestion in finding.suggestions:
        message += f"\nPerhaps {suggestion.text}: {suggestion.explanation}"
    for evidence in finding.evidence:
        message += f"\nSource: “{evidence.quote}” ({evidence.source}, {evidence.place.where})"
    properties["title"] = f"{finding.text}: {finding.title[0].lower()}{finding.title[1:]}"
    return _command(finding.level, properties, message)


def _command(level: str, properties: dict[str, object], message: str) -> str:
    properties["title"] = _clipped(str(properties["title"]), _LONGEST_TITLE)
    pairs = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{level} {pairs}::{_data(_clipped(message, _LONGEST))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _path(name: str) -> str:
    return PurePath(name).as_posix()
