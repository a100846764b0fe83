"""The network: windows of tokens with numbers in, what each number may be out.

The graph takes, for B windows of up to L tokens and K numbers,

    ids       (B, L)     word-pieces, [CLS] first, the number symbol at each number's place
    lengths   (B,)       tokens of each window
    places    (B, K)     the token at which each number stands, 0 where there is none
    present   (B, K)     whether there is a number
    exponent  (B, K)     e of each number d.dddddd·10^e
    digits    (B, K, 7)  its digits
    shown     (B, K)     whether its value is known

and gives each array that its family of distributions learns by name: (B, K, …) where it differs from number
to number, and otherwise, the same for every input, what all numbers share.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import onnxruntime

from numerate.distributions import FAMILIES, Distribution, Support
from numerate.distributions.decimals import scientific
from numerate.errors import ModelFolderError

DIGITS = 7
INPUTS = ("ids", "lengths", "places", "present", "exponent", "digits", "shown")

# Tokens to a run, numbers' own among them: enough for two cores to share, little enough for their caches.
_RUN = 2048

Integers = npt.NDArray[np.integer[Any]]


class Window(NamedTuple):
    """Tokens, [CLS] first, with the number symbol at each number's place, and the values in order.

    NaN is a number that the text leaves open.
    """

    ids: Integers
    values: npt.NDArray[np.float64]


class Network:
    """A graph in onnxruntime, and the family of distributions that it gives the parameters of."""

    def __init__(
        self, file: Path, family: str, support: Support, number_id: int, threads: int | None = None
    ) -> None:
        self.family, self.support, self.number_id = FAMILIES[family], support, number_id
        self._session = _open(file, threads)
        shapes = {output.name: output.shape for output in self._session.get_outputs()}
        shared = self.family.shared() & shapes.keys()
        self._shapes = {name: shape[2:] for name, shape in shapes.items() if name not in shared}
        self._shared = self._ask_for_shared(sorted(shared), file)

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """What each number of the windows may be, one after the other, given the text and the others."""
        lengths = np.array([len(window.ids) for window in windows], dtype=np.int64)
        counts = np.array([len(window.values) for window in windows], dtype=np.int64)
        ends = np.cumsum(counts)
        raw = {
            name: np.empty((int(counts.sum()), *shape), np.float32) for name, shape in self._shapes.items()
        }
        for rows in _runs(lengths, counts):
            feeds = _lay_out([windows[row] for row in rows], self.number_id)
            to = np.concatenate([np.arange(ends[row] - counts[row], ends[row]) for row in rows])
            for name, array in self._run(list(raw), feeds).items():
                raw[name][to] = array[feeds["present"]]
        return self.family.from_raw({**raw, **self._shared}, self.support)

    def _run(
        self, outputs: list[str], feeds: dict[str, npt.NDArray[Any]]
    ) -> dict[str, npt.NDArray[np.float32]]:
        return dict(zip(outputs, self._session.run(outputs, feeds), strict=True))

    def _ask_for_shared(self, names: list[str], file: Path) -> dict[str, npt.NDArray[np.float32]]:
        """Ask once, with the smallest window there is; a graph that does not suit the family shows here."""
        smallest = Window(np.array([self.number_id]), np.array([1.0]))
        feeds = _lay_out([smallest], self.number_id)
        try:
            found = self._run([*self._shapes, *names], feeds)
            self.family.from_raw(found, self.support).cdf(1.0)
        except Exception as error:  # onnxruntime's errors have no common class
            raise ModelFolderError(f"{file}: damaged, or not a graph of this family: {error}") from error
        return {name: found[name] for name in names}


def _open(file: Path, threads: int | None) -> onnxruntime.InferenceSession:
    if not file.exists():
        raise ModelFolderError(f"{file.parent}: damaged: it has no {file.name}")
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    if threads is not None:
        options.intra_op_num_threads = threads
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors have no common class
        raise ModelFolderError(f"{file}: damaged: {str(error).splitlines()[0]}") from error


def _runs(lengths: Integers, counts: Integers) -> list[Integers]:
    """Windows of like length together, so that little is padding."""
    sizes = lengths + 2 * counts
    order = np.lexsort((counts, lengths))
    order = order[counts[order] > 0]
    runs: list[Integers] = []
    start = 0
    for at in range(1, len(order) + 1):
        widest = sizes[order[start : at + 1]].max()
        if at == len(order) or (at + 1 - start) * widest > _RUN:
            runs.append(order[start:at])
            start = at
    return runs


def _lay_out(windows: Sequence[Window], number_id: int) -> dict[str, npt.NDArray[Any]]:
    lengths = np.array([len(window.ids) for window in windows], dtype=np.int64)
    counts = np.array([len(window.values) for window in windows], dtype=np.int64)
    inside = np.arange(lengths.max()) < lengths[:, None]
    present = np.arange(counts.max()) < counts[:, None]
    ids = np.zeros(inside.shape, np.int64)
    ids[inside] = np.concatenate([window.ids for window in windows])
    places = np.zeros(present.shape, np.int64)
    places[present] = np.nonzero(inside & (ids == number_id))[1]
    values = np.full(present.shape, np.nan)
    values[present] = np.concatenate([window.values for window in windows])
    exponent, digits, shown = scientific(values, DIGITS)
    arrays = (ids, lengths, places, present, exponent, digits, shown)
    return dict(zip(INPUTS, arrays, strict=True))
