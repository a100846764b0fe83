import pytest
from fpdf import FPDF

from numerate import extract
from numerate.documents import Document, read
from tests.documents.helpers import blocks_of, source_of

ROWS = [
    ["", "2023", "2022", "Change"],
    ["Sales", "1,234", "(567)", "12.5%"],
    ["Staff costs", "890", "-", "3.0%"],
    ["Rent", "12", "345", ""],
]
PROSE = (
    "Sales rose to 42 units in the year, and the group went on to hire people in each of its regions. " * 3
)


def page(size: float = 10) -> FPDF:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=size)
    return pdf


def document_of(pdf: FPDF) -> Document:
    return read(bytes(pdf.output()), format="pdf")


def cells_of(document: Document) -> dict[tuple[int, int], str]:
    [table] = document.tables
    return {(cell.row, cell.column): cell.text for cell in table.cells}


def expected(rows: list[list[str]]) -> dict[tuple[int, int], str]:
    return {(r, c): text for r, row in enumerate(rows, 1) for c, text in enumerate(row, 1) if text}


def draw(pdf: FPDF, rows: list[list[str]], border: int | str = 0, width: float = 40) -> None:
    for row in rows:
        for column, text in enumerate(row):
            pdf.cell(width, 6, text, border=border, align="R" if column else "L")
        pdf.ln(6)


@pytest.mark.parametrize("border", [0, 1, "B"])
def test_columns_are_read_by_their_position(border):
    pdf = page()
    pdf.multi_cell(0, 5, PROSE, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(4)
    pdf.cell(0, 6, "Table 1: Results (£m)", new_x="LMARGIN", new_y="NEXT")
    draw(pdf, ROWS, border)
    pdf.ln(4)
    pdf.multi_cell(0, 5, PROSE, new_x="LMARGIN", new_y="NEXT")
    document = document_of(pdf)
    assert cells_of(document) == expected(ROWS)
    [table] = document.tables
    assert (table.header_rows, table.header_columns, table.caption) == (1, 1, "Table 1: Results (£m)")
    assert blocks_of(document, "paragraph")[0] == blocks_of(document, "paragraph")[-1] == PROSE.strip()
    for cell in table.cells:
        assert document.locate(cell.start, cell.end).where.startswith("page 1, line ")
        first, last = document.source_map.to_source(cell.start, cell.end)
        assert document.source[first:last] == cell.text


def test_a_table_in_a_column_of_the_page_stays_apart_from_the_other():
    pdf = page(9)
    pdf.multi_cell(80, 5, PROSE * 2)
    pdf.set_left_margin(110)
    pdf.set_xy(110, 10)
    draw(pdf, ROWS, width=20)
    pdf.ln(4)
    pdf.multi_cell(80, 5, PROSE)
    document = document_of(pdf)
    assert cells_of(document) == expected(ROWS)
    assert blocks_of(document, "paragraph")[0].startswith("Sales rose to 42 units")


def test_a_caption_and_a_header_begin_another_table():
    pdf = page()
    draw(pdf, ROWS)
    pdf.cell(text="Staff by region")
    pdf.ln(6)
    draw(pdf, [["Region", "Full time", "Part time"], ["North", "41", "12"], ["South", "37", "9"]])
    first, second = document_of(pdf).tables
    assert [cell.text for cell in first.cells][-3:] == ["Rent", "12", "345"]
    assert [cell.text for cell in second.cells][-6:] == ["North", "41", "12", "South", "37", "9"]


def test_a_heading_between_rows_stays_in_the_table():
    pdf = page()
    rows = [["", "2023", "2022"], ["Sales", "1,234", "567"], ["Costs", "", ""], ["Rent", "12", "345"]]
    draw(pdf, rows)
    assert cells_of(document_of(pdf)) == expected(rows)


def test_a_table_drawn_column_by_column():
    pdf = page()
    for column in range(4):
        for row, texts in enumerate(ROWS):
            pdf.set_xy(10 + 40 * column, 20 + 6 * row)
            pdf.cell(40, 6, texts[column], align="R" if column else "L")
    assert cells_of(document_of(pdf)) == expected(ROWS)


@pytest.mark.parametrize("angle", [90, -90])
def test_a_turned_table(angle):
    pdf = page()
    pdf.cell(0, 6, "A line of 7 words above the table.", new_x="LMARGIN", new_y="NEXT")
    with pdf.rotation(angle, 105, 150):
        pdf.set_xy(25, 130)
        pdf.set_left_margin(25)
        draw(pdf, ROWS)
    document = document_of(pdf)
    assert cells_of(document) == expected(ROWS)
    assert blocks_of(document, "paragraph") == ["A line of 7 words above the table."]


def test_merged_headers_and_cells_of_several_lines():
    pdf = page(9)
    pdf.cell(50, 6, "", border=1)
    pdf.cell(60, 6, "Group A", border=1, align="C")
    pdf.cell(60, 6, "Group B", border=1, align="C")
    pdf.ln(6)
    for row, label in zip(ROWS[1:], ["Sales", "Costs of staff and of all other people", "Rent"], strict=True):
        height = 10 if len(label) > 10 else 5
        x, y = pdf.get_x(), pdf.get_y()
        pdf.rect(x, y, 50, height)
        pdf.multi_cell(50, 5, label, align="L")
        pdf.set_xy(x + 50, y)
        for text in [*row[1:], "5"]:
            pdf.cell(30, height, text, border=1, align="R")
        pdf.set_xy(x, y + height)
    document = document_of(pdf)
    cells = cells_of(document)
    assert [(cell.column, cell.column_span) for cell in document.tables[0].cells[:2]] == [(2, 2), (4, 2)]
    assert cells[3, 1] == "Costs of staff and of all other people"
    assert [cells.get((3, column)) for column in range(2, 6)] == ["890", "-", "3.0%", "5"]
    assert cells[4, 1] == "Rent"


def test_currency_signs_that_stand_apart_belong_to_their_figure():
    pdf = page()
    for label, figure in (("Sales", "1,234"), ("Costs", "567"), ("Rent", "8")):
        pdf.cell(40, 6, label)
        pdf.cell(20, 6, "$")
        pdf.cell(40, 6, figure, align="R")
        pdf.ln(6)
    cells = cells_of(document_of(pdf))
    assert {column for _, column in cells} == {1, 2}
    assert cells[1, 2].replace(" ", "") == "$1,234"


def test_prose_is_no_table_even_where_it_is_justified():
    pdf = page(9)
    pdf.multi_cell(45, 5, PROSE * 3, align="J")
    document = document_of(pdf)
    assert document.tables == ()
    assert [number.text for number in extract(document.text)] == ["42"] * 9


def test_figures_far_apart_are_not_one_number():
    pdf = page()
    for text in ("12", "345", "678"):
        pdf.cell(40, 6, text)
    document = document_of(pdf)
    assert [number.value for number in extract(document.text)] == [12, 345, 678]


def write(pdf: FPDF, text: str, script: str, vertical: str = "SUP") -> None:
    pdf.write(5, text)
    pdf.char_vpos = vertical
    pdf.write(5, script)
    pdf.char_vpos = "LINE"


def test_raised_and_lowered_digits_stay_apart_from_the_figure_before_them():
    pdf = page()
    write(pdf, "The sample had 10", "5")
    write(pdf, " cells in 40 patients", "12,13")
    write(pdf, ", 7", "3")
    write(pdf, " of them with CO", "2", "SUB")
    pdf.write(5, " in 2 m.")
    document = document_of(pdf)
    assert document.text == "The sample had 10⁵ cells in 40 patients¹²,¹³, 7³ of them with CO₂ in 2 m."
    assert [number.value for number in extract(document.text)][:2] == [100000, 40]
    start = document.text.index("10⁵")
    assert source_of(document, start, start + 3) == "105"


def test_fractions_and_small_text_keep_their_digits():
    pdf = page()
    write(pdf, "Add ", "1")
    pdf.write(5, "/")
    write(pdf, "", "2", "SUB")
    pdf.write(5, " cup of 12 ")
    pdf.set_font("helvetica", size=6)
    pdf.write(5, "and 34 small ones.")
    assert document_of(pdf).text == "Add 1/2 cup of 12 and 34 small ones."


@pytest.mark.parametrize(("border", "gap"), [(1, 4), (1, 8), (0, 8), ("B", 8)])
def test_a_table_right_below_another(border, gap):
    pdf = page()
    draw(pdf, ROWS, border)
    pdf.ln(gap)
    draw(pdf, [row[:3] for row in ROWS], width=55)
    first, second = document_of(pdf).tables
    assert {(cell.row, cell.column): cell.text for cell in first.cells} == expected(ROWS)
    assert {(cell.row, cell.column): cell.text for cell in second.cells} == expected(
        [row[:3] for row in ROWS]
    )


def test_a_ruled_header_over_several_columns():
    pdf = page()
    for width, text in ((40, "GBP m"), (60, "Retail"), (60, "Wholesale")):
        pdf.cell(width, 6, text, border=1, align="R")
    pdf.ln(6)
    for row in (
        ["", "2024", "2023", "2024", "2023"],
        ["Revenue", "704", "650", "500", "480"],
        ["Costs", "(600)", "-", "61", "5"],
    ):
        for column, text in enumerate(row):
            pdf.cell(30 if column else 40, 6, text, border=1, align="R" if column else "L")
        pdf.ln(6)
    [table] = document_of(pdf).tables
    headers = [[cell.text for cell in table.column_labels(column)] for column in range(2, 6)]
    assert headers == [["Retail", "2024"], ["Retail", "2023"], ["Wholesale", "2024"], ["Wholesale", "2023"]]
