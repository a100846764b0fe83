"""Instances to batches: one instance a row, or several packed into rows so that little is padding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from .batch import PADDING, Batch

Integers = npt.NDArray[np.integer[Any]]


class Instance(NamedTuple):
    """A text as word-piece ids with the number symbol at each number's place, and the values in order.

    A value of NaN is a number that the text itself leaves open.
    """

    ids: Integers
    values: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Collator:
    """Lays instances out as a batch: one a row in their order, or packed into rows of `row_length` tokens.

    number_id: the number symbol's id.
    longest: most tokens an instance may have (a transformer has only so many positions).
    row_length: None for one instance a row, else the most tokens of a packed row.
    token_multiple, number_multiple: L and K are padded to these, which suits matrix units and keeps the
        number of distinct shapes, each of which torch.compile may have to treat apart, small.
    """

    number_id: int
    longest: int | None = None
    row_length: int | None = None
    token_multiple: int = 8
    number_multiple: int = 4

    def __call__(self, instances: Sequence[Instance]) -> Batch:
        """Put instances into a batch."""
        lengths = np.array([len(instance.ids) for instance in instances])
        self._check(instances, lengths)
        rows = np.arange(len(instances)) if self.row_length is None else pack(lengths, self.row_length)
        order = np.argsort(rows, kind="stable")
        rows, lengths = rows[order], lengths[order]
        ids = np.concatenate([instances[i].ids for i in order]).astype(np.int64)
        values = np.concatenate([instances[i].values for i in order]).astype(np.float64)

        of_instance = np.repeat(np.arange(len(rows)), lengths)
        tokens = _Grid(np.repeat(rows, lengths), self.token_multiple)
        is_number = ids == self.number_id
        numbers = _Grid(tokens.rows[is_number], self.number_multiple, height=tokens.height)
        return Batch(
            ids=tokens.fill(ids, 0),
            positions=tokens.fill(_running_index(of_instance), 0),
            documents=tokens.fill(_running_index(rows)[of_instance], PADDING),
            places=numbers.fill(tokens.columns[is_number], 0),
            values=numbers.fill(values, np.nan),
            present=numbers.fill(np.ones(len(values), dtype=bool), False),
        )

    def _check(self, instances: Sequence[Instance], lengths: Integers) -> None:
        if not instances:
            raise ValueError("a batch needs at least one instance")
        if self.longest is not None and lengths.max() > self.longest:
            raise ValueError(
                f"instance {lengths.argmax()} has {lengths.max()} tokens, "
                f"and this encoder takes at most {self.longest}; cut the text into windows first"
            )
        for i, (ids, values) in enumerate(instances):
            if (symbols := np.count_nonzero(ids == self.number_id)) != len(values):
                raise ValueError(
                    f"instance {i} has {symbols} number symbols in its ids, but {len(values)} values"
                )


def pack(lengths: Integers, row_length: int) -> Integers:
    """Assign instances to as few rows of at most `row_length` tokens as first-fit decreasing finds."""
    if len(lengths) and lengths.max() > row_length:
        raise ValueError(
            f"row_length={row_length} is too short for instance {int(lengths.argmax())}, "
            f"which has {int(lengths.max())} tokens"
        )
    rows = np.zeros(len(lengths), dtype=np.int64)
    room = np.full(len(lengths), row_length)
    for i in np.argsort(-lengths, kind="stable"):
        rows[i] = np.argmax(room >= lengths[i])
        room[rows[i]] -= lengths[i]
    return rows


class _Grid:
    """Items, sorted by row, put side by side in the rows of a padded table."""

    def __init__(self, rows: Integers, multiple: int, height: int | None = None) -> None:
        self.rows = rows
        self.columns = _running_index(rows)
        self.height = int(rows[-1]) + 1 if height is None else height
        self.width = -(-(int(self.columns.max(initial=0)) + 1) // multiple) * multiple

    def fill(self, items: npt.NDArray[Any], empty: float) -> torch.Tensor:
        table = np.full((self.height, self.width), empty, dtype=items.dtype)
        table[self.rows, self.columns] = items
        return torch.from_numpy(table)


def _running_index(sorted_keys: Integers) -> Integers:
    """Count 0, 1, 2, … within each run of equal keys."""
    return np.arange(len(sorted_keys)) - np.searchsorted(sorted_keys, sorted_keys)
