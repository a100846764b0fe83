"""Calibrate a model on held-out documents of correct text, scored exactly as a check scores them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numerate.checking.score import score_document
from numerate.documents import Document
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model.calibration import (
    Calibration,
    IntervalCalibration,
    PValueCalibration,
    covering_levels,
    mondrian_group,
    unlikely_share,
)

Values = npt.NDArray[np.float64]

NUMBERS = 50_000
"""Numbers of each corpus to calibrate on, by default."""

_NOT_PROSE_QUANTILE = 0.01
"""Share of held-out numbers that may be left unjudged because the text around them is not prose."""
_UNKNOWN_QUANTILE = 0.002
"""Share of held-out documents that may be left unjudged because the model does not know their texts."""
_MIN_PROSE_BOUNDS = (0.1, 0.15)
"""Bounds on the prose threshold, whatever is held out: below, texts are Dutch or tables; above, prose."""
_MIN_UNLIKELY_SHARE = 0.15
"""Floor on the share of unlikely numbers of an unknown text: three times the usual 0.05 may be chance."""


@dataclass(frozen=True)
class _DocumentScores:
    """Scores of the numbers of one document."""

    kinds: list[str]
    scores: Values
    prose: Values
    levels: Values
    """Level of the smallest central interval of each distribution that covers the number."""

    @classmethod
    def of(cls, document: Document, model: Predictor) -> _DocumentScores:
        """Score a document."""
        parts = [part for part in score_document(document, model) if part.numbers]
        levels = [
            covering_levels(part.judged.distributions[part.positions], part.judged.values[part.positions])
            for part in parts
        ]
        scores, prose = [part.scores for part in parts], [part.prose for part in parts]
        return cls(
            [mondrian_group(number.kind) for part in parts for number in part.numbers],
            *(np.concatenate([np.empty(0), *column]) for column in (scores, prose, levels)),
        )


def calibrate(
    model: Predictor,
    corpora: Iterable[Iterable[Document]],
    numbers: int = NUMBERS,
    report: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Calibrate a model on corpora of correct text that it was not trained on, each with equal weight.

    numbers: numbers to use of each corpus; its documents are read until there are as many.
    report: called after each document with the numbers so far.
    """
    documents: list[_DocumentScores] = []
    count = 0
    for corpus in corpora:
        target = count + numbers
        for document in corpus:
            documents.append(_DocumentScores.of(document, model))
            count += len(documents[-1].kinds)
            report(count)
            if count >= target:
                break
    if not count:
        raise InputError("there is no number in the documents to calibrate on; name others")
    scores, prose, levels = (
        np.concatenate([getattr(document, name) for document in documents])
        for name in ("scores", "prose", "levels")
    )
    kinds = np.concatenate([document.kinds for document in documents if document.kinds])
    document_ids = np.repeat(np.arange(len(documents)), [len(document.kinds) for document in documents])
    min_prose_share = float(np.clip(np.quantile(prose, _NOT_PROSE_QUANTILE), *_MIN_PROSE_BOUNDS).round(4))
    judged = prose >= min_prose_share
    calibration = PValueCalibration.fit(scores[judged], kinds[judged].tolist(), document_ids[judged])
    p_values = calibration.look_up(scores[judged], kinds[judged].tolist())
    shares = [unlikely_share(p_values[document_ids[judged] == i].tolist()) for i in range(len(documents))]
    largest = float(np.quantile(shares, 1 - _UNKNOWN_QUANTILE).round(4))
    return Calibration(
        IntervalCalibration.fit(levels, kinds.tolist()),
        calibration,
        min_prose_share,
        max_unlikely_share=max(largest, _MIN_UNLIKELY_SHARE),
    )
