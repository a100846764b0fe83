import pytest

from numerate.documents import read
from tests.documents.helpers import blocks_of, source_of

REPORT = """\
Report of it

Sales by region
                    Year ended
                 2023      2022
Assets held
  Cash          1,234        –
  Long  debt      (5)    12.5%
-------------------------------
Sum             1,229       22
Source: own figures

Prose follows.
"""


def test_columns_that_line_up_are_a_table():
    document = read(REPORT.encode(), format="text")
    [table] = document.tables
    assert [(cell.row, cell.column, cell.column_span, cell.text) for cell in table.cells] == [
        *[(1, 2, 2, "Year ended"), (2, 2, 1, "2023"), (2, 3, 1, "2022"), (3, 1, 1, "Assets held")],
        *[(4, 1, 1, "Cash"), (4, 2, 1, "1,234"), (4, 3, 1, "–")],
        *[(5, 1, 1, "Long  debt"), (5, 2, 1, "(5)"), (5, 3, 1, "12.5%")],
        *[(6, 1, 1, "Sum"), (6, 2, 1, "1,229"), (6, 3, 1, "22")],
    ]
    assert (table.header_rows, table.header_columns, table.caption) == (2, 1, "Sales by region")
    assert blocks_of(document, "paragraph") == ["Source: own figures", "Prose follows."]
    assert all(source_of(document, cell.start, cell.end) == cell.text for cell in table.cells)


@pytest.mark.parametrize(
    "source",
    [
        " name | 2023 | 2022\n------+------+-----\n a    |    5 |\n b    |    6 |  7\n",
        "| name | 2023 | 2022 |\r\n| a    | 5    |      |\r\n| b    | 6    | 7    |\r\n",
        "name\t2023\t2022\na\t5\t\nb\t6\t7\n",
        "name   2023   2022\na         5\nb         6      7\n",
        "   name   2023   2022\n   a         5\n   b         6      7\n",
    ],
)
def test_bars_tabs_and_columns(source):
    [table] = read(f"Text.\n\n{source}".encode(), format="text").tables
    assert [(cell.row, cell.column, cell.text) for cell in table.cells] == [
        *[(1, 1, "name"), (1, 2, "2023"), (1, 3, "2022")],
        *[(2, 1, "a"), (2, 2, "5"), (3, 1, "b"), (3, 2, "6"), (3, 3, "7")],
    ]


def test_columns_of_times():
    source = "Name   Clock in   Clock out\nOla       08:00       16:30\nPat       09:15       17:00\n"
    [table] = read(source.encode(), format="text").tables
    assert [cell.text for cell in table.cells] == [
        *["Name", "Clock in", "Clock out"],
        *["Ola", "08:00", "16:30"],
        *["Pat", "09:15", "17:00"],
    ]


@pytest.mark.parametrize(
    "source",
    [
        "Prose that  has double  spaces\nin 2023  and 5 more  lines of\ntext that is not  a table 12",
        "It was 5.  Then it was\nsix.  Later 7 of them\ncame.  All of the 12 left.",
        "1.  Buy 5 apples\n2.  Sell 6 pears\n3.  Rest for 7 days",
        "Dear Sir,   5 May 2023\nYour letter of 3 April",
        "a  5",
        "Alpha      beta\nGamma      delta\nEpsilon    zeta",
        "Go to room 5 | or 6\nor stay.",
        "    x = 5\n    y = 6",
        "08:00  Doors open\n09:15  First talk\n10:30  Break",
    ],
)
def test_text_is_not_a_table(source):
    document = read(source.encode(), format="text")
    assert document.tables == ()
    assert document.text == source.strip()


def test_a_paragraph_with_an_ignore_mark_stays_text():
    assert read(b"a    5  numerate: ignore\nb    6\nc    7\n", format="text").tables == ()
