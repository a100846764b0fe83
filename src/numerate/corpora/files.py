"""The files of a corpus: listing a file, folder or URL, their formats, and opening them uncompressed."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Literal, NamedTuple, NoReturn, cast

import pyarrow as pa

from numerate.errors import EMPTY_NAME, InputError

FileFormat = Literal["jsonl", "json", "csv", "tsv", "parquet", "text", "markdown", "html", "document"]
"""A "document" is a file that the caller reads on its own."""

FORMATS: dict[str, FileFormat] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
}
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}

# Bytes read at once; also the most that is lost where a compressed file is truncated.
_BUFFER = 1 << 16


@dataclass(frozen=True)
class File:
    """One file of a source."""

    path: str
    """A local path, or a URL that fsspec supports."""
    name: str
    """The name used in reports: the path relative to the parent of the source."""
    format: FileFormat
    compression: str | None
    size: int


class FileStream(NamedTuple):
    """The uncompressed bytes of an open file, and the stored bytes that they are read from."""

    content: io.BufferedReader
    raw: BinaryIO


class FoundFiles(NamedTuple):
    """The files of a source in the order of their names, and the files of unknown format in its folder."""

    files: list[File]
    left_out: list[str]


def find_files(source: str | Path, formats: Mapping[str, FileFormat] = FORMATS) -> FoundFiles:
    """List a file, or the files of a folder whose suffixes are in `formats`."""
    files: list[File] = []
    left_out: list[str] = []
    if source == "":
        raise InputError(f"'': {EMPTY_NAME}")
    listing, is_folder = _list_url(source) if is_url(source) else _list_path(Path(source))
    for path, name, size in listing:
        form, compression = _format_of(name, formats)
        if form is not None:
            files.append(File(path, name, form, compression, size))
        elif is_folder:
            left_out.append(path)
        else:
            raise InputError(f"{path}: its suffix is none of {_known(formats)}; rename it or convert it")
    if not files:
        raise InputError(f"{source}: no file in this folder has a known suffix ({_known(formats)})")
    for file in files:
        if not is_url(file.path) and not os.access(file.path, os.R_OK):
            raise InputError(f"{file.path}: may not be read; change its permissions")
    return FoundFiles(files, left_out)


def describe(source: str | Path, files: Sequence[File]) -> dict[str, Any]:
    """Return the path of a source with the number, total size and fingerprint of its files."""
    names = "\n".join(f"{file.name} {file.size}" for file in files)
    return {
        "path": str(source),
        "files": len(files),
        "bytes": sum(file.size for file in files),
        "fingerprint": hashlib.sha256(names.encode("utf-8", "surrogatepass")).hexdigest(),
    }


def open_stream(file: File) -> FileStream:
    """Open a file for reading, uncompressed. Closing `content` closes both streams."""
    raw = open_raw(file)
    if file.compression is None:
        return FileStream(io.BufferedReader(cast(io.RawIOBase, raw), _BUFFER), raw)
    # Arrow's stream has the interface of a raw stream but not its type.
    uncompressed = cast(io.RawIOBase, pa.CompressedInputStream(pa.PythonFile(raw, "r"), file.compression))
    return FileStream(io.BufferedReader(uncompressed, _BUFFER), raw)


def open_raw(file: File) -> BinaryIO:
    """Open the stored bytes of a file."""
    if is_url(file.path):
        filesystem, path = _filesystem(file.path)
        return cast(BinaryIO, filesystem.open(path, "rb"))
    return cast(BinaryIO, Path(file.path).open("rb", buffering=0))


def is_url(source: str | Path) -> bool:
    """Return whether a source is a URL rather than a local path."""
    return isinstance(source, str) and "://" in source


_Listing = Iterator[tuple[str, str, int]]
"""The path, name and size of each file."""


def _list_path(source: Path) -> tuple[_Listing, bool]:
    if source.is_file():
        return iter([(str(source), source.name, source.stat().st_size)]), False
    if not source.is_dir():
        raise InputError(f"{source}: no such file or folder; check the path of the source")
    paths = ((path, path.relative_to(source.parent).as_posix()) for path in _walk(source))
    # A broken link is reported later, when access to the files is checked.
    return ((str(path), name, path.stat().st_size if path.exists() else 0) for path, name in paths), True


def _list_url(source: str | Path) -> tuple[_Listing, bool]:
    """List a file, the files of a folder, or those that match a pattern, through fsspec."""
    url = str(source)
    filesystem, root = _filesystem(url)
    try:
        if "*" in root:
            entries, base = filesystem.glob(root, detail=True), root[: root.index("*")].rpartition("/")[0]
        elif filesystem.isfile(root):
            entries, base = {root: filesystem.info(root)}, root.rpartition("/")[0]
        else:
            entries, base = filesystem.find(root, detail=True), root.rstrip("/").rpartition("/")[0]
    except OSError as error:
        raise InputError(f"{url}: cannot be listed: {error.strerror or error}; check the URL") from None
    files = [
        (filesystem.unstrip_protocol(path), path[len(base) :].lstrip("/"), int(entry["size"] or 0))
        for path, entry in sorted(entries.items())
        if entry["type"] == "file" and not _is_hidden(path[len(base) :])
    ]
    if not files:
        raise InputError(f"{url}: there is no file; check the URL")
    return iter(files), list(entries) != [root]


def _filesystem(url: str) -> tuple[Any, str]:
    try:
        import fsspec

        filesystem, path = fsspec.core.url_to_fs(url)
    except ImportError as error:
        raise InputError(f"{url}: reading it needs another package ({error}); install it") from None
    except ValueError as error:
        raise InputError(f"{url}: {error}; use a path, or a URL that fsspec supports") from None
    return filesystem, path


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))


def _walk(folder: Path) -> Iterator[Path]:
    def refuse(error: OSError) -> NoReturn:
        raise InputError(f"{error.filename}: may not be read; change its permissions") from None

    for here, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(here, name)


def _format_of(name: str, formats: Mapping[str, FileFormat]) -> tuple[FileFormat | None, str | None]:
    path = PurePosixPath(name)
    compression = COMPRESSIONS.get(path.suffix.lower())
    suffix = (PurePosixPath(path.stem) if compression else path).suffix.lower()
    if compression and not suffix:
        return "jsonl", compression  # as in the later releases of S2ORC
    if compression and suffix == ".parquet":
        return None, compression  # Parquet is read from its end, which a compressed stream cannot seek to
    return formats.get(suffix), compression


def _known(formats: Mapping[str, FileFormat]) -> str:
    return f"{' '.join(formats)} (all but Parquet also with {' or '.join(COMPRESSIONS)})"
