"""Write a document of paragraphs and tables in each format that tables are read from."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable

import docx
import openpyxl
from benchmarks.table_cases.cases import Block, Rows
from fpdf import FPDF

_NOTE = re.compile(r"\^(\w)")
"""A footnote mark: "Cattle^a"."""


def to_markdown(blocks: list[Block]) -> bytes:
    """Write a pipe table."""
    return _joined(blocks, lambda rows: _lines(rows, "| ", " | ", " |", "|" + "---|" * len(rows[0])))


def to_html(blocks: list[Block]) -> bytes:
    """Write a table without a head; the header is a row of th cells."""
    paragraphs = [
        f"<p>{html.escape(block)}</p>" if isinstance(block, str) else _html_table(block) for block in blocks
    ]
    return f"<html><body>{''.join(paragraphs)}</body></html>".encode()


def _html_table(rows: Rows) -> str:
    lines = []
    for number, row in enumerate(rows):
        tag = "th" if number == 0 else "td"
        cells = (_NOTE.sub(r"<sup>\1</sup>", html.escape(cell)) for cell in row)
        lines.append("<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>")
    return f"<table>{''.join(lines)}</table>"


def to_rst(blocks: list[Block]) -> bytes:
    """Write a grid table."""
    return _joined(blocks, _rst_table)


def _rst_table(rows: Rows) -> str:
    rows = [[re.sub(r"([*_|])", r"\\\1", _NOTE.sub(r"\\ :sup:`\1`", cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    lines = []
    for number, row in enumerate(rows):
        lines.append("+" + "+".join(("=" if number == 1 else "-") * width for width in widths) + "+")
        cells = (f" {cell}".ljust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("|" + "|".join(cells) + "|")
    return "\n".join([*lines, lines[0]])


def to_latex(blocks: list[Block]) -> bytes:
    """Write a tabular with booktabs rules, whose figures are in S columns of siunitx."""
    escaped = [
        _latex(block) if isinstance(block, str) else [[_latex(cell) for cell in row] for row in block]
        for block in blocks
    ]
    body = _joined(escaped, _latex_table).decode()
    document = rf"\documentclass{{article}}\usepackage{{booktabs,siunitx}}\begin{{document}}{body}"
    return f"{document}\n\\end{{document}}\n".encode()


def _latex(text: str) -> str:
    text = re.sub(r"([&%$_#])", r"\\\1", text).replace("–", "--").replace("£", r"\pounds ")
    return _NOTE.sub(r"$^{\1}$", text)


def _latex_table(rows: Rows) -> str:
    header, *body = (" & ".join(row) + r" \\" for row in rows)
    head = rf"\begin{{tabular}}{{l{'S' * (len(rows[0]) - 1)}}}" + "\n\\toprule\n" + header
    return "\n".join([head, r"\midrule", *body, r"\bottomrule", r"\end{tabular}"])


def to_docx(blocks: list[Block]) -> bytes:
    """Write a Word document."""
    document = docx.Document()
    for block in blocks:
        if isinstance(block, str):
            document.add_paragraph(block)
            continue
        table = document.add_table(len(block), len(block[0]))
        for row, texts in zip(table.rows, block, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                name, _, note = text.partition("^")
                cell.text = name
                if note:
                    cell.paragraphs[0].add_run(note).font.superscript = True
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def to_csv(blocks: list[Block], delimiter: str = ",") -> bytes:
    """Write what a spreadsheet exports."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    for block in blocks:
        writer.writerows([[block]] if isinstance(block, str) else block)
        writer.writerow([])
    return file.getvalue().encode()


def to_xlsx(blocks: list[Block]) -> bytes:
    """Write a sheet whose figures are numbers with a number format, where they are plain ones."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    row = 1
    for block in blocks:
        for texts in [[block]] if isinstance(block, str) else block:
            for column, text in enumerate(texts, start=1):
                _write_xlsx_cell(sheet.cell(row, column), text)
            row += 1
        row += 1
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def _write_xlsx_cell(cell: openpyxl.cell.Cell, text: str) -> None:
    if re.fullmatch(r"[-−(]?\d[\d,]*(?:\.\d+)?\)?%?", text) and not re.fullmatch(r"(?:19|20)\d\d", text):
        value = float(re.sub(r"[^\d.]", "", text)) * (-1 if text[0] in "-−(" else 1)
        decimals = len(re.sub(r"[^\d.]", "", text).partition(".")[2])
        shown = ("#,##0" if "," in text or "%" not in text else "0") + "." * bool(decimals) + "0" * decimals
        if "%" in text:
            value, shown = round(value / 100, decimals + 2), f"{shown}%"
        cell.value, cell.number_format = value, f"{shown};({shown})" if text[0] == "(" else shown
    else:
        cell.value = text or None


def to_text(blocks: list[Block]) -> bytes:
    """Write columns aligned by spaces, figures to the right."""
    return _joined(blocks, _text_table)


def _text_table(rows: Rows) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("   ".join(cells).rstrip())
    return "\n".join(lines)


def to_pdf(blocks: list[Block]) -> bytes:
    """Write a page with unruled tables; the standard fonts have Latin-1 only."""
    pdf = FPDF(orientation="landscape")
    pdf.add_page()
    pdf.set_font("helvetica", size=9)
    for block in blocks:
        if isinstance(block, str):
            pdf.multi_cell(0, 5, _latin(block), new_x="LMARGIN", new_y="NEXT")
        else:
            for row in block:
                for column, text in enumerate(row):
                    width = 55 if column == 0 else 36
                    pdf.cell(width, 6, _latin(text), align="R" if column else "L")
                pdf.ln(6)
        pdf.ln(6)
    return bytes(pdf.output())


def _latin(text: str) -> str:
    text = text.replace("^", "").replace("–", "-").replace("—", "-").replace("−", "-").replace("€", "EUR ")
    return text.replace("’", "'").replace("†", "*").encode("latin-1", "ignore").decode("latin-1")


def _joined(blocks: list[Block], table: Callable[[Rows], str]) -> bytes:
    return ("\n\n".join(b if isinstance(b, str) else table(b) for b in blocks) + "\n").encode()


def _lines(rows: Rows, before: str, between: str, after: str, rule: str) -> str:
    header, *body = (before + between.join(row) + after for row in rows)
    return "\n".join([header, rule, *body])


WRITERS: dict[str, Callable[[list[Block]], bytes]] = {
    "md": to_markdown,
    "html": to_html,
    "rst": to_rst,
    "tex": to_latex,
    "docx": to_docx,
    "csv": to_csv,
    "tsv": lambda blocks: to_csv(blocks, "\t"),
    "xlsx": to_xlsx,
    "txt": to_text,
    "pdf": to_pdf,
}
