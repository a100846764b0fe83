"""DOCX: the paragraphs, tables, notes, headers and footers of a Word document."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from numerate.documents.archive import BROKEN_ARCHIVE, COMPOUND_FILE, OfficeArchive
from numerate.documents.builder import (
    SUBSCRIPT,
    SUPERSCRIPT,
    DocumentBuilder,
    follows_references,
    opens_references,
)
from numerate.documents.document import OBJECT, BlockKind, CellPosition
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.source_map import DocumentPart, PartPlaces
from numerate.errors import UnreadableError

# The stories of a document, in the order in which they are read.
_STORIES = (
    ("body", re.compile(r"word/document\d*\.xml")),
    ("footnote", re.compile(r"word/footnotes\d*\.xml")),
    ("endnote", re.compile(r"word/endnotes\d*\.xml")),
    ("header", re.compile(r"word/header\d*\.xml")),
    ("footer", re.compile(r"word/footer\d*\.xml")),
)
_STYLES = re.compile(r"word/styles\d*\.xml")


def read_docx(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write a Word document into the builder; return the texts of its paragraphs and their places."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    archive = OfficeArchive(data, limits, program="Word", suffix=".docx", old=".doc")
    try:
        if not any(map(_STORIES[0][1].fullmatch, archive.names)):
            raise UnreadableError("contains no Word document; if it is one, save it as .docx")
        return _Reader(archive, builder, limits).read()
    except DefusedXmlException:
        raise UnreadableError(
            "defines XML entities, as no Word document does; open it in Word and save it again"
        ) from None
    except (ParseError, *BROKEN_ARCHIVE) as error:
        raise UnreadableError(f"is broken ({error}); open it in Word and save it again") from None
    finally:
        archive.close()


class TextOrigin(NamedTuple):
    """The place of some characters of the source in the XML of the body."""

    start: int
    """Offset in the source of the document."""
    length: int
    element: int
    """Which of the `w:t` elements, counted from 0 in the order in which they end."""


def text_origins(data: bytes, limits: Limits) -> tuple[str, list[TextOrigin]]:
    """Return the entry of the body in a Word document, and where the text that is read from it stands."""
    archive = OfficeArchive(data, limits, program="Word", suffix=".docx", old=".doc")
    try:
        entry = next(filter(_STORIES[0][1].fullmatch, archive.names))
        reader = _Reader(archive, DocumentBuilder(), limits)
        reader.read()
        return entry, reader.origins
    finally:
        archive.close()


class _Reader:
    def __init__(self, archive: OfficeArchive, builder: DocumentBuilder, limits: Limits) -> None:
        self._archive = archive
        self._builder = builder
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds
        self.origins: list[TextOrigin] = []

    def read(self) -> tuple[str, PartPlaces]:
        story = _Story(self._builder, self._styles())
        for kind, pattern in _STORIES:
            for entry in sorted(filter(pattern.fullmatch, self._archive.names)):
                story.begin(kind)
                for event, element in self._events(entry):
                    if event == "start":
                        story.start(element.tag, element.attrib)
                    else:
                        story.end(element.tag, element.attrib, element.text)
                        element.clear()
        self._set_row_spans(story.row_spans)
        source = "".join(story.texts)
        self.origins = story.origins
        has_pictures = any(entry.startswith("word/media/") for entry in self._archive.names)
        if has_pictures and not source.replace(OBJECT, "").strip():
            raise UnreadableError("contains only pictures, no text; if they show text, run it through OCR")
        return source, PartPlaces(story.parts, len(source))

    def _set_row_spans(self, row_spans: Mapping[tuple[int, int, int], int]) -> None:
        self._builder.end()
        for block in self._builder.blocks if row_spans else ():
            if block.cell:
                block.cell = block.cell._replace(row_span=row_spans.get(block.cell[:3], 1))

    def _events(self, entry: str) -> Iterator[tuple[str, Any]]:
        from defusedxml.ElementTree import iterparse

        with self._archive.open(entry) as part:
            for count, (event, element) in enumerate(iterparse(part, ("start", "end"), forbid_dtd=True)):
                if count % 4096 == 0 and time.monotonic() > self._deadline:
                    raise UnreadableError(f"takes longer than {self._limits.seconds:g} s to read; split it")
                yield event, element

    def _styles(self) -> dict[str, str]:
        """Return the name of each style with those it is based on; identifiers differ between languages."""
        names: dict[str, str] = {}
        based_on: dict[str, str] = {}
        style = ""
        for entry in filter(_STYLES.fullmatch, self._archive.names):
            for event, element in self._events(entry):
                if event == "end":
                    element.clear()
                    continue
                name = _short(element.tag)
                if name == "w:style":
                    style = _value(element.attrib, "styleId")
                elif name == "w:name" and style:
                    names.setdefault(style, _value(element.attrib, "val"))
                elif name == "w:basedOn":
                    based_on[style] = _value(element.attrib, "val")
        return {style: "/".join(_ancestry(style, names, based_on)) for style in names}


def _ancestry(style: str, names: dict[str, str], based_on: dict[str, str]) -> Iterator[str]:
    for _ in range(12):  # styles may be based on each other in a circle
        if style not in names:
            return
        yield names[style]
        style = based_on.get(style, "")


_HEADING = re.compile(r"(?:.*/)?heading (\d)(?:/.*)?", re.IGNORECASE)
_CAPTION = re.compile(r"(?:table |figure )?captions?(?:/|$)", re.IGNORECASE)
_TITLE = re.compile(r"(?:.*/)?title(?:/.*)?", re.IGNORECASE)
_SKIPPED_STYLES = (
    (re.compile(r"\bcode\b|verbatim|preformatted|source ?code|listing", re.IGNORECASE), "code"),
    (re.compile(r"(?:^|/)toc\b|table of (?:contents|figures)", re.IGNORECASE), "table of contents"),
    (re.compile(r"(?:^|/)bibliography\b", re.IGNORECASE), "reference list"),
)
# Fields whose result Word generates.
_SKIPPED_FIELDS = {
    "PAGE": "page number",
    "NUMPAGES": "page number",
    "SECTIONPAGES": "page number",
    "PAGEREF": "page number",
    "TOC": "table of contents",
    "INDEX": "index",
    "BIBLIOGRAPHY": "reference list",
}
# Elements whose content is not shown, is shown a second time, or is a formula.
_SKIPPED_ELEMENTS = {
    "w:del": "deleted",
    "w:moveFrom": "moved away",
    "mc:Fallback": "shown another way",
    "m:oMath": "formula",
}
_PICTURES = {":pic": "image", ":imagedata": "image", ":chart": "chart", ":relIds": "diagram"}
_CELL_PROPERTIES = frozenset("w:tblHeader w:gridBefore w:gridSpan w:vMerge".split())
_OFF = ("0", "false", "off")
_CHARACTERS = {"w:tab": "\t", "w:ptab": "\t", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "-"}


@dataclass
class _Paragraph:
    number: int
    place: str
    cell: CellPosition | None
    style: str = ""
    level: int = 0
    chunks: list[tuple[str, str, str]] = field(default_factory=list)
    """The texts of the paragraph: as stored, as displayed, and the reason if it is skipped."""
    elements: list[int] = field(default_factory=list)
    """For each of them its `w:t` element, counted from 0; -1 where there is none."""


class _Story:
    """Writes the paragraphs of a document and records the place of each, driven by XML events."""

    def __init__(self, builder: DocumentBuilder, styles: Mapping[str, str]) -> None:
        self._builder = builder
        self._styles = styles
        self.texts: list[str] = []
        self.parts: list[DocumentPart] = []
        self.origins: list[TextOrigin] = []
        self._length = 0
        self._table_count = 0
        self.row_spans: dict[tuple[int, int, int], int] = {}
        """The heights of vertically merged cells, known only when the rows below have been read."""
        self._written_headers: set[tuple[str, str]] = set()
        self.begin("body")

    def begin(self, kind: str) -> None:
        """Begin the body, or the notes, headers or footers."""
        self._kind = kind
        self._path: list[str] = []
        self._paragraphs: list[_Paragraph] = []
        self._tables: list[CellPosition] = []
        self._merged: list[dict[int, int]] = []
        """For each open table, the row in which the last vertically merged cell of a column began."""
        self._fields: list[str] = []
        self._skipped: list[str] = []
        self._count = 0
        self._boxes = 0
        self._elements = 0
        """The `w:t` elements that have ended."""
        self._run_skipped = ""
        self._script: dict[int, int] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""
        name = _short(tag)
        self._path.append(name)
        if name in _SKIPPED_ELEMENTS:
            self._skipped.append(_SKIPPED_ELEMENTS[name])
        elif name == "w:p":
            self._paragraphs.append(self._new_paragraph())
        elif name == "w:txbxContent":
            self._boxes += 1
        elif name == "w:r":
            self._run_skipped, self._script = "", None
        elif name == "w:tbl":
            self._table_count += 1
            self._tables.append(CellPosition(self._table_count, 0, 0))
            self._merged.append({})
        elif name == "w:tr" and self._tables:
            self._tables[-1] = CellPosition(self._tables[-1].table, self._tables[-1].row + 1, 0)
        elif name == "w:tc" and self._tables:
            before = self._tables[-1]
            column = before.column + before.column_span
            self._tables[-1] = before._replace(column=column, column_span=1)
        elif name in ("w:footnote", "w:endnote") and not _value(attributes, "type"):
            self._count += 1
        elif name == "w:fldSimple":
            self._fields.append(_value(attributes, "instr"))

    def end(  # noqa: C901  one case an element
        self, tag: str, attributes: Mapping[str, str], text: str | None
    ) -> None:
        """Handle the end of an element."""
        name = self._path.pop() if self._path else _short(tag)
        if name in _SKIPPED_ELEMENTS:
            self._skipped.pop()
            if name == "m:oMath":
                self._add("", OBJECT)
        elif name == "w:t":
            self._add(text or "", element=self._elements)
            self._elements += 1
        elif name in _PICTURES:
            self._add(OBJECT, reason=_PICTURES[name])
        elif name in _CHARACTERS and self._path[-1:] == ["w:r"]:
            self._add(_CHARACTERS[name])
        elif name == "w:p" and self._paragraphs:
            self._write(self._paragraphs.pop())
        elif name == "w:tbl" and self._tables:
            self._tables.pop()
            self._merged.pop()
        elif name in _CELL_PROPERTIES and self._tables:
            self._set_cell_property(name, _value(attributes, "val"))
        elif name == "w:txbxContent":
            self._boxes -= 1
        elif name == "w:instrText" and self._fields:
            self._fields[-1] += text or ""
        elif name == "w:fldChar":
            self._handle_field(_value(attributes, "fldCharType"))
        elif name == "w:fldSimple" and self._fields:
            self._fields.pop()
        elif self._paragraphs:
            self._set_property(name, _value(attributes, "val"))

    def _new_paragraph(self) -> _Paragraph:
        if self._kind == "body" and not self._tables and not self._boxes:
            self._count += 1
        if self._tables:
            table, row, column = self._tables[0][:3]
            place = f"table {table}, row {row}, column {column}"
        elif self._boxes:
            place = f"text box near paragraph {self._count}"
        elif self._kind == "body":
            place = f"paragraph {self._count}"
        else:
            place = self._kind if self._kind in ("header", "footer") else f"{self._kind} {self._count}"
        return _Paragraph(self._count, place, self._tables[-1] if self._tables else None)

    def _handle_field(self, kind: str) -> None:
        if kind == "begin":
            self._fields.append("")
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _set_property(self, name: str, value: str) -> None:
        paragraph = self._paragraphs[-1]
        if name == "w:pStyle":
            paragraph.style = self._styles.get(value, value)
        elif name == "w:outlineLvl" and value.isdigit() and int(value) < 9:
            paragraph.level = int(value) + 1
        elif self._path[-2:] == ["w:r", "w:rPr"]:
            if name == "w:vanish" and value not in _OFF:
                self._run_skipped = "hidden"
            elif name == "w:vertAlign":
                self._script = {"superscript": SUPERSCRIPT, "subscript": SUBSCRIPT}.get(value)
            elif name == "w:rStyle":
                self._run_skipped = _skip_style(self._styles.get(value, value)) or self._run_skipped

    def _set_cell_property(self, name: str, value: str) -> None:
        """Set what precedes the paragraphs of a row or cell: header, skipped columns, and merged cells."""
        cell, number = self._tables[-1], int(value) if value.isdecimal() and len(value) < 4 else 1
        if name == "w:tblHeader":
            self._tables[-1] = cell._replace(header=value not in _OFF)
        elif name == "w:gridBefore":
            self._tables[-1] = cell._replace(column=cell.column + number)
        elif name == "w:gridSpan":
            self._tables[-1] = cell._replace(column_span=max(number, 1))
        elif value == "restart":
            self._merged[-1][cell.column] = cell.row
        elif (top := self._merged[-1].get(cell.column)) is not None:
            self.row_spans[cell.table, top, cell.column] = cell.row - top + 1

    def _add(self, text: str, shown: str | None = None, element: int = -1, reason: str = "") -> None:
        if not self._paragraphs:
            return
        if self._skipped and shown is None:
            return
        reason = reason or self._run_skipped or next(filter(None, map(_skip_field, self._fields)), "")
        if shown is None:
            shown = text.translate(self._script) if self._script else text
        self._paragraphs[-1].chunks.append((text, shown, reason))
        self._paragraphs[-1].elements.append(element)

    def _write(self, paragraph: _Paragraph) -> None:
        text = "".join(chunk for chunk, _, _ in paragraph.chunks)
        if not text and not paragraph.chunks:
            return
        if self._kind in ("header", "footer"):
            if (self._kind, text) in self._written_headers:  # Word stores a header for every section
                return
            self._written_headers.add((self._kind, text))
        self.parts.append(DocumentPart(self._length, paragraph.place))
        self._builder.begin_block(*self._block_arguments(paragraph, text))
        skipped = _skip_style(paragraph.style)
        at = self._length
        for (chunk, shown, reason), element in zip(paragraph.chunks, paragraph.elements, strict=True):
            if element >= 0 and self._kind == "body":
                self.origins.append(TextOrigin(at, len(chunk), element))
            if reason or skipped:
                self._builder.omit(at, at + len(chunk), reason or skipped)
            elif len(shown) == len(chunk):
                self._builder.copy(shown, at)
            else:
                self._builder.substitute(shown, at, at + len(chunk))
            at += len(chunk)
        self.texts.append(text + "\n")
        self._length = at + 1

    def _block_arguments(
        self, paragraph: _Paragraph, text: str
    ) -> tuple[BlockKind, int, CellPosition | None]:
        if paragraph.cell:
            return "table", 0, paragraph.cell
        if self._kind in ("header", "footer"):
            return "header", 0, None
        if self._kind != "body":
            return "note", 0, None
        if _CAPTION.match(paragraph.style):
            return "caption", 0, None
        if _TITLE.fullmatch(paragraph.style):
            return "title", 1, None
        heading = _HEADING.fullmatch(paragraph.style)
        if heading or paragraph.level:
            return "heading", int(heading[1]) if heading else paragraph.level, None
        if opens_references(text) or follows_references(text):
            return "heading", 0, None
        return "paragraph", 0, None


_PREFIXES = (("wordprocessingml", "w"), ("/math", "m"), ("markup-compatibility", "mc"))


@lru_cache(1024)
def _short(tag: str) -> str:
    """Return a tag with its usual prefix; transitional and strict files use different namespaces."""
    space, _, name = tag.rpartition("}")
    prefix = next((prefix for part, prefix in _PREFIXES if part in space), "")
    return f"{prefix}:{name}"


def _value(attributes: Mapping[str, str], name: str) -> str:
    return next((value for key, value in attributes.items() if key.rpartition("}")[2] == name), "")


def _skip_style(style: str) -> str:
    return next((reason for pattern, reason in _SKIPPED_STYLES if pattern.search(style)), "")


def _skip_field(instruction: str) -> str:
    words = instruction.split(None, 1)
    return _SKIPPED_FIELDS.get(words[0].upper(), "") if words else ""


READER = BinaryReader(
    "docx",
    (".docx", ".docm"),
    read_docx,
    # A ZIP archive, or the container of a protected or old Word document.
    sniff=lambda head: head.startswith((b"PK\x03\x04", COMPOUND_FILE[:4])),
)
