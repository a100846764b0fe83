"""A shard on disk: one file of columns, read through the page cache, written whole or not at all.

The format is safetensors: eight bytes with the length of a JSON header, the header, the columns. The header
says where each column lies, so that reading takes numpy and json only.
"""

from __future__ import annotations

import json
import mmap
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from numerate.files import write_whole

from .columns import Array, Columns

VERSION = 1
_KEY = "numerate"
_DTYPES = {"F64": np.float64, "U32": np.uint32, "U16": np.uint16, "U8": np.uint8}


class Header(NamedTuple):
    """What a shard says of itself: its notes, and where its columns lie."""

    notes: dict[str, Any]
    places: dict[str, Any]
    start: int

    @property
    def end(self) -> int:
        """Bytes the file must have."""
        return self.start + max(int(place["data_offsets"][1]) for place in self.places.values())


def write_shard(path: Path, columns: Columns, notes: dict[str, Any]) -> None:
    """Write a shard under its final name only when all of it is on the disk."""
    from safetensors.numpy import save

    arrays = columns._asdict()
    if not len(columns.ids) or columns.ids.max() < 1 << 16:
        arrays["ids"] = columns.ids.astype(np.uint16)
    write_whole(path, [save(arrays, {_KEY: json.dumps({"version": VERSION, **notes})})])


def read_header(path: Path) -> Header | None:
    """Read what a shard says of itself, or None if the file is no whole shard of this version."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            size = path.stat().st_size
            places = json.loads(file.read(length)) if length <= size else {}
        notes = json.loads(places.pop("__metadata__")[_KEY])
        header = Header(notes, places, 8 + length)
        return header if notes["version"] == VERSION and header.end == size else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def open_shard(path: Path) -> Columns:
    """Map a shard's columns into memory, read-only."""
    header = read_header(path)
    if header is None:
        raise ValueError(
            f"{path}: damaged, or of another version; delete it and run `numerate prepare` again"
        )
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def column(name: str) -> Array:
        place = header.places[name]
        start = header.start + place["data_offsets"][0]
        return np.frombuffer(mapped, _DTYPES[place["dtype"]], place["shape"][0], start)

    return Columns(**{name: column(name) for name in Columns._fields})
