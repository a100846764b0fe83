"""The order of instances in an epoch, the same for any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

BLOCK = 256
"""Consecutive instances on disk that stay in the same window, so that a window is read in few pieces."""

_EMPTY = -1
"""Marks a slot of a batch without an instance."""


@dataclass(frozen=True)
class Share:
    """The part of each batch that belongs to process `index` of `of`."""

    index: int = 0
    of: int = 1

    def take(self, members: Integers) -> Integers:
        """Return this process's part of each of the (batches, instances), with empty slots at the end."""
        counts = (members >= 0).sum(1, keepdims=True)
        start, end = counts * self.index // self.of, counts * (self.index + 1) // self.of
        columns = start + np.arange(-(-members.shape[1] // self.of))
        taken = np.take_along_axis(members, np.minimum(columns, members.shape[1] - 1), 1)
        return np.where(columns < end, taken, _EMPTY)


def batches(
    instances: int,
    batch_size: int,
    window: int | None = None,
    seed: Sequence[int] | None = None,
    start: int = 0,
) -> Iterator[Integers]:
    """Yield the batches of an epoch from batch `start` on, as arrays (batches, batch_size) of indices.

    Each instance occurs once; −1 is an empty slot. Without a seed the order is that of the split. With a seed
    the split is shuffled: as a whole, in one array, or with `window` in one array for each window, of which
    each can be read without the rest. Then blocks of consecutive instances are shuffled over the whole split,
    and instances within each window.
    """
    if window is None or window >= instances:
        order = np.arange(instances) if seed is None else np.random.default_rng(seed).permutation(instances)
        yield _rows(order, batch_size)[start:]
        return
    width = -(-window // batch_size) * batch_size
    blocks = np.arange(-(-instances // BLOCK))
    if seed is not None:
        blocks = np.random.default_rng(seed).permutation(blocks)
    sizes = np.minimum(BLOCK, instances - BLOCK * blocks)  # the last block may be short, wherever it is drawn
    ends = np.cumsum(sizes)
    for i in range(start * batch_size // width, -(-instances // width)):
        ranks = np.arange(i * width, min((i + 1) * width, instances))
        nth = np.searchsorted(ends, ranks, side="right")
        indices = BLOCK * blocks[nth] + ranks - (ends - sizes)[nth]
        members = _rows(indices if seed is None else _shuffle(indices, batch_size, [*seed, i]), batch_size)
        yield members[max(0, start - i * width // batch_size) :]


def _shuffle(indices: Integers, batch_size: int, seed: Sequence[int]) -> Integers:
    """Distribute the instances of a window over its batches at random.

    Within a batch they keep the order of the window: each process then takes its part of every batch from the
    same part of the window, which the other processes need not read.
    """
    rows = _rows(np.random.default_rng(seed).permutation(len(indices)), batch_size)
    rows = np.sort(np.where(rows == _EMPTY, len(indices), rows), axis=1)
    flat = rows.reshape(-1)
    return indices[flat[flat < len(indices)]]


def _rows(order: Integers, batch_size: int) -> Integers:
    """Arrange instances in batches, of which the last may have empty slots."""
    members = np.full(-(-len(order) // batch_size) * batch_size, _EMPTY)
    members[: len(order)] = order
    return members.reshape(-1, batch_size)
