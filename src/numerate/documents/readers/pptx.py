"""PPTX: the titles, texts, tables and notes of the slides of a presentation."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from numerate.documents.archive import BROKEN_ARCHIVE, OfficeArchive
from numerate.documents.builder import DocumentBuilder
from numerate.documents.document import OBJECT, BlockKind, CellPosition
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.parts import PartWriter
from numerate.documents.source_map import PartPlaces
from numerate.errors import UnreadableError

_PRESENTATION = "ppt/presentation.xml"
_SLIDE = re.compile(r"ppt/slides/slide(\d+)\.xml")
_TITLES = ("title", "ctrTitle")
_PICTURES = {"pic": "image", "chart": "chart", "relIds": "diagram"}
_SKIPPED_PLACEHOLDERS = ("sldNum", "dt", "ftr", "hdr", "sldImg")
"""Slide numbers, dates, and footers, which PowerPoint repeats on every slide."""


def read_pptx(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the slides into the builder, in the order in which they are shown."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    archive = OfficeArchive(data, limits, program="PowerPoint", suffix=".pptx", old=".ppt")
    try:
        if _PRESENTATION not in archive.names:
            raise UnreadableError("contains no presentation; if it is one, save it as .pptx")
        writer = PartWriter(builder, limits)
        reader = _Reader(archive, writer)
        for number, name in enumerate(reader.slides(), 1):
            reader.read_slide(name, number)
        return writer.finish()
    except DefusedXmlException:
        raise UnreadableError(
            "defines XML entities, as no presentation does; open it in PowerPoint and save it again"
        ) from None
    except (ParseError, *BROKEN_ARCHIVE) as error:
        raise UnreadableError(f"is broken ({error}); open it in PowerPoint and save it again") from None
    finally:
        archive.close()


class _Reader:
    def __init__(self, archive: OfficeArchive, writer: PartWriter) -> None:
        self._archive = archive
        self._writer = writer
        self._tables = 0

    def slides(self) -> list[str]:
        """Return the slides that are shown, in order."""
        targets = self._targets(_PRESENTATION)
        identifiers = [
            value
            for slide in self._parse(_PRESENTATION).iter()
            if _local(slide) == "sldId"
            for key, value in slide.attrib.items()
            if key.endswith("}id")
        ]
        names = [targets[identifier] for identifier in identifiers if identifier in targets]
        # Each once: repeated, a small file would be a presentation of any size.
        return [name for name in dict.fromkeys(names) if name in self._archive.names]

    def read_slide(self, name: str, number: int) -> None:
        root = self._parse(name)
        if root.attrib.get("show") in ("0", "false"):
            self._writer.omit(f"slide {number}", "\n".join(_paragraphs(root)), "hidden")
            return
        self._read_shapes(root, f"slide {number}", "paragraph")
        for target in self._targets(name).values():
            if "notesSlide" in target and target in self._archive.names:
                self._read_shapes(self._parse(target), f"notes of slide {number}", "note")

    def _read_shapes(self, root: Any, where: str, kind: BlockKind) -> None:
        for shape in root.iter():
            if _local(shape) == "sp":
                placeholder = next((e.attrib.get("type", "") for e in shape.iter() if _local(e) == "ph"), "")
                if placeholder in _SKIPPED_PLACEHOLDERS:
                    continue
                is_title = placeholder in _TITLES and kind == "paragraph"
                for text in _paragraphs(shape):
                    self._writer.paragraph(where, text, *(("heading", 2) if is_title else (kind, 0)))
            elif _local(shape) == "tbl":
                self._read_table(shape, where)
            elif kind == "paragraph" and (reason := _PICTURES.get(_local(shape))):
                self._writer.omit(where, OBJECT, reason)

    def _read_table(self, table: Any, where: str) -> None:
        self._tables += 1
        for row, line in enumerate((e for e in table if _local(e) == "tr"), 1):
            for column, cell in enumerate((e for e in line if _local(e) == "tc"), 1):
                if cell.attrib.get("hMerge") or cell.attrib.get("vMerge"):
                    continue
                rows, columns = (int(cell.attrib.get(name, "1")) for name in ("rowSpan", "gridSpan"))
                position = CellPosition(self._tables, row, column, rows, columns)
                place = f"{where}, table, row {row}, column {column}"
                for text in _paragraphs(cell):
                    self._writer.paragraph(place, text, "table", 0, position)

    def _parse(self, name: str) -> Any:
        from defusedxml.ElementTree import parse

        with self._archive.open(name) as part:
            return parse(part, forbid_dtd=True).getroot()

    def _targets(self, name: str) -> dict[str, str]:
        """Return the parts that a part refers to, by identifier."""
        folder, _, file = name.rpartition("/")
        relations = f"{folder}/_rels/{file}.rels"
        if relations not in self._archive.names:
            return {}
        return {
            element.attrib["Id"]: posixpath.normpath(posixpath.join(folder, element.attrib["Target"])).lstrip(
                "/"
            )
            for element in self._parse(relations)
            if "Id" in element.attrib and "Target" in element.attrib
        }


def _paragraphs(shape: Any) -> Iterator[str]:
    """Yield the texts of the paragraphs of a shape or cell."""
    for paragraph in shape.iter():
        if _local(paragraph) != "p":
            continue
        pieces: list[str] = []
        for element in paragraph:
            name = _local(element)
            if name == "br":
                pieces.append("\n")
            elif name == "r":
                pieces += [text.text or "" for text in element if _local(text) == "t"]
        yield "".join(pieces)


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


READER = BinaryReader(
    "pptx", (".pptx", ".pptm", ".ppsx"), read_pptx, sniff=lambda head: b"ppt/" in head[:4096]
)
