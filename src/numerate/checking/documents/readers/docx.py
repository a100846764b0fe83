"""DOCX: the paragraphs of a Word document, its tables, notes, headers and footers."""

from __future__ import annotations

import io
import re
import time
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any

from numerate.checking.documents.document import OBJECT
from numerate.checking.documents.draft import Draft
from numerate.checking.documents.errors import UnreadableError, needs_documents
from numerate.checking.documents.limits import Limits
from numerate.checking.documents.places import PartPlaces
from numerate.checking.documents.readers.docx_story import Story

_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# In the order in which they are read: the text itself first.
_STORIES = (
    ("body", re.compile(r"word/document\d*\.xml")),
    ("footnote", re.compile(r"word/footnotes\d*\.xml")),
    ("endnote", re.compile(r"word/endnotes\d*\.xml")),
    ("header", re.compile(r"word/header\d*\.xml")),
    ("footer", re.compile(r"word/footer\d*\.xml")),
)
_HARMLESS = 100_000
"""Packed bytes up to which no ratio counts: a short text that repeats itself is no bomb."""
_STYLES = re.compile(r"word/styles\d*\.xml")


def read_docx(data: bytes, draft: Draft, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the text of a Word document; give the texts of its paragraphs and where each stands."""
    with needs_documents():
        from defusedxml.common import DefusedXmlException
        from defusedxml.ElementTree import ParseError
    try:
        with _open(data) as archive:
            return _Reader(archive, draft, limits).read()
    except DefusedXmlException:
        raise UnreadableError("declares entities of its own, as no Word document does; not read") from None
    except ParseError as error:
        raise UnreadableError(f"is broken ({error}); open it in Word and save it again") from None
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError, zlib.error) as error:
        raise UnreadableError(f"is broken ({error}); open it in Word and save it again") from None


def _open(data: bytes) -> zipfile.ZipFile:
    if data.startswith(_COMPOUND_FILE):
        raise UnreadableError(
            "is protected by a password, or an old .doc; open it in Word and save it as .docx without one",
        )
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError):
        raise UnreadableError("is no DOCX, or is broken; open it in Word and save it as .docx") from None
    if not any(_STORIES[0][1].fullmatch(entry) for entry in archive.namelist()):
        archive.close()
        raise UnreadableError("holds no Word document; if it is one, save it as .docx")
    return archive


class _Reader:
    def __init__(self, archive: zipfile.ZipFile, draft: Draft, limits: Limits) -> None:
        self._archive = archive
        self._draft = draft
        self._limits = limits
        self._unpacked = 0
        self._until = time.monotonic() + limits.seconds

    def read(self) -> tuple[str, PartPlaces]:
        styles = self._styles()
        story = Story(self._draft, styles)
        for kind, pattern in _STORIES:
            for entry in sorted(filter(pattern.fullmatch, self._archive.namelist())):
                story.begin(kind)
                for event, element in self._events(entry):
                    if event == "start":
                        story.start(element.tag, element.attrib)
                    else:
                        story.end(element.tag, element.attrib, element.text)
                        element.clear()
        source = "".join(story.texts)
        if not source.replace(OBJECT, "").strip() and self._has_pictures():
            raise UnreadableError("holds no text, only pictures; if they show text, run it through OCR")
        return source, PartPlaces(story.parts, len(source))

    def _has_pictures(self) -> bool:
        return any(entry.startswith("word/media/") for entry in self._archive.namelist())

    def _events(self, entry: str) -> Iterator[tuple[str, Any]]:
        from defusedxml.ElementTree import iterparse

        with self._unpack(entry) as part:
            for count, (event, element) in enumerate(iterparse(part, ("start", "end"), forbid_dtd=True)):
                if count % 4096 == 0 and time.monotonic() > self._until:
                    raise UnreadableError(f"takes longer than {self._limits.seconds:g} s to read; split it")
                yield event, element

    def _unpack(self, entry: str) -> IO[bytes]:
        info = self._archive.getinfo(entry)
        if info.flag_bits & 1:
            raise UnreadableError("is protected by a password; save it without one")
        self._unpacked += info.file_size
        # A part never unpacks to more than it declares, so what it declares is all there is to look at.
        too_dense = info.file_size > self._limits.unpacked_ratio * max(info.compress_size, _HARMLESS)
        if too_dense or self._unpacked > self._limits.unpacked_bytes:
            raise UnreadableError(
                f"unpacks to {self._unpacked:,} bytes, more than a Word document should; not read "
                "(give larger limits if you trust it)",
            )
        return self._archive.open(info)

    def _styles(self) -> dict[str, str]:
        """The names of the styles, each with those it is based on: identifiers differ between languages."""
        names: dict[str, str] = {}
        based_on: dict[str, str] = {}
        style = ""
        for entry in filter(_STYLES.fullmatch, self._archive.namelist()):
            for event, element in self._events(entry):
                tag = element.tag.rpartition("}")[2]
                value = next((v for k, v in element.attrib.items() if k.endswith("}val")), "")
                if event == "start" and tag == "style":
                    style = next((v for k, v in element.attrib.items() if k.endswith("}styleId")), "")
                elif event == "start" and tag == "name" and style:
                    names.setdefault(style, value)
                elif event == "start" and tag == "basedOn":
                    based_on[style] = value
                elif event == "end":
                    element.clear()
        return {style: "/".join(_ancestry(style, names, based_on)) for style in names}


def _ancestry(style: str, names: dict[str, str], based_on: dict[str, str]) -> Iterator[str]:
    for _ in range(12):
        if style not in names:
            return
        yield names[style]
        style = based_on.get(style, "")
