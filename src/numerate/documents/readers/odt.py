"""ODT: the headings, paragraphs, tables and notes of an OpenDocument text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numerate.documents.archive import BROKEN_ARCHIVE, OfficeArchive
from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import OBJECT, BlockKind, CellPosition
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.parts import PartWriter
from numerate.documents.source_map import PartPlaces
from numerate.errors import UnreadableError

_SKIPPED = frozenset(
    "tracked-changes annotation table-of-content bibliography alphabetical-index illustration-index "
    "table-index note-citation page-number page-count forms sequence-decls variable-decls".split()
)
"""Elements whose content was deleted, is no text of the author, or is generated."""
_MOST_REPEATED = 1000
"""Columns that one cell may stand for; a sheet repeats its last one to the edge."""


def read_odt(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write an OpenDocument text into the builder."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, parse

    archive = OfficeArchive(data, limits, program="LibreOffice", suffix=".odt", old=".doc")
    try:
        if "content.xml" not in archive.names:
            raise UnreadableError("contains no OpenDocument text; if it is one, save it as .odt")
        with archive.open("content.xml") as part:
            root = parse(part, forbid_dtd=True).getroot()
        writer = PartWriter(builder, limits)
        _Reader(writer).read(root)
        return writer.finish()
    except DefusedXmlException:
        raise UnreadableError(
            "defines XML entities, as no OpenDocument does; open it in LibreOffice and save it again"
        ) from None
    except (ParseError, *BROKEN_ARCHIVE) as error:
        raise UnreadableError(f"is broken ({error}); open it in LibreOffice and save it again") from None
    finally:
        archive.close()


class _Reader:
    def __init__(self, writer: PartWriter) -> None:
        self._writer = writer
        self._paragraphs = 0
        self._tables = 0
        self._notes: list[tuple[str, Any]] = []
        self._pictures: list[str] = []

    def read(self, element: Any) -> None:
        """Read an element and those within it."""
        name = _local(element)
        if name in _SKIPPED:
            return
        if name in ("p", "h"):
            self._paragraphs += 1
            level = int(_attribute(element, "outline-level") or 1) if name == "h" else 0
            self._write(element, f"paragraph {self._paragraphs}", "heading" if level else "paragraph", level)
        elif name == "table":
            self._read_table(element)
        else:
            if reason := _unread(element):
                self._writer.omit(f"after paragraph {self._paragraphs}", OBJECT, reason)
            for child in element:
                self.read(child)

    def _read_table(self, table: Any) -> None:
        self._tables += 1
        number, row = self._tables, 0
        for line in table.iter():
            if _local(line) != "table-row":
                continue
            row, column = row + 1, 0
            for cell in line:
                repeated = min(int(_attribute(cell, "number-columns-repeated") or 1), _MOST_REPEATED)
                if _local(cell) == "table-cell":
                    rows, columns = (
                        int(_attribute(cell, f"number-{name}-spanned") or 1) for name in ("rows", "columns")
                    )
                    position = CellPosition(number, row, column + 1, rows, columns)
                    where = f"table {number}, row {row}, column {column + 1}"
                    for paragraph in _paragraphs(cell):
                        self._write(paragraph, where, "table", 0, position)
                column += repeated

    def _write(
        self, element: Any, where: str, kind: BlockKind, level: int, cell: CellPosition | None = None
    ) -> None:
        pieces: list[str] = []
        self._collect(element, pieces)
        self._writer.paragraph(where, "".join(pieces), kind, level, cell)
        pictures, self._pictures = self._pictures, []
        for reason in pictures:
            self._writer.omit(where, OBJECT, reason)
        notes, self._notes = self._notes, []
        for citation, note in notes:
            pieces = []
            for paragraph in note:
                self._collect(paragraph, pieces)
            self._writer.paragraph(f"note {citation}", "".join(pieces), "note")

    def _collect(self, element: Any, pieces: list[str]) -> None:
        pieces.append(element.text or "")
        for child in element:
            name = _local(child)
            if reason := _unread(child):
                self._pictures.append(reason)
            if name == "s":
                pieces.append(" " * min(int(_attribute(child, "c") or 1), _MOST_REPEATED))
            elif name in ("tab", "line-break"):
                pieces.append("\t" if name == "tab" else "\n")
            elif name == "note":
                parts = {_local(part): part for part in child}
                citation = parts.get("note-citation")
                if "note-body" in parts:
                    label = "" if citation is None else citation.text or ""
                    self._notes.append((label, parts["note-body"]))
            elif name not in _SKIPPED:
                around = "\n" if name in ("p", "h") else ""  # of a text box
                pieces.append(around)
                self._collect(child, pieces)
                pieces.append(around)
            pieces.append(child.tail or "")


def _unread(frame: Any) -> str:
    """Return what a frame shows that is not read: an object (a chart, a formula, a sheet) or a picture."""
    shown = {_local(child) for child in frame} if _local(frame) == "frame" else set()
    if shown & {"object", "object-ole"}:
        return "embedded object"
    return "image" if "image" in shown else ""


def _paragraphs(cell: Any) -> Iterator[Any]:
    """Yield the paragraphs of a cell, of its lists, too; a table in it has cells of its own."""
    for child in cell:
        if _local(child) in ("p", "h"):
            yield child
        elif _local(child) != "table" and _local(child) not in _SKIPPED:
            yield from _paragraphs(child)


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _attribute(element: Any, name: str) -> str:
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


READER = BinaryReader(
    "odt",
    (".odt",),
    read_odt,
    sniff=lambda head: b"mimetypeapplication/vnd.oasis.opendocument.text" in head[:200],
)
