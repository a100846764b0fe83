"""What a network is given: rows of tokens, and the numbers among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

PADDING = -1  # the document of a token or number that is not there

PRESENT = (1980, 2040)
"""Years that texts speak of as their own time; those of history are left where they are."""
MOVES = (-10, 25)
"""How far years are moved: texts to come are more than texts of the past."""


@dataclass(frozen=True)
class Batch:
    """B rows of L tokens and K numbers. A row holds one instance, or several packed after one another.

    ids: (B, L) word-piece ids, the number symbol at each number's place.
    positions: (B, L) place of each token in its own instance.
    documents: (B, L) which instance of its row a token belongs to, -1 for padding.
    places: (B, K) column of each number's symbol in `ids`, 0 for padding.
    values: (B, K) float64, NaN for padding and where the text itself leaves the number open.
    present: (B, K) false for padding.
    draws: (B, K) float64, a training number drawn at random for each number.
    wanted: (B, K) the numbers that training is to predict; None for all.
    years: (B, K) the numbers that the reader took for years; None where nobody asked.
    unseen: (B, K) the numbers whose values no other number is shown; None for none.
    spare: every row ends in at least two columns of padding for each of its numbers.
    edges: (N + 1,) int32 of a single row: where each instance begins, padding cut into instances too, and
        where the row ends.
    """

    ids: Tensor
    positions: Tensor
    documents: Tensor
    places: Tensor
    values: Tensor
    present: Tensor
    draws: Tensor | None = None
    wanted: Tensor | None = None
    years: Tensor | None = None
    unseen: Tensor | None = None
    spare: bool = False
    edges: Tensor | None = None

    @property
    def known(self) -> Tensor:
        """(B, K): the numbers that are there and have a value."""
        return self.present & self.values.isfinite()

    @property
    def candidates(self) -> Tensor:
        """(B, K): the known numbers that training is to predict."""
        return self.known if self.wanted is None else self.known & self.wanted

    @property
    def number_documents(self) -> Tensor:
        """(B, K): which instance of its row a number belongs to, -1 for padding."""
        return self.documents.gather(1, self.places).masked_fill(~self.present, PADDING)

    @property
    def number_positions(self) -> Tensor:
        """(B, K): place of each number's symbol in its own instance."""
        return self.positions.gather(1, self.places)

    def with_draws(self, numbers: Tensor, generator: torch.Generator | None = None) -> Batch:
        """Draw for every number of the batch one of the training numbers, a 1-D tensor."""
        index = torch.randint(len(numbers), self.values.shape, generator=generator, device=numbers.device)
        return replace(self, draws=numbers[index].to(self.values))

    def with_words_hidden(self, share: float, number_id: int, symbol: int) -> Batch:
        """Put a symbol in the place of about this share of the words, chosen with torch's random state."""
        chosen = torch.rand(self.ids.shape, device=self.ids.device) < share
        words = (self.ids != number_id) & (self.positions > 0) & (self.documents != PADDING)
        return replace(self, ids=torch.where(chosen & words, symbol, self.ids))

    def with_values_hidden(self, share: float) -> Batch:
        """Leave about this share of the numbers unseen, chosen with torch's random state."""
        return replace(self, unseen=torch.rand(self.values.shape, device=self.values.device) < share)

    def with_years_moved(self, share: float) -> Batch:
        """Move the years of about this share of the instances, chosen and moved with torch's random state."""
        if self.years is None:
            raise ValueError("nothing is known of which numbers are years")
        # An instance has a token at least, so that there is a move for each in as many as a row has tokens.
        shape, device = self.ids.shape, self.ids.device
        moves = torch.randint(MOVES[0], MOVES[1] + 1, shape, device=device)
        moves = torch.where(torch.rand(shape, device=device) < share, moves, 0)
        own = moves.gather(1, self.number_documents.clamp(min=0))
        present = self.years & (self.values >= PRESENT[0]) & (self.values <= PRESENT[1])
        return replace(self, values=torch.where(present, self.values + own, self.values))

    def require_draws(self) -> Tensor:
        """The draws, for an objective that cannot do without."""
        if self.draws is None:
            raise ValueError(
                "this objective swaps numbers for training numbers; give it batch.with_draws(numbers)"
            )
        return self.draws

    def repeat(self, times: int) -> Batch:
        """Repeat all rows, one copy after the other."""
        return self._map(lambda tensor: tensor.repeat(times, 1))

    def to(self, device: torch.device | str, non_blocking: bool = False) -> Batch:
        """Copy to `device`."""
        return self._map(lambda tensor: tensor.to(device, non_blocking=non_blocking))

    def pin_memory(self) -> Batch:
        """Copy to page-locked memory; torch's DataLoader calls this."""
        return self._map(Tensor.pin_memory)

    def _map(self, function: Callable[[Tensor], Tensor]) -> Batch:
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        changed: dict[str, Any] = {name: function(t) for name, t in every.items() if isinstance(t, Tensor)}
        return replace(self, **changed)


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
