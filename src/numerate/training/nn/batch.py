"""Batches: rows of tokens with the numbers among them, and the collator that lays instances out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

PADDING = -1  # `documents` of padding

RECENT_YEARS = (1980, 2040)
"""Years that are moved: those that texts speak of as their own time. Years of history stay as they are."""
YEAR_SHIFTS = (-10, 25)
"""Range of the move in years; further ahead than back, since a model mostly reads texts newer than its
training text."""


@dataclass(frozen=True)
class Batch:
    """B rows of L tokens and K numbers; a row holds one instance, or several packed one after the other.

    ids: (B, L) word-piece ids, with the number symbol in place of each number.
    positions: (B, L) position of each token in its own instance.
    documents: (B, L) index of the token's instance in its row, -1 for padding.
    places: (B, K) column of each number's symbol in `ids`, 0 for padding.
    values: (B, K) float64, NaN for padding and for numbers that are masked in the text itself.
    present: (B, K) false for padding.
    draws: (B, K) float64, a random training number for each number.
    wanted: (B, K) the numbers that training predicts; None for all.
    years: (B, K) the numbers that were read as years; None if unknown.
    unseen: (B, K) the numbers whose values are hidden from all others; None for none.
    spare: whether every row ends in at least two columns of padding for each of its numbers.
    edges: (N + 1,) int32 for a batch of one row: where each instance begins (padding is divided into
        instances too), and where the row ends.
    words: (B, L) the word-piece ids before some of them were hidden; None if none were.
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
    words: Tensor | None = None

    @property
    def known(self) -> Tensor:
        """(B, K) numbers that are not padding and have a value."""
        return self.present & self.values.isfinite()

    @property
    def candidates(self) -> Tensor:
        """(B, K) known numbers that training predicts."""
        return self.known if self.wanted is None else self.known & self.wanted

    @property
    def number_documents(self) -> Tensor:
        """(B, K) index of each number's instance in its row, -1 for padding."""
        return self.documents.gather(1, self.places).masked_fill(~self.present, PADDING)

    @property
    def number_positions(self) -> Tensor:
        """(B, K) position of each number's symbol in its own instance."""
        return self.positions.gather(1, self.places)

    def with_draws(self, numbers: Tensor, generator: torch.Generator | None = None) -> Batch:
        """Draw one of the training `numbers`, a 1-D tensor, for every number of the batch."""
        index = torch.randint(len(numbers), self.values.shape, generator=generator, device=numbers.device)
        return replace(self, draws=numbers[index].to(self.values))

    def with_words_hidden(self, share: float, number_id: int, symbol: int) -> Batch:
        """Replace about this share of the words by `symbol`, chosen with torch's global generator."""
        chosen = torch.rand(self.ids.shape, device=self.ids.device) < share
        words = (self.ids != number_id) & (self.positions > 0) & (self.documents != PADDING)
        return replace(self, ids=torch.where(chosen & words, symbol, self.ids), words=self.ids)

    def with_values_hidden(self, share: float) -> Batch:
        """Hide the values of about this share of the numbers, chosen with torch's global generator."""
        return replace(self, unseen=torch.rand(self.values.shape, device=self.values.device) < share)

    def with_years_moved(self, share: float) -> Batch:
        """Move the years of about this share of the instances, each by a number of years drawn at random."""
        if self.years is None:
            raise ValueError("the batch does not say which numbers are years; set batch.years")
        # A row has at most as many instances as tokens, so one move a token is enough for all instances.
        shape, device = self.ids.shape, self.ids.device
        moves = torch.randint(YEAR_SHIFTS[0], YEAR_SHIFTS[1] + 1, shape, device=device)
        moves = torch.where(torch.rand(shape, device=device) < share, moves, 0)
        own = moves.gather(1, self.number_documents.clamp(min=0))
        recent = self.years & (self.values >= RECENT_YEARS[0]) & (self.values <= RECENT_YEARS[1])
        return replace(self, values=torch.where(recent, self.values + own, self.values))

    def require_draws(self) -> Tensor:
        """Return the draws, or raise an error if there are none."""
        if self.draws is None:
            raise ValueError(
                "this objective replaces numbers by training numbers; pass it batch.with_draws(numbers)"
            )
        return self.draws

    def repeat(self, times: int) -> Batch:
        """Repeat all rows, one copy after the other."""
        return self._map(lambda tensor: tensor.repeat(times, 1))

    def to(self, device: torch.device | str, non_blocking: bool = False) -> Batch:
        """Copy to `device`."""
        return self._map(lambda tensor: tensor.to(device, non_blocking=non_blocking))

    def pin_memory(self) -> Batch:
        """Copy to page-locked memory, as torch's DataLoader expects of a batch."""
        return self._map(Tensor.pin_memory)

    def tensors(self) -> dict[str, Tensor]:
        """Return the fields that are tensors, by name."""
        content = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in content.items() if isinstance(value, Tensor)}

    def _map(self, function: Callable[[Tensor], Tensor]) -> Batch:
        changed: dict[str, Any] = {name: function(tensor) for name, tensor in self.tensors().items()}
        return replace(self, **changed)


Integers = npt.NDArray[np.integer[Any]]


class TokenizedInstance(NamedTuple):
    """A text as word-piece ids with the number symbol in place of each number, and the values in order.

    A value of NaN is a number that is masked in the text itself.
    """

    ids: Integers
    values: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Collator:
    """Collates instances to a batch: one a row in their order, or packed into rows of `row_length` tokens.

    number_id: the id of the number symbol.
    max_tokens: maximum length of an instance, given by the position embeddings of a transformer.
    row_length: maximum length of a packed row; None puts one instance in a row.
    token_multiple, number_multiple: L and K are padded to multiples of these, which suits matrix units and
        limits the number of distinct shapes, each of which torch.compile may compile separately.
    """

    number_id: int
    max_tokens: int | None = None
    row_length: int | None = None
    token_multiple: int = 8
    number_multiple: int = 4

    def __call__(self, instances: Sequence[TokenizedInstance]) -> Batch:
        """Collate instances to a batch."""
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

    def _check(self, instances: Sequence[TokenizedInstance], lengths: Integers) -> None:
        if not instances:
            raise ValueError("a batch needs at least one instance")
        if self.max_tokens is not None and lengths.max() > self.max_tokens:
            raise ValueError(
                f"instance {lengths.argmax()} has {lengths.max()} tokens, "
                f"but this encoder takes at most {self.max_tokens}; split the text into windows first"
            )
        for i, (ids, values) in enumerate(instances):
            if (symbols := np.count_nonzero(ids == self.number_id)) != len(values):
                raise ValueError(
                    f"instance {i} has {symbols} number symbols in its ids, but {len(values)} values"
                )


def pack(lengths: Integers, row_length: int) -> Integers:
    """Assign instances to rows of at most `row_length` tokens by first-fit decreasing."""
    if len(lengths) and lengths.max() > row_length:
        raise ValueError(
            f"row_length={row_length} is too short for instance {int(lengths.argmax())}, "
            f"which has {int(lengths.max())} tokens"
        )
    rows = np.zeros(len(lengths), dtype=np.int64)
    free = np.full(len(lengths), row_length)
    for i in np.argsort(-lengths, kind="stable"):
        rows[i] = np.argmax(free >= lengths[i])
        free[rows[i]] -= lengths[i]
    return rows


class _Grid:
    """Positions of items, sorted by row, in the rows of a padded table."""

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
