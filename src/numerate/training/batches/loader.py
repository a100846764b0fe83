"""The loader: batches cut from flat tensors on the device, without a loop over instances in Python."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor

from numerate.training.batches.order import Integers, Share, batches
from numerate.training.batches.packing import BatchPlan, Layout, Placements, RowCapacity, SingleRow, plan
from numerate.training.batches.recut import EpochWindows, WindowCutter
from numerate.training.batches.split import MemorySplit, Sizes, StreamedSplit
from numerate.training.nn import Batch
from numerate.training.nn.batch import PADDING

_MULTIPLE = 8
"""Numbers of tokens and slots are rounded up to a multiple of this, which suits matrix units."""
_ROW_MULTIPLE = 4
"""The number of rows is rounded up to a multiple of this, so that later epochs rarely need a larger shape."""
_MARGIN = 1.03
"""Factor on the sizes of the first epoch for the same purpose, where sizes are not counted in rows."""

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class BatchShape:
    """The shape of a batch: rows, tokens and numbers in a row; `spare` as in `Batch`.

    max_tokens: maximum number of tokens between two edges, for a batch of a single row.
    """

    rows: int
    tokens: int
    numbers: int
    spare: bool = False
    max_tokens: int | None = None


def choose_row_capacity(splits: list[Sizes], per_number: int, row_length: int | None) -> RowCapacity:
    """Return rows that fit every instance of the splits, by default twice as long as the longest text.

    Longer rows would waste less padding, but more attention between instances that do not see each other.
    """
    counts = round_up(max(int(sizes.counts.max(initial=0)) for sizes in splits), _MULTIPLE)
    longest = max(int((sizes.lengths + per_number * sizes.counts).max(initial=1)) for sizes in splits)
    default = 2 * max(int(sizes.lengths.max(initial=1)) for sizes in splits)
    tokens = round_up(max(longest, default if row_length is None else row_length), _MULTIPLE)
    return RowCapacity(tokens, max(counts, _MULTIPLE), per_number)


class Loader:
    """The batches of a split, which is on the device as a whole or copied there window by window.

    window: number of instances of a streamed split to hold at a time. A split in memory is on the device as a
        whole, but its batches are the same.
    one_shape: pad all batches to the shape of the largest, because each distinct shape would be compiled.
    cutter: cuts the windows of shuffled epochs anew; `split` is then a first cut, of as many windows as an
        epoch has.
    """

    def __init__(
        self,
        split: MemorySplit | StreamedSplit,
        batch_size: int,
        device: torch.device,
        layout: Layout,
        share: Share | None = None,
        window: int | None = None,
        one_shape: bool = False,
        cut: Callable[[MemorySplit, Placements[Tensor], BatchShape], Batch] | None = None,
        cutter: WindowCutter | None = None,
    ) -> None:
        self.split = split
        self.batch_size = batch_size
        self.layout = layout
        self.share = share or Share()
        self.window = window
        self.one_shape = one_shape
        self._min_shape = BatchShape(1, 1, 1)
        self._capacity = (0, 0)
        self.device = device
        self._source = split.to(device) if isinstance(split, MemorySplit) else split
        self._cut = cut or cut_batch
        self._windows = None if cutter is None else EpochWindows(cutter)

    def __len__(self) -> int:
        """Return the number of batches of an epoch."""
        return -(-len(self.split) // self.batch_size)

    def epoch(self, seed: Sequence[int] | None = None, start: int = 0) -> Iterator[Batch]:
        """Yield this process's share of an epoch from batch `start` on, shuffled if a seed is given."""
        windows = batches(len(self.split), self.batch_size, self.window, seed, start)
        recut = None if self._windows is None or seed is None else self._windows.of_epoch(seed)
        for split, planned in prefetch(lambda window: self._plan(window, recut), windows):
            tensors = self._to_device(split)
            del split
            placements = _copy(planned.placements, self.device)
            if self.one_shape:
                self._min_shape = self._largest(planned)
            for i in range(len(planned.height)):
                yield self._cut(tensors, placements[i], self._shape(planned, i))

    def _plan(self, window: Integers, recut: MemorySplit | None) -> tuple[MemorySplit, BatchPlan]:
        """Lay out this process's share of a window."""
        members = self.share.take(window)
        if recut is None:
            split, members = self._read(members)
        else:
            # Lengths are random, so the number of windows varies a little: some stay out, or come twice.
            split, members = recut, np.where(members >= 0, members % len(recut), members)
        return split, plan(members, split.token_offsets, split.number_offsets, self.layout)

    def _read(self, members: Integers) -> tuple[MemorySplit, Integers]:
        """Return a split in memory that has these instances, and their indices in it."""
        if isinstance(self._source, MemorySplit):
            return self._source, members
        filled = members >= 0
        indices = np.sort(members[filled])
        members[filled] = np.searchsorted(indices, members[filled])
        return self._source.read(indices), members

    def _to_device(self, split: MemorySplit) -> MemorySplit:
        """Copy a window to the device, padded to one shape if shapes are compiled."""
        if split is self._source:
            return split
        if self.one_shape:
            sizes = zip((len(split.ids), len(split.values)), self._capacity, strict=True)
            tokens, numbers = (_with_margin(needed, present) for needed, present in sizes)
            self._capacity = tokens, numbers
            split = split.padded(tokens, numbers)
        return split.to(self.device)

    def _largest(self, planned: BatchPlan) -> BatchShape:
        """Return a shape that fits all batches of this plan, and probably those of later epochs."""
        least = self._min_shape
        rows = round_up(int(planned.height.max(initial=1)), _ROW_MULTIPLE)
        at = planned.placements
        tokens, numbers = (int(a.sum(1).max(initial=0)) for a in (at.length, at.count))
        return BatchShape(
            max(rows, least.rows), _with_margin(tokens, least.tokens), _with_margin(numbers, least.numbers)
        )

    def _shape(self, planned: BatchPlan, i: int) -> BatchShape:
        at, least = planned.placements[i], self._min_shape
        if isinstance(self.layout, SingleRow):
            tokens, numbers = max(int(at.length.sum()), least.tokens), max(int(at.count.sum()), least.numbers)
            return BatchShape(1, tokens, numbers, max_tokens=self.layout.max_tokens)
        rows = max(int(planned.height[i]), least.rows)
        if isinstance(self.layout, RowCapacity):
            spare = self.layout.per_number == 2
            return BatchShape(rows, self.layout.tokens, self.layout.numbers, spare)
        tokens, numbers = (round_up(max(int(a.max()), 1), _MULTIPLE) for a in (at.length, at.count))
        return BatchShape(rows, tokens, numbers)


def _copy(placements: Placements[Integers], device: torch.device) -> Placements[Tensor]:
    """Copy the placements of several batches to the device at once."""
    arrays = [getattr(placements, field.name) for field in fields(placements)]
    return Placements(*torch.from_numpy(np.stack(arrays)).to(device).unbind(0))


def cut_batch(split: MemorySplit, at: Placements[Tensor], shape: BatchShape) -> Batch:
    """Collect a batch's tokens and numbers; all shapes are known in advance, so nothing synchronizes."""
    owner, position, inside = _cells(at.row * shape.tokens + at.column, at.length, shape.rows, shape.tokens)
    slot_owner, nth, present = _cells(at.row * shape.numbers + at.slot, at.count, shape.rows, shape.numbers)
    tokens = torch.where(inside, at.token_start[owner] + position, 0)
    numbers = torch.where(present, at.number_start[slot_owner] + nth, 0)
    return Batch(
        ids=torch.where(inside, split.ids[tokens], 0).long(),
        positions=torch.where(inside, position, 0),
        documents=torch.where(inside, at.document[owner], PADDING),
        places=torch.where(present, at.column[slot_owner] + split.places[numbers], 0),
        values=torch.where(present, split.values[numbers], torch.nan),
        present=present,
        wanted=split.wanted[numbers] & present,
        years=split.years[numbers] & present,
        spare=shape.spare,
        edges=None if shape.max_tokens is None else _edges(at, shape.tokens, shape.max_tokens),
    )


def _edges(at: Placements[Tensor], tokens: int, max_tokens: int) -> Tensor:
    """Return where the instances of a single row begin, with the padding at its end cut up like instances."""
    end = at.length.sum()
    starts = torch.where(at.length > 0, at.column, end)
    padding = torch.arange(-(-tokens // max_tokens) + 1, device=end.device) * max_tokens
    return torch.cat([starts, (end + padding).clamp(max=tokens)]).int()


def _cells(starts: Tensor, sizes: Tensor, rows: int, width: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return for each cell of a (rows, width) table its owner, its position there, and whether it has one."""
    cells = torch.arange(rows * width, device=starts.device).view(rows, width)
    owner = (torch.searchsorted(starts, cells, right=True) - 1).clamp(min=0)
    position = cells - starts[owner]
    return owner, position, (position >= 0) & (position < sizes[owner])


def _with_margin(needed: int, present: int) -> int:
    """Return the present size if it suffices, else the needed one with a margin, so that it rarely grows."""
    return present if needed <= present else round_up(int(_MARGIN * needed), 64 * _MULTIPLE)


def round_up(value: int, multiple: int) -> int:
    """Round up to a multiple."""
    return -(-value // multiple) * multiple


def prefetch(make: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield `make(item)` for each item; a thread makes the next one meanwhile."""
    pending: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(1) as thread:
        for item in items:
            pending.append(thread.submit(make, item))
            if len(pending) > 1:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
