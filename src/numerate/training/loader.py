"""Batches, cut from flat tensors where they lie: on a GPU no instance passes through Python or the bus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from .corpus import Split
from .nn import Batch
from .nn.batch import PADDING
from .packing import Integers, Layout, Plan, Room, SingleRow, plan

_MULTIPLE = 8  # of tokens and slots, which suits matrix units
_ROWS = 4  # of rows, so that another epoch seldom needs more than the first
_SPARE = 1.03  # and of a single row so much more than the first epoch needs


@dataclass(frozen=True)
class Shape:
    """The sizes of a batch: rows, tokens to a row, numbers to a row; `spare` as in `Batch`.

    longest: most tokens between two edges, where the batch is a single row.
    """

    rows: int
    tokens: int
    numbers: int
    spare: bool = False
    longest: int | None = None


def choose_room(splits: list[Split], per_number: int, row_length: int | None) -> Room:
    """Rows long enough for every instance, and as long as pays: two typical windows and a little more.

    Longer rows would waste less at their ends, but more on attention between instances that do not see each
    other.
    """
    counts = round_up(max(int(split.counts.max(initial=0)) for split in splits), _MULTIPLE)
    longest = max(int((s.lengths + per_number * s.counts).max(initial=1)) for s in splits)
    typical = 2 * max(int(split.lengths.max(initial=1)) for split in splits)
    tokens = round_up(max(longest, typical if row_length is None else row_length), _MULTIPLE)
    return Room(tokens, max(counts, _MULTIPLE), per_number)


@dataclass(frozen=True)
class Share:
    """The part of every batch that one of several processes works on."""

    index: int = 0
    of: int = 1


class Loader:
    """The batches of a split.

    one_shape: give all batches the size of the largest of them, since every distinct shape would be compiled
        anew.
    """

    def __init__(
        self,
        split: Split,
        batch_size: int,
        device: torch.device,
        layout: Layout,
        share: Share | None = None,
        one_shape: bool = False,
        cut: Callable[[Split, Places, Shape], Batch] | None = None,
    ) -> None:
        self.split = split
        self.batch_size = batch_size
        self.layout = layout
        self.share = share or Share()
        self.one_shape = one_shape
        self._least = Shape(1, 1, 1)
        self.device = device
        self._tensors = split.to(device)
        self._cut = cut or cut_batch

    def __len__(self) -> int:
        """Count the batches of an epoch."""
        return -(-len(self.split) // self.batch_size)

    def epoch(self, order: Integers, start: int = 0) -> Iterator[Batch]:
        """Yield the batches of the split in the given order, from batch `start` on."""
        members = np.full(len(self) * self.batch_size, -1)
        members[: len(order)] = order
        members = members.reshape(len(self), self.batch_size)[start:, self.share.index :: self.share.of]
        planned = plan(members, self.split.token_offsets, self.split.number_offsets, self.layout)
        places = Places.of(planned, self.device)
        if self.one_shape:
            self._least = self._largest(planned)
        for i in range(len(planned)):
            yield self._cut(self._tensors, places[i], self._shape(planned, i))

    def _largest(self, planned: Plan) -> Shape:
        """The sizes that all batches of an epoch fit in, and with luck those of the next epoch too."""
        least = self._least
        rows = round_up(int(planned.height.max(initial=1)), _ROWS)
        tokens, numbers = (a.sum(1).max(initial=0) for a in (planned.length, planned.count))
        if tokens > least.tokens or numbers > least.numbers:
            tokens, numbers = (round_up(int(_SPARE * a), 64 * _MULTIPLE) for a in (tokens, numbers))
        return Shape(max(rows, least.rows), max(tokens, least.tokens), max(numbers, least.numbers))

    def _shape(self, planned: Plan, i: int) -> Shape:
        if isinstance(self.layout, SingleRow):
            tokens, numbers = (int(a[i].sum()) for a in (planned.length, planned.count))
            tokens, numbers = max(tokens, self._least.tokens), max(numbers, self._least.numbers)
            return Shape(1, tokens, numbers, longest=self.layout.longest)
        rows = max(int(planned.height[i]), self._least.rows)
        if isinstance(self.layout, Room):
            return Shape(rows, self.layout.tokens, self.layout.numbers, spare=self.layout.per_number == 2)
        tokens, numbers = (max(int(a[i].max()), 1) for a in (planned.length, planned.count))
        return Shape(rows, round_up(tokens, _MULTIPLE), round_up(numbers, _MULTIPLE))


@dataclass(frozen=True)
class Places:
    """A `Plan` on the device, of one batch or of many."""

    token_start: Tensor
    length: Tensor
    number_start: Tensor
    count: Tensor
    row: Tensor
    column: Tensor
    slot: Tensor
    document: Tensor

    @classmethod
    def of(cls, planned: Plan, device: torch.device) -> Places:
        """Copy a whole epoch's plan at once."""
        arrays: list[npt.NDArray[np.int64]] = [getattr(planned, f.name) for f in fields(cls)]
        return cls(*torch.from_numpy(np.stack(arrays)).to(device).unbind(0))

    def __getitem__(self, i: int) -> Places:
        return Places(*(getattr(self, f.name)[i] for f in fields(self)))


def cut_batch(split: Split, at: Places, shape: Shape) -> Batch:
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
        spare=shape.spare,
        edges=None if shape.longest is None else _edges(at, shape.tokens, shape.longest),
    )


def _edges(at: Places, tokens: int, longest: int) -> Tensor:
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


def round_up(value: int, multiple: int) -> int:
    """The least multiple that reaches `value`."""
    return -(-value // multiple) * multiple
