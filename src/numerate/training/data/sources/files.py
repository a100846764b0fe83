"""Which files a source holds, what is in them, and the bytes of each, uncompressed."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, cast

import pyarrow as pa

from ..documents import InputError

Format = Literal["jsonl", "json", "csv", "tsv", "parquet", "text", "markdown", "html"]

FORMATS: dict[str, Format] = {
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

    path: Path
    name: str
    format: Format
    compression: str | None
    size: int


class Stream(NamedTuple):
    """The uncompressed bytes of a file, and the bytes on disk that they come from."""

    content: io.BufferedReader
    raw: BinaryIO


def find_files(sources: Sequence[Path]) -> list[File]:
    """List the files of all sources, folders in the order of their names."""
    files = [file for source in sources for file in _files_of(source)]
    if not files:
        raise InputError("no source given: name a file or a folder of documents")
    return files


def open_stream(file: File) -> Stream:
    """Open for reading from the start. Closing `content` closes both."""
    raw = file.path.open("rb", buffering=0)
    if file.compression is None:
        return Stream(io.BufferedReader(raw, _BUFFER), cast(BinaryIO, raw))
    # Arrow's stream looks like a raw stream to io without being one by type.
    uncompressed = cast(io.RawIOBase, pa.CompressedInputStream(pa.PythonFile(raw, "r"), file.compression))
    return Stream(io.BufferedReader(uncompressed, _BUFFER), cast(BinaryIO, raw))


def _files_of(source: Path) -> Iterator[File]:
    if source.is_file():
        yield _describe(source, source.name)
    elif source.is_dir():
        found = False
        for path in _walk(source):
            if _format(path)[0] is not None:
                found = True
                yield _describe(path, path.relative_to(source.parent).as_posix())
        if not found:
            raise InputError(f"{source}: no file in this folder has a known suffix ({_known()})")
    else:
        raise InputError(f"{source}: no such file or folder; check the path of the source")


def _walk(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(here, name)


def _describe(path: Path, name: str) -> File:
    form, compression = _format(path)
    if form is None:
        raise InputError(f"{path}: its suffix is none of {_known()}; rename it or convert it")
    if not os.access(path, os.R_OK):
        raise InputError(f"{path}: may not be read; change its permissions")
    return File(path, name, form, compression, path.stat().st_size)


def _format(path: Path) -> tuple[Format | None, str | None]:
    compression = COMPRESSIONS.get(path.suffix.lower())
    suffix = (Path(path.stem) if compression else path).suffix.lower()
    if compression and not suffix:
        return "jsonl", compression  # the later releases of S2ORC name their files so
    return FORMATS.get(suffix), compression


def _known() -> str:
    return f"{' '.join(FORMATS)}, each also with {' or '.join(COMPRESSIONS)}"
