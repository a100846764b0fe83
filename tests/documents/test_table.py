import tracemalloc

import pytest

from numerate.documents import Document, Table, read
from numerate.documents.table import is_value


def table_of(source: str, form: str = "markdown") -> Table:
    [table] = read(source.encode(), format=form).tables
    return table


def html(*rows: str, before: str = "", after: str = "") -> Document:
    cells = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row.split('|'))}</tr>" for row in rows)
    return read(f"{before}<table>{cells}</table>{after}".encode(), format="html")


def shape(*rows: str) -> tuple[int, int]:
    [table] = html(*rows).tables
    return table.header_rows, table.header_columns


@pytest.mark.parametrize(
    "text",
    """
    5 | 1,234 | (1,234) | -5 | −5.2% | $3.4 | £ 1,234 | 12 (34%) | 1.2 ± 0.3 | 3.4–5.6 | 12* | 5 kg | 1.2e-5
    | 3.4 × 10⁵ | 12.5 million | <0.001 | 1 234 | 0.5 (0.4 to 0.6) | 5¹ | (£5) | +3 | 0.5 [0.4, 0.6]
    | €5m | US$12
    | 12 (a) | \u200e5 | $(1,234) | US$ (5) | (5.1)% | (5.1 %) | €(12)m | (12.4)p | 1.234,5 € | 5¢ | Rs. 1,234
    """.split("|"),
)
def test_values(text):
    assert is_value(text.strip())


@pytest.mark.parametrize(
    "text",
    """
    2023 | 2022/23 | FY2023 | Q1 2023 | £m | '000 | Group 1 | Total | - | n/a | 30 June 2023 | 2023*
    | 2024 €m | 2024 € | 30 June | n = 45 | Age 18 to 25 | 1. Introduction of the euro
    """.split("|"),
)
def test_labels(text):
    assert not is_value(text.strip())


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["|2023|2022", "Cash|5|6"], (1, 1)),
        (["|Year ended|", "|2023|2022", "Assets||", "Cash|5|6"], (2, 1)),
        (["|2023|2022", "|£m|£m", "Cash|5|6"], (2, 1)),
        (["Year|Sales", "2020|5", "2021|6"], (1, 1)),
        (["Cash|5|6", "Debt|7|8"], (0, 1)),
        (["5|6", "7|8"], (0, 0)),
        (["Name|Town", "Ann|Bath", "Bea|York"], (1, 1)),
        (["|Name|Sales", "1|Ann|50", "2|Bea|60"], (1, 2)),
        (["Region|Town|Sales", "North|York|50", "South|Bath|60"], (1, 2)),
        (["only|one row"], (0, 1)),
        (["|2023|2022", "Cash|5|6", "Debt|–|–"], (1, 1)),
    ],
)
def test_headers_are_inferred(rows, expected):
    assert shape(*rows) == expected


def test_declared_headers_are_kept_and_a_row_of_units_is_added():
    table = table_of("| a | 1 |\n|---|---|\n| | £m |\n| b | 2 |\n")
    assert (table.header_rows, table.header_columns) == (2, 1)
    assert [cell.text for cell in table.body()] == ["2"]


def test_an_empty_declared_header_is_inferred_from_the_rows():
    table = table_of("| | |\n|---|---|\n| | 2023 |\n| b | 2 |\n")
    assert table.header_rows == 2


def test_cells_are_found_by_position():
    table = table_of("<table><tr><td rowspan=2 colspan=2>a<td>5<tr><td>6</table>", "html")
    assert [[cell and cell.text for cell in (table.at(row, c) for c in range(5))] for row in range(4)] == [
        [None] * 5,
        [None, "a", "a", "5", None],
        [None, "a", "a", "6", None],
        [None] * 5,
    ]


def test_huge_spans_take_no_more_than_the_table():
    table = table_of("<table>" + "<tr><td rowspan=60000 colspan=1000>5<td>6" * 50 + "</table>", "html")
    assert table.at(1, 1) is not None
    assert len(table.cells) == 100


@pytest.mark.parametrize(
    ("before", "after", "caption"),
    [
        ("<p>Table 1: Sales</p>", "", "Table 1: Sales"),
        ("<p>Prose of 2021.</p><p>Table 1: Sales</p><p>(in millions of dollars)</p>", "",
         "Table 1: Sales\n\n(in millions of dollars)"),
        ("<h2>Balance sheet</h2>", "", "Balance sheet"),
        ("<p>Sales were as follows:</p>", "", "Sales were as follows:"),
        ("<p>Sales rose.</p>", "<p>Table 1. Sales</p>", "Table 1. Sales"),
        ("<p>Sales rose.</p>", "<p>They fell.</p>", ""),
        ("<p>Sales rose.</p>", "<p>Note: All amounts in £'000.</p>", "Note: All amounts in £'000."),
        ("<p>Sales rose.</p>", "<p>In 2023 sales rose to 5 million.</p>", ""),
        ("<p>Figure 1: A picture</p>", "", ""),
        ("<p>All amounts in £'000</p>", "", "All amounts in £'000"),
        ("<p>Income statement (in thousands)</p>", "", "Income statement (in thousands)"),
        ("<p>Balance sheet at 31 December 2023 (£m)</p>", "", "Balance sheet at 31 December 2023 (£m)"),
        ("<p>Revenue by region, in EUR millions</p>", "", "Revenue by region, in EUR millions"),
        ("<p>Sales rose (in millions).</p>", "", ""),
        ("<p>Sales rose (from 5 million)</p>", "", ""),
    ],
)  # fmt: skip
def test_captions(before, after, caption):
    document = html("|2023", "Cash|5", before=before, after=after)
    [table] = document.tables
    assert table.caption == caption
    if table.caption_span:
        assert document.text[slice(*table.caption_span)] == caption


def test_a_caption_between_tables_is_on_the_side_of_the_first():
    table = "<table><tr><td>Cash<td>5</table>"
    above = read(f"<p>Table 1</p>{table}<p>Table 2</p>{table}".encode(), format="html")
    below = read(f"{table}<p>Table 1</p>{table}<p>Table 2</p>".encode(), format="html")
    assert [t.caption for t in above.tables] == [t.caption for t in below.tables] == ["Table 1", "Table 2"]


def test_a_document_without_tables_has_none():
    assert read(b"Five.", format="text").tables == ()


@pytest.mark.parametrize("line", [": Sales by region", "Table: Sales by region"])
def test_captions_of_pandoc(line):
    table = table_of(f"Text.\n\n| a | b |\n|---|---|\n| c | 5 |\n\n{line}\n")
    assert table.caption == line


def test_a_large_table_takes_little_memory_for_each_cell():
    row = ";".join(str(number) for number in range(1000, 1050))
    source = "\n".join([row] * 100).encode()
    tracemalloc.start()
    try:
        [table] = read(source, format="csv").tables
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(table.cells) == 5000
    assert peak / len(table.cells) < 1500
