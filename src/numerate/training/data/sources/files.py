"""Which files a source holds, what is in them, and the bytes of each, uncompressed."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, cast

import pyarrow as pa

from numerate.errors import InputError

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


def find_files(source: Path) -> list[File]:
    """List a file, or the files of a folder in the order of their names."""
    if source.is_file():
        return [_describe(source, source.name)]
    if not source.is_dir():
        raise InputError(f"{source}: no such file or folder; check the path of the source")
    paths = [path for path in _walk(source) if _format(path)[0] is not None]
    if not paths:
        raise InputError(f"{source}: no file in this folder has a known suffix ({_known()})")
    return [_describe(path, path.relative_to(source.parent).as_posix()) for path in paths]


def open_stream(file: File) -> Stream:
    """Open for reading from the start. Closing `content` closes both."""
    raw = file.path.open("rb", buffering=0)
    if file.compression is None:
        return Stream(io.BufferedReader(raw, _BUFFER), cast(BinaryIO, raw))
    # Arrow's stream looks like a raw stream to io without being one by type.
    uncompressed = cast(io.RawIOBase, pa.CompressedInputStream(pa.PythonFile(raw, "r"), file.compression))
    return Stream(io.BufferedReader(uncompressed, _BUFFER), cast(BinaryIO, raw))


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
    if compression and suffix == ".parquet":
        return None, compression  # read from its end, which a stream does not have; compresses itself
    return FORMATS.get(suffix), compression


def _known() -> str:
    return f"{' '.join(FORMATS)}, and but for Parquet also with {' or '.join(COMPRESSIONS)}"
