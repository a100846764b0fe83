"""Tables of figures as Markdown."""

from __future__ import annotations

from .results import Measured, Results
from .spec import Column, Figure, Row, Section, Table


def table(of: Table, results: Results) -> str:
    """A table, the paper's figures beside ours where it has any."""
    beside = {c.figure for c in of.columns if any(row.paper.get(c.figure) is not None for row in of.rows)}
    header = ["Model"]
    for column in of.columns:
        header += [column.heading, *(["paper"] if column.figure in beside else [])]
    lines = [_line(header), _line(["---", *["--:"] * (len(header) - 1)])]
    for section in of.sections:
        lines.append(_line([f"*{section.title}*", *[""] * (len(header) - 1)]))
        best = {c.figure: _best(section, c, results) for c in of.columns}
        for row in section.rows:
            cells = [row.label]
            for column in of.columns:
                cells.append(_ours(row, column, results, best[column.figure]))
                cells += [_papers(row.paper.get(column.figure), column)] if column.figure in beside else []
            lines.append(_line(cells))
    return "\n".join(lines)


def formatted(measured: Measured | None, column: Column) -> str:
    if measured is None:
        return "–"
    value = f"{measured.value * column.scale:.{column.digits}f}"
    if measured.spread is None:
        return value
    return f"{value} ± {measured.spread * column.scale:.{column.digits}f}"


def _ours(row: Row, column: Column, results: Results, best: float | None) -> str:
    measured = results.figure(row.experiment, column.figure)
    cell = formatted(measured, column)
    return f"**{cell}**" if measured is not None and measured.value == best else cell


def _best(section: Section, column: Column, results: Results) -> float | None:
    found = [results.figure(row.experiment, column.figure) for row in section.rows]
    values = [measured.value for measured in found if measured is not None]
    if len(values) < 2:
        return None
    return max(values) if column.higher_is_better else min(values)


def _papers(figure: Figure, column: Column) -> str:
    return "–" if figure is None else f"{figure:.{column.digits}f}"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
