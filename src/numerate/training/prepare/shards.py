"""A shard on disk: one file of columns, read through the page cache, written whole or not at all.

The format is safetensors: eight bytes with the length of a JSON header, the header, the columns. The header
says where each column lies, so that reading takes numpy and json only.
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

from numerate.io.files import write_whole

VERSION = 1
SPLITS = ("train", "valid", "test")
"""Splits of a corpus, in the order in which each shard holds them."""
_KEY = "numerate"
_DTYPES = {"F64": np.float64, "U32": np.uint32, "U16": np.uint16, "U8": np.uint8}


class ShardHeader(NamedTuple):
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


def read_header(path: Path) -> ShardHeader | None:
    """Read what a shard says of itself, or None if the file is no whole shard of this version."""
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            size = path.stat().st_size
            places = json.loads(file.read(length)) if length <= size else {}
        notes = json.loads(places.pop("__metadata__")[_KEY])
        header = ShardHeader(notes, places, 8 + length)
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


Array = npt.NDArray[Any]

# One entry a token, a number, or an instance. The offsets have one more entry than there are instances.
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


class Columns(NamedTuple):
    """Instances laid end to end.

    Instance i has `ids[token_offsets[i]:token_offsets[i + 1]]`, and `values`, `kinds` (codes) and `targets`
    (1 where the number is to be predicted) from `number_offsets` likewise; it comes from document
    `documents[i]`, where it is `characters[i]` long.
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
        """Count the instances."""
        return len(self.documents)


class ColumnBuilder:
    """Takes instances one by one and lays them end to end."""

    def __init__(self) -> None:
        self._ids: list[Array] = [np.empty(0, DTYPES["ids"])]
        self._token_offsets = array("I", [0])
        self._values = array("d")
        self._kinds = array("B")
        self._targets = array("B")
        self._number_offsets = array("I", [0])
        self._documents = array("I")
        self._characters = array("I")

    def add(
        self,
        ids: npt.ArrayLike,
        values: Sequence[float],
        kinds: Sequence[int],
        targets: Sequence[int],
        document: int,
        characters: int,
    ) -> None:
        """Append one instance."""
        self._ids.append(np.asarray(ids, DTYPES["ids"]))
        self._token_offsets.append(self._token_offsets[-1] + len(self._ids[-1]))
        self._values.extend(values)
        self._kinds.extend(kinds)
        self._targets.extend(targets)
        self._number_offsets.append(len(self._values))
        self._documents.append(document)
        self._characters.append(characters)

    def columns(self) -> Columns:
        """Give what was gathered."""
        others = {name: dtype for name, dtype in DTYPES.items() if name != "ids"}
        arrays = {name: np.array(getattr(self, f"_{name}"), dtype) for name, dtype in others.items()}
        return Columns(ids=np.concatenate(self._ids), **arrays)


def select(columns: Columns, which: npt.NDArray[np.int64]) -> Columns:
    """Copy some of the instances, given by their indices."""
    tokens, token_offsets = _items(columns.token_offsets, which)
    numbers, number_offsets = _items(columns.number_offsets, which)
    return Columns(
        ids=columns.ids[tokens],
        token_offsets=token_offsets,
        values=columns.values[numbers],
        kinds=columns.kinds[numbers],
        targets=columns.targets[numbers],
        number_offsets=number_offsets,
        documents=columns.documents[which],
        characters=columns.characters[which],
    )


def _items(offsets: Array, which: npt.NDArray[np.int64]) -> tuple[Array, Array]:
    """The indices of all tokens or numbers of some instances, and where each instance's begin among them."""
    starts = offsets[which].astype(np.int64)
    lengths = offsets[which + 1] - starts
    begins = np.concatenate([[0], np.cumsum(lengths)])
    return np.arange(begins[-1]) + np.repeat(starts - begins[:-1], lengths), begins.astype(np.uint32)


def join(parts: Iterable[Columns]) -> Columns:
    """Lay the instances of several parts end to end."""
    parts = list(parts)
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in Columns._fields
        if not name.endswith("_offsets")
    }
    for name in ("token_offsets", "number_offsets"):
        lengths = [np.diff(getattr(part, name)) for part in parts]
        offsets = np.concatenate([[0], np.cumsum(np.concatenate(lengths), dtype=np.int64)])
        # More than a shard can hold may still be joined in memory.
        joined[name] = offsets.astype(np.uint32 if offsets[-1] < 1 << 32 else np.int64)
    return Columns(**joined)
