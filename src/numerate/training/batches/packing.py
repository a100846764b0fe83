"""Packing of instances into the rows of batches, vectorized over all batches of an epoch."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

import numpy as np

from numerate.training.batches.order import Integers

Array = TypeVar("Array", bound=Any)
"""Arrays of numpy, or tensors of torch."""


@dataclass(frozen=True)
class RowCapacity:
    """The capacity of a row of a batch.

    tokens: cells for tokens.
    numbers: slots for numbers.
    per_number: cells for each number in addition to its symbol; 2 for leave-one-out, for value and query.
    """

    tokens: int
    numbers: int
    per_number: int

    def cells(self, lengths: Integers, counts: Integers) -> Integers:
        """Return the number of cells that each instance takes."""
        return lengths + self.per_number * counts


@dataclass(frozen=True)
class SingleRow:
    """All instances of a batch in one row, for attention that is given the edges of the instances.

    max_tokens: maximum length of an instance.
    """

    max_tokens: int


Layout = RowCapacity | SingleRow | None
"""The layout of a batch; None puts each instance in a row of its own."""


def pack(cells: Integers, counts: Integers, capacity: RowCapacity) -> Integers:
    """Assign the (batches, instances) to rows of their batches; an instance of 0 cells is an empty slot.

    First-fit decreasing on all batches at once: step i places the i-th largest instance of each batch.
    """
    batches, size = cells.shape
    order = np.argsort(-cells, axis=1, kind="stable")
    rows = np.zeros_like(cells)
    tokens_left = np.full((batches, size), capacity.tokens)
    numbers_left = np.full((batches, size), capacity.numbers)
    batch = np.arange(batches)
    opened = 1
    for i in range(size):
        largest = order[:, i]
        need, numbers = cells[batch, largest, None], counts[batch, largest, None]
        fits = (tokens_left[:, :opened] >= need) & (numbers_left[:, :opened] >= numbers)
        row = fits.argmax(1)
        rows[batch, largest] = row
        tokens_left[batch, row] -= need[:, 0]
        numbers_left[batch, row] -= numbers[:, 0]
        # Keep one unused row among those considered, so that an instance always fits somewhere.
        opened = min(size, max(opened, int(row.max()) + 2))
    return rows


@dataclass(frozen=True)
class Placements(Generic[Array]):
    """For each instance of batches, its position in the split and in its batch.

    All arrays are (batches, instances), sorted by row, with empty slots of length and count 0 at the end.

    token_start, length: the instance's tokens in the split.
    number_start, count: the instance's numbers in the split.
    row, column: where its tokens begin in the batch.
    slot: where its numbers begin in their row.
    document: index of the instance in its row.
    """

    token_start: Array
    length: Array
    number_start: Array
    count: Array
    row: Array
    column: Array
    slot: Array
    document: Array

    def __getitem__(self, batch: int) -> Placements[Array]:
        return Placements(*(getattr(self, field.name)[batch] for field in fields(self)))


@dataclass(frozen=True)
class BatchPlan:
    """The layout of batches; height: (batches,) number of rows of each."""

    placements: Placements[Integers]
    height: Integers


def plan(members: Integers, token_offsets: Integers, number_offsets: Integers, layout: Layout) -> BatchPlan:
    """Lay out batches, given as (batches, instances) indices into a split, −1 for an empty slot."""
    filled = members >= 0
    token_start, number_start = token_offsets[members], number_offsets[members]
    length = np.where(filled, token_offsets[members + 1] - token_start, 0)
    count = np.where(filled, number_offsets[members + 1] - number_start, 0)
    if isinstance(layout, RowCapacity):
        rows = pack(layout.cells(length, count), count, layout)
    elif isinstance(layout, SingleRow):
        rows = np.zeros_like(members)
    else:
        rows = np.broadcast_to(np.arange(members.shape[1]), members.shape)
    # Sort empty slots behind all instances.
    rows = np.where(filled, rows, members.shape[1])
    order = np.argsort(rows, axis=1, kind="stable")
    sorted_by_row = (
        np.take_along_axis(a, order, 1) for a in (rows, token_start, length, number_start, count)
    )
    row, token_start, length, number_start, count = sorted_by_row
    placements = Placements(
        token_start=token_start,
        length=length,
        number_start=number_start,
        count=count,
        row=row,
        column=_before_in_row(length, row),
        slot=_before_in_row(count, row),
        document=_before_in_row(np.ones_like(row), row),
    )
    last = np.take_along_axis(row, filled.sum(1, keepdims=True) - 1, 1)[:, 0]
    return BatchPlan(placements, height=np.where(filled.any(1), last + 1, 0))


def _before_in_row(amounts: Integers, rows: Integers) -> Integers:
    """Return the sum of the amounts before each item in its own row, with items sorted by row."""
    before = np.cumsum(amounts, axis=1) - amounts
    is_first = np.ones_like(rows, dtype=bool)
    is_first[:, 1:] = rows[:, 1:] != rows[:, :-1]
    # `before` is non-decreasing, so its maximum over first items is that of the item's own row.
    return before - np.maximum.accumulate(np.where(is_first, before, 0), axis=1)
