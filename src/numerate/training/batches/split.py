"""Instances in memory: a split as a few flat tensors, checked once, that batches are cut from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

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
"""Instances that stand for all where something is to be known of the whole split: a million numbers or so."""

_MOST_NUMBERS = 1 << 32  # to an instance, so that a pair of sizes is a single integer

_YEAR = KINDS.index("year")


class Sizes(NamedTuple):
    """Tokens and numbers of instances, side by side; every pair that occurs is there at least once."""

    lengths: Integers
    counts: Integers


@dataclass(frozen=True)
class MemorySplit:
    """Instances laid end to end: tokens, numbers, and of each instance where they begin.

    ids: (tokens,) int32 word pieces, with the number symbol at each number's place.
    values, wanted, years: (numbers,) float64, boolean and boolean, as in `Batch`.
    places: (numbers,) int32, the token of its own instance at which each number stands.
    token_offsets, number_offsets: (instances + 1,), kept on the CPU, where batches are planned.
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
        cls, columns: Columns, number_id: int, name: str, which: Integers | None = None
    ) -> MemorySplit:
        """Check what was prepared and take it up; `which` instances they are, where not all from 0 on."""
        tokens, numbers = offsets_of(columns, name)
        which = np.arange(len(columns)) if which is None else which
        is_number = columns.ids == number_id
        _check_symbols(is_number, tokens, numbers, name, which)
        values = np.asarray(columns.values, np.float64)
        _check_values(values, numbers, name, which)
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
        """Count the instances."""
        return len(self.token_offsets) - 1

    @property
    def lengths(self) -> Integers:
        """Tokens of each instance."""
        return np.diff(self.token_offsets)

    @property
    def counts(self) -> Integers:
        """Numbers of each instance."""
        return np.diff(self.number_offsets)

    @property
    def sizes(self) -> Sizes:
        """Tokens and numbers of every instance."""
        return Sizes(self.lengths, self.counts)

    @property
    def tokens(self) -> int:
        """Count the tokens of all instances."""
        return int(self.token_offsets[-1])

    def sample(self) -> MemorySplit:
        """What stands for all instances where something is to be known of them: all of them."""
        return self

    def to(self, device: torch.device) -> MemorySplit:
        """Copy the tensors to `device`."""
        return replace(
            self,
            ids=self.ids.to(device),
            values=self.values.to(device),
            wanted=self.wanted.to(device),
            years=self.years.to(device),
            places=self.places.to(device),
        )

    def padded(self, tokens: int, numbers: int) -> MemorySplit:
        """Lengthen the tensors to so many tokens and numbers, of which the last are nobody's."""
        more_tokens, more_numbers = (0, tokens - len(self.ids)), (0, numbers - len(self.values))
        return replace(
            self,
            ids=pad(self.ids, more_tokens),
            values=pad(self.values, more_numbers),
            wanted=pad(self.wanted, more_numbers),
            years=pad(self.years, more_numbers),
            places=pad(self.places, more_numbers),
        )

    def first(self, count: int) -> MemorySplit:
        """The first `count` instances."""
        tokens, numbers = self.token_offsets[: count + 1], self.number_offsets[: count + 1]
        return MemorySplit(
            ids=self.ids[: tokens[-1]],
            values=self.values[: numbers[-1]],
            wanted=self.wanted[: numbers[-1]],
            years=self.years[: numbers[-1]],
            places=self.places[: numbers[-1]],
            token_offsets=tokens,
            number_offsets=numbers,
        )


def offsets_of(columns: Columns, name: str) -> tuple[Integers, Integers]:
    """Check where the tokens and the numbers of each instance begin, and give it."""
    tokens, numbers = (np.asarray(o, np.int64) for o in (columns.token_offsets, columns.number_offsets))
    for offsets, items in ((tokens, columns.ids), (numbers, columns.values)):
        if offsets[0] != 0 or offsets[-1] != len(items) or (np.diff(offsets) < 0).any():
            raise BrokenDataError(f"{name}: damaged offsets; prepare the folder again")
    if (np.diff(tokens) == 0).any():
        raise BrokenDataError(f"{name}: instance {int(np.argmin(np.diff(tokens)))} has no tokens")
    return tokens, numbers


def _check_symbols(
    is_number: npt.NDArray[np.bool_], tokens: Integers, numbers: Integers, name: str, which: Integers
) -> None:
    symbols = np.add.reduceat(is_number, tokens[:-1], dtype=np.int64) if len(which) else np.empty(0)
    counts = np.diff(numbers)
    if (wrong := np.flatnonzero(symbols != counts)).size:
        i = int(wrong[0])
        raise BrokenDataError(
            f"{name}: instance {which[i]} has {symbols[i]} number symbols but {counts[i]} values; "
            "prepare the folder again"
        )


def _check_values(values: npt.NDArray[np.float64], numbers: Integers, name: str, which: Integers) -> None:
    if (wrong := np.flatnonzero((values < 0) | np.isinf(values))).size:
        instance = int(np.searchsorted(numbers, wrong[0], side="right")) - 1
        raise BrokenDataError(
            f"{name}: instance {which[instance]} has the value {values[wrong[0]]:g}; numbers must be finite "
            "and not negative"
        )


class StreamedSplit:
    """A split of one or several prepared folders, the instances numbered from 0 through all of them.

    number_id: the number symbol's id.
    vocabulary: how many word pieces the tokenizer knows, symbols included.
    """

    def __init__(self, folders: list[Instances], number_id: int, vocabulary: int) -> None:
        self._folders = folders
        self._number_id = number_id
        self._vocabulary = vocabulary
        self._ends = np.cumsum([len(folder) for folder in folders])
        self.name = f"{', '.join(str(f.folder) for f in folders)} ({folders[0].split})"

    def __len__(self) -> int:
        """Count the instances."""
        return int(self._ends[-1])

    @property
    def sizes(self) -> Sizes:
        """The tokens and numbers that instances have, each pair once."""
        return self._survey[0]

    @property
    def tokens(self) -> int:
        """Count the tokens of all instances."""
        return self._survey[1]

    @cached_property
    def _survey(self) -> tuple[Sizes, int]:
        """One pass over where instances begin and end: eight bytes of each."""
        pairs, total = np.empty(0, np.int64), 0
        for part in self._parts():
            tokens, numbers = offsets_of(part, self.name)
            pairs = np.union1d(pairs, np.diff(tokens) * _MOST_NUMBERS + np.diff(numbers))
            total += int(tokens[-1])
        return Sizes(*np.divmod(pairs, _MOST_NUMBERS)), total

    def all(self) -> MemorySplit:
        """Read all of it into memory."""
        return self._split(join(self._parts()))

    def read(self, which: Integers) -> MemorySplit:
        """Read some instances, given in ascending order."""
        groups = np.split(which, np.searchsorted(which, self._ends[:-1]))
        begins = [0, *self._ends[:-1]]
        with _naming():
            columns = join(
                part
                for folder, begin, group in zip(self._folders, begins, groups, strict=True)
                for part in folder.select(group - begin)
            )
        return self._split(columns, which)

    def sample(self) -> MemorySplit:
        """Some instances that stand for all: the same in every process, from all over the split."""
        return self.read(np.sort(next(batches(len(self), 1, SAMPLE, seed=(0,)))[:, 0]))

    def _parts(self) -> Iterator[Columns]:
        with _naming():
            for folder in self._folders:
                yield from folder.parts()

    def _split(self, columns: Columns, which: Integers | None = None) -> MemorySplit:
        if columns.ids.max(initial=0) >= self._vocabulary:
            raise BrokenDataError(
                f"{self.name}: token {columns.ids.max()} is none of the {self._vocabulary} that it was "
                "prepared with; prepare the folder again"
            )
        return MemorySplit.from_columns(columns, self._number_id, self.name, which)


@contextmanager
def _naming() -> Iterator[None]:
    """Pass on what reading says of a folder that it cannot read."""
    try:
        yield
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise BrokenDataError(str(error)) from error
