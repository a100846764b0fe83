"""Find documents by the paths a user names, decode them, and read them with the reader of their format."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePath
from typing import IO, NamedTuple

from numerate.documents.archive import with_article
from numerate.documents.builder import DocumentBuilder
from numerate.documents.decoding import decode
from numerate.documents.document import UNNAMED, Document
from numerate.documents.formats import RAISE_LIMITS, BinaryReader, Limits, TextReader
from numerate.documents.readers import FORMATS, READERS, SUFFIXES
from numerate.documents.source_map import FilePlaces
from numerate.errors import EMPTY_NAME, DocumentError, MissingExtraError, UnreadableError


class Discovery(NamedTuple):
    """The files to read, in order and without duplicates; paths that failed; and files of unknown format."""

    files: list[Path]
    problems: list[DocumentError]
    left_out: list[Path]


def is_address(name: str) -> bool:
    """Return whether a name is the address of a page rather than that of a file."""
    return name.lower().startswith(("http://", "https://"))


def find(paths: Iterable[str | os.PathLike[str]]) -> Discovery:
    """Find the documents named by paths, folders and patterns such as `notes/**/*.md`.

    A file named by its path is included whatever its suffix. A folder is searched recursively for files with
    a known suffix, including links to files; hidden files and folders and links to folders are skipped.
    """
    discovery = Discovery([], [], [])
    seen: set[Path] = set()
    for path in paths:
        name = os.fspath(path)
        if not name:
            discovery.problems.append(DocumentError("''", EMPTY_NAME))
            continue
        try:
            files = list(_files(name, discovery))
        except (OSError, ValueError) as error:  # too long a name, a NUL byte
            problem = f"not the name of a file: {getattr(error, 'strerror', None) or error}; name another"
            discovery.problems.append(DocumentError(name, problem))
            continue
        for file in files:
            # A link or a second pattern may lead to the same file.
            if (real := file.resolve()) not in seen:
                seen.add(real)
                discovery.files.append(file)
    return discovery


def _files(name: str, discovery: Discovery) -> Iterator[Path]:
    path = Path(name)
    if path.is_dir():
        yield from _folder(path, discovery)
    elif os.path.lexists(path) or not glob.has_magic(name):
        if path.exists():
            yield path
        else:
            problem = "broken link; repair or remove it" if path.is_symlink() else "no such file or folder"
            discovery.problems.append(DocumentError(name, problem))
    else:
        # Path.glob takes no absolute pattern.
        matches = [Path(match) for match in sorted(glob.glob(name, recursive=True))]  # noqa: PTH207
        if not matches:
            discovery.problems.append(DocumentError(name, "no file matches this pattern; put it in quotes?"))
        for match in matches:
            # A pattern with ** lists folders as well as the files in them.
            if match.is_file():
                if format_by_suffix(match.name):
                    yield match
                else:
                    discovery.left_out.append(match)
            elif "**" not in name:
                yield from _folder(match, discovery)


def _folder(folder: Path, discovery: Discovery) -> Iterator[Path]:
    def report(error: OSError) -> None:
        problem = "may not be read; change its permissions"
        discovery.problems.append(DocumentError(str(error.filename), problem))

    problems = len(discovery.problems)
    empty = True
    for here, folders, names in os.walk(folder, onerror=report):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(here, name)
            if name.startswith("."):
                continue
            if format_by_suffix(name) is None:
                discovery.left_out.append(file)
            elif file.is_file():
                empty = False
                yield file
            else:
                problem = "broken link, or not a regular file; remove it"
                discovery.problems.append(DocumentError(str(file), problem))
    if empty and len(discovery.problems) == problems:
        problem = f"no file in this folder ends in one of {' '.join(SUFFIXES)}"
        discovery.problems.append(DocumentError(str(folder), problem))


# Characters at the start of a file from which its format is recognised.
_SNIFFED = 65536
_DEFAULT_LIMITS = Limits()


def read(
    source: str | os.PathLike[str] | bytes | IO[bytes],
    *,
    name: str | None = None,
    format: str | None = None,  # noqa: A002  the user's word for it
    limits: Limits = _DEFAULT_LIMITS,
) -> Document:
    """Read a document from a path, from bytes, or from a binary stream such as `sys.stdin.buffer`.

    Raises `DocumentError`, which says what is wrong and what to do.

    name: the name used in messages; a known suffix of it determines the format.
    format: one of `FORMATS`; without it, the suffix determines the format, or else the content.
    """
    if source == "":
        raise DocumentError("''", EMPTY_NAME)
    if isinstance(source, str | os.PathLike):
        source = Path(source)
    path = source if isinstance(source, Path) else None
    name = name or (str(path) if path else UNNAMED)
    try:
        if format is not None and format not in FORMATS:
            raise UnreadableError(f"there is no format {format!r}; choose one of {', '.join(FORMATS)}")
        data = _read_bytes(source, limits)
        return _read(data, format or format_by_suffix(name), name, path, limits)
    except UnreadableError as error:
        raise DocumentError(name, str(error)) from error.__cause__
    except ModuleNotFoundError as error:
        raise DocumentError(
            name, str(MissingExtraError.from_import(error, "documents", "reading it"))
        ) from error
    except RecursionError:
        raise DocumentError(name, "is nested too deeply to be read; flatten it") from None


def format_by_suffix(name: str) -> str | None:
    """Return the format that the suffix of a file name stands for, if any."""
    return SUFFIXES.get(PurePath(name).suffix.lower())


def _read(data: bytes, form: str | None, name: str, path: Path | None, limits: Limits) -> Document:
    builder = DocumentBuilder()
    reader = _reader_of(form) if form else _sniff_binary(data)
    if isinstance(reader, BinaryReader):
        if not data:
            expected = with_article(reader.format.upper())
            raise UnreadableError(f"is an empty file, not {expected}; save it again, or fetch it again")
        source, places = reader.read(data, builder, limits)
        return builder.build(source, places, name=name, path=path, format=reader.format)
    decoded = decode(data)
    source, encoding, mark_length = decoded
    reader = reader or _sniff_text(source)
    reader.read(source, builder, limits)
    places = FilePlaces(source, encoding, mark_length)
    document = builder.build(source, places, name=name, path=path, format=reader.format, encoding=encoding)
    return replace(document, assumption=decoded.assumption) if decoded.assumption else document


def _reader_of(form: str) -> TextReader | BinaryReader:
    return next(reader for reader in READERS if reader.format == form)


def _sniff_binary(data: bytes) -> BinaryReader | None:
    binary = (reader for reader in reversed(READERS) if isinstance(reader, BinaryReader))
    return next((reader for reader in binary if reader.sniff(data[:_SNIFFED])), None)


def _sniff_text(source: str) -> TextReader:
    """Return the reader of the most specific format; plain text, the first reader, always matches."""
    head = source[:_SNIFFED].replace("\r\n", "\n")
    text = (reader for reader in reversed(READERS) if isinstance(reader, TextReader))
    return next(reader for reader in text if reader.sniff(head))


def _read_bytes(source: Path | bytes | IO[bytes], limits: Limits) -> bytes:
    if isinstance(source, bytes):
        return _check_size(source, limits)
    if not isinstance(source, Path):
        return _check_size(source.read(limits.file_bytes + 1), limits)
    try:
        if source.is_dir():
            raise UnreadableError("is a folder; look for the documents in it first")
        if (size := source.stat().st_size) > limits.file_bytes:
            raise UnreadableError(_too_large(f"{size:,} bytes", limits))
        with source.open("rb") as file:
            return _check_size(file.read(limits.file_bytes + 1), limits)
    except FileNotFoundError:
        raise UnreadableError("no such file; check the path") from None
    except PermissionError:
        raise UnreadableError("may not be read; change its permissions") from None
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror or error}; check the path") from None


def _check_size(data: bytes, limits: Limits) -> bytes:
    if len(data) > limits.file_bytes:
        raise UnreadableError(_too_large(f"over {limits.file_bytes:,} bytes", limits))
    return data


def _too_large(size: str, limits: Limits) -> str:
    return f"is too large ({size}; the limit is {limits.file_bytes:,}); split it, or {RAISE_LIMITS}"
