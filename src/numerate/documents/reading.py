"""From the bytes of a text file to its characters, so that every byte can be found again."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

from numerate.documents.assembly import Origin, finish
from numerate.documents.builder import Draft
from numerate.documents.document import Document, Format
from numerate.documents.formats import FORMATS, Limits, by_content, by_suffix
from numerate.documents.readers.docx import read_docx
from numerate.documents.readers.html import read_html
from numerate.documents.readers.latex import read_latex
from numerate.documents.readers.markdown import read_markdown
from numerate.documents.readers.pdf import read_pdf
from numerate.documents.readers.plain import read_plain
from numerate.documents.readers.rst import read_rst
from numerate.documents.source_map import FilePlaces, Places
from numerate.errors import DocumentError, MissingExtraError, UnreadableError

# UTF-32 before UTF-16, whose mark it begins with.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Bytes that no text holds but many other files do. Tab, line ends, form feed and escape are not among them.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT = 8192
_MOST_BINARY = 0.02
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class Decoded(NamedTuple):
    """The characters of a file, how they were encoded, and the bytes of the mark before them."""

    source: str
    encoding: str
    mark: int


def decode(data: bytes) -> Decoded:
    """Decode by the byte order mark, else as UTF-8, else, where that cannot be meant, as Windows-1252.

    A few broken bytes in UTF-8 are kept as they are, each as one character that means nothing.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding, len(mark))
            except UnicodeDecodeError as error:
                raise UnreadableError(
                    f"begins as {encoding} text but breaks at byte {error.start}; save it again as UTF-8",
                ) from None
    head = data[:_LOOKED_AT]
    if b"\0" in head or len(_BINARY.findall(head)) > _MOST_BINARY * len(head):
        raise UnreadableError("is not text; name its format if it has another suffix, or convert it to text")
    try:
        return Decoded(data.decode("utf-8"), "utf-8", 0)
    except UnicodeDecodeError:
        return _decode_broken(data)


def _decode_broken(data: bytes) -> Decoded:
    """Take for UTF-8 what holds more of its characters than of bytes it could not hold."""
    as_utf8 = data.decode("utf-8", "surrogateescape")
    beyond = _BEYOND_ASCII.findall(as_utf8)
    broken = sum("\udc80" <= character <= "\udcff" for character in beyond)
    if len(beyond) > 2 * broken:
        return Decoded(as_utf8, "utf-8", 0)
    try:
        return Decoded(data.decode("cp1252"), "cp1252", 0)
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"is neither UTF-8 nor Windows-1252 (byte 0x{data[error.start]:02x} at {error.start}); "
            f"convert it, for example: iconv -f ENCODING -t UTF-8",
        ) from None


_TEXT: dict[Format, Callable[[str, Draft, Limits], None]] = {
    "text": read_plain,
    "markdown": read_markdown,
    "html": read_html,
    "rst": read_rst,
    "latex": read_latex,
}
_PACKED: dict[Format, Callable[[bytes, Draft, Limits], tuple[str, Places]]] = {
    "docx": read_docx,
    "pdf": read_pdf,
}
_DEFAULT = Limits()


def read(
    source: str | os.PathLike[str] | bytes | IO[bytes],
    *,
    name: str | None = None,
    format: Format | None = None,  # noqa: A002  the user's word for it
    limits: Limits = _DEFAULT,
) -> Document:
    """Read a document from a file, from bytes, or from an open stream such as `sys.stdin.buffer`.

    `name` is what messages call it and, where its suffix is known, states its format; `format` states it
    outright. Raises `DocumentError`, which says what is wrong and what to do.
    """
    if isinstance(source, str | os.PathLike):
        source = Path(source)
    path = source if isinstance(source, Path) else None
    name = name or (str(path) if path else "the text")
    try:
        if format is not None and format not in FORMATS:
            raise UnreadableError(f"there is no format {format!r}; choose one of {', '.join(FORMATS)}")
        data = _read_bytes(source, limits)
        return _read(data, format or by_suffix(name) or by_content(data), name, path, limits)
    except (UnreadableError, MissingExtraError) as error:
        raise DocumentError(name, str(error)) from error.__cause__
    except RecursionError:
        raise DocumentError(name, "is nested too deeply to be read; flatten it") from None


def _read(data: bytes, form: Format, name: str, path: Path | None, limits: Limits) -> Document:
    draft = Draft()
    if form in _PACKED:
        if not data:
            raise UnreadableError(f"is empty, which no {form.upper()} is; save it again, or fetch it again")
        source, places = _PACKED[form](data, draft, limits)
        return finish(draft, source, places, Origin(name, path, form))
    source, encoding, mark = decode(data)
    _TEXT[form](source, draft, limits)
    return finish(draft, source, FilePlaces(source, encoding, mark), Origin(name, path, form, encoding))


def _read_bytes(source: Path | bytes | IO[bytes], limits: Limits) -> bytes:
    if isinstance(source, bytes):
        return _within(source, limits)
    if not isinstance(source, Path):
        return _within(source.read(limits.file_bytes + 1), limits)
    try:
        if source.is_dir():
            raise UnreadableError("is a folder; look for the documents in it first")
        if (size := source.stat().st_size) > limits.file_bytes:
            raise UnreadableError(_too_large(f"{size:,} bytes", limits))
        with source.open("rb") as file:
            return _within(file.read(limits.file_bytes + 1), limits)
    except FileNotFoundError:
        raise UnreadableError("no such file; check the path") from None
    except PermissionError:
        raise UnreadableError("may not be read; change its permissions") from None
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}; check the path") from None


def _within(data: bytes, limits: Limits) -> bytes:
    if len(data) > limits.file_bytes:
        raise UnreadableError(_too_large(f"over {limits.file_bytes:,} bytes", limits))
    return data


def _too_large(size: str, limits: Limits) -> str:
    return f"is too large ({size}; at most {limits.file_bytes:,} are read); split it, or raise the limit"
