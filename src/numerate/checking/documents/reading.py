"""One road in: from a path, bytes or a stream to a document."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import IO

from numerate.checking.documents.decoding import decode
from numerate.checking.documents.document import Document, Format
from numerate.checking.documents.draft import Draft
from numerate.checking.documents.errors import DocumentError, UnreadableError
from numerate.checking.documents.finishing import Origin, finish
from numerate.checking.documents.formats import FORMATS, by_content, by_suffix
from numerate.checking.documents.limits import Limits
from numerate.checking.documents.places import FilePlaces, Places
from numerate.checking.documents.readers.docx import read_docx
from numerate.checking.documents.readers.html import read_html
from numerate.checking.documents.readers.latex import read_latex
from numerate.checking.documents.readers.markdown import read_markdown
from numerate.checking.documents.readers.pdf import read_pdf
from numerate.checking.documents.readers.plain import read_plain
from numerate.checking.documents.readers.rst import read_rst

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
    except UnreadableError as error:
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
