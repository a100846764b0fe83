"""EPUB: the chapters of a book, in reading order."""

from __future__ import annotations

import posixpath
from typing import Any
from urllib.parse import unquote

from numerate.documents.archive import BROKEN_ARCHIVE, OfficeArchive
from numerate.documents.builder import DocumentBuilder
from numerate.documents.decoding import decode
from numerate.documents.formats import BinaryReader, Limits
from numerate.documents.parts import PartWriter
from numerate.documents.readers.html import read_html
from numerate.documents.source_map import PartPlaces
from numerate.errors import UnreadableError

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"


def read_epub(data: bytes, builder: DocumentBuilder, limits: Limits) -> tuple[str, PartPlaces]:
    """Write the chapters into the builder; a place names the chapter's file and the line in it."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError

    archive = OfficeArchive(data, limits, program="an editor for books", suffix=".epub", old="file")
    try:
        if _CONTAINER not in archive.names:
            raise UnreadableError("contains no book; if it is one, convert it to EPUB 2 or 3")
        writer = PartWriter(builder, limits)
        protected = _protected(archive)
        for name in _chapters(archive):
            if name not in archive.names:
                writer.omit(posixpath.basename(name), name, "missing chapter")
                continue
            if name in protected:
                raise UnreadableError("is protected against copying; save it without protection")
            with archive.open(name) as part:
                text = decode(part.read()).source
            writer.embed(posixpath.basename(name), text, read_html)
        return writer.finish()
    except DefusedXmlException:
        raise UnreadableError("defines XML entities in its list of chapters; convert it again") from None
    except (ParseError, KeyError, *BROKEN_ARCHIVE) as error:
        raise UnreadableError(f"is broken ({error}); convert it again") from None
    finally:
        archive.close()


def _chapters(archive: OfficeArchive) -> list[str]:
    container = _parse(archive, _CONTAINER)
    packages = [e.attrib["full-path"] for e in container.iter() if _local(e) == "rootfile"]
    if not packages:
        raise UnreadableError("names no list of chapters; convert it again")
    package = packages[0]
    root = _parse(archive, package)
    items = {
        e.attrib["id"]: e.attrib["href"] for e in root.iter() if _local(e) == "item" and "id" in e.attrib
    }
    spine = [e.attrib["idref"] for e in root.iter() if _local(e) == "itemref"]
    folder = posixpath.dirname(package)
    if not spine:
        raise UnreadableError("lists no chapters; convert it again")
    names = [posixpath.normpath(posixpath.join(folder, unquote(items.get(i, i)))) for i in spine]
    # Each once, as the standard demands: repeated, a small file would be a book of any size.
    return list(dict.fromkeys(names))


def _protected(archive: OfficeArchive) -> set[str]:
    """Return the parts that are encrypted; fonts often are, in books that anyone may read."""
    if _ENCRYPTION not in archive.names:
        return set()
    parts = (e.attrib.get("URI", "") for e in _parse(archive, _ENCRYPTION).iter())
    return {unquote(part) for part in parts}


def _parse(archive: OfficeArchive, name: str) -> Any:
    from defusedxml.ElementTree import parse

    with archive.open(name) as part:
        return parse(part, forbid_dtd=True).getroot()


def _local(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


READER = BinaryReader(
    "epub", (".epub",), read_epub, sniff=lambda head: b"mimetypeapplication/epub+zip" in head[:200]
)
