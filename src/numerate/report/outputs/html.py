"""For reading and mailing: one HTML file, the documents with their numbers shaded by how odd they are.

It has no script and asks nothing of any other host; its policy forbids both. Numbers open as popovers, which
browsers bring; what is found is listed with its drawings as well, so that it is there on paper, too.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby

from numerate.documents import Block, Cell
from numerate.documents.document import paragraph_spans
from numerate.report.chart import charts_of_predictions
from numerate.report.chart.svg import PARTS, STYLE, to_svg
from numerate.report.context import sentence
from numerate.report.outputs.words import (
    expectation,
    meaning,
    oddness,
    one_line,
    plural,
    run_summary,
    summary,
)
from numerate.report.report import CheckedNumber, Finding, Report
from numerate.report.rules import RULES
from numerate.report.run import Run, count
from numerate.text.visible import visible

_LONGEST = 400
_SHADES = ((0.01, "odd-3"), (0.05, "odd-2"), (0.2, "odd-1"))
"""How odd a number must be for each shade."""
_GLUED = re.compile(r"(?:[(\[“‘]|&quot;|&#x27;)*<button[^>]*>[^<]*</button>(?:[.,;:!?)\]”’]|&quot;|&#x27;)*")
"""Beside a button a line may break anywhere, even before a full stop: these belong on one line with it."""
_LEGEND = """<ul class="legend">
<li><span class="number">12</span> as expected</li>
<li><span class="number odd-1">12</span> 1 in 5 correct numbers is this odd</li>
<li><span class="number odd-2">12</span> 1 in 20</li>
<li><span class="number odd-3">12</span> 1 in 100</li>
<li><span class="number warning">12</span> finding: unlikely</li>
<li><span class="number error">12</span> finding: contradiction</li>
</ul>"""


@dataclass(frozen=True)
class _Mark:
    """A stretch of the text that opens: a number, what was found there, or both."""

    start: int
    end: int
    checked: CheckedNumber | None = None
    findings: tuple[Finding, ...] = ()
    key: str = field(default="", compare=False)


def to_html(run: Run) -> str:
    """Write the page. Distributions are in it where the reports were made with `keep`."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8") + STYLE
    # What the policy allows by its hash is this style and nothing else.
    allowed = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    sections = "\n".join(_section(report, i) for i, report in enumerate(run.reports))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Numbers worth a second look</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>Numbers worth a second look</h1>
<p class="ui">{_text(run_summary(run))}</p>
{_problems(run)}{_contents(run)}{_LEGEND}
{sections}
</main>
</body>
</html>
"""


def _text(text: str) -> str:
    """Text as the page holds it: nothing in it is markup, and nothing in it acts."""
    return escape(visible(text).replace("\r", " "))


def _problems(run: Run) -> str:
    if not run.problems:
        return ""
    lines = "".join(f"<li>{_text(str(error))}</li>" for error in run.problems)
    return f'<div class="ui problems">Not checked:<ul>{lines}</ul></div>\n'


def _contents(run: Run) -> str:
    if len(run.reports) < 2:
        return ""
    lines = "".join(
        f'<li><a href="#d{i}">{_text(report.name)}</a>: {plural(len(report.findings), "finding")}</li>'
        for i, report in enumerate(run.reports)
    )
    return f'<nav class="ui" aria-label="Documents"><ul>{lines}</ul></nav>\n'


def _section(report: Report, index: int) -> str:
    marks = _marks(report, f"d{index}")
    cards = "\n".join(card for mark in marks if (card := _card(report, mark)))
    return f"""<section id="d{index}" aria-label="{_text(report.name)}">
<h2>{_text(report.name)}</h2>
<p class="ui">{_text(summary(count((report,))))}</p>
{_findings(report, marks)}<article class="document">
{"".join(_blocks(report, marks))}</article>
{cards}
</section>"""


def _marks(report: Report, key: str) -> list[_Mark]:
    """Findings and numbers in order; a number that a finding covers in part gives way to it."""
    found: dict[tuple[int, int], list[Finding]] = {}
    for finding in report.findings:
        found.setdefault((finding.start, finding.end), []).append(finding)
    marks = {span: _Mark(*span, findings=tuple(findings)) for span, findings in found.items()}
    for checked in report.numbers:
        span = checked.number.start, checked.number.end
        marks[span] = _Mark(*span, checked, tuple(found.get(span, ())))
    kept: list[_Mark] = []
    for mark in sorted(marks.values(), key=lambda mark: (not mark.findings, mark.start)):
        if not any(mark.start < other.end and other.start < mark.end for other in _near(kept, mark)):
            kept.append(mark)
    kept.sort(key=lambda mark: mark.start)
    return [_Mark(m.start, m.end, m.checked, m.findings, f"{key}n{i}") for i, m in enumerate(kept)]


def _near(kept: list[_Mark], mark: _Mark) -> Iterable[_Mark]:
    """Those that could overlap: findings, which are few; numbers do not overlap each other."""
    return (other for other in kept if other.findings) if not mark.findings else kept


def _blocks(report: Report, marks: list[_Mark]) -> Iterator[str]:
    """The text of the document, block by block, tables as such."""
    blocks = report.document.blocks if report.document else ()
    if not blocks:
        blocks = tuple(Block(start, end, "paragraph") for start, end in paragraph_spans(report.text))
    waiting = iter(marks)
    mark = next(waiting, None)
    written: list[tuple[Block, str]] = []
    for block in blocks:
        pieces, done = [], block.start
        while mark is not None and mark.start < block.end:
            if mark.start >= done:
                pieces += [_text(report.text[done : mark.start]), _number(report, mark)]
                done = mark.end
            mark = next(waiting, None)
        content = "".join([*pieces, _text(report.text[done : block.end])])
        written.append((block, _GLUED.sub(r'<span class="glued">\g<0></span>', content)))
    for table, members in groupby(written, key=lambda member: member[0].cell and member[0].cell.table):
        if table is None:
            yield from (f'<p class="{block.kind}">{content}</p>\n' for block, content in members)
        else:
            yield _table([(block.cell, content) for block, content in members if block.cell])


def _table(cells: list[tuple[Cell, str]]) -> str:
    rows = []
    for _, row in groupby(cells, key=lambda cell: cell[0].row):
        filled, column = [], 1
        for cell, content in row:
            filled.append("<td></td>" * max(0, cell.column - column) + f"<td>{content}</td>")
            column = cell.column + 1
        rows.append(f"<tr>{''.join(filled)}</tr>")
    return f'<div class="scroll"><table>{"".join(rows)}</table></div>\n'


def _classes(mark: _Mark) -> str:
    names = ["number"]
    p_value = mark.checked.p_value if mark.checked else None
    if p_value is not None:
        names += [shade for limit, shade in _SHADES if p_value <= limit][:1]
    levels = {RULES[finding.rule].level for finding in mark.findings}
    names += [level for level in ("error", "warning") if level in levels][:1]
    return " ".join(names)


def _opens(mark: _Mark) -> bool:
    return bool(mark.findings or (mark.checked and mark.checked.p_value is not None))


def _number(report: Report, mark: _Mark) -> str:
    text = _text(report.text[mark.start : mark.end])
    if _opens(mark):
        return f'<button class="{_classes(mark)}" id="{mark.key}" popovertarget="{mark.key}c">{text}</button>'
    return text


def _card(report: Report, mark: _Mark) -> str:
    """What opens at a number."""
    if not _opens(mark):
        return ""
    checked, parts = mark.checked, []
    for finding in mark.findings:
        parts.append(f"<p>{_text(finding.message)}</p>{_details(report, finding)}")
    if not mark.findings and checked is not None and checked.p_value is not None:
        parts.append(f"<p>{_text(oddness(checked.p_value).capitalize())}.</p>")
    parts.append(_drawing(mark))
    text = _text(report.text[mark.start : mark.end])
    return f'<div class="card" id="{mark.key}c" popover><p class="title">{text}</p>{"".join(parts)}</div>'


def _drawing(mark: _Mark) -> str:
    checked = mark.checked
    if checked is None or checked.prediction is None:
        return ""
    suggested = {s.value for finding in mark.findings for s in finding.suggestions}
    value = checked.number.value
    [chart] = charts_of_predictions([checked.prediction], [[value, *suggested]], PARTS)
    return f"{to_svg(chart, value, sorted(suggested))}<p>{_text(chart.describe().capitalize())}.</p>"


def _findings(report: Report, marks: list[_Mark]) -> str:
    if not report.findings:
        return ""
    by_span = {(mark.start, mark.end): mark for mark in marks}
    items = []
    for finding in report.findings:
        mark = by_span.get((finding.start, finding.end))
        place = _text(report.locate(finding.start, finding.end).where)
        link = f'<a href="#{mark.key}">{place}</a>' if mark else place
        items.append(
            f'<li><div class="where">{link} <span class="rule">{_text(finding.rule)}</span></div>'
            f'<p class="message">{_text(finding.message)}</p>{_quote(report, finding)}'
            f"{_details(report, finding)}"
            f"{_drawing(mark) if mark and finding.p_value is not None else ''}</li>"
        )
    return f'<ol class="findings">{"".join(items)}</ol>\n'


def _quote(report: Report, finding: Finding) -> str:
    """The sentence, its number underlined as in the document, and those it contradicts."""
    shown = sentence(report, finding.start, finding.end, _LONGEST)
    spans = [(span, "") for span in finding.related if shown.holds(*span)]
    spans.append(((finding.start, finding.end), f" {RULES[finding.rule].level}"))
    pieces, done = ["" if shown.begins else "…"], shown.start
    for (start, end), level in sorted(spans):
        if start >= done:
            number = _text(one_line(report.text[start:end]))
            pieces.append(f'{_text(report.text[done:start])}<span class="number{level}">{number}</span>')
            done = end
    pieces += [_text(report.text[done : shown.end]), "" if shown.ends else "…"]
    return f'<p class="quote">{"".join(pieces)}</p>'


def _details(report: Report, finding: Finding) -> str:
    rows = []
    if expected := expectation(finding):
        rows.append(("Expected", _text(expected)))
    for suggestion in finding.suggestions:
        rows.append(("Perhaps", f"<b>{_text(suggestion.text)}</b> {_text(meaning(suggestion))}"))
    shown = sentence(report, finding.start, finding.end, _LONGEST)
    for start, end in finding.related:
        if not shown.holds(start, end):
            told = f"{report.text[start:end]}, {report.locate(start, end).where}"
            rows.append(("See also", _text(told)))
    listed = "".join(f"<dt>{name}</dt><dd>{told}</dd>" for name, told in rows)
    return f"<dl>{listed}</dl>" if rows else ""
