"""Batches, cut from flat tensors where they lie: on a GPU no instance passes through Python or the bus."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from numerate.training.batches.order import Integers, Share, batches
from numerate.training.batches.packing import BatchPlan, Layout, RowCapacity, SingleRow, plan
from numerate.training.batches.split import MemorySplit, Sizes, StreamedSplit
from numerate.training.nn import Batch
from numerate.training.nn.batch import PADDING

_MULTIPLE = 8  # of tokens and slots, which suits matrix units
_ROWS = 4  # of rows, so that another epoch seldom needs more than the first
_SPARE = 1.03  # and of what has no rows so much more than the first epoch needs


@dataclass(frozen=True)
class BatchShape:
    """The sizes of a batch: rows, tokens to a row, numbers to a row; `spare` as in `Batch`.

    longest: most tokens between two edges, where the batch is a single row.
    """

    rows: int
    tokens: int
    numbers: int
    spare: bool = False
    longest: int | None = None


def choose_row_capacity(every: list[Sizes], per_number: int, row_length: int | None) -> RowCapacity:
    """Rows long enough for every instance, and as long as pays: two typical windows and a little more.

    Longer rows would waste less at their ends, but more on attention between instances that do not see each
    other.
    """
    counts = round_up(max(int(sizes.counts.max(initial=0)) for sizes in every), _MULTIPLE)
    longest = max(int((sizes.lengths + per_number * sizes.counts).max(initial=1)) for sizes in every)
    typical = 2 * max(int(sizes.lengths.max(initial=1)) for sizes in every)
    tokens = round_up(max(longest, typical if row_length is None else row_length), _MULTIPLE)
    return RowCapacity(tokens, max(counts, _MULTIPLE), per_number)


class Loader:
    """The batches of a split, which lies on the device whole, or comes there stretch by stretch.

    window: instances to a stretch; a split in memory lies on the device whole whatever the window is, and
        gives the same batches as one on disk.
    one_shape: give all batches the size of the largest of them, since every distinct shape would be compiled
        anew.
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
        cut: Callable[[MemorySplit, DevicePlan, BatchShape], Batch] | None = None,
    ) -> None:
        self.split = split
        self.batch_size = batch_size
        self.layout = layout
        self.share = share or Share()
        self.window = window
        self.one_shape = one_shape
        self._least = BatchShape(1, 1, 1)
        self._capacity = (0, 0)
        self.device = device
        self._held = split.to(device) if isinstance(split, MemorySplit) else split
        self._cut = cut or cut_batch

    def __len__(self) -> int:
        """Count the batches of an epoch."""
        return -(-len(self.split) // self.batch_size)

    def epoch(self, seed: Sequence[int] | None = None, start: int = 0) -> Iterator[Batch]:
        """Yield our share of an epoch's batches from batch `start` on, shuffled by a seed or as they lie."""
        stretches = batches(len(self.split), self.batch_size, self.window, seed, start)
        for split, planned in prefetch(self._plan, stretches):
            tensors = self._place(split)
            del split
            places = DevicePlan.of(planned, self.device)
            if self.one_shape:
                self._least = self._largest(planned)
            for i in range(len(planned)):
                yield self._cut(tensors, places[i], self._shape(planned, i))

    def _plan(self, stretch: Integers) -> tuple[MemorySplit, BatchPlan]:
        """Lay out our share of a stretch."""
        split, members = self._find(self.share.take(stretch))
        return split, plan(members, split.token_offsets, split.number_offsets, self.layout)

    def _find(self, members: Integers) -> tuple[MemorySplit, Integers]:
        """A split with these instances, and which of its own they are; read, if it is not held."""
        if isinstance(self._held, MemorySplit):
            return self._held, members
        there = members >= 0
        which = np.sort(members[there])
        members[there] = np.searchsorted(which, members[there])
        return self._held.read(which), members

    def _place(self, split: MemorySplit) -> MemorySplit:
        """Put a stretch on the device, if it does not lie there; where shapes are compiled, in one shape."""
        if split is self._held:
            return split
        if self.one_shape:
            needed = zip((len(split.ids), len(split.values)), self._capacity, strict=True)
            tokens, numbers = (_with_spare(need, have) for need, have in needed)
            self._capacity = tokens, numbers
            split = split.padded(tokens, numbers)
        return split.to(self.device)

    def _largest(self, planned: BatchPlan) -> BatchShape:
        """The sizes that all batches of an epoch fit in, and with luck those of the next epoch too."""
        least = self._least
        rows = round_up(int(planned.height.max(initial=1)), _ROWS)
        tokens, numbers = (int(a.sum(1).max(initial=0)) for a in (planned.length, planned.count))
        return BatchShape(
            max(rows, least.rows), _with_spare(tokens, least.tokens), _with_spare(numbers, least.numbers)
        )

    def _shape(self, planned: BatchPlan, i: int) -> BatchShape:
        if isinstance(self.layout, SingleRow):
            tokens, numbers = (int(a[i].sum()) for a in (planned.length, planned.count))
            tokens, numbers = max(tokens, self._least.tokens), max(numbers, self._least.numbers)
            return BatchShape(1, tokens, numbers, longest=self.layout.longest)
        rows = max(int(planned.height[i]), self._least.rows)
        if isinstance(self.layout, RowCapacity):
            return BatchShape(
                rows, self.layout.tokens, self.layout.numbers, spare=self.layout.per_number == 2
            )
        tokens, numbers = (max(int(a[i].max()), 1) for a in (planned.length, planned.count))
        return BatchShape(rows, round_up(tokens, _MULTIPLE), round_up(numbers, _MULTIPLE))


@dataclass(frozen=True)
class DevicePlan:
    """A `BatchPlan` on the device, of one batch or of many."""

    token_start: Tensor
    length: Tensor
    number_start: Tensor
    count: Tensor
    row: Tensor
    column: Tensor
    slot: Tensor
    document: Tensor

    @classmethod
    def of(cls, planned: BatchPlan, device: torch.device) -> DevicePlan:
        """Copy a whole epoch's plan at once."""
        arrays: list[npt.NDArray[np.int64]] = [getattr(planned, f.name) for f in fields(cls)]
        return cls(*torch.from_numpy(np.stack(arrays)).to(device).unbind(0))

    def __getitem__(self, i: int) -> DevicePlan:
        return DevicePlan(*(getattr(self, f.name)[i] for f in fields(self)))


def cut_batch(split: MemorySplit, at: DevicePlan, shape: BatchShape) -> Batch:
    """Gather a batch's tokens and numbers; all shapes are known beforehand, so the device never waits."""
    owner, place, inside = _cells(at.row * shape.tokens + at.column, at.length, shape.rows, shape.tokens)
    slot_owner, nth, present = _cells(at.row * shape.numbers + at.slot, at.count, shape.rows, shape.numbers)
    tokens = torch.where(inside, at.token_start[owner] + place, 0)
    numbers = torch.where(present, at.number_start[slot_owner] + nth, 0)
    return Batch(
        ids=torch.where(inside, split.ids[tokens], 0).long(),
        positions=torch.where(inside, place, 0),
        documents=torch.where(inside, at.document[owner], PADDING),
        places=torch.where(present, at.column[slot_owner] + split.places[numbers], 0),
        values=torch.where(present, split.values[numbers], torch.nan),
        present=present,
        wanted=split.wanted[numbers] & present,
        years=split.years[numbers] & present,
        spare=shape.spare,
        edges=None if shape.longest is None else _edges(at, shape.tokens, shape.longest),
    )


def _edges(at: DevicePlan, tokens: int, longest: int) -> Tensor:
    """Where the instances of a single row begin; what is left at its end, cut into instances too."""
    end = at.length.sum()
    begins = torch.where(at.length > 0, at.column, end)
    padding = torch.arange(-(-tokens // longest) + 1, device=end.device) * longest
    return torch.cat([begins, (end + padding).clamp(max=tokens)]).int()


def _cells(starts: Tensor, sizes: Tensor, rows: int, width: int) -> tuple[Tensor, Tensor, Tensor]:
    """Of each cell of a (rows, width) table: whose it is, its place there, and whether it is anybody's."""
    cells = torch.arange(rows * width, device=starts.device).view(rows, width)
    owner = (torch.searchsorted(starts, cells, right=True) - 1).clamp(min=0)
    place = cells - starts[owner]
    return owner, place, (place >= 0) & (place < sizes[owner])


def _with_spare(need: int, have: int) -> int:
    """What there is, where it is enough, else a little more than needed, so that it seldom grows."""
    return have if need <= have else round_up(int(_SPARE * need), 64 * _MULTIPLE)


def round_up(value: int, multiple: int) -> int:
    """The least multiple that reaches `value`."""
    return -(-value // multiple) * multiple


Item = TypeVar("Item")
Result = TypeVar("Result")


def prefetch(make: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield `make(item)` for each item, computing the next one in a thread meanwhile."""
    pending: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(1) as thread:
        for item in items:
            pending.append(thread.submit(make, item))
            if len(pending) > 1:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
