"""Text for people at a terminal: each finding with its number underlined in its sentence."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from numerate.documents import Place
from numerate.report.chart import format_share
from numerate.report.finding import Finding
from numerate.report.outputs import PLAIN, Layout, one_line
from numerate.report.report import CheckedNumber, Report, Run

if TYPE_CHECKING:
    from numerate.consistency.sources.support import SourceSupport

_LONGEST = 320
"""Characters of a sentence that are shown: four lines of a terminal."""
_INDENT = 4
_STYLES = {"warning": "bold yellow", "error": "bold red"}
_UNDERLINED = {"^": "bold underline", "-": "underline"}
_WORD = re.compile(r"\S+\s*")
_WIDEST_NUMBER = 30


def to_text(run: Run, layout: Layout = PLAIN) -> str:
    """Write the findings, the worst of each document first, and a summary of all numbers."""
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=layout.colour,
        color_system="standard" if layout.colour else None,
        no_color=not layout.colour,
        width=max(layout.width, 40),
        highlight=False,
        legacy_windows=False,
    )
    for report in run.reports:
        for finding in report.findings:
            for line in _finding(finding, console.width, layout.colour):
                console.print(line, soft_wrap=True)
        if layout.numbers:
            out.writelines(_table(report))
        if layout.coverage:
            sentence = f"{one_line(report.name)}: {report.coverage or 'no numbers'}."
            out.writelines(f"{part}\n" for part in wrap(sentence, console.width))
    for line in _wrapped(run.summary, console.width, "", ""):
        console.print(line, style="bold", soft_wrap=True)
    return out.getvalue()


def _finding(finding: Finding, width: int, colour: bool) -> Iterator[Text]:
    document = finding.document
    style = _STYLES[finding.level]
    yield Text.assemble((_where(document.name, finding.place), "bold"), "  ", (finding.rule, style))
    yield from _wrapped(one_line(finding.message), width, "  ", "  ")
    yield Text()
    view = finding.table
    if view is None:
        yield from _underlined(finding, width - _INDENT, style, colour)
    else:
        from numerate.report.outputs.table_text import table_lines  # few findings are in tables

        yield from table_lines(view, _INDENT, width, style, colour)
    yield Text()
    rows = []
    if expectation := finding.expectation:
        rows.append(("expected", expectation))
    for i, suggestion in enumerate(finding.suggestions):
        content = f"{one_line(suggestion.text)}  {suggestion.explanation}"
        rows.append(("" if i else "perhaps", content))
    sentence = finding.excerpt(_LONGEST)
    for start, end in finding.related:
        if not sentence.contains(start, end) and not (view and (start, end) in view.shown):
            where = _where(document.name, document.locate(start, end))
            rows.append(("see also", f"{one_line(document.text[start:end])}  {where}"))
    for i, evidence in enumerate(finding.evidence):
        where = _where(evidence.source, evidence.place)
        rows.append(("" if i else "source", f"“{one_line(evidence.quote)}”  {where}"))
    for label, content in rows:
        yield from _wrapped(content, width, f"  {label:<10}", " " * 12)
    if rows:
        yield Text()


def _where(name: str, place: Place) -> str:
    """Return a place as editors and people read it: "notes.md:3:14", "report.pdf, page 4, line 12"."""
    if place.line is not None and place.page is None:
        return f"{one_line(name)}:{place.line}:{place.column}"
    return f"{one_line(name)}, {place.where}"


def _wrapped(text: str, width: int, first: str, rest: str) -> Iterator[Text]:
    for line in wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False):
        yield Text(line)


def _underlined(finding: Finding, width: int, style: str, colour: bool) -> Iterator[Text]:
    """Yield the wrapped sentence, its numbers underlined by the terminal, or with signs on a line below."""
    sentence, marks = _marked(finding)
    margin = " " * _INDENT
    for start, end in _lines(sentence, width):
        line = Text(margin + sentence[start:end].rstrip())
        characters = zip(sentence[start:end], marks[start:end], strict=True)
        below = "".join(mark * cell_len(character) for character, mark in characters)
        if not colour:
            yield line
            if below.strip():
                yield Text(margin + below.rstrip())
            continue
        offset = _INDENT
        for mark, group in groupby(marks[start:end]):
            length = len(list(group))
            if mark in _UNDERLINED:
                underline = f"{style if mark == '^' else ''} {_UNDERLINED[mark]}".strip()
                line.stylize(underline, offset, offset + length)
            offset += length
        yield line


def _marked(finding: Finding) -> tuple[str, list[str]]:
    """Return the sentence on one line, and a mark for each character: ^ the number, - related ones."""
    first, last, begins, ends = finding.excerpt(_LONGEST)
    sentence = one_line(finding.document.text[first:last])
    marks = [" "] * len(sentence)
    for spans, mark in ((finding.related, "-"), (((finding.start, finding.end),), "^")):
        for start, end in spans:
            begin, stop = max(start - first, 0), max(min(end, last) - first, 0)
            marks[begin:stop] = mark * (stop - begin)
    if not begins:
        sentence, marks = f"…{sentence}", [" ", *marks]
    if not ends:
        sentence, marks = f"{sentence}…", [*marks, " "]
    return sentence, marks


def _lines(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Break a text into lines of at most `width` columns, within a word only if it is wider."""
    start = end = used = 0
    for word in _WORD.finditer(text):
        columns = cell_len(word[0].rstrip())
        if used + columns > width and end > start:
            yield start, end
            start, used = word.start(), 0
        if columns > width:
            for at in range(word.start(), word.end()):
                used += cell_len(text[at])
                if used > width:
                    yield start, at
                    start, used = at, cell_len(text[at])
            end = word.end()
            continue
        end = word.end()
        used += cell_len(word[0])
    if end > start:
        yield start, end


def _table(report: Report) -> Iterator[str]:
    """Yield a line for each number: its place, and its p-value or the reason why it has none."""
    rows = [
        (_where(report.name, report.locate(checked)), _clipped(checked), _verdict(checked))
        for checked in report.numbers
    ]
    if not rows:
        return
    widths = [max(cell_len(row[column]) for row in rows) for column in (0, 1)]
    for place, number, verdict in rows:
        yield f"{set_cell_size(place, widths[0])}  {set_cell_size(number, widths[1])}  {verdict}\n"
    yield "\n"


def _support(support: SourceSupport) -> str:
    """Return what the sources say about a number, on one line."""
    if support.verdict == "exempt":
        return f"exempt: {support.reason}"
    parts: list[str] = [support.verdict]
    if support.formula:
        parts.append(one_line(support.formula))
    if support.evidence:
        evidence = support.evidence[0]
        parts.append(f"{one_line(evidence.text)}  {_where(evidence.source, evidence.place)}")
    return ": ".join(parts)


def _clipped(checked: CheckedNumber) -> str:
    text = one_line(checked.text)
    return text if cell_len(text) <= _WIDEST_NUMBER else set_cell_size(text, _WIDEST_NUMBER - 1) + "…"


def _verdict(checked: CheckedNumber) -> str:
    if checked.support is not None:
        return _support(checked.support)
    if checked.p_value is None:
        return f"not judged: {checked.reason}"
    if checked.error_probability is None:
        return f"p = {format_share(checked.p_value)}"
    return f"p = {format_share(checked.p_value)}, wrong: {format_share(checked.error_probability)}"
