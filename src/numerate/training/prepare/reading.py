"""Prepared instances, read where they lie: numpy and the standard library, nothing copied or held."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from numerate.training.prepare.shards import VERSION, Array, Columns, open_shard, select

MANIFEST = "manifest.json"


class PreparedInstance(NamedTuple):
    """A text as word-piece ids with the number symbol at each number's place, and its numbers in order."""

    ids: npt.NDArray[np.integer[Any]]
    values: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.uint8]
    """Codes: indices into `Instances.kinds`."""
    targets: npt.NDArray[np.bool_]
    """Which numbers are to be predicted: all, but for the dollar variant."""
    document: int


class Instances:
    """One split of a prepared folder, as a sequence."""

    def __init__(self, folder: str | Path, split: str = "train") -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.kinds: tuple[str, ...] = tuple(self.manifest["kinds"])
        if split not in self.manifest["shards"][0]["instances"]:
            raise ValueError(f"{folder} has no split {split!r}; there are train, valid and test")
        self.split = split
        # A shard holds its splits one after the other: of each, where this one begins and ends.
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
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"instance {index} of {len(self)}")
        shard = bisect_right(self._ends, at)
        columns, i = self._open(shard), at - self._ends[shard] + self._ranges[shard][1]
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
        """Leave the mapped files behind: a worker process maps its own."""
        return self.__dict__ | {"_shards": [None] * len(self._shards)}

    def parts(self) -> Iterator[Columns]:
        """Yield the split shard by shard, as columns whose offsets begin at 0."""
        for shard, (start, stop) in enumerate(self._ranges):
            if start < stop:
                yield _cut(self._map(shard), start, stop)

    def select(self, which: npt.NDArray[np.int64]) -> Iterator[Columns]:
        """Yield copies of some instances, given in ascending order, shard by shard.

        Shards are closed again at once: of a large corpus there are more than may be open at a time.
        """
        groups = np.split(which, np.searchsorted(which, self._ends[:-1]))
        for shard, group in enumerate(groups):
            if len(group):
                start = self._ranges[shard][1] - self._ends[shard]
                yield select(self._map(shard), group + start)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Tokens of each instance, to put instances of a like length together."""
        return _join([np.diff(part.token_offsets) for part in self.parts()], np.int64)

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """Every number of the split."""
        return _join([part.values for part in self.parts()], np.float64)

    def _open(self, shard: int) -> Columns:
        columns = self._shards[shard]
        if columns is None:
            columns = self._shards[shard] = self._map(shard)
        return columns

    def _map(self, shard: int) -> Columns:
        return open_shard(self.folder / self.manifest["shards"][shard]["file"])


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read what a finished folder says of itself."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{folder}: no prepared instances here; make them with `numerate prepare`") from None
    if manifest.get("version") != VERSION:
        raise ValueError(f"{folder}: instances of another version of numerate; prepare them again")
    if not manifest["complete"]:
        raise ValueError(
            f"{folder}: only part of the instances; run the same `numerate prepare` again to finish"
        )
    return manifest


def _range(counts: dict[str, int], split: str) -> tuple[int, int]:
    start = 0
    for name, count in counts.items():
        if name == split:
            return start, start + count
        start += count
    raise KeyError(split)


def _cut(columns: Columns, start: int, stop: int) -> Columns:
    tokens, numbers = columns.token_offsets[start : stop + 1], columns.number_offsets[start : stop + 1]
    return Columns(
        ids=columns.ids[tokens[0] : tokens[-1]],
        token_offsets=tokens - tokens[0],
        values=columns.values[numbers[0] : numbers[-1]],
        kinds=columns.kinds[numbers[0] : numbers[-1]],
        targets=columns.targets[numbers[0] : numbers[-1]],
        number_offsets=numbers - numbers[0],
        documents=columns.documents[start:stop],
        characters=columns.characters[start:stop],
    )


def _join(arrays: list[Array], dtype: Any) -> Array:
    return np.concatenate([np.empty(0, dtype), *arrays], dtype=dtype)
