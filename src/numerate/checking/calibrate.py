"""What held-out documents of correct text teach about a model: they go the very road that `check` goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numerate.checking.score import see, share_of_odd
from numerate.documents import Document
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model.calibration import (
    Calibration,
    IntervalCalibration,
    PValueCalibration,
    covering_levels,
    mondrian_group,
)

Values = npt.NDArray[np.float64]

NUMBERS = 50_000
"""To take of each corpus."""

_NOT_PROSE = 0.01
"""The share of held-out numbers that the words around them may keep from being judged."""
_UNKNOWN = 0.002
"""The share of held-out documents that may be taken for unknown."""
_LEAST_PROSE = (0.1, 0.15)
"""Whatever was held out: with less, a text is Dutch or a table; with more, it is English prose."""
_LEAST_ODD = 0.15
"""Three times as many odd numbers as are usual may be chance."""


@dataclass(frozen=True)
class _Evidence:
    """What was seen of the numbers of one document."""

    kinds: list[str]
    oddness: Values
    prose: Values
    levels: Values
    """What the central interval of each number's distribution needed to hold it."""

    @classmethod
    def of(cls, document: Document, model: Predictor) -> _Evidence:
        """Go through a document."""
        parts = [part for part in see(document, model) if part.numbers]
        levels = [
            covering_levels(part.judged.distributions[part.places], part.judged.values[part.places])
            for part in parts
        ]
        oddness, prose = [part.oddness for part in parts], [part.prose for part in parts]
        return cls(
            [mondrian_group(number.kind) for part in parts for number in part.numbers],
            *(np.concatenate([np.empty(0), *column]) for column in (oddness, prose, levels)),
        )


def calibrate(
    model: Predictor,
    corpora: Iterable[Iterable[Document]],
    numbers: int = NUMBERS,
    report: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Calibrate a model on corpora of correct text that it was not trained on, as much of each.

    numbers: to take of each corpus; its documents are gone through until there are as many.
    report: told after each document how many there are.
    """
    held: list[_Evidence] = []
    count = 0
    for corpus in corpora:
        wanted = count + numbers
        for document in corpus:
            held.append(_Evidence.of(document, model))
            count += len(held[-1].kinds)
            report(count)
            if count >= wanted:
                break
    if not count:
        raise InputError("there is no number in the documents to calibrate on; name others")
    oddness, prose, levels = (
        np.concatenate([getattr(one, name) for one in held]) for name in ("oddness", "prose", "levels")
    )
    kind_of = np.concatenate([one.kinds for one in held if one.kinds])
    document_of = np.repeat(np.arange(len(held)), [len(one.kinds) for one in held])
    min_prose_share = float(np.clip(np.quantile(prose, _NOT_PROSE), *_LEAST_PROSE).round(4))
    judged = prose >= min_prose_share
    p_values = PValueCalibration.fit(oddness[judged], kind_of[judged].tolist(), document_of[judged])
    found = p_values.look_up(oddness[judged], kind_of[judged].tolist())
    shares = [share_of_odd(found[document_of[judged] == i].tolist()) for i in range(len(held))]
    return Calibration(
        IntervalCalibration.fit(levels, kind_of.tolist()),
        p_values,
        min_prose_share,
        max_unlikely_share=max(float(np.quantile(shares, 1 - _UNKNOWN).round(4)), _LEAST_ODD),
    )
