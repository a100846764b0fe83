"""Turn a report into what the server shows: diagnostics, hovers and code actions."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from lsprotocol import types

from numerate.documents import Document
from numerate.documents.source_map import Lines
from numerate.lsp.positions import Positions
from numerate.report.chart import charts_of_predictions, format_value
from numerate.report.chart.svg import standalone_svg
from numerate.report.chart.terminal import draw
from numerate.report.finding import Finding, likelihood
from numerate.report.fixing import CHOICES, Edit, edit, edits
from numerate.report.report import CheckedNumber, Report

SOURCE = "numerate"
ACCEPT = "numerate.accept"
"""The command that accepts a finding in the baseline."""
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.numerate"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
_COMMENTS = {
    "markdown": "<!-- numerate: ignore {} -->",
    "html": "<!-- numerate: ignore {} -->",
    "latex": "% numerate: ignore {}",
}
"""Comments that cover the line at whose end they stand, by format."""
_COLUMNS = 56
"""Width of a distribution drawn as text."""


def diagnostics(report: Report, positions: Positions, uri: str) -> list[types.Diagnostic]:
    """Return the findings of a report as diagnostics, in the order of the text."""
    return [
        _diagnostic(finding, positions, uri) for finding in sorted(report.findings, key=lambda f: f.start)
    ]


def _diagnostic(finding: Finding, positions: Positions, uri: str) -> types.Diagnostic:
    place = finding.place
    message = finding.message
    if expectation := finding.expectation:
        message += f"\nExpected: {expectation}"
    for suggestion in finding.suggestions:
        message += f"\nPerhaps {suggestion.text}: {suggestion.explanation}"
    return types.Diagnostic(
        range=positions.range(place.start, place.end),
        severity=_SEVERITIES.get(finding.level, types.DiagnosticSeverity.Warning),
        code=finding.rule,
        source=SOURCE,
        message=message,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri, positions.range(*_source_span(finding.document, start, end))),
                finding.document.text[start:end],
            )
            for start, end in finding.related
        ],
        data={"fingerprint": finding.fingerprint.digest},
    )


def _source_span(document: Document, start: int, end: int) -> tuple[int, int]:
    place = document.locate(start, end)
    return place.start, place.end


# -- Hovers ----------------------------------------------------------------------------------------------


def hover(report: Report, positions: Positions, position: types.Position, picture: str) -> types.Hover | None:
    """Describe the number at a position: how it was read, what is usual here, and its distribution.

    picture: "svg", "text" or "none".
    """
    offset = positions.offset(position)
    for checked in report.numbers:
        place = report.locate(checked)
        if place.start <= offset <= place.end:
            content = "\n\n".join(_describe(report, checked, picture))
            markdown = types.MarkupContent(types.MarkupKind.Markdown, content)
            return types.Hover(markdown, positions.range(place.start, place.end))
    return None


def _describe(report: Report, checked: CheckedNumber, picture: str) -> Iterator[str]:
    number = checked.number
    unit = f" {number.unit.symbol}" if number.unit is not None and number.kind != "percent" else ""
    yield f"**{_escaped(number.text)}**: {format_value(number.value)}{_escaped(unit)}, {number.kind}"
    if checked.p_value is None:
        yield f"Not judged: {checked.reason}"
        return
    findings = [f for f in report.findings if f.start == checked.start]
    yield from (_escaped(finding.message) for finding in findings)
    if checked.prediction is None:
        return
    [chart] = charts_of_predictions([checked.prediction], [[number.value]], _COLUMNS)
    yield f"Usual here: {chart.describe()}. {likelihood(checked.p_value)}."
    if picture == "svg":
        suggested = [s.value for finding in findings for s in finding.suggestions]
        svg = b64encode(standalone_svg(chart, number.value, suggested).encode()).decode()
        yield f"![{chart.describe(number.value)}](data:image/svg+xml;base64,{svg})"
    elif picture == "text":
        yield f"```text\n{draw(chart, number.value)}\n```"


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else " " if c in "\r\n" else c for c in text)


# -- Code actions ----------------------------------------------------------------------------------------


def code_actions(
    report: Report, positions: Positions, uri: str, selected: types.Range, accepts: bool
) -> list[types.CodeAction]:
    """Return what can be done about the findings in a range, and about all that are certain.

    accepts: whether there is a baseline that findings can be accepted in.
    """
    start, end = positions.offset(selected.start), positions.offset(selected.end)
    actions: list[types.CodeAction] = []
    for finding in report.findings:
        place = finding.place
        if place.start <= end and start <= place.end:
            actions += _actions(finding, positions, uri, accepts)
    certain = edits(report, CHOICES["certain"])
    if certain:
        actions.append(
            types.CodeAction(
                f"Apply all certain corrections of numbers ({len(certain)})",
                kind=FIX_ALL,
                edit=_workspace_edit(uri, positions, certain),
            )
        )
    return actions


def _actions(finding: Finding, positions: Positions, uri: str, accepts: bool) -> Iterator[types.CodeAction]:
    diagnostic = [_diagnostic(finding, positions, uri)]
    preferred = CHOICES["likely"](finding)
    for suggestion in finding.suggestions:
        if change := edit(finding, suggestion):
            yield types.CodeAction(
                f"Replace {finding.text} by {suggestion.text} ({suggestion.explanation})",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=diagnostic,
                is_preferred=suggestion is preferred,
                edit=_workspace_edit(uri, positions, [change]),
            )
    if comment := ignore_comment(finding):
        yield types.CodeAction(
            f"{finding.text} is right: add a comment that ignores it",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=diagnostic,
            edit=_workspace_edit(uri, positions, [comment]),
        )
    if accepts:
        title = f"{finding.text} is right: accept it in the baseline"
        yield types.CodeAction(
            title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=diagnostic,
            command=types.Command(title, ACCEPT, arguments=[uri, finding.fingerprint.digest]),
        )


def ignore_comment(finding: Finding) -> Edit | None:
    """Return the edit that adds an ignore comment; None where a format has no invisible comments."""
    document, place = finding.document, finding.place
    if place.byte_start is None:
        return None
    lines, block = Lines(document.source), document.block(finding.start)
    if document.format == "rst":
        # A comment is a paragraph of its own, before the one that it covers.
        first, last = lines.span(*_source_span(document, block.start, block.start + 1))
        line = document.source[first:last]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        return Edit(first, first, f"{indent}.. numerate: ignore {finding.rule}\n\n", finding)
    if document.format not in _COMMENTS:
        return None
    start, end = lines.span(place.end, place.end)
    if block.cell is not None:  # what follows the last cell of a row is not read
        end = _source_span(document, block.end - 1, block.end)[1]
    at = start + len(document.source[start:end].rstrip())
    return Edit(at, at, f" {_COMMENTS[document.format].format(finding.rule)}", finding)


def _workspace_edit(uri: str, positions: Positions, changes: list[Edit]) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(
        changes={
            uri: [
                types.TextEdit(positions.range(change.start, change.end), change.text) for change in changes
            ]
        }
    )
