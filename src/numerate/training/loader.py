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
from .packing import Integers, Plan, Room, plan

_MULTIPLE = 8  # of tokens and slots, which suits matrix units
_ROWS = 4  # of rows, so that another epoch seldom needs more than the first


@dataclass(frozen=True)
class Shape:
    """The sizes of a batch: rows, tokens to a row, numbers to a row; `spare` as in `Batch`."""

    rows: int
    tokens: int
    numbers: int
    spare: bool = False


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

    room: what a row holds, and so the shape of all batches; None gives each instance a row of its own.
    one_shape: give all batches as many rows as the highest of them fills, since every distinct shape would
        be compiled anew.
    """

    def __init__(
        self,
        split: Split,
        batch_size: int,
        device: torch.device,
        room: Room | None,
        share: Share | None = None,
        one_shape: bool = False,
        cut: Callable[[Split, Places, Shape], Batch] | None = None,
    ) -> None:
        self.split = split
        self.batch_size = batch_size
        self.room = room
        self.share = share or Share()
        self.one_shape = one_shape
        self._least_rows = 1
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
        planned = plan(members, self.split.token_offsets, self.split.number_offsets, self.room)
        places = Places.of(planned, self.device)
        if self.one_shape:
            self._least_rows = max(self._least_rows, round_up(int(planned.height.max(initial=1)), _ROWS))
        for i in range(len(planned)):
            yield self._cut(self._tensors, places[i], self._shape(planned, i))

    def _shape(self, planned: Plan, i: int) -> Shape:
        rows = max(int(planned.height[i]), self._least_rows)
        if self.room is not None:
            return Shape(rows, self.room.tokens, self.room.numbers, spare=self.room.per_number == 2)
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
    )


def _cells(starts: Tensor, sizes: Tensor, rows: int, width: int) -> tuple[Tensor, Tensor, Tensor]:
    """Of each cell of a (rows, width) table: whose it is, its place there, and whether it is anybody's."""
    cells = torch.arange(rows * width, device=starts.device).view(rows, width)
    owner = (torch.searchsorted(starts, cells, right=True) - 1).clamp(min=0)
    place = cells - starts[owner]
    return owner, place, (place >= 0) & (place < sizes[owner])


def round_up(value: int, multiple: int) -> int:
    """The least multiple that reaches `value`."""
    return -(-value // multiple) * multiple
