"""A split of prepared instances: in memory, as flat tensors that batches are cut from, or on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import pad

from numerate.errors import BrokenDataError
from numerate.training.batches.order import Integers, batches
from numerate.training.prepare import Instances
from numerate.training.prepare.instances import KINDS
from numerate.training.prepare.shards import Columns, join

SAMPLE = 1 << 18
"""Size in instances of the sample that represents a streamed split: about a million numbers."""

_MAX_NUMBERS = 1 << 32
"""Bound on the numbers of an instance, so that its length and count can be encoded as one integer."""

_YEAR = KINDS.index("year")


class Sizes(NamedTuple):
    """Numbers of tokens and of numbers of instances; contains each pair that occurs at least once."""

    lengths: Integers
    counts: Integers


@dataclass(frozen=True)
class MemorySplit:
    """Instances in memory, laid end to end.

    ids: (tokens,) int32 word pieces, with the number symbol in place of each number.
    values, wanted, years: (numbers,) float64, boolean and boolean, as in `Batch`.
    places: (numbers,) int32, position of each number's symbol in its own instance.
    token_offsets, number_offsets: (instances + 1,), on the CPU, where batches are planned.
    """

    ids: Tensor
    values: Tensor
    wanted: Tensor
    years: Tensor
    places: Tensor
    token_offsets: Integers
    number_offsets: Integers

    @classmethod
    def from_columns(
        cls, columns: Columns, number_id: int, name: str, indices: Integers | None = None
    ) -> MemorySplit:
        """Check the columns and convert them to tensors.

        indices: the instances' indices in their split, for error messages; by default 0, 1, 2, …
        """
        tokens, numbers = check_offsets(columns, name)
        indices = np.arange(len(columns)) if indices is None else indices
        is_number = columns.ids == number_id
        values = np.asarray(columns.values, np.float64)
        _check_numbers(is_number, values, tokens, numbers, name, indices)
        owner = np.repeat(np.arange(len(numbers) - 1), np.diff(numbers))
        places = np.flatnonzero(is_number) - tokens[owner]
        return cls(
            ids=torch.from_numpy(columns.ids.astype(np.int32)),
            values=torch.from_numpy(values.copy()),
            wanted=torch.from_numpy(columns.targets.astype(bool)),
            years=torch.from_numpy(np.asarray(columns.kinds) == _YEAR),
            places=torch.from_numpy(places.astype(np.int32)),
            token_offsets=tokens,
            number_offsets=numbers,
        )

    def __len__(self) -> int:
        return len(self.token_offsets) - 1

    @property
    def sizes(self) -> Sizes:
        """The sizes of all instances."""
        return Sizes(np.diff(self.token_offsets), np.diff(self.number_offsets))

    @property
    def tokens(self) -> int:
        """The number of tokens of all instances."""
        return int(self.token_offsets[-1])

    def sample(self) -> MemorySplit:
        """Return instances that represent the split: all of them."""
        return self

    def to(self, device: torch.device) -> MemorySplit:
        """Copy the tensors to `device`."""
        return self._map(lambda tensor: tensor.to(device), lambda tensor: tensor.to(device))

    def padded(self, tokens: int, numbers: int) -> MemorySplit:
        """Pad the tensors to these numbers of tokens and numbers; the padding belongs to no instance."""
        more_tokens, more_numbers = (0, tokens - len(self.ids)), (0, numbers - len(self.values))
        return self._map(lambda tensor: pad(tensor, more_tokens), lambda tensor: pad(tensor, more_numbers))

    def _map(
        self, of_tokens: Callable[[Tensor], Tensor], of_numbers: Callable[[Tensor], Tensor]
    ) -> MemorySplit:
        names = ("values", "wanted", "years", "places")
        changed: dict[str, Any] = {name: of_numbers(getattr(self, name)) for name in names}
        return replace(self, ids=of_tokens(self.ids), **changed)


def check_offsets(columns: Columns, name: str) -> tuple[Integers, Integers]:
    """Check the offsets of tokens and of numbers, and return them."""
    tokens, numbers = (np.asarray(o, np.int64) for o in (columns.token_offsets, columns.number_offsets))
    for offsets, items in ((tokens, columns.ids), (numbers, columns.values)):
        if offsets[0] != 0 or offsets[-1] != len(items) or (np.diff(offsets) < 0).any():
            raise BrokenDataError(f"{name}: damaged offsets; prepare the folder again")
    if (np.diff(tokens) == 0).any():
        empty = int(np.argmin(np.diff(tokens)))
        raise BrokenDataError(f"{name}: instance {empty} has no tokens; prepare the folder again")
    return tokens, numbers


def _check_numbers(
    is_number: npt.NDArray[np.bool_],
    values: npt.NDArray[np.float64],
    tokens: Integers,
    numbers: Integers,
    name: str,
    indices: Integers,
) -> None:
    symbols = np.add.reduceat(is_number, tokens[:-1], dtype=np.int64) if len(indices) else np.empty(0)
    counts = np.diff(numbers)
    if (wrong := np.flatnonzero(symbols != counts)).size:
        i = wrong[0]
        raise BrokenDataError(
            f"{name}: instance {indices[i]} has {symbols[i]} number symbols but {counts[i]} values; "
            "prepare the folder again"
        )
    if (wrong := np.flatnonzero((values < 0) | np.isinf(values))).size:
        i = np.searchsorted(numbers, wrong[0], side="right") - 1
        raise BrokenDataError(
            f"{name}: instance {indices[i]} has the value {values[wrong[0]]:g}; numbers must be finite and "
            "not negative"
        )


class StreamedSplit:
    """A split of one or more prepared folders that stays on disk, with instances indexed through all folders.

    number_id: id of the number symbol.
    vocabulary: number of word pieces of the tokenizer, symbols included.
    """

    def __init__(self, folders: list[Instances], number_id: int, vocabulary: int) -> None:
        self._folders = folders
        self._number_id = number_id
        self._vocabulary = vocabulary
        self._ends = np.cumsum([len(folder) for folder in folders])
        self.name = f"{', '.join(str(f.folder) for f in folders)} ({folders[0].split})"

    def __len__(self) -> int:
        return int(self._ends[-1])

    @property
    def sizes(self) -> Sizes:
        """The sizes that occur, each once."""
        return self._survey[0]

    @property
    def tokens(self) -> int:
        """The number of tokens of all instances."""
        return self._survey[1]

    @cached_property
    def _survey(self) -> tuple[Sizes, int]:
        """The distinct sizes and the number of tokens, from one pass over the offsets only."""
        pairs, total = np.empty(0, np.int64), 0
        for part in self._parts():
            tokens, numbers = check_offsets(part, self.name)
            pairs = np.union1d(pairs, np.diff(tokens) * _MAX_NUMBERS + np.diff(numbers))
            total += int(tokens[-1])
        return Sizes(*np.divmod(pairs, _MAX_NUMBERS)), total

    def all(self) -> MemorySplit:
        """Read the whole split into memory."""
        return self._to_memory(join(self._parts()))

    def read(self, indices: Integers) -> MemorySplit:
        """Read the instances at `indices`, which must ascend."""
        groups = np.split(indices, np.searchsorted(indices, self._ends[:-1]))
        starts = [0, *self._ends[:-1]]
        columns = join(
            part
            for folder, start, group in zip(self._folders, starts, groups, strict=True)
            for part in folder.select(group - start)
        )
        return self._to_memory(columns, indices)

    def sample(self) -> MemorySplit:
        """Read instances that represent the split: from all of it, and the same in every process."""
        return self.read(np.sort(next(batches(len(self), 1, SAMPLE, seed=(0,)))[:, 0]))

    def _parts(self) -> Iterator[Columns]:
        return (part for folder in self._folders for part in folder.parts())

    def _to_memory(self, columns: Columns, indices: Integers | None = None) -> MemorySplit:
        if columns.ids.max(initial=0) >= self._vocabulary:
            raise BrokenDataError(
                f"{self.name}: token {columns.ids.max()} is not one of the {self._vocabulary} of its "
                "tokenizer; prepare the folder again"
            )
        return MemorySplit.from_columns(columns, self._number_id, self.name, indices)
