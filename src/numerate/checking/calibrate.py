"""Calibrate a model on held-out documents of correct text, scored exactly as a check scores them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numerate.checking.score import ScoredNumbers, score_document
from numerate.documents import Document
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model.calibration import (
    Calibration,
    ErrorTable,
    Groups,
    IntervalCalibration,
    PValueCalibration,
    covering_levels,
    mondrian_groups,
)
from numerate.text import extract
from numerate.typos.typos import nonconformity_scores, typos

Values = npt.NDArray[np.float64]

_AROUND = 120
"""Characters on each side of a planted error that decide how it is read."""
_SEED = 0

NUMBERS = 50_000
"""Numbers of each corpus to calibrate on, by default."""

_NOT_PROSE_QUANTILE = 0.01
"""Share of held-out numbers that may be left unjudged because the text around them is not prose."""
_MIN_PROSE_BOUNDS = (0.1, 0.15)
"""Bounds on the prose threshold, whatever is held out: below, texts are Dutch or tables; above, prose."""
_PLANT_EVERY = 8
"""Every eighth number is also scored with a typo planted in it."""


@dataclass(frozen=True)
class DocumentScores:
    """Scores of the numbers of one document, and of errors planted in it.

    levels: level of the smallest central interval of each distribution that covers the number.
    planted: scores and groups of planted errors, and the index of the number that each of them replaces.
    """

    kinds: list[str]
    groups: list[Groups]
    scores: Values
    prose: Values
    levels: Values
    planted: list[tuple[float, Groups, int]]

    @classmethod
    def of(cls, document: Document, model: Predictor, rng: np.random.Generator) -> DocumentScores:
        """Score a document."""
        parts = [part for part in score_document(document, model) if part.numbers]
        levels = [
            covering_levels(part.judged.distributions[part.positions], part.judged.values[part.positions])
            for part in parts
        ]
        planted: list[tuple[float, Groups, int]] = []
        first = 0
        for part in parts:
            planted += [(score, groups, first + i) for score, groups, i in _plant(document.text, part, rng)]
            first += len(part.numbers)
        numbers = [number for part in parts for number in part.numbers]
        empty = np.empty(0)
        return cls(
            [number.kind for number in numbers],
            [mondrian_groups(number.kind, number.value) for number in numbers],
            np.concatenate([empty, *(part.scores for part in parts)]),
            np.concatenate([empty, *(part.prose for part in parts)]),
            np.concatenate([empty, *levels]),
            planted,
        )


def _plant(text: str, part: ScoredNumbers, rng: np.random.Generator) -> Iterator[tuple[float, Groups, int]]:
    """Score some numbers with a typo each, drawn by its probability; yield score, groups and index.

    A prediction does not depend on the number's own value, so the network need not run again.
    """
    indices = np.arange(int(rng.integers(_PLANT_EVERY)), len(part.numbers), _PLANT_EVERY)
    for i in indices.tolist():
        number = part.numbers[i]
        candidates = typos(number, text)
        if not candidates:
            continue
        weights = np.exp([typo.log_prior for typo in candidates])
        typo = candidates[int(rng.choice(len(candidates), p=weights / weights.sum()))]
        before = text[max(0, number.start - _AROUND) : number.start]
        around = before + typo.text + text[number.end : number.end + _AROUND]
        wrong = [n for n in extract(around) if n.start <= len(before) < n.end]
        if not wrong or wrong[0].value != typo.value:
            continue
        distribution = part.judged.distributions[part.positions[i : i + 1]]
        [score] = nonconformity_scores(wrong[:1], [around], distribution).tolist()
        yield score, mondrian_groups(wrong[0].kind, wrong[0].value), i


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
    documents: list[DocumentScores] = []
    rng = np.random.default_rng(_SEED)
    count = 0
    for corpus in corpora:
        target = count + numbers
        for document in corpus:
            documents.append(DocumentScores.of(document, model, rng))
            count += len(documents[-1].kinds)
            report(count)
            if count >= target:
                break
    if not count:
        raise InputError("there is no number in the documents to calibrate on; name others")
    return fit(documents)


def fit(documents: Sequence[DocumentScores]) -> Calibration:
    """Fit the tables to scored documents."""
    scores, prose, levels = (
        np.concatenate([getattr(document, name) for document in documents])
        for name in ("scores", "prose", "levels")
    )
    kinds = [kind for document in documents for kind in document.kinds]
    groups = [own for document in documents for own in document.groups]
    document_ids = np.repeat(np.arange(len(documents)), [len(document.kinds) for document in documents])
    min_prose_share = float(np.clip(np.quantile(prose, _NOT_PROSE_QUANTILE), *_MIN_PROSE_BOUNDS).round(4))
    judged = np.flatnonzero(prose >= min_prose_share)
    calibration = PValueCalibration.fit(scores[judged], [groups[i] for i in judged], document_ids[judged])
    return Calibration(
        IntervalCalibration.fit(levels, kinds),
        calibration,
        ErrorTable.fit(_planted_p_values(documents, calibration)),
        min_prose_share,
    )


def _planted_p_values(documents: Sequence[DocumentScores], calibration: PValueCalibration) -> Values:
    """Return the p-values of planted errors, each adjusted for its document as if it were the only one."""
    p_values: list[float] = []
    for document in documents:
        own = calibration.look_up(document.scores, document.groups)
        for score, groups, i in document.planted:
            wrong = own.copy()
            [wrong[i]] = calibration.look_up(np.array([score]), [groups])
            p_values.append(float(calibration.adjust_for_document(wrong)[i]))
    return np.array(p_values) if p_values else np.ones(1)
