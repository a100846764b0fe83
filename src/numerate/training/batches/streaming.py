"""A split that stays on disk: instances are read from its shards as they are wanted, and then let go."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from typing import TypeVar

import numpy as np

from numerate.errors import BrokenDataError
from numerate.training.batches.order import Integers, batches
from numerate.training.batches.split import Sizes, Split, offsets_of
from numerate.training.prepare import Instances
from numerate.training.prepare.shards import Columns, join

SAMPLE = 1 << 18
"""Instances that stand for all where something is to be known of the whole split: a million numbers or so."""

_MOST_NUMBERS = 1 << 32  # to an instance, so that a pair of sizes is a single integer

A = TypeVar("A")
B = TypeVar("B")


class Stream:
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

    def all(self) -> Split:
        """Read all of it into memory."""
        return self._split(join(self._parts()))

    def read(self, which: Integers) -> Split:
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

    def sample(self) -> Split:
        """Some instances that stand for all: the same in every process, from all over the split."""
        return self.read(np.sort(next(batches(len(self), 1, SAMPLE, seed=(0,)))[:, 0]))

    def _parts(self) -> Iterator[Columns]:
        with _naming():
            for folder in self._folders:
                yield from folder.parts()

    def _split(self, columns: Columns, which: Integers | None = None) -> Split:
        if columns.ids.max(initial=0) >= self._vocabulary:
            raise BrokenDataError(
                f"{self.name}: token {columns.ids.max()} is none of the {self._vocabulary} that it was "
                "prepared with; prepare the folder again"
            )
        return Split.from_columns(columns, self._number_id, self.name, which)


@contextmanager
def _naming() -> Iterator[None]:
    """Pass on what reading says of a folder that it cannot read."""
    try:
        yield
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise BrokenDataError(str(error)) from error


def ahead(make: Callable[[A], B], items: Iterable[A]) -> Iterator[B]:
    """Make something of one item after the other, always one ahead of who takes them."""
    pending: deque[Future[B]] = deque()
    with ThreadPoolExecutor(1) as thread:
        for item in items:
            pending.append(thread.submit(make, item))
            if len(pending) > 1:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
