"""Which files a source holds, what is in them, and the bytes of each, uncompressed."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Literal, NamedTuple, cast

import pyarrow as pa

from numerate.errors import InputError

FileFormat = Literal["jsonl", "json", "csv", "tsv", "parquet", "text", "markdown", "html", "document"]
"""A "document" is a file that whoever asked for it reads by means of their own."""

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

# Read at once: enough to be quick, and what is lost at most where an archive breaks off.
_BUFFER = 1 << 16


@dataclass(frozen=True)
class File:
    """One file of a source. `name` is what reports call it: its path from the source on."""

    path: str
    """Of this machine, or a URL that fsspec knows."""
    name: str
    format: FileFormat
    compression: str | None
    size: int


class FileStream(NamedTuple):
    """The uncompressed bytes of a file, and the bytes as stored that they come from."""

    content: io.BufferedReader
    raw: BinaryIO


class FoundFiles(NamedTuple):
    """The files of a source in the order of their names, and what in its folder is of no known format."""

    files: list[File]
    left_out: list[str]


def find_files(source: str | Path) -> list[File]:
    """List a file, or the files of a folder in the order of their names."""
    return find(source, FORMATS).files


def find(source: str | Path, formats: Mapping[str, FileFormat]) -> FoundFiles:
    """The same for files of some formats only, by their suffixes, and with what was left out."""
    found = FoundFiles([], [])
    listed, is_folder = _list_url(source) if is_url(source) else _list(Path(source))
    for path, name, size in listed:
        form, compression = _format(name, formats)
        if form is not None:
            found.files.append(File(path, name, form, compression, size))
        elif is_folder:
            found.left_out.append(path)
        else:
            raise InputError(f"{path}: its suffix is none of {_known(formats)}; rename it or convert it")
    if not found.files:
        raise InputError(f"{source}: no file in this folder has a known suffix ({_known(formats)})")
    for file in found.files:
        if not is_url(file.path) and not os.access(file.path, os.R_OK):
            raise InputError(f"{file.path}: may not be read; change its permissions")
    return found


def describe(source: str | Path, files: Sequence[File]) -> dict[str, Any]:
    """Name a source and fingerprint its list of files, to tell it from another."""
    names = "\n".join(f"{file.name} {file.size}" for file in files)
    return {
        "path": str(source),
        "files": len(files),
        "bytes": sum(file.size for file in files),
        "fingerprint": hashlib.sha256(names.encode()).hexdigest(),
    }


def open_stream(file: File) -> FileStream:
    """Open for reading from the start. Closing `content` closes both."""
    raw = open_raw(file)
    if file.compression is None:
        return FileStream(io.BufferedReader(cast(io.RawIOBase, raw), _BUFFER), raw)
    # Arrow's stream looks like a raw stream to io without being one by type.
    uncompressed = cast(io.RawIOBase, pa.CompressedInputStream(pa.PythonFile(raw, "r"), file.compression))
    return FileStream(io.BufferedReader(uncompressed, _BUFFER), raw)


def open_raw(file: File) -> BinaryIO:
    """Open the bytes as they are stored."""
    if is_url(file.path):
        filesystem, path = _filesystem(file.path)
        return cast(BinaryIO, filesystem.open(path, "rb"))
    return cast(BinaryIO, Path(file.path).open("rb", buffering=0))


def is_url(source: str | Path) -> bool:
    """Tell a URL from a path of this machine."""
    return isinstance(source, str) and "://" in source


_Listed = Iterator[tuple[str, str, int]]
"""The path of each file, its name from the source on, and its size."""


def _list(source: Path) -> tuple[_Listed, bool]:
    if source.is_file():
        return iter([(str(source), source.name, source.stat().st_size)]), False
    if not source.is_dir():
        raise InputError(f"{source}: no such file or folder; check the path of the source")
    paths = ((path, path.relative_to(source.parent).as_posix()) for path in _walk(source))
    # A link to nothing is met again where it is asked whether the file may be read.
    return ((str(path), name, path.stat().st_size if path.exists() else 0) for path, name in paths), True


def _list_url(source: str | Path) -> tuple[_Listed, bool]:
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
    listed = [
        (filesystem.unstrip_protocol(path), path[len(base) :].lstrip("/"), int(entry["size"] or 0))
        for path, entry in sorted(entries.items())
        if entry["type"] == "file" and not _is_hidden(path[len(base) :])
    ]
    if not listed:
        raise InputError(f"{url}: there is no file; check the URL")
    return iter(listed), list(entries) != [root]


def _filesystem(url: str) -> tuple[Any, str]:
    try:
        import fsspec

        filesystem, path = fsspec.core.url_to_fs(url)
    except ImportError as error:
        raise InputError(f"{url}: reading it needs another package: {error}") from None
    except ValueError as error:
        raise InputError(f"{url}: {error}; write a path, or a URL that fsspec knows") from None
    return filesystem, path


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))


def _walk(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(here, name)


def _format(name: str, formats: Mapping[str, FileFormat]) -> tuple[FileFormat | None, str | None]:
    path = PurePosixPath(name)
    compression = COMPRESSIONS.get(path.suffix.lower())
    suffix = (PurePosixPath(path.stem) if compression else path).suffix.lower()
    if compression and not suffix:
        return "jsonl", compression  # the later releases of S2ORC name their files so
    if compression and suffix == ".parquet":
        return None, compression  # read from its end, which a stream does not have; compresses itself
    return formats.get(suffix), compression


def _known(formats: Mapping[str, FileFormat]) -> str:
    return f"{' '.join(formats)}, and but for Parquet also with {' or '.join(COMPRESSIONS)}"
