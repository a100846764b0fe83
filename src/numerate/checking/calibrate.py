"""Calibrate a model on held-out documents of correct text, scored exactly as a check scores them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.checking.arithmetic import arithmetic_evidence
from numerate.checking.repetitions import Repetitions
from numerate.checking.score import ScoredNumbers, error_features, score_document
from numerate.consistency import relations
from numerate.documents import Document
from numerate.errors import InputError
from numerate.model import Predictor
from numerate.model.calibration import (
    Calibration,
    Groups,
    IntervalCalibration,
    PValueCalibration,
    covering_levels,
    mondrian_groups,
)
from numerate.model.error_model import FEATURES, ErrorModel
from numerate.text import extract
from numerate.typos.typos import TypoKind, channel_evidence, draw_typo

Values = npt.NDArray[np.float64]

_AROUND = 700
"""Characters on each side of a planted error that decide how it is read, and what arithmetic says."""
_SEED = 0

NUMBERS = 50_000
"""Numbers of each corpus to calibrate on, by default."""

PLANTED_SHARE = 0.5
"""Share of the numbers that are also scored with a typo, where they can have one of the kind drawn."""


class Planted(NamedTuple):
    """A number with a typo in it: the evidence for an error, and which number it replaces."""

    features: Values
    says: str | None
    """What arithmetic says about it."""
    groups: Groups
    replaced: int
    kind: TypoKind


@dataclass(frozen=True)
class DocumentScores:
    """The evidence for errors in the numbers of one document, and in numbers with a planted typo.

    features: (numbers, features) as `ErrorModel` weighs them.
    says: what arithmetic says about each.
    judged: whether each can be judged.
    levels: level of the smallest central interval of each distribution that covers the number.
    """

    kinds: list[str]
    groups: list[Groups]
    features: Values
    says: list[str | None]
    judged: npt.NDArray[np.bool_]
    levels: Values
    planted: list[Planted]

    @classmethod
    def of(cls, document: Document, model: Predictor, rng: np.random.Generator) -> DocumentScores:
        """Score a document."""
        parts = [part for part in score_document(document, model) if part.numbers]
        numbers = [number for part in parts for number in part.numbers]
        evidence = arithmetic_evidence(relations(document.text))
        levels = [
            covering_levels(part.judged.distributions[part.positions], part.judged.values[part.positions])
            for part in parts
        ]
        repetitions = Repetitions(numbers)
        planted: list[Planted] = []
        first = 0
        for part in parts:
            own = _plant(document.text, part, repetitions, rng)
            planted += [wrong._replace(replaced=first + wrong.replaced) for wrong in own]
            first += len(part.numbers)
        return cls(
            [number.kind for number in numbers],
            [mondrian_groups(number.kind, number.value) for number in numbers],
            np.concatenate([np.empty((0, len(FEATURES))), *(part.features for part in parts)]),
            [evidence.get(number.start) for number in numbers],
            np.array([reason is None for part in parts for reason in part.reasons], dtype=np.bool_),
            np.concatenate([np.empty(0), *levels]),
            planted,
        )


def _plant(
    text: str, part: ScoredNumbers, repetitions: Repetitions, rng: np.random.Generator
) -> Iterator[Planted]:
    """Plant typos in some numbers, one at a time, and yield the evidence for each.

    A prediction does not depend on the number's own value, so the network need not run again.
    """
    for i, number in enumerate(part.numbers):
        if part.reasons[i] is not None or rng.random() >= PLANTED_SHARE:
            continue
        if (typo := draw_typo(number, text, rng)) is None:
            continue
        before = text[max(0, number.start - _AROUND) : number.start]
        around = before + typo.text + text[number.end : number.end + _AROUND]
        wrong = next((n for n in extract(around) if n.start <= len(before) < n.end), None)
        if wrong is None or wrong.value != typo.value:
            continue
        distribution = part.judged.distributions[part.positions[i : i + 1]]
        repeated = np.array([float(repetitions.has(wrong, instead_of=number))])
        features = error_features([wrong], channel_evidence([wrong], [around], distribution), repeated)
        says = arithmetic_evidence(relations(around)).get(wrong.start)
        yield Planted(features[0], says, mondrian_groups(wrong.kind, wrong.value), i, typo.kind)


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
    """Fit the error model to scored documents, and the tables to its scores."""
    features, levels, judged = (
        np.concatenate([getattr(document, name) for document in documents])
        for name in ("features", "levels", "judged")
    )
    kinds = [kind for document in documents for kind in document.kinds]
    groups = [own for document in documents for own in document.groups]
    says = [own for document in documents for own in document.says]
    planted = [wrong for document in documents for wrong in document.planted]
    document_ids = np.repeat(np.arange(len(documents)), [len(document.kinds) for document in documents])
    kept = np.flatnonzero(judged)
    errors = ErrorModel.fit(
        np.concatenate([features[kept], *(wrong.features[None] for wrong in planted)]),
        [*(says[i] for i in kept), *(wrong.says for wrong in planted)],
        np.arange(len(kept) + len(planted)) >= len(kept),
    )
    scores = errors.log_odds(features[kept])
    p_values = PValueCalibration.fit(scores, [groups[i] for i in kept], document_ids[kept])
    return Calibration(IntervalCalibration.fit(levels, kinds), p_values, errors)
