from numerate.checking.check import check_document
from numerate.documents import Document, read
from numerate.report.finding import Finding
from numerate.report.outputs import Layout
from numerate.report.outputs.html import to_html
from numerate.report.outputs.table_text import table_lines
from numerate.report.outputs.text import to_text
from numerate.report.report import Run
from numerate.report.table_view import ViewedCell, table_view

BUDGET = """
| Item | 2023 | 2024 |
|---|---:|---:|
| Rent | 1,200 | 1,260 |
| Food | 840 | 912 |
| Total | 2,040 | 2,712 |
"""


def finding(source: str, name: str = "table.md") -> Finding:
    [result] = check_document(read(source.encode(), name=name), None).findings
    return result


def test_the_table_around_a_finding_with_its_figures_marked():
    view = finding(BUDGET).table
    assert view is not None
    assert view.header == ("Item", "2023", "2024")
    assert view.rows == (
        (ViewedCell("Rent"), ViewedCell("1,200"), ViewedCell("1,260", "related")),
        (ViewedCell("Food"), ViewedCell("840"), ViewedCell("912", "related")),
        (ViewedCell("Total"), ViewedCell("2,040"), ViewedCell("2,712", "finding")),
    )
    assert len(view.shown) == 2


def test_a_table_without_row_labels():
    rows = [(5, 8.0), (10, 16.1), (15, 24.1), (20, 33.2), (25, 40.2), (30, 48.3)]
    lines = "\n".join(f"| {miles} | {kilometres} |" for miles, kilometres in rows)
    view = finding(f"| Miles | Kilometres |\n|--:|--:|\n{lines}\n").table
    assert view is not None
    assert view.header == ("", "Miles", "Kilometres")


def test_the_table_in_a_terminal():
    report = check_document(read(BUDGET.encode(), name="table.md"), None)
    assert to_text(Run((report,))).splitlines()[4:12] == [
        "    Item    2023   2024",
        "    Rent   1,200  1,260",
        "                  -----",
        "    Food     840    912",
        "                    ---",
        "    Total  2,040  2,712",
        "                  ^^^^^",
        "",
    ]
    coloured = to_text(Run((report,)), Layout(colour=True))
    assert "\x1b[1;4;31m2,712" in coloured
    assert "see also" not in coloured


def test_the_table_in_html_and_the_cells_in_json():
    report = check_document(read(BUDGET.encode(), name="table.md"), None)
    page = to_html(Run((report,)))
    assert '<td><span class="number error">2,712</span></td>' in page
    assert '<td><span class="number">912</span></td>' in page
    record = report.findings[0].to_dict()
    assert record["cell"] == {"table": 1, "row": 4, "column": 3}
    assert [related["cell"]["row"] for related in record["related"]] == [2, 3]


def test_a_table_of_many_rows_and_columns_is_cut():
    figures = [[(37 * i * i + 811 * j * (i + 3)) % 9973 + 100 for j in range(30)] for i in range(1200)]
    totals = [sum(row[j] for row in figures) for j in range(30)]
    totals[20] += 300_000
    header = ",".join(["Item", *(f"Column {j}" for j in range(30))])
    rows = [",".join(map(str, [f"Item {i}", *row])) for i, row in enumerate(figures)]
    document = read("\n".join([header, *rows, ",".join(map(str, ["Total", *totals]))]).encode(), name="t.csv")
    last = document.tables[0].at(1202, 22)
    assert last is not None
    related = [
        (cell.start, cell.end) for cell in document.tables[0].cells if cell.column == 22 and cell.row > 1
    ]
    view = table_view(document, last.start, related)
    assert view is not None
    assert len(view.rows) < 20
    assert None in view.rows
    assert len(view.header) < 12
    assert any(cell.mark == "finding" for row in view.rows if row for cell in row)


def test_numbers_outside_of_tables_have_no_table():
    document = Document.from_text("We enrolled 120 patients (60 men and 50 women).")
    assert table_view(document, 12, ()) is None
    assert "cell" not in check_document(document, None).findings[0].to_dict()


def test_long_headers_keep_their_last_word():
    source = BUDGET.replace("2023", "Year ended 31 March 2023").replace("2024", "Year ended 31 March 2024")
    report = check_document(read(source.encode(), name="table.md"), None)
    assert to_text(Run((report,))).splitlines()[4] == "    Item   Year ended… 2023  Year ended… 2024"


def test_signs_in_cells_of_their_own_belong_to_the_figure():
    rows = [
        ("Sales", "", "4,120", "", "", "3,870", ""),
        ("Costs", "(", "2,910", ")", "(", "2,655", ")"),
        ("Profit", "", "1,120", "", "", "1,215", ""),
    ]
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    head = "<tr><td></td><td colspan=3>2024</td><td colspan=3>2023</td></tr>"
    view = finding(f"<table>{head}{lines}</table>", "table.html").table
    assert view is not None
    assert view.rows[1] == (ViewedCell("Costs"), ViewedCell("(2,910)", "related"), ViewedCell("(2,655)"))


def test_marks_without_width_are_not_shown_and_units_are():
    source = "| Item | 2024 % |\n|---|---|\n| \u200fRent | \u200f40.5 |\n| Food | 59.5 |\n| Total | 101.0 |\n"
    checked = check_document(read(source.replace("101.0", "100.0").encode(), name="a.md"), None)
    view = table_view(checked.document, checked.document.tables[0].cells[3].start, [])
    assert view is not None
    assert view.header == ("Item", "2024 %")
    assert view.rows[0] == (ViewedCell("Rent"), ViewedCell("40.5", "finding"))


def test_no_line_for_headers_that_are_empty():
    rows = (("Debt", "1,100"), ("Loans", "2,210"), ("Total", "3,130"))
    table = (
        f"<table>{''.join(f'<tr><td>{label}</td><td>{figure}</td></tr>' for label, figure in rows)}</table>"
    )
    view = finding(table, "table.html").table
    assert view is not None
    lines = [line.plain for line in table_lines(view, 2, 80, "", colour=False)]
    assert lines[0] == "  Debt   1,100"
