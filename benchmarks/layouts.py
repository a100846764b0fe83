"""Layouts of annual reports in HTML: signs in cells of their own, spacer columns, rows of units."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from benchmarks.report_tables import ReportTable


def to_html(table: ReportTable, figures: list[list[str]], layout: int) -> str:
    """Write a table with its caption in one of the layouts."""
    return LAYOUTS[layout % len(LAYOUTS)](table, figures)


def _plain(table: ReportTable, figures: list[list[str]]) -> str:
    """Write a table with header cells, and signs in the cells of the figures."""
    head = "".join(f"<th scope='col'>{escape(label)}</th>" for label in table.columns)
    rows = [f"<thead><tr><th></th>{head}</tr></thead><tbody>"]
    for label, cells in zip(table.labels, figures, strict=True):
        body = "".join(f"<td>{text}</td>" for text in cells)
        rows.append(f"<tr><th scope='row'>{escape(label)}</th>{body}</tr>")
    return f"<table><caption>{escape(table.caption)}</caption>{''.join(rows)}</tbody></table>\n"


def _signs_apart(table: ReportTable, figures: list[list[str]]) -> str:
    """Write a table with signs and closing parentheses in cells of their own, and spacer columns."""
    spacer = '<td width="1%">&nbsp;</td>'
    head = "".join(
        f'{spacer}<td colspan="3" align="center"><b>{escape(label)}</b></td>' for label in table.columns
    )
    rows = [f"<tr><td>&nbsp;</td>{head}</tr>"]
    for index, (label, cells) in enumerate(zip(table.labels, figures, strict=True)):
        money = index < 2 or "Total" in label or "Net" in label
        body = "".join(spacer + _apart(text, money) for text in cells)
        rows.append(f'<tr><td style="padding-left:10pt">{escape(label)}</td>{body}</tr>')
    return f"<p>{escape(table.caption)}</p><table>{''.join(rows)}</table>\n"


def _apart(text: str, money: bool) -> str:
    closing = text.lstrip("(0123456789.,—")
    sign = "$" if money and "%" not in text and text not in ("", "—") else "&nbsp;"
    return f"<td>{sign}</td><td align='right'>{text.removesuffix(closing)}</td><td>{closing or '&nbsp;'}</td>"


def _spanning(table: ReportTable, figures: list[list[str]]) -> str:
    """Write a table whose figures span the column of the sign, if there is none; a row sets widths."""
    count = len(table.columns)
    rows = [f"<tr>{'<td style=width:1%></td>' * 3}{'<td></td>' * 6 * count}</tr>"]
    head = "".join(f'<td colspan="3">{escape(label)}</td><td colspan="3"></td>' for label in table.columns)
    rows.append(f'<tr><td colspan="3"></td>{head}</tr>')
    for index, (label, cells) in enumerate(zip(table.labels, figures, strict=True)):
        body = ""
        for text in cells:
            closing = ")" if text.endswith(")") else "%" if text.endswith("%") else ""
            written = f"<span>{text.removesuffix(closing)}</span>"
            if text and text != "—" and "%" not in text and (index < 2 or not index % 7):
                body += f"<td>$</td><td>{written}</td><td>{closing}</td>"
            elif text:
                body += f'<td colspan="2">{written}</td><td>{closing}</td>'
            else:
                body += '<td colspan="3"></td>'
            body += '<td colspan="3"></td>'
        rows.append(f'<tr><td colspan="3"><div>{escape(label)}</div></td>{body}</tr>')
    return f"<div><span>{escape(table.caption)}</span></div><table>{''.join(rows)}</table>\n"


def _years_and_units(table: ReportTable, figures: list[list[str]]) -> str:
    """Write a table with a heading over all columns, a row of units, and minus signs."""
    count = len(table.columns)
    labels = "".join(f"<td>{escape(label)}</td>" for label in table.columns)
    units = "".join(f"<td>{'' if kind else '£m'}</td>" for _, kind in table.template.columns)
    rows = [
        f'<tr><td></td><td colspan="{count}">{escape(table.caption)}</td></tr>',
        f"<tr><td></td>{labels}</tr>",
        f"<tr><td></td>{units}</tr>",
    ]
    for label, cells in zip(table.labels, figures, strict=True):
        written = (f"−{text.replace('(', '').replace(')', '')}" if "(" in text else text for text in cells)
        body = "".join(f"<td><p>{text.replace('—', '–')}</p></td>" for text in written) or "<td></td>" * count
        rows.append(f"<tr><td><p>{escape(label) or '&#160;'}</p></td>{body}</tr>")
    return f"<table>{''.join(rows)}</table>\n"


def _parentheses_apart(table: ReportTable, figures: list[list[str]]) -> str:
    """Write a table with both parentheses in cells of their own, and empty rows between sections."""
    head = "".join(f'<td colspan="3">{escape(label)}</td>' for label in table.columns)
    rows = [f'<tr><td></td>{head}</tr><tr><td colspan="{3 * len(table.columns) + 1}">&#8203;</td></tr>']
    for label, cells in zip(table.labels, figures, strict=True):
        body = "".join(
            f"<td>{'(' if '(' in text else ''}</td><td>{text.strip('()%')}</td>"
            f"<td>{text.lstrip('(0123456789.,—')}</td>"
            for text in cells
        )
        rows.append(f"<tr><td>{escape(label)}</td>{body}</tr>")
        if not cells:
            rows.append("<tr><td></td></tr>")
    return f"<p><b>{escape(table.caption)}</b></p><table>{''.join(rows)}</table>\n"


LAYOUTS: tuple[Callable[[ReportTable, list[list[str]]], str], ...] = (
    _plain,
    _signs_apart,
    _spanning,
    _years_and_units,
    _parentheses_apart,
)
