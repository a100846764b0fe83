"""XLSX: the tables of the visible sheets of an Excel workbook, with values as the cells show them."""

from __future__ import annotations

import io
import posixpath
import re
import time
import warnings
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from numerate.documents.archive import OfficeArchive
from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import OBJECT
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.number_formats import show
from numerate.documents.sheet import SheetCell, SheetRow, SheetWriter
from numerate.documents.source_map import Place
from numerate.errors import UnreadableError

_READ_PARTS = re.compile(r"xl/(?:workbook|styles|sharedStrings)\.xml|xl/worksheets/.*\.xml|.*\.rels", re.I)
_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_CHUNK = 1 << 20
_LONGEST_ROW = 32 << 20
"""Bytes of XML that are held to keep a row in one piece."""
_ROWS_PER_CHECK = 256
_DEFAULT_NAME = re.compile(r"(?:sheet|tabelle|feuil|hoja|foglio|blad)\s?\d+", re.IGNORECASE)


def read_xlsx(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, SheetPlaces]:
    """Write a workbook into the builder; return the texts of its cells and their places."""
    from openpyxl import load_workbook

    archive = OfficeArchive(data, limits, program="Excel", suffix=".xlsx", old=".xls")
    try:
        if "xl/workbook.xml" not in archive.names:
            raise UnreadableError("contains no Excel workbook; if it is one, save it as .xlsx")
        _check_parts(archive)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about parts that are not read, such as data validation

            def load(values: bool) -> Any:
                return load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)

            return _Reader(archive, builder, limits, load(True), lambda: load(False)).read()
    except (UnreadableError, MemoryError, RecursionError, ModuleNotFoundError):
        raise
    except Exception as error:  # a broken workbook makes the library raise anything
        raise UnreadableError(
            f"is broken ({type(error).__name__}: {error}); open it in Excel and save it again"
        ) from None
    finally:
        archive.close()


def _check_parts(archive: OfficeArchive) -> None:
    """Check, before the library reads the parts, what they unpack to and that they are plain XML."""
    for name in filter(_READ_PARTS.fullmatch, archive.names):
        with archive.open(name) as part:
            if _DOCTYPE.search(part.read(1024)):
                raise UnreadableError(
                    "defines XML entities, as no workbook does; open it in Excel and save it again"
                )


class SheetPlaces:
    """Places in a workbook: the sheet and the cell."""

    def __init__(self) -> None:
        self._starts, self._rows, self._columns = array("q"), array("l"), array("l")
        self._sheets: list[str] = []
        self._first: list[int] = []
        """Offset at which each sheet begins."""
        self._end = 0

    def begin_sheet(self, name: str) -> None:
        """Begin a sheet, whose name is itself part of the source."""
        self._sheets.append(name)
        self._first.append(self._end)

    def add(self, text: str, row: int, column: int) -> int:
        """Add the text of a cell, or of the sheet's name (row 0); return its offset in the source."""
        start = self._end
        self._starts.append(start)
        self._rows.append(row)
        self._columns.append(column)
        self._end += len(text) + 1
        return start

    def place(self, start: int, end: int) -> Place:
        """Return the place of `start:end`, cut at the end of the cell that contains `start`."""
        from openpyxl.utils import get_column_letter

        index = max(0, bisect_right(self._starts, start) - 1)
        first = self._starts[index]
        last = self._starts[index + 1] if index + 1 < len(self._starts) else self._end
        where = f"sheet {self._sheets[max(0, bisect_right(self._first, first) - 1)]}"
        if self._rows[index]:
            where += f", cell {get_column_letter(self._columns[index])}{self._rows[index]}"
        return Place(start - first, min(end, last) - first, where)


class _Reader:
    def __init__(
        self,
        archive: OfficeArchive,
        builder: DocumentBuilder,
        limits: Limits,
        values: Any,
        load_formulas: Any,
    ) -> None:
        self._archive = archive
        self._builder = builder
        self._limits = limits
        self._values = values
        self._load_formulas = load_formulas
        self._deadline = time.monotonic() + limits.seconds
        self._places = SheetPlaces()
        self._texts: list[str] = []

    def read(self) -> tuple[str, SheetPlaces]:
        writer = SheetWriter(self._builder, lambda cell: self._builder.copy(cell.text, cell.start))
        formulas: Any = None
        for sheet in self._values.worksheets:
            layout = _layout(self._archive, sheet._worksheet_path.lstrip("/"))
            is_hidden = sheet.sheet_state != "visible"
            self._places.begin_sheet(sheet.title)
            if not is_hidden and not _DEFAULT_NAME.fullmatch(sheet.title):
                self._builder.begin_block("heading", 1)
                self._builder.copy(sheet.title, self._add(sheet.title, 0, 0))
            formula_sheet = None
            if layout.lacks_results:
                formulas = formulas or self._load_formulas()
                formula_sheet = formulas[sheet.title]
            writer.write_sheet(self._rows(sheet, formula_sheet, layout, is_hidden))
            for reason in () if is_hidden else _drawn(self._archive, sheet._worksheet_path.lstrip("/")):
                self._omit_drawing(reason)
        for sheet in self._values.chartsheets:
            self._places.begin_sheet(sheet.title)
            self._omit_drawing("chart")
        return "".join(f"{text}\n" for text in self._texts), self._places

    def _rows(self, sheet: Any, formulas: Any, layout: _Layout, is_hidden: bool) -> Iterator[SheetRow]:
        sheet.reset_dimensions()  # some programs write wrong ones
        formula_rows: Iterator[Any] = iter(())
        if formulas is not None:
            formulas.reset_dimensions()
            formula_rows = formulas.iter_rows()
        for number, row in enumerate(sheet.iter_rows(), start=1):
            if number % _ROWS_PER_CHECK == 0 and time.monotonic() > self._deadline:
                raise UnreadableError(f"takes longer than {self._limits.seconds:g} s to read; split it")
            cells = []
            self._omit_formulas(row, next(formula_rows, ()))
            for column, cell in enumerate(row, start=1):
                text = "" if cell.value is None else _shown(cell).strip()
                if not text:
                    continue
                start = self._add(text, number, column)
                if is_hidden or number in layout.hidden_rows or column in layout.hidden_columns:
                    self._builder.omit(start, start + len(text), "hidden")
                    continue
                spans = layout.merged.get((number, column), (1, 1))
                cells.append(SheetCell(column, text, start, start + len(text), *spans))
            yield SheetRow(number, cells)

    def _omit_formulas(self, values: Any, formulas: Any) -> None:
        """Omit formulas that have no result, because no program has calculated them."""
        for value, formula in zip(values, formulas, strict=False):
            if value.value is None and formula.data_type == "f":
                text = str(getattr(formula.value, "text", formula.value))
                start = self._add(text, formula.row, formula.column)
                self._builder.omit(start, start + len(text), "formula without a result")

    def _omit_drawing(self, reason: str) -> None:
        start = self._add(OBJECT, 0, 0)
        self._builder.omit(start, start + len(OBJECT), reason)

    def _add(self, text: str, row: int, column: int) -> int:
        self._texts.append(text)
        return self._places.add(text, row, column)


def _shown(cell: Any) -> str:
    value = cell.value
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).upper()
    return show(value, cell.number_format)


@dataclass
class _Layout:
    """Merged and hidden cells, which the library does not give while it streams a sheet."""

    merged: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """The height and width of merged cells, by row and column."""
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    lacks_results: bool = False
    """Whether there are formulas that no program has calculated."""


_DRAWING = re.compile(rb'Target="([^"]*drawing[^"/]*\.xml)"')
_PICTURE = re.compile(rb"<(?:\w+:)?(pic|chart)[\s>]")
_TEXT = re.compile(rb"<(?:\w+:)?t>")


def _drawn(archive: OfficeArchive, part: str) -> Iterator[str]:
    """Yield what lies on a sheet and is not read: its pictures, charts and text boxes."""
    folder, _, file = part.rpartition("/")
    for target in _DRAWING.findall(_content(archive, f"{folder}/_rels/{file}.rels")):
        drawing = _content(archive, posixpath.normpath(posixpath.join(folder, target.decode())).lstrip("/"))
        for picture in _PICTURE.findall(drawing):
            yield "image" if picture == b"pic" else "chart"
        yield from ("text box" for body in drawing.split(b"txBody>")[1::2] if _TEXT.search(body))


def _content(archive: OfficeArchive, part: str) -> bytes:
    if part not in archive.names:
        return b""
    with archive.open(part) as file:
        return file.read()


_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_HIDDEN_ROW = re.compile(rb"<(?:\w+:)?row\s([^>]*?\bhidden=\"(?:1|true)\"[^>]*)>")
_ROW_NUMBER = re.compile(rb'\br="(\d{1,7})"')
_HIDDEN_COLUMN = re.compile(rb"<(?:\w+:)?col\s([^>]*?\bhidden=\"(?:1|true)\"[^>]*)>")
_COLUMN_ENDS = re.compile(rb'\b(min|max)="(\d{1,5})"')
_NO_RESULT = re.compile(
    rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\b[^<>]*/>)(?:<(?:\w+:)?v\s?/>|<(?:\w+:)?v></(?:\w+:)?v>)?</(?:\w+:)?c>"
)


def _layout(archive: OfficeArchive, part: str) -> _Layout:
    """Scan the XML of a sheet, row by row."""
    from openpyxl.utils import column_index_from_string

    layout = _Layout()
    for xml in _row_chunks(archive, part):
        for merged in _MERGED.finditer(xml):
            left, right = (column_index_from_string(merged[group].decode()) for group in (1, 3))
            top, bottom = int(merged[2]), int(merged[4])
            layout.merged[top, left] = max(1, bottom - top + 1), max(1, right - left + 1)
        for row in _HIDDEN_ROW.finditer(xml):
            layout.hidden_rows.update(int(number) for number in _ROW_NUMBER.findall(row[1]))
        for column in _HIDDEN_COLUMN.finditer(xml):
            ends = {name: int(number) for name, number in _COLUMN_ENDS.findall(column[1])}
            # A workbook often hides all columns after the last one, up to the largest there is.
            layout.hidden_columns.update(range(ends.get(b"min", 1), min(ends.get(b"max", 0), 16384) + 1))
        layout.lacks_results = layout.lacks_results or _NO_RESULT.search(xml) is not None
    return layout


def _row_chunks(archive: OfficeArchive, part: str) -> Iterator[bytes]:
    """Yield the XML of a part in chunks that end between rows."""
    rest = b""
    with archive.open(part) as file:
        while chunk := file.read(_CHUNK):
            rest += chunk
            cut = rest.rfind(b"<row") if len(rest) <= _LONGEST_ROW else len(rest)
            if cut > 0:
                yield rest[:cut]
                rest = rest[cut:]
    yield rest


READER = BinaryReader(
    "xlsx",
    (".xlsx", ".xlsm"),
    read_xlsx,
    # A ZIP archive whose first parts are those of a workbook.
    sniff=lambda head: head.startswith(b"PK\x03\x04") and b"xl/" in head and b"word/" not in head,
)
