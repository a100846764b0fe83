"""Windows cut anew each epoch, at random places and of random lengths, from instances that are documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import torch

from numerate.training.batches.order import Integers
from numerate.training.batches.split import MemorySplit

MAX_NUMBERS = 48
"""Numbers of a window at most: a window of a dense table ends early, as all rows must have space for it."""
_SHORT_SHARE = 0.3
"""Share of windows with a random length; the others are as long as they may be, as those of long texts."""
_MIN_TOKENS = 24
_SNAP = 48
"""Tokens before its end in which a window is looked through for the end of a sentence."""


class WindowCutter:
    """Cuts the instances of a split into windows of at most `tokens` tokens, [CLS] included.

    stop_id: id of the full stop, after which a window ends where there is one near its end.
    """

    def __init__(self, split: MemorySplit, tokens: int, stop_id: int | None) -> None:
        self._split, self._tokens = split, tokens
        ids, offsets = split.ids.numpy(), split.token_offsets
        self._cls = int(ids[0])
        owner = np.repeat(np.arange(len(split)), np.diff(split.number_offsets))
        self._places: Integers = split.places.numpy() + offsets[owner]
        at = np.arange(len(ids), dtype=np.int64)
        stops = np.where(ids == stop_id, at + 1, 0) if stop_id is not None else np.zeros_like(at)
        self._last_stop: Integers = np.maximum.accumulate(stops)
        """For each token the end of the last sentence that ends with it or before it."""

    def cut(self, seed: Sequence[int]) -> MemorySplit:
        """Cut all instances; windows without a number to predict are left out. The windows are shuffled."""
        rng = np.random.default_rng(seed)
        starts, ends = self._bounds(rng)
        order = rng.permutation(len(starts))
        starts, ends = starts[order], ends[order]
        first, last = np.searchsorted(self._places, starts), np.searchsorted(self._places, ends)
        wanted = np.concatenate([[0], np.cumsum(self._split.wanted.numpy())])
        kept = wanted[last] > wanted[first]
        starts, ends, first, last = starts[kept], ends[kept], first[kept], last[kept]
        lengths, counts = ends - starts + 1, last - first
        token_offsets, number_offsets = (np.concatenate([[0], np.cumsum(n)]) for n in (lengths, counts))
        tokens = np.arange(token_offsets[-1]) + np.repeat(starts - 1 - token_offsets[:-1], lengths)
        numbers = np.arange(number_offsets[-1]) + np.repeat(first - number_offsets[:-1], counts)
        ids = self._split.ids[torch.from_numpy(tokens)]
        ids[torch.from_numpy(token_offsets[:-1])] = self._cls
        index = torch.from_numpy(numbers)
        places = self._places[numbers] - np.repeat(starts - 1, counts)
        return replace(
            self._split,
            ids=ids,
            values=self._split.values[index],
            wanted=self._split.wanted[index],
            years=self._split.years[index],
            places=torch.from_numpy(places.astype(np.int32)),
            token_offsets=token_offsets,
            number_offsets=number_offsets,
        )

    def _bounds(self, rng: np.random.Generator) -> tuple[Integers, Integers]:
        """Return where windows begin and end, in tokens of the split; [CLS] is not counted."""
        starts: list[int] = []
        ends: list[int] = []
        places, last_stop = self._places, self._last_stop
        draws: Iterator[int] = iter(())
        for begin, end in zip(self._split.token_offsets[:-1] + 1, self._split.token_offsets[1:], strict=True):
            start, end = int(begin), int(end)
            while start < end:
                length = next(draws, None)
                if length is None:
                    draws = iter(self._lengths(rng).tolist())
                    length = next(draws)
                stop = min(start + length, end)
                number = int(np.searchsorted(places, start)) + MAX_NUMBERS
                if number < len(places) and places[number] < stop:
                    stop = int(places[number])
                elif stop < end and last_stop[stop - 1] > max(start + length // 2, stop - _SNAP):
                    stop = int(last_stop[stop - 1])
                starts.append(start)
                ends.append(stop)
                start = stop
        return np.array(starts), np.array(ends)

    def _lengths(self, rng: np.random.Generator) -> Integers:
        longest = self._tokens - 1
        short = rng.integers(min(_MIN_TOKENS, longest), longest + 1, 4096)
        return np.where(rng.random(4096) < _SHORT_SHARE, short, longest)


class EpochWindows:
    """The windows of each epoch; those of the next one are cut in a thread meanwhile."""

    def __init__(self, cutter: WindowCutter) -> None:
        self._cutter = cutter
        self._thread = ThreadPoolExecutor(1)
        self._pending: dict[tuple[int, ...], Future[MemorySplit]] = {}

    def of_epoch(self, seed: Sequence[int]) -> MemorySplit:
        """Return the windows of an epoch, by its seed, of which the last entry is the epoch."""
        *rest, epoch = seed
        split = (self._pending.pop(tuple(seed), None) or self._submit(*seed)).result()
        self._pending = {(*rest, epoch + 1): self._submit(*rest, epoch + 1)}
        return split

    def _submit(self, *seed: int) -> Future[MemorySplit]:
        return self._thread.submit(self._cutter.cut, seed)
