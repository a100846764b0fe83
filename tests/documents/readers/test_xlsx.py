import datetime
import io
import re
import zipfile
from collections.abc import Callable

import openpyxl
import pytest

from numerate.documents import DocumentError, Limits, Table, read
from tests.documents.helpers import blocks_of, reasons_of


def build(write: Callable[[openpyxl.Workbook], None]) -> bytes:
    workbook = openpyxl.Workbook()
    write(workbook)
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def change(data: bytes, part: str, edit: Callable[[str], str]) -> bytes:
    """Return a workbook with the XML of one part changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, edit(content.decode()).encode() if name == part else content)
    return file.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def sales(workbook: openpyxl.Workbook) -> None:
    sheet = workbook.active
    sheet.title = "Sales 2023"
    sheet.append(["Sales by region"])
    sheet.append([])
    sheet.append([None, "Year", None, "Share"])
    sheet.append([None, 2023, 2022, "%"])
    sheet.append(["North", 1234.5, -5, 0.125])
    sheet.append(["South", 0, datetime.date(2023, 6, 5), True])
    sheet.merge_cells("B3:C3")
    for cell, number_format in {"B5": "#,##0.00", "C5": "0;(0)", "D5": "0.0%", "B6": '0;-0;"–"'}.items():
        sheet[cell].number_format = number_format
    sheet["C6"].number_format = "d mmm yyyy"


def table_of(data: bytes) -> Table:
    [table] = read(data, name="a.xlsx").tables
    return table


def test_cells_are_read_as_they_are_shown():
    document = read(build(sales), name="a.xlsx")
    [table] = document.tables
    assert document.format == "xlsx"
    assert [(cell.row, cell.column, cell.column_span, cell.text) for cell in table.cells] == [
        *[(1, 2, 2, "Year"), (1, 4, 1, "Share"), (2, 2, 1, "2023"), (2, 3, 1, "2022"), (2, 4, 1, "%")],
        *[(3, 1, 1, "North"), (3, 2, 1, "1,234.50"), (3, 3, 1, "(5)"), (3, 4, 1, "12.5%")],
        *[(4, 1, 1, "South"), (4, 2, 1, "–"), (4, 3, 1, "5 Jun 2023"), (4, 4, 1, "TRUE")],
    ]
    assert (table.header_rows, table.header_columns, table.caption) == (2, 1, "Sales by region")
    assert blocks_of(document, "title") == ["Sales 2023"]


def test_places_name_sheet_and_cell():
    document = read(build(sales), name="a.xlsx")
    [table] = document.tables
    wheres = [document.locate(cell.start, cell.end) for cell in table.cells]
    assert [(place.where, place.start, place.end) for place in wheres][5:7] == [
        ("sheet Sales 2023, cell A5", 0, 5),
        ("sheet Sales 2023, cell B5", 0, 8),
    ]
    assert document.locate(0, 5).where == "sheet Sales 2023"
    number = document.text.index("234.50")
    assert document.locate(number, number + 3)[:2] == (2, 5)


def test_every_visible_sheet_is_read_and_hidden_cells_are_left_out():
    def write(workbook):
        workbook.active.append(["a", 5, 6])
        workbook.active.append(["b", 7, 8])
        workbook.active.row_dimensions[2].hidden = True
        workbook.active.column_dimensions["C"].hidden = True
        second = workbook.create_sheet("More")
        second.append(["c", 9])
        third = workbook.create_sheet("Secret")
        third.append(["d", 10])
        third.sheet_state = "hidden"

    document = read(build(write), name="a.xlsx")
    assert [[cell.text for cell in table.cells] for table in document.tables] == [["a", "5"], ["c", "9"]]
    assert reasons_of(document) == ["hidden"] * 6
    assert document.skipped[-1].place.where == "sheet Secret, cell B1"


def test_formulas_have_their_results():
    data = build(lambda workbook: workbook.active.append(["Total", "=SUM(1,2)", 5]))
    calculated = change(data, SHEET, lambda xml: re.sub(r"</f><v\s?/>|</f><v></v>", "</f><v>3</v>", xml))
    assert [cell.text for cell in table_of(calculated).cells] == ["Total", "3", "5"]
    document = read(data, name="a.xlsx")
    assert [cell.text for cell in document.tables[0].cells] == ["Total", "5"]
    assert [(skipped.reason, skipped.place.where) for skipped in document.skipped] == [
        ("formula without a result", "sheet Sheet, cell B1")
    ]


def test_the_format_is_recognised_by_its_content():
    assert read(build(sales)).format == "xlsx"


def problem(data: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(DocumentError) as error:
        read(data, name="a.xlsx", limits=limits or Limits())
    return str(error.value)


def test_broken_workbooks_are_refused():
    data = build(sales)
    assert "is not an XLSX, or is broken" in problem(b"PK\x03\x04 nothing")
    assert "is not an XLSX, or is broken" in problem(data[: len(data) // 2])
    assert "is broken" in problem(change(data, SHEET, lambda xml: xml[: len(xml) // 2]))
    assert "is broken" in problem(change(data, "xl/workbook.xml", lambda xml: "<a>"))
    assert "protected by a password, or an old .xls" in problem(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "5")
    assert "contains no Excel workbook" in problem(file.getvalue())
    assert "is an empty file" in problem(b"")


def test_zip_bombs_and_entities_are_refused():
    data = build(sales)
    bomb = change(data, "xl/styles.xml", lambda xml: xml + " " * 60_000_000)
    assert "more than an XLSX should" in problem(bomb)
    assert "more than an XLSX should" in problem(data, Limits(unpacked_bytes=1000))
    entity = '<!DOCTYPE a [<!ENTITY b "c">]>'
    declared = change(data, SHEET, lambda xml: re.sub(r"(<worksheet)", entity + r"\1", xml, count=1))
    assert "defines XML entities" in problem(declared)


def test_a_workbook_that_takes_too_long_is_refused():
    def write(workbook):
        for row in range(600):
            workbook.active.append([row, row])

    assert "takes longer than 0 s" in problem(build(write), Limits(seconds=0))
