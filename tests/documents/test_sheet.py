from numerate.documents import Document, read
from tests.documents.helpers import blocks_of


def sheet(*lines: str) -> Document:
    return read("\n".join(lines).encode(), format="csv")


def test_lines_above_a_table_are_its_caption():
    document = sheet("Sales by region", "in £m", "", ",2023,2022", "North,5,6")
    [table] = document.tables
    assert table.caption == "Sales by region\n\nin £m"
    assert blocks_of(document, "caption") == ["Sales by region", "in £m"]
    assert (table.rows, table.columns, table.header_rows, table.header_columns) == (2, 3, 1, 1)


def test_labels_after_an_empty_row_begin_another_table():
    document = sheet(",2023,2022", "North,5,6", "", "Staff", "Grade,Men,Women", "A,7,8")
    first, second = document.tables
    assert [cell.text for cell in first.cells] == ["2023", "2022", "North", "5", "6"]
    assert second.caption == "Staff"
    assert [cell.text for cell in second.cells] == ["Grade", "Men", "Women", "A", "7", "8"]


def test_an_empty_row_within_a_table_does_not_end_it():
    [table] = sheet(",2023", "Assets", "Cash,5", "", "Total,5").tables
    assert [(cell.row, cell.text) for cell in table.cells if cell.column == 1] == [
        *[(2, "Assets"), (3, "Cash"), (5, "Total")]
    ]


def test_a_line_after_an_empty_row_at_the_end_is_a_note():
    document = sheet(",2023", "Cash,5", "", "Source: survey of 2022")
    assert blocks_of(document, "paragraph") == ["Source: survey of 2022"]


def test_a_single_column_is_a_table():
    [table] = sheet("Weight", "5", "6").tables
    assert [cell.text for cell in table.cells] == ["Weight", "5", "6"]
    assert (table.header_rows, table.header_columns) == (1, 0)
