"""Which instances make up which batch: an epoch's order, the same for any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

BLOCK = 256
"""Instances that lie side by side on disk and are read together, where they come window by window."""

_NOBODY = -1


@dataclass(frozen=True)
class Share:
    """The part of every batch that one of several processes works on."""

    index: int = 0
    of: int = 1

    def take(self, members: Integers) -> Integers:
        """Cut a run of equal size from each of the (batches, instances), those not there at the end."""
        there = (members >= 0).sum(1, keepdims=True)
        begin, end = there * self.index // self.of, there * (self.index + 1) // self.of
        columns = begin + np.arange(-(-members.shape[1] // self.of))
        taken = np.take_along_axis(members, np.minimum(columns, members.shape[1] - 1), 1)
        return np.where(columns < end, taken, _NOBODY)


def batches(
    instances: int,
    batch_size: int,
    window: int | None = None,
    seed: Sequence[int] | None = None,
    start: int = 0,
) -> Iterator[Integers]:
    """Yield an epoch's batches from batch `start` on, in stretches of (batches, batch_size) instances.

    Each instance comes once; −1 is nobody. Without a seed they come as they lie. With one they are shuffled:
    all of them, in a single stretch, or window by window. Then the order of blocks of neighbours is drawn,
    and within each window that of its instances, so that a window can be read without the rest.
    """
    if window is None or window >= instances:
        order = np.arange(instances) if seed is None else np.random.default_rng(seed).permutation(instances)
        yield _rows(order, batch_size)[start:]
        return
    width = -(-window // batch_size) * batch_size
    blocks = np.arange(-(-instances // BLOCK))
    if seed is not None:
        blocks = np.random.default_rng(seed).permutation(blocks)
    sizes = np.minimum(BLOCK, instances - BLOCK * blocks)  # the last block may be short, wherever it comes
    ends = np.cumsum(sizes)
    for stretch in range(start * batch_size // width, -(-instances // width)):
        places = np.arange(stretch * width, min((stretch + 1) * width, instances))
        nth = np.searchsorted(ends, places, side="right")
        which = BLOCK * blocks[nth] + places - (ends - sizes)[nth]
        members = _rows(which if seed is None else _shuffled(which, batch_size, [*seed, stretch]), batch_size)
        yield members[max(0, start - stretch * width // batch_size) :]


def _shuffled(which: Integers, batch_size: int, seed: Sequence[int]) -> Integers:
    """Draw which of a window's instances go together.

    Within a batch they keep the order of the window: so what a process takes of every batch lies in the same
    part of the window, and nobody else reads it.
    """
    rows = _rows(np.random.default_rng(seed).permutation(len(which)), batch_size)
    rows = np.sort(np.where(rows == _NOBODY, len(which), rows), axis=1)
    flat = rows.reshape(-1)
    return which[flat[flat < len(which)]]


def _rows(order: Integers, batch_size: int) -> Integers:
    """Lay instances out in batches, the last of which may not be full."""
    members = np.full(-(-len(order) // batch_size) * batch_size, _NOBODY)
    members[: len(order)] = order
    return members.reshape(-1, batch_size)
