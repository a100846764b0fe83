"""Which instances go into which row: a whole epoch's batches packed at once, no loop over instances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RowCapacity:
    """What a row of a batch holds.

    tokens: cells for tokens.
    numbers: slots for numbers.
    per_number: cells that a number takes beside its symbol: 2 for leave-one-out, for its value and query.
    """

    tokens: int
    numbers: int
    per_number: int

    def cells(self, lengths: Integers, counts: Integers) -> Integers:
        """The cells that instances take."""
        return lengths + self.per_number * counts


@dataclass(frozen=True)
class SingleRow:
    """All instances of a batch one after the other, as attention that knows their edges takes them.

    longest: most tokens of an instance.
    """

    longest: int


Layout = RowCapacity | SingleRow | None
"""How a batch is laid out; None gives each instance a row of its own."""


def pack(cells: Integers, counts: Integers, room: RowCapacity) -> Integers:
    """Assign the (batches, instances) to rows of their batches; an instance of 0 cells is not there.

    First-fit decreasing, on all batches at the same time: step i places the i-th largest of every batch.
    """
    batches, size = cells.shape
    order = np.argsort(-cells, axis=1, kind="stable")
    rows = np.zeros_like(cells)
    tokens_left = np.full((batches, size), room.tokens)
    numbers_left = np.full((batches, size), room.numbers)
    every = np.arange(batches)
    opened = 1
    for i in range(size):
        largest = order[:, i]
        need, numbers = cells[every, largest, None], counts[every, largest, None]
        fits = (tokens_left[:, :opened] >= need) & (numbers_left[:, :opened] >= numbers)
        row = fits.argmax(1)
        rows[every, largest] = row
        tokens_left[every, row] -= need[:, 0]
        numbers_left[every, row] -= numbers[:, 0]
        # One row that nobody has touched is always in sight, so that something fits.
        opened = min(size, max(opened, int(row.max()) + 2))
    return rows


@dataclass(frozen=True)
class BatchPlan:
    """An epoch's batches: of each instance where it lies in the split, and where it goes in its batch.

    All arrays are (batches, instances), a batch's instances in the order of their rows; at the end those that
    are not there, with length and count 0. height: (batches,) rows that each batch fills.
    """

    token_start: Integers
    length: Integers
    number_start: Integers
    count: Integers
    row: Integers
    column: Integers
    slot: Integers
    document: Integers
    height: Integers

    def __len__(self) -> int:
        """Count the batches."""
        return len(self.height)


def plan(members: Integers, token_offsets: Integers, number_offsets: Integers, layout: Layout) -> BatchPlan:
    """Lay out batches, given as (batches, instances) indices into a split, −1 for nobody."""
    there = members >= 0
    token_start, number_start = token_offsets[members], number_offsets[members]
    length = np.where(there, token_offsets[members + 1] - token_start, 0)
    count = np.where(there, number_offsets[members + 1] - number_start, 0)
    if isinstance(layout, RowCapacity):
        rows = pack(layout.cells(length, count), count, layout)
    elif isinstance(layout, SingleRow):
        rows = np.zeros_like(members)
    else:
        rows = np.broadcast_to(np.arange(members.shape[1]), members.shape)
    # Those not there go behind all others.
    rows = np.where(there, rows, members.shape[1])
    order = np.argsort(rows, axis=1, kind="stable")
    sorted_by_row = (
        np.take_along_axis(a, order, 1) for a in (rows, token_start, length, number_start, count)
    )
    row, token_start, length, number_start, count = sorted_by_row
    return BatchPlan(
        token_start=token_start,
        length=length,
        number_start=number_start,
        count=count,
        row=row,
        column=_before_in_row(length, row),
        slot=_before_in_row(count, row),
        document=_before_in_row(np.ones_like(row), row),
        height=np.where(
            there.any(1), np.take_along_axis(row, there.sum(1, keepdims=True) - 1, 1)[:, 0] + 1, 0
        ),
    )


def _before_in_row(amounts: Integers, rows: Integers) -> Integers:
    """Sum of the amounts that stand before each item in its own row, items sorted by row."""
    before = np.cumsum(amounts, axis=1) - amounts
    begins = np.ones_like(rows, dtype=bool)
    begins[:, 1:] = rows[:, 1:] != rows[:, :-1]
    # `before` never falls, so the last row beginning is the largest so far.
    return before - np.maximum.accumulate(np.where(begins, before, 0), axis=1)
