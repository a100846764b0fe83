"""The same table, written in each format, is read to the same cells, and each cell has its exact place."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable

import docx
import openpyxl
import pytest
from fpdf import FPDF
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numerate.documents import Document, Table, read

Rows = list[list[str]]

_LABELS = ["Cash", "North east", "Crème", "Sales\u200f", "a & b", "50% owned", "Total", "x_1", 'say "no"']
_VALUES = ["5", "1,234", "(12.5)", "-3", "7%", "£6", "$1.5", "\u200e8", "0.05*", "1.2 (3.4)", "–", ""]
_HEADERS = ["2023", "Q1 2022", "Change", "FY23/24", "£m", "n (%)"]


@st.composite
def tables(draw: st.DrawFn) -> Rows:
    """Draw a header over labelled rows; the corner and some cells are empty, the first row and column not."""
    columns = draw(st.integers(1, 4))
    headers = draw(st.lists(st.sampled_from(_HEADERS), min_size=columns, max_size=columns))
    rows = [[draw(st.sampled_from(["", "Item"])), *headers]]
    for _ in range(draw(st.integers(1, 4))):
        values = draw(st.lists(st.sampled_from(_VALUES), min_size=columns, max_size=columns))
        rows.append([draw(st.sampled_from(_LABELS)), *(values if len(rows) > 1 else ["5", *values[1:]])])
    return rows


def write_markdown(rows: Rows) -> bytes:
    lines = [" | ".join(re.sub(r"([*_|])", r"\\\1", text) for text in row) for row in rows]
    lines.insert(1, "|".join(["--"] * len(rows[0])))
    return "".join(f"| {line} |\n" for line in lines).encode()


def write_html(rows: Rows) -> bytes:
    cells = ["".join(f"<td>{html.escape(text)}</td>" for text in row) for row in rows]
    cells[0] = cells[0].replace("td>", "th>")
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>".encode()


def write_csv(rows: Rows, delimiter: str = ",") -> bytes:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    return file.getvalue().encode()


def write_latex(rows: Rows) -> bytes:
    lines = [
        " & ".join(re.sub(r"([&%$_])", r"\\\1", text).replace("–", "--") for text in row) for row in rows
    ]
    lines[1] = rf"\midrule {lines[1]}"
    body = "\\\\\n".join(lines)
    return rf"\begin{{tabular}}{{lrrr}} \toprule {body} \\ \bottomrule \end{{tabular}}".encode()


def _escape_rst(text: str) -> str:
    return re.sub(r"([*_|])", r"\\\1", text)


def write_rst_grid(rows: Rows) -> bytes:
    widths = [max(len(_escape_rst(text)) for text in column) + 2 for column in zip(*rows, strict=True)]
    lines = []
    for number, row in enumerate(rows):
        rule = "=" if number == 1 else "-"
        lines.append("+" + "+".join(rule * width for width in widths) + "+")
        cells = (f" {_escape_rst(text)}".ljust(width) for text, width in zip(row, widths, strict=True))
        lines.append("|" + "|".join(cells) + "|")
    return "\n".join([*lines, lines[0], ""]).encode()


def write_rst_list(rows: Rows) -> bytes:
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for row in rows:
        lines += [
            f"   {'*' if number == 0 else ' '} - {_escape_rst(text)}".rstrip()
            for number, text in enumerate(row)
        ]
    return "\n".join([*lines, ""]).encode()


def write_docx(rows: Rows) -> bytes:
    document = docx.Document()
    table = document.add_table(len(rows), len(rows[0]))
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def write_xlsx(rows: Rows) -> bytes:
    workbook = openpyxl.Workbook()
    for row in rows:
        workbook.active.append([text or None for text in row])
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def write_text(rows: Rows) -> bytes:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = [[text.ljust(width) for text, width in zip(row, widths, strict=True)] for row in rows]
    return "\n".join(["Text.", "", *("   ".join(row).rstrip() for row in cells), ""]).encode()


def write_pdf(rows: Rows) -> bytes:
    pdf = FPDF(orientation="landscape")
    pdf.add_page()
    pdf.set_font("helvetica", size=9)
    for row in rows:
        for column, text in enumerate(row):
            pdf.cell(50, 6, text, align="R" if column else "L")
        pdf.ln(6)
    return bytes(pdf.output())


WRITERS: dict[str, tuple[str, Callable[[Rows], bytes]]] = {
    "markdown": ("markdown", write_markdown),
    "html": ("html", write_html),
    "csv": ("csv", write_csv),
    "tsv": ("csv", lambda rows: write_csv(rows, "\t")),
    "latex": ("latex", write_latex),
    "grid": ("rst", write_rst_grid),
    "list": ("rst", write_rst_list),
    "docx": ("docx", write_docx),
    "xlsx": ("xlsx", write_xlsx),
    "text": ("text", write_text),
    "pdf": ("pdf", write_pdf),
}


def read_table(data: bytes, form: str) -> tuple[Document, Table]:
    document = read(data, format=form)
    [table] = document.tables
    return document, table


@pytest.mark.parametrize("name", WRITERS)
def test_the_same_table_has_the_same_cells(name):
    form, write = WRITERS[name]

    @settings(max_examples=6 if form in ("docx", "xlsx", "pdf") else 40, deadline=None)
    @given(tables())
    @example([["", "2023"], ["Cash", "5"]])
    def run(rows):
        if form in ("text", "pdf"):  # two rows of figures make a table of text
            rows = [*rows, *[[label, *["11"] * (len(rows[0]) - 1)] for label in ("More", "Sum")]]
        if form == "pdf":  # the standard fonts have these characters only
            rows = [
                [text.replace("–", "-").encode("latin-1", "ignore").decode("latin-1") for text in row]
                for row in rows
            ]
        document, table = read_table(write(rows), form)
        assert {(cell.row, cell.column): cell.text for cell in table.cells} == {
            (row, column): text
            for row, texts in enumerate(rows, start=1)
            for column, text in enumerate(texts, start=1)
            if text
        }
        assert (table.header_rows, table.header_columns) == (1, 1)
        assert all(cell.header == (cell.row == 1 or cell.column == 1) for cell in table.cells)
        for cell in table.cells:
            assert document.text[cell.start : cell.end] == cell.text
            assert_exact_place(document, cell.start, cell.end, cell.text)

    run()


def assert_exact_place(document: Document, start: int, end: int, text: str) -> None:
    """The source at the place is the text, but for what the format escapes."""
    first, last = document.source_map.to_source(start, end)
    written = document.source[first:last]
    if document.format == "html":
        written = html.unescape(written)
    elif document.format == "csv":
        written = written.replace('""', '"')
    elif document.format in ("markdown", "rst", "latex"):
        written = re.sub(r"\\([*_|&%$])", r"\1", written).replace("--", "–")
    assert written == text
