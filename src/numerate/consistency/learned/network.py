"""The network that says which equations a text means, run by onnxruntime.

The graph takes, for B windows of up to L tokens and F figures, and E equations between them,

    ids        (B, L)   word pieces, with a symbol of its type for each figure
    lengths    (B,)     number of tokens
    places     (B, F)   where the figures stand
    window     (E,)     the window of each equation
    equations  (E, 4)   its kind and its figures, 0 for a third figure that its kind does not have

and returns logits (E,) of the probability that the equation is meant, and sizes (B, F, S): logits of the
order of magnitude of each figure, if it is a measured amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.consistency.learned.judge import Judges
from numerate.consistency.learned.kinds import KINDS, Candidate, candidates
from numerate.consistency.learned.windows import ClaimWindow
from numerate.model.network import open_backend
from numerate.model.threads import in_parallel
from numerate.text.wordpieces import DEFAULT, read_wordpieces

FOLDER = Path(__file__).parents[2] / "models" / "claims"
_BATCH_TOKENS = 384
"""Tokens of a batch, padding included; as for the number model, small batches fit the caches of a CPU."""

_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}

Floats = npt.NDArray[np.float32]


class WindowScores(NamedTuple):
    """What the network says of a window."""

    equations: list[tuple[Candidate, float]]
    """The equations that its figures allow, with their logits."""
    sizes: Floats
    """Logits of the order of magnitude of each figure."""


class ClaimModel:
    """The graph, the word pieces that it reads, and the judges of what it says."""

    def __init__(self, folder: Path = FOLDER, threads: int | None = None) -> None:
        self.pieces = read_wordpieces(DEFAULT)
        self.judges = Judges.read(folder / "judge.json")
        self._backend = open_backend(folder / "model.onnx", threads=threads)

    def read(
        self,
        windows: Sequence[ClaimWindow],
        checkpoint: Callable[[], None] = lambda: None,
        equations: Sequence[Sequence[Candidate]] | None = None,
    ) -> list[WindowScores]:
        """Return what the network says of each window.

        checkpoint: called before each batch.
        equations: those of each window to score; by default all that its figures allow.
        """

        def batches() -> Iterator[list[int]]:
            for batch in _batches(windows):
                checkpoint()
                yield batch

        def score(batch: list[int]) -> Iterator[tuple[int, WindowScores]]:
            given = [windows[i] for i in batch]
            if equations is None:
                allowed = [list(candidates(window.figures)) for window in given]
            else:
                allowed = [list(equations[i]) for i in batch]
            return zip(batch, self._score(given, allowed), strict=True)

        scored = in_parallel(score, batches(), self._backend.threads)
        result = dict(chain.from_iterable(scored))
        return [result[i] for i in range(len(windows))]

    def _score(
        self, windows: Sequence[ClaimWindow], allowed: Sequence[Sequence[Candidate]]
    ) -> list[WindowScores]:
        """Return what the network says of the windows of one batch, and of the equations of each."""
        logits, sizes = self._run(windows, allowed)
        remaining = iter(logits.tolist())
        return [
            WindowScores([(each, next(remaining)) for each in row], own[: len(window.figures)])
            for window, row, own in zip(windows, allowed, sizes, strict=True)
        ]

    def _run(
        self, windows: Sequence[ClaimWindow], allowed: Sequence[Sequence[Candidate]]
    ) -> tuple[Floats, Floats]:
        lengths = np.array([len(window.tokens) for window in windows], np.int64)
        ids = np.zeros((len(windows), int(lengths.max())), np.int64)
        # One column at least: a window whose figures are all beyond its limit of tokens has none.
        places = np.zeros((len(windows), max(1, *(len(window.places) for window in windows))), np.int64)
        for row, window in enumerate(windows):
            ids[row, : lengths[row]] = window.ids
            places[row, : len(window.places)] = window.places
        # The last row pads: the graph takes no empty table.
        equations = [(_NUMBERS[each.kind], *(*each.figures, 0)[:3]) for row in allowed for each in row]
        equations.append((0, 0, 0, 0))
        feeds = {
            "ids": ids,
            "lengths": lengths,
            "places": places,
            "window": np.repeat(np.arange(len(windows) + 1) % len(windows), [*map(len, allowed), 1]),
            "equations": np.array(equations, np.int64),
        }
        outputs = self._backend.run(["logits", "sizes"], feeds)
        return outputs["logits"][:-1], outputs["sizes"]


def _batches(windows: Sequence[ClaimWindow]) -> list[list[int]]:
    """Group windows of similar length."""
    order = sorted(range(len(windows)), key=lambda i: len(windows[i].tokens))
    batches: list[list[int]] = []
    for i in order:
        if batches and (len(batches[-1]) + 1) * len(windows[i].tokens) <= _BATCH_TOKENS:
            batches[-1].append(i)
        else:
            batches.append([i])
    return batches


@cache
def claim_model(threads: int | None = None) -> ClaimModel:
    """Load the model that comes with the package, once; threads as in `load`."""
    return ClaimModel(threads=threads)
