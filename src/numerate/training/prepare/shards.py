"""Shards on disk: columns of instances in one file, memory-mapped for reading and written atomically.

The format is safetensors: eight bytes with the length of a JSON header, the header, the columns. The header
has the offset of each column, so reading needs only numpy and json.
"""

from __future__ import annotations

import json
import mmap
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.errors import BrokenDataError
from numerate.io.files import write_whole

Array = npt.NDArray[Any]
Indices = npt.NDArray[np.int64]

VERSION = 1
SPLITS = ("train", "valid", "test")
"""The splits of a corpus, in the order in which each shard stores them."""
DTYPES: dict[str, str] = {
    "ids": "uint32",
    "token_offsets": "uint32",
    "values": "float64",
    "kinds": "uint8",
    "targets": "uint8",
    "number_offsets": "uint32",
    "documents": "uint32",
    "characters": "uint32",
}
_KEY = "numerate"
_STORED_DTYPES = {"F64": np.float64, "U32": np.uint32, "U16": np.uint16, "U8": np.uint8}


class ShardHeader(NamedTuple):
    """The header of a shard: its notes, the layout of its columns, and where the columns begin."""

    notes: dict[str, Any]
    layout: dict[str, Any]
    start: int

    @property
    def end(self) -> int:
        """The size in bytes of an intact file."""
        return self.start + max(int(column["data_offsets"][1]) for column in self.layout.values())


def write_shard(path: Path, columns: Columns, notes: dict[str, Any]) -> None:
    """Write a shard atomically, with the notes in its header."""
    from safetensors.numpy import save

    arrays = columns._asdict()
    if not len(columns.ids) or columns.ids.max() < 1 << 16:
        arrays["ids"] = columns.ids.astype(np.uint16)
    write_whole(path, [save(arrays, {_KEY: json.dumps({"version": VERSION, **notes})})])


def read_header(path: Path) -> ShardHeader | None:
    """Read the header of a shard; None if the file is missing, damaged or of another version."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            size = path.stat().st_size
            layout = json.loads(file.read(length)) if length <= size else {}
        notes = json.loads(layout.pop("__metadata__")[_KEY])
        header = ShardHeader(notes, layout, 8 + length)
        return header if notes["version"] == VERSION and header.end == size else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def open_shard(path: Path) -> Columns:
    """Map a shard's columns into memory, read-only."""
    header = read_header(path)
    if header is None:
        raise BrokenDataError(
            f"{path}: damaged, or of another version; delete it and run `numerate prepare` again"
        )
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def column(name: str) -> Array:
        layout = header.layout[name]
        start = header.start + layout["data_offsets"][0]
        return np.frombuffer(mapped, _STORED_DTYPES[layout["dtype"]], layout["shape"][0], start)

    return Columns(**{name: column(name) for name in Columns._fields})


class Columns(NamedTuple):
    """Instances laid end to end, as one array for each field.

    Instance i has the tokens `ids[token_offsets[i]:token_offsets[i + 1]]`. Its numbers have `values`, `kinds`
    (codes) and `targets` (1 if the number is to be predicted), sliced by `number_offsets` in the same way. It
    comes from document `documents[i]`, where it spans `characters[i]` characters. The offsets have one more
    entry than there are instances.
    """

    ids: Array
    token_offsets: Array
    values: Array
    kinds: Array
    targets: Array
    number_offsets: Array
    documents: Array
    characters: Array

    def __len__(self) -> int:
        return len(self.documents)

    def section(self, start: int, stop: int) -> Columns:
        """Return the instances from `start` up to `stop`, without a copy of the data."""
        tokens, numbers = self.token_offsets[start : stop + 1], self.number_offsets[start : stop + 1]
        return self._take(
            slice(start, stop),
            slice(tokens[0], tokens[-1]),
            slice(numbers[0], numbers[-1]),
            tokens - tokens[0],
            numbers - numbers[0],
        )

    def select(self, indices: Indices) -> Columns:
        """Return a copy of the instances at `indices`."""
        tokens, token_offsets = _item_indices(self.token_offsets, indices)
        numbers, number_offsets = _item_indices(self.number_offsets, indices)
        return self._take(indices, tokens, numbers, token_offsets, number_offsets)

    def _take(
        self,
        instances: slice | Indices,
        tokens: slice | Array,
        numbers: slice | Array,
        token_offsets: Array,
        number_offsets: Array,
    ) -> Columns:
        return Columns(
            ids=self.ids[tokens],
            token_offsets=token_offsets,
            values=self.values[numbers],
            kinds=self.kinds[numbers],
            targets=self.targets[numbers],
            number_offsets=number_offsets,
            documents=self.documents[instances],
            characters=self.characters[instances],
        )


def _item_indices(offsets: Array, instances: Indices) -> tuple[Array, Array]:
    """Return the indices of all tokens or numbers of the instances, and the offsets among these."""
    starts = offsets[instances].astype(np.int64)
    lengths = offsets[instances + 1] - starts
    new_offsets = np.concatenate([[0], np.cumsum(lengths)])
    indices = np.arange(new_offsets[-1]) + np.repeat(starts - new_offsets[:-1], lengths)
    return indices, new_offsets.astype(np.uint32)


def join(parts: Iterable[Columns]) -> Columns:
    """Concatenate the instances of several parts."""
    parts = list(parts)
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in Columns._fields
        if not name.endswith("_offsets")
    }
    for name in ("token_offsets", "number_offsets"):
        lengths = [np.diff(getattr(part, name)) for part in parts]
        offsets = np.concatenate([[0], np.cumsum(np.concatenate(lengths), dtype=np.int64)])
        # A split in memory may have more tokens than the offsets of a single shard can count.
        joined[name] = offsets.astype(np.uint32 if offsets[-1] < 1 << 32 else np.int64)
    return Columns(**joined)


class ColumnBuilder:
    """Collects instances one by one into columns."""

    def __init__(self) -> None:
        self._arrays: dict[str, array[Any]] = {
            name: array(np.dtype(dtype).char) for name, dtype in DTYPES.items()
        }
        self._arrays["token_offsets"].append(0)
        self._arrays["number_offsets"].append(0)

    def add(
        self,
        ids: npt.ArrayLike,
        values: Sequence[float],
        kinds: Sequence[int],
        targets: Sequence[int],
        document: int,
        characters: int,
    ) -> None:
        """Append an instance."""
        arrays = self._arrays
        arrays["ids"].frombytes(np.asarray(ids, DTYPES["ids"]).tobytes())
        arrays["values"].extend(values)
        arrays["kinds"].extend(kinds)
        arrays["targets"].extend(targets)
        arrays["token_offsets"].append(len(arrays["ids"]))
        arrays["number_offsets"].append(len(arrays["values"]))
        arrays["documents"].append(document)
        arrays["characters"].append(characters)

    def columns(self) -> Columns:
        """Return the instances added so far."""
        return Columns(**{name: np.array(self._arrays[name], dtype) for name, dtype in DTYPES.items()})
