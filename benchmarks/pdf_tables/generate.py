"""Make PDF files with one table each, and the cells that a reader must find in it.

Two programs draw them, in ways that differ as those of word processors do: fpdf2 cell by cell, reportlab row
by row or column by column. Every file has prose around its table.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import NamedTuple

from fpdf import FPDF
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

Cells = dict[tuple[int, int], str]

WORDS = """
revenue growth region market output costs sales average report annual period total segment margin volume
demand supply energy transport research health water land price index survey sample group control change
""".split()
LABELS = [
    *["Revenue", "Cost of sales", "Gross profit", "Operating costs", "Depreciation", "Finance income", "Tax"],
    *["Net profit", "Cash at bank", "Trade debtors", "Inventories", "Goodwill", "Borrowings", "Dairy"],
    *["Pension deficit", "Other reserves", "North region", "South region", "East", "West", "Air travel"],
    *["Overseas sales", "Research staff", "Wheat and barley", "Electricity", "Gas supply", "Water use"],
    *["Road freight", "Rail freight", "Total"],
]
SECTIONS = ["Assets", "Income", "Of which:", "Other regions"]
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


class Example(NamedTuple):
    """A PDF file and the cells of its table."""

    kind: str
    pdf: bytes
    cells: Cells


class Grid(NamedTuple):
    """A table to draw: header rows, then rows of a label and figures."""

    header: list[str]
    rows: list[list[str]]

    @property
    def all_rows(self) -> list[list[str]]:
        return [self.header, *self.rows]

    def cells(self, top: int = 1) -> Cells:
        return {
            (row, column): text
            for row, texts in enumerate(self.all_rows, start=top)
            for column, text in enumerate(texts, start=1)
            if text
        }


def make_grid(rng: random.Random, columns: int | None = None) -> Grid:
    columns = columns or rng.randint(2, 5)
    first = rng.randint(2005, 2020)
    headers = rng.choice(
        [
            [str(first - i) for i in range(columns)],
            [f"Q{i + 1} {first}" for i in range(columns)],
            ["Budget", "Actual", "Change", "Share", "Forecast"][:columns],
            [f"{first - i} £m" for i in range(columns)],
        ]
    )
    labels = rng.sample(LABELS, rng.randint(4, 14))
    styles = [rng.choice(["whole", "whole", "decimal", "percent", "money"]) for _ in range(columns)]
    rows = [[label, *(figure(rng, style) for style in styles)] for label in labels]
    if rng.random() < 0.3:  # a line that only names the rows below it
        rows.insert(rng.randint(0, len(rows) - 2), [rng.choice(SECTIONS), *[""] * columns])
    if columns > 2 and rng.random() < 0.2:  # a column of words
        for row in rows:
            row[-1] = rng.choice(["Yes", "No", "Audited", "Estimate"]) if row[-1] else ""
    return Grid([rng.choice(["", "Item", "£m"]), *headers], rows)


def figure(rng: random.Random, style: str) -> str:
    chance = rng.random()
    if chance < 0.04:
        return ""
    if chance < 0.08:
        return rng.choice(["–", "-", "n/a"])
    value = 10 ** rng.uniform(0, 5)
    text = {
        "whole": f"{round(value):,}",
        "decimal": f"{value:,.1f}",
        "percent": f"{min(value, 99.9):.1f}%",
        "money": f"£{round(value):,}",
    }[style]
    return f"({text})" if chance < 0.2 and style != "percent" else text


def sentence(rng: random.Random, words: int = 14) -> str:
    chosen = [rng.choice(WORDS) for _ in range(words)]
    chosen.insert(rng.randint(2, words - 2), f"{rng.randint(2, 900)}")
    return f"{' '.join(chosen).capitalize()}."


def prose(rng: random.Random, sentences: int = 3) -> str:
    return " ".join(sentence(rng) for _ in range(sentences))


def new_page(size: float = 10) -> FPDF:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=size)
    return pdf


def latin(text: str) -> str:
    """Return a text in the characters of the standard fonts."""
    return text.replace("–", "-")


def draw_table(pdf: FPDF, grid: Grid, layout: str, rng: random.Random, width: float = 170) -> None:
    """Draw a table with fpdf2, cell by cell."""
    label_width = width * 0.35
    other = (width - label_width) / (len(grid.header) - 1)
    height = rng.choice([5, 6, 7])
    for number, row in enumerate(grid.all_rows):
        for column, text in enumerate(row):
            border = {"ruled": 1, "lines": "B" if number in (0, len(grid.rows)) else 0}.get(layout, 0)
            align = "L" if column == 0 else "R"
            pdf.cell(label_width if column == 0 else other, height, latin(text), border=border, align=align)
        pdf.ln(height)


def fpdf_table(layout: str) -> Callable[[random.Random], tuple[bytes, Cells]]:
    def make(rng: random.Random) -> tuple[bytes, Cells]:
        pdf, grid = new_page(rng.choice([8, 9, 10, 11])), _plain(make_grid(rng))
        pdf.multi_cell(0, 5, prose(rng, 4))
        pdf.ln(4)
        pdf.cell(0, 6, f"Table 1: {sentence(rng, 5)[:-1]}", new_x="LMARGIN", new_y="NEXT")
        draw_table(pdf, grid, layout, rng)
        pdf.ln(4)
        pdf.multi_cell(0, 5, prose(rng, 4))
        return bytes(pdf.output()), grid.cells()

    return make


def _plain(grid: Grid) -> Grid:
    """Return a grid in the characters of the standard fonts."""
    return Grid([latin(t) for t in grid.header], [[latin(t) for t in row] for row in grid.rows])


def two_columns(rng: random.Random) -> tuple[bytes, Cells]:
    """Prose in two columns, a table in one of them."""
    pdf, grid = new_page(9), _plain(make_grid(rng, rng.randint(2, 3)))
    top = pdf.get_y()
    pdf.multi_cell(85, 4.5, prose(rng, 16))
    pdf.set_left_margin(110)
    pdf.set_xy(110, top)
    pdf.multi_cell(85, 4.5, prose(rng, 3))
    pdf.ln(3)
    pdf.cell(85, 5, "Table 2: Results", new_x="LMARGIN", new_y="NEXT")
    draw_table(pdf, grid, rng.choice(["ruled", "lines", "none"]), rng, width=85)
    pdf.ln(3)
    pdf.multi_cell(85, 4.5, prose(rng, 4))
    return bytes(pdf.output()), grid.cells()


def superscripts(rng: random.Random) -> tuple[bytes, Cells]:
    """Footnote marks after figures, powers of ten, and references in the prose."""
    pdf, grid = new_page(10), _plain(make_grid(rng, rng.randint(2, 4)))
    pdf.multi_cell(0, 5, prose(rng, 2))
    pdf.ln(3)
    _write_script(pdf, "The sample had ", "")
    _write_script(pdf, "10", "5")
    _write_script(pdf, " cells in 40 patients", "12")
    _write_script(pdf, " as reported.", "")
    pdf.ln(8)
    cells: Cells = {}
    width = 170 / len(grid.header)
    for number, row in enumerate(grid.all_rows, start=1):
        for column, text in enumerate(row, start=1):
            raised = ""
            if number > 1 and column > 1 and text and rng.random() < 0.4:
                raised = rng.choice(["1", "2", "12"])
                if rng.random() < 0.3:
                    text, raised = f"{rng.randint(1, 9)}.{rng.randint(1, 9)} x 10", str(rng.randint(3, 12))
            x, y = pdf.get_x(), pdf.get_y()
            pdf.set_x(x + 1)
            _write_script(pdf, text, raised)
            pdf.set_xy(x + width, y)
            if text:
                cells[number, column] = text + raised.translate(SUPERSCRIPTS)
        pdf.ln(6)
    pdf.ln(3)
    pdf.multi_cell(0, 5, prose(rng, 2))
    return bytes(pdf.output()), cells


def _write_script(pdf: FPDF, text: str, raised: str) -> None:
    pdf.write(5, text)
    if raised:
        pdf.char_vpos = "SUP"
        pdf.write(5, raised)
        pdf.char_vpos = "LINE"


def rotated(rng: random.Random) -> tuple[bytes, Cells]:
    """A table on its side, or a page that is."""
    grid = _plain(make_grid(rng))
    if rng.random() < 0.5:
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=A4)
        canvas.setPageRotation(90)
        canvas.translate(A4[0], 0)
        canvas.rotate(90)
        _draw_rows(canvas, grid, rng, 60, 420, rules=rng.random() < 0.5)
        canvas.save()
        return file.getvalue(), grid.cells()
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    _draw_prose(canvas, rng, 60, 780, 2)
    canvas.translate(A4[0] / 2, 80)
    canvas.rotate(90)
    _draw_rows(canvas, grid, rng, 0, 200, rules=rng.random() < 0.5)
    canvas.save()
    return file.getvalue(), grid.cells()


def _draw_prose(canvas: Canvas, rng: random.Random, x: float, y: float, lines: int, words: int = 12) -> float:
    canvas.setFont("Times-Roman", 10)
    for _ in range(lines):
        canvas.drawString(x, y, sentence(rng, words))
        y -= 12
    return y


def _draw_rows(
    canvas: Canvas, grid: Grid, rng: random.Random, x: float, y: float, rules: bool, by_column: bool = False
) -> float:
    """Draw a table with reportlab, by rows or by columns."""
    font, size = rng.choice(["Helvetica", "Times-Roman"]), rng.choice([8, 9, 10])
    canvas.setFont(font, size)
    label_width = max(stringWidth(row[0], font, size) for row in grid.all_rows) + 20
    widths = [
        max(stringWidth(row[column], font, size) for row in grid.all_rows) + rng.choice([12, 18, 30])
        for column in range(1, len(grid.header))
    ]
    step = size * rng.choice([1.2, 1.4, 1.8])
    edges = [x, x + label_width]
    for width in widths:
        edges.append(edges[-1] + width)
    places = [(row, column) for row in range(len(grid.all_rows)) for column in range(len(grid.header))]
    if by_column:
        places.sort(key=lambda place: place[::-1])
    for row, column in places:
        text, base = grid.all_rows[row][column], y - row * step
        if column:
            canvas.drawRightString(edges[column + 1] - 4, base, text)
        else:
            canvas.drawString(x + 2, base, text)
    bottom = y - (len(grid.all_rows) - 1) * step
    if rules:
        for row in range(len(grid.all_rows) + 1):
            line = y + step * 0.75 - row * step
            canvas.line(x, line, edges[-1], line)
        for edge in edges:
            canvas.line(edge, y + step * 0.75, edge, bottom - step * 0.25)
    return bottom - step


def drawn(by_column: bool) -> Callable[[random.Random], tuple[bytes, Cells]]:
    def make(rng: random.Random) -> tuple[bytes, Cells]:
        file, grid = io.BytesIO(), _plain(make_grid(rng))
        canvas = Canvas(file, pagesize=A4)
        y = _draw_prose(canvas, rng, 60, 780, 4)
        canvas.drawString(60, y - 10, "Table 3: Summary")
        y = _draw_rows(canvas, grid, rng, 60, y - 32, rules=rng.random() < 0.5, by_column=by_column)
        _draw_prose(canvas, rng, 60, y - 14, 3)
        canvas.save()
        return file.getvalue(), grid.cells()

    return make


def spanned(rng: random.Random) -> tuple[bytes, Cells]:
    """A header over two columns each, and labels of two lines in a ruled table."""
    grid = _plain(make_grid(rng, 4))
    labels = [row[0] for row in grid.rows]
    wrapped = [rng.random() < 0.3 for _ in labels]
    pdf = new_page(9)
    pdf.multi_cell(0, 5, prose(rng, 3))
    pdf.ln(4)
    pdf.cell(50, 6, "", border=1)
    for group in ("Group A", "Group B"):
        pdf.cell(60, 6, group, border=1, align="C")
    pdf.ln(6)
    cells: Cells = {(1, 2): "Group A", (1, 4): "Group B"}
    for number, (row, long) in enumerate(zip(grid.all_rows, [False, *wrapped], strict=True), start=2):
        label = f"{row[0]} and all other items of this kind" if long else row[0]
        height = 10 if long else 5
        x, y = pdf.get_x(), pdf.get_y()
        pdf.rect(x, y, 50, height)
        pdf.multi_cell(50, 5, label, align="L")
        pdf.set_xy(x + 50, y)
        for column, text in enumerate(row[1:], start=2):
            pdf.cell(30, height, text, border=1, align="R")
            if text:
                cells[number, column] = text
        if label:
            cells[number, 1] = label
        pdf.set_xy(x, y + height)
    pdf.ln(4)
    pdf.multi_cell(0, 5, prose(rng, 3))
    return bytes(pdf.output()), cells


KINDS: dict[str, Callable[[random.Random], tuple[bytes, Cells]]] = {
    "ruled": fpdf_table("ruled"),
    "rules between rows": fpdf_table("lines"),
    "unruled": fpdf_table("none"),
    "two-column page": two_columns,
    "superscripts": superscripts,
    "rotated": rotated,
    "drawn by column": drawn(by_column=True),
    "merged headers, wrapped labels": spanned,
}


def make_examples(seed: int, each: int = 5) -> list[Example]:
    """Make `each` files of every kind."""
    examples = []
    for kind, make in KINDS.items():
        for number in range(each):
            examples.append(Example(kind, *make(random.Random(f"{seed} {kind} {number}"))))
    return examples
