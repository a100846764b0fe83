"""For people at a terminal: each finding with its number underlined in its sentence."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import groupby
from textwrap import wrap

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from numerate.report.chart import format_share
from numerate.report.context import Excerpt, sentence
from numerate.report.outputs.words import expectation, meaning, one_line, run_summary, where
from numerate.report.report import CheckedNumber, Finding, Report
from numerate.report.rules import RULES
from numerate.report.run import Run

_LONGEST = 320
"""Characters of a sentence that are shown."""
_INDENT = 4
_STYLES = {"warning": "bold yellow", "error": "bold red"}
_UNDERLINED = {"^": "bold underline", "-": "underline"}
_WORD = re.compile(r"\S+\s*")
_WIDEST_NUMBER = 30


def to_text(run: Run, *, width: int = 80, colour: bool = False, every: bool = False) -> str:
    """Write the findings, worst first within each document, and what became of all numbers.

    width: of the terminal, in columns. every: list every number as well.
    """
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        width=max(width, 40),
        highlight=False,
        legacy_windows=False,
    )
    for report in run.reports:
        for finding in report.findings:
            for line in _finding(report, finding, console.width, colour):
                console.print(line, soft_wrap=True)
        if every:
            out.writelines(_table(report))
    for line in _wrapped(run_summary(run), console.width, "", ""):
        console.print(line, style="bold", soft_wrap=True)
    return out.getvalue()


def _finding(report: Report, finding: Finding, width: int, colour: bool) -> Iterator[Text]:
    style = _STYLES[RULES[finding.rule].level]
    place = where(report, finding.start, finding.end)
    yield Text.assemble((place, "bold"), "  ", (finding.rule, style))
    yield from _wrapped(one_line(finding.message), width, "  ", "  ")
    yield Text()
    yield from _underlined(report, finding, width - _INDENT, style, colour)
    yield Text()
    rows = []
    if expected := expectation(finding):
        rows.append(("expected", expected))
    for place_of, suggestion in enumerate(finding.suggestions):
        told = f"{one_line(suggestion.text)}  {meaning(suggestion)}"
        rows.append(("" if place_of else "perhaps", told))
    shown = _shown(report, finding)
    for start, end in finding.related:
        if not shown.holds(start, end):
            rows.append(("see also", f"{one_line(report.text[start:end])}  {where(report, start, end)}"))
    for name, told in rows:
        yield from _wrapped(told, width, f"  {name:<10}", " " * 12)
    if rows:
        yield Text()


def _wrapped(text: str, width: int, first: str, rest: str) -> Iterator[Text]:
    for line in wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False):
        yield Text(line)


def _shown(report: Report, finding: Finding) -> Excerpt:
    return sentence(report, finding.start, finding.end, _LONGEST)


def _underlined(report: Report, finding: Finding, width: int, style: str, colour: bool) -> Iterator[Text]:
    """The sentence, wrapped, its number underlined: by the terminal, or with signs on a line below."""
    first, last, begins, ends = _shown(report, finding)
    shown = one_line(report.text[first:last])
    marks = [" "] * len(shown)
    for spans, mark in ((finding.related, "-"), (((finding.start, finding.end),), "^")):
        for start, end in spans:
            begin, stop = max(start - first, 0), max(min(end, last) - first, 0)
            marks[begin:stop] = mark * (stop - begin)
    if not begins:
        shown, marks = f"…{shown}", [" ", *marks]
    if not ends:
        shown, marks = f"{shown}…", [*marks, " "]
    margin = " " * _INDENT
    for start, end in _lines(shown, width):
        line = Text(margin + shown[start:end].rstrip())
        below = "".join(
            mark * cell_len(char) for char, mark in zip(shown[start:end], marks[start:end], strict=True)
        )
        if not colour:
            yield line
            if below.strip():
                yield Text(margin + below.rstrip())
            continue
        at = _INDENT
        for mark, run in groupby(marks[start:end]):
            length = len(list(run))
            if mark in _UNDERLINED:
                line.stylize(f"{style if mark == '^' else ''} {_UNDERLINED[mark]}".strip(), at, at + length)
            at += length
        yield line


def _lines(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Break a text between words into lines of so many columns; a word that is longer, wherever it must."""
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
    """Every number: where it stands, and how odd it is or why that is not known."""
    rows = [(where(report, c.number.start, c.number.end), _number(c), _judgement(c)) for c in report.numbers]
    if not rows:
        return
    widths = [max(cell_len(row[column]) for row in rows) for column in (0, 1)]
    for place, number, judgement in rows:
        yield f"{set_cell_size(place, widths[0])}  {set_cell_size(number, widths[1])}  {judgement}\n"
    yield "\n"


def _number(checked: CheckedNumber) -> str:
    text = one_line(checked.number.text)
    return text if cell_len(text) <= _WIDEST_NUMBER else set_cell_size(text, _WIDEST_NUMBER - 1) + "…"


def _judgement(checked: CheckedNumber) -> str:
    if checked.p_value is None:
        return f"not judged: {checked.reason}"
    return f"p = {format_share(checked.p_value)}"
