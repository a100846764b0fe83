"""HTML for reading and mailing: one page with the documents, their numbers shaded by how unlikely they are.

The page has no script and loads nothing from any host; its policy forbids both. Numbers open as popovers,
which are native to browsers; findings are also listed with their charts, so that they are there in print.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING

from numerate.documents import Block, CellPosition
from numerate.report.chart import charts_of_predictions
from numerate.report.chart.svg import PARTS, STYLE, to_svg
from numerate.report.finding import Finding, likelihood
from numerate.report.outputs import PLAIN, Layout, visible
from numerate.report.report import CheckedNumber, Report, Run, plural

if TYPE_CHECKING:
    from numerate.report.table_view import TableView

_LONGEST = 400
"""Characters of a sentence that are shown with a finding."""
_SHADES = ((0.01, "unlikely-3"), (0.05, "unlikely-2"), (0.2, "unlikely-1"))
"""The largest p-value of each shade."""
_GLUED = re.compile(r"(?:[(\[“‘]|&quot;|&#x27;)*<button[^>]*>[^<]*</button>(?:[.,;:!?)\]”’]|&quot;|&#x27;)*")
"""A number with its punctuation: next to a button a line may break anywhere, even before a full stop."""
_LEGEND = """<ul class="legend">
<li><span class="number">12</span> as expected</li>
<li>12 not judged</li>
<li><span class="number unlikely-1">12</span> 1 in 5 correct numbers is this unlikely</li>
<li><span class="number unlikely-2">12</span> 1 in 20</li>
<li><span class="number unlikely-3">12</span> 1 in 100</li>
<li><span class="number warning">12</span> finding: unlikely</li>
<li><span class="number error">12</span> finding: contradiction</li>
</ul>"""


@dataclass(frozen=True)
class _Mark:
    """A span of the text that opens: a number, a finding, or both."""

    start: int
    end: int
    checked: CheckedNumber | None = None
    findings: tuple[Finding, ...] = ()
    key: str = ""
    chart: str = ""
    """The chart of its prediction as HTML, if it has one."""

    @property
    def suggested(self) -> list[float]:
        """The suggested values, in order."""
        return sorted({s.value for finding in self.findings for s in finding.suggestions})


def to_html(run: Run, _: Layout = PLAIN) -> str:
    """Write the page, with the distributions of numbers whose predictions were kept."""
    style = files(__package__).joinpath("report.css").read_text(encoding="utf-8") + STYLE
    # The policy allows this style, by its hash, and nothing else.
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
<p class="ui">{_text(run.summary)}</p>
{_problems(run)}{_contents(run)}{_LEGEND}
{sections}
</main>
</body>
</html>
"""


def _text(text: str) -> str:
    """Escape a text, so that none of it is markup and none of it acts."""
    return escape(visible(text).replace("\r", " "))


def _problems(run: Run) -> str:
    """Return what was not checked, or only under an assumption; nothing of it is left to be noticed."""
    lines = [str(error) for error in run.problems]
    lines += [f"{name}: no known format" for name in run.left_out]
    assumptions = [f"{r.name}: {r.document.assumption}" for r in run.reports if r.document.assumption]
    return _list("Not checked:", lines) + _list("Assumed:", assumptions)


def _list(title: str, lines: list[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{_text(line)}</li>" for line in lines)
    return f'<div class="ui problems">{title}<ul>{items}</ul></div>\n'


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
<p class="ui">{_text(report.counts.summary)}</p>
{_findings(report, marks)}<article class="document">
{"".join(_blocks(report, marks))}</article>
{cards}
</section>"""


def _marks(report: Report, key: str) -> list[_Mark]:
    """Return findings and numbers in text order; a number that overlaps a finding gives way to it."""
    findings: dict[tuple[int, int], list[Finding]] = {}
    for finding in report.findings:
        findings.setdefault((finding.start, finding.end), []).append(finding)
    marks = {span: _Mark(*span, findings=tuple(group)) for span, group in findings.items()}
    for checked in report.numbers:
        span = checked.start, checked.end
        marks[span] = _Mark(*span, checked, tuple(findings.get(span, ())))
    kept: list[_Mark] = []
    for mark in sorted(marks.values(), key=lambda mark: (not mark.findings, mark.start)):
        if not any(mark.start < other.end and other.start < mark.end for other in _near(kept, mark)):
            kept.append(mark)
    kept.sort(key=lambda mark: mark.start)
    charts = _charts(kept)
    return [
        replace(mark, key=f"{key}n{i}", chart=chart)
        for i, (mark, chart) in enumerate(zip(kept, charts, strict=True))
    ]


def _charts(marks: list[_Mark]) -> list[str]:
    """Draw the charts of all marks that have a prediction; the others have an empty one."""
    known = {i: mark.checked for i, mark in enumerate(marks) if mark.checked and mark.checked.prediction}
    predictions = [checked.prediction for checked in known.values() if checked.prediction]
    values = [[checked.value, *marks[i].suggested] for i, checked in known.items()]
    drawn = [""] * len(marks)
    for i, chart in zip(known, charts_of_predictions(predictions, values, PARTS), strict=True):
        svg = to_svg(chart, known[i].value, marks[i].suggested)
        drawn[i] = f"{svg}<p>{_text(chart.describe().capitalize())}.</p>"
    return drawn


def _near(kept: list[_Mark], mark: _Mark) -> Iterable[_Mark]:
    """Return the marks that may overlap: the few with findings; numbers do not overlap each other."""
    return (other for other in kept if other.findings) if not mark.findings else kept


def _blocks(report: Report, marks: list[_Mark]) -> Iterator[str]:
    """Yield the text of the document block by block, with its tables."""
    waiting = iter(marks)
    mark = next(waiting, None)
    written: list[tuple[Block, str]] = []
    for block in report.document.blocks:
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


def _table(cells: list[tuple[CellPosition, str]]) -> str:
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
    levels = {finding.level for finding in mark.findings}
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
    """Return the popover of a number."""
    if not _opens(mark):
        return ""
    checked, parts = mark.checked, []
    for finding in mark.findings:
        parts.append(f"<p>{_text(finding.message)}</p>{_details(finding)}")
    if not mark.findings and checked is not None and checked.p_value is not None:
        parts.append(f"<p>{_text(likelihood(checked.p_value).capitalize())}.</p>")
    parts.append(mark.chart)
    text = _text(report.text[mark.start : mark.end])
    return f'<div class="card" id="{mark.key}c" popover><p class="title">{text}</p>{"".join(parts)}</div>'


def _findings(report: Report, marks: list[_Mark]) -> str:
    if not report.findings:
        return ""
    by_span = {(mark.start, mark.end): mark for mark in marks}
    items = []
    for finding in report.findings:
        mark = by_span.get((finding.start, finding.end))
        place = _text(finding.place.where)
        link = f'<a href="#{mark.key}">{place}</a>' if mark else place
        items.append(
            f'<li><div class="where">{link} <span class="rule">{_text(finding.rule)}</span></div>'
            f'<p class="message">{_text(finding.message)}</p>{_shown(finding)}'
            f"{_details(finding)}"
            f"{mark.chart if mark and finding.p_value is not None else ''}</li>"
        )
    return f'<ol class="findings">{"".join(items)}</ol>\n'


def _shown(finding: Finding) -> str:
    """Return the sentence of a finding, or the part of its table."""
    view = finding.table
    return _quote(finding) if view is None else _viewed(view, finding.level)


def _viewed(view: TableView, level: str) -> str:
    classes = {"": "", "related": "number", "finding": f"number {level}"}
    head = "".join(f"<th>{_text(label)}</th>" for label in view.header)
    rows = [f"<tr>{head}</tr>"]
    for row in view.rows:
        if row is None:
            rows.append(f'<tr><td colspan="{len(view.header)}">…</td></tr>')
            continue
        label, *cells = row
        marked = (
            f'<span class="{classes[cell.mark]}">{_text(cell.text)}</span>' if cell.mark else _text(cell.text)
            for cell in cells
        )
        figures = "".join(f"<td>{content}</td>" for content in marked)
        rows.append(f'<tr><th scope="row">{_text(label.text)}</th>{figures}</tr>')
    return f'<div class="scroll"><table class="excerpt">{"".join(rows)}</table></div>'


def _quote(finding: Finding) -> str:
    """Return the sentence, with its number and those it contradicts underlined as in the document."""
    text, sentence = finding.document.text, finding.excerpt(_LONGEST)
    spans = [(span, "") for span in finding.related if sentence.contains(*span)]
    spans.append(((finding.start, finding.end), f" {finding.level}"))
    pieces, done = ["" if sentence.begins else "…"], sentence.start
    for (start, end), level in sorted(spans):
        if start >= done:
            number = f'<span class="number{level}">{_text(text[start:end])}</span>'
            pieces += [_text(text[done:start]), number]
            done = end
    pieces += [_text(text[done : sentence.end]), "" if sentence.ends else "…"]
    return f'<p class="quote">{"".join(pieces)}</p>'


def _details(finding: Finding) -> str:
    rows = []
    if expectation := finding.expectation:
        rows.append(("Expected", _text(expectation)))
    for suggestion in finding.suggestions:
        rows.append(("Perhaps", f"<b>{_text(suggestion.text)}</b> {_text(suggestion.explanation)}"))
    document, sentence = finding.document, finding.excerpt(_LONGEST)
    view = finding.table if finding.related else None
    for start, end in finding.related:
        if not sentence.contains(start, end) and not (view and (start, end) in view.shown):
            rows.append(
                ("See also", _text(f"{document.text[start:end]}, {document.locate(start, end).where}"))
            )
    for evidence in finding.evidence:
        where = f"{evidence.source}, {evidence.place.where}"
        rows.append(("Source", f'“{_text(evidence.quote)}” <span class="rule">{_text(where)}</span>'))
    items = "".join(f"<dt>{label}</dt><dd>{content}</dd>" for label, content in rows)
    return f"<dl>{items}</dl>" if rows else ""
