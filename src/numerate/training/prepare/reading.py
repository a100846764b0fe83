"""Prepared instances, read from memory-mapped shards with numpy and the standard library."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from numerate.errors import BrokenDataError, InputError
from numerate.training.prepare.shards import VERSION, Array, Columns, Indices, open_shard

MANIFEST = "manifest.json"


class PreparedInstance(NamedTuple):
    """A text as word-piece ids, with the number symbol in place of each number, and its numbers in order."""

    ids: npt.NDArray[np.integer[Any]]
    values: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.uint8]
    """Indices into `Instances.kinds`."""
    targets: npt.NDArray[np.bool_]
    """True for numbers to predict: all of them, except with `--dollar`."""
    document: int


class Instances:
    """One split of a prepared folder, as a sequence of instances."""

    def __init__(self, folder: str | Path, split: str = "train") -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.kinds: tuple[str, ...] = tuple(self.manifest["kinds"])
        splits = self.manifest["shards"][0]["instances"]
        if split not in splits:
            raise InputError(f"{folder}: no split {split!r}; choose one of {', '.join(splits)}")
        self.split = split
        # A shard stores its splits one after the other: the range of this one in each shard.
        self._ranges = [_range(shard["instances"], split) for shard in self.manifest["shards"]]
        self._ends = np.cumsum([stop - start for start, stop in self._ranges]).tolist()
        self._shards: list[Columns | None] = [None] * len(self._ranges)

    def __len__(self) -> int:
        return int(self._ends[-1])

    @overload
    def __getitem__(self, index: int) -> PreparedInstance: ...
    @overload
    def __getitem__(self, index: slice) -> list[PreparedInstance]: ...
    def __getitem__(self, index: int | slice) -> PreparedInstance | list[PreparedInstance]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        position = index + len(self) if index < 0 else index
        if not 0 <= position < len(self):
            raise IndexError(f"instance {index} of {len(self)}")
        shard = bisect_right(self._ends, position)
        columns, i = self._open(shard), position - self._ends[shard] + self._ranges[shard][1]
        tokens = slice(columns.token_offsets[i], columns.token_offsets[i + 1])
        numbers = slice(columns.number_offsets[i], columns.number_offsets[i + 1])
        return PreparedInstance(
            columns.ids[tokens],
            columns.values[numbers],
            columns.kinds[numbers],
            columns.targets[numbers].view(np.bool_),
            int(columns.documents[i]),
        )

    def __iter__(self) -> Iterator[PreparedInstance]:
        return (self[i] for i in range(len(self)))

    def __getstate__(self) -> dict[str, Any]:
        """Drop the mapped files: a worker process maps its own."""
        return self.__dict__ | {"_shards": [None] * len(self._shards)}

    def parts(self) -> Iterator[Columns]:
        """Yield the split shard by shard, as columns whose offsets begin at 0."""
        for shard, (start, stop) in enumerate(self._ranges):
            if start < stop:
                yield self._map(shard).section(start, stop)

    def select(self, indices: Indices) -> Iterator[Columns]:
        """Yield copies of the instances at `indices`, which must ascend, shard by shard.

        Each shard is closed again at once: a large corpus has more of them than may be open at a time.
        """
        groups = np.split(indices, np.searchsorted(indices, self._ends[:-1]))
        for shard, group in enumerate(groups):
            if len(group):
                start = self._ranges[shard][1] - self._ends[shard]
                yield self._map(shard).select(group + start)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of tokens of each instance, for batches of similar lengths."""
        return _join([np.diff(part.token_offsets) for part in self.parts()], np.int64)

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """The values of all numbers of the split."""
        return _join([part.values for part in self.parts()], np.float64)

    def _open(self, shard: int) -> Columns:
        columns = self._shards[shard]
        if columns is None:
            columns = self._shards[shard] = self._map(shard)
        return columns

    def _map(self, shard: int) -> Columns:
        return open_shard(self.folder / self.manifest["shards"][shard]["file"])


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a complete prepared folder."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        version, complete = manifest["version"], manifest["complete"]
    except FileNotFoundError:
        raise BrokenDataError(
            f"{folder}: no prepared instances here; make them with `numerate prepare`"
        ) from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BrokenDataError(
            f"{folder / MANIFEST}: not a manifest of prepared instances ({error}); prepare the folder again"
        ) from None
    if version != VERSION:
        raise BrokenDataError(f"{folder}: prepared by another version of numerate; prepare it again")
    if not complete:
        raise BrokenDataError(
            f"{folder}: preparation is incomplete; run the same `numerate prepare` again to finish it"
        )
    return manifest


def _range(counts: dict[str, int], split: str) -> tuple[int, int]:
    """Return where a split begins and ends in a shard with these numbers of instances."""
    names = list(counts)
    start = sum(counts[name] for name in names[: names.index(split)])
    return start, start + counts[split]


def _join(arrays: list[Array], dtype: Any) -> Array:
    return np.concatenate([np.empty(0, dtype), *arrays], dtype=dtype)
