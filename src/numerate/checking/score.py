"""Nonconformity scores and p-values of the numbers of a document, and reasons to leave some of them alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.checking.arithmetic import ArithmeticEvidence
from numerate.checking.labels import NAMES_SOMETHING, names_something
from numerate.checking.prose import Prose
from numerate.checking.repetitions import REPETITION_EVIDENCE, Repetitions
from numerate.documents import Document
from numerate.model import Judged, Prediction, Predictor
from numerate.model.calibration import Calibration, mondrian_groups
from numerate.model.error_model import FEATURES, FLAGGED, feature_matrix
from numerate.report.options import LIKELY, UNLIKELY, CheckOptions
from numerate.report.report import CheckedNumber
from numerate.text import Number, extract
from numerate.typos.typos import ChannelEvidence, channel_evidence

Values = npt.NDArray[np.float64]

OPEN = "it is left open"
IGNORED = "the author asked to ignore it"


@dataclass(frozen=True)
class ScoredNumbers:
    """Consecutive numbers of a document, with the scores of those that have a distribution and a value.

    positions: (n,) which of the judged numbers these are.
    features: (n, features) the evidence for an error in each.
    scores: (n,) nonconformity scores, the log-odds of an error; the higher, the less likely the number.
    reasons: why each cannot be judged, None if it can.
    """

    judged: Judged
    positions: npt.NDArray[np.int64]
    numbers: tuple[Number, ...]
    features: Values
    scores: Values
    reasons: tuple[str | None, ...]


class Suspect(NamedTuple):
    """A number that is unlikely enough to be flagged."""

    number: Number
    p_value: float
    error_probability: float | None
    score: float
    prediction: Prediction


class _Surroundings:
    """Evidence of a document about each of its numbers, apart from the window that the network reads."""

    def __init__(self, document: Document, model: Predictor) -> None:
        self.document = document
        self._prose = Prose(document, model.knows)
        self._repetitions = Repetitions(extract(document.text))

    def repeated(self, numbers: Sequence[Number]) -> Values:
        """Return 1 for each number whose value stands elsewhere in the document, else 0."""
        return np.array([float(self._repetitions.has(number)) for number in numbers])

    def reasons(self, numbers: Sequence[Number]) -> Iterator[str | None]:
        """Yield why each of some consecutive numbers cannot be judged, None if it can."""
        for number, reason in zip(numbers, self._prose.reasons(numbers), strict=True):
            if reason is None and names_something(self.document.text, number):
                reason = NAMES_SOMETHING
            yield IGNORED if self.document.is_ignored(number.start, number.end, UNLIKELY) else reason


def score_document(document: Document, model: Predictor) -> Iterator[ScoredNumbers]:
    """Score the numbers of a document in order, in bounded memory."""
    surroundings = _Surroundings(document, model)
    for judged in model.stream(document.text):
        yield from _score([surroundings], [judged])


def score_documents(documents: Sequence[Document], model: Predictor) -> list[list[ScoredNumbers]]:
    """Score the numbers of several documents in shared batches; short ones take hardly longer than one."""
    scored: list[list[ScoredNumbers]] = [[] for _ in documents]
    surroundings = [_Surroundings(document, model) for document in documents]
    for batch in model.stream_all([document.text for document in documents]):
        parts = _score([surroundings[i] for i, _ in batch], [judged for _, judged in batch])
        for (i, _), part in zip(batch, parts, strict=True):
            scored[i].append(part)
    return scored


def _score(surroundings: Sequence[_Surroundings], batch: Sequence[Judged]) -> Iterator[ScoredNumbers]:
    """Score numbers that were judged in one batch, each group with the surroundings of its document."""
    if not batch:
        return
    positions = [
        np.flatnonzero([not isnan(judged.numbers[i].value) for i in judged.index]) for judged in batch
    ]
    numbers = [
        tuple(judged.numbers[i] for i in judged.index[at])
        for judged, at in zip(batch, positions, strict=True)
    ]
    distributions = [judged.distributions[at] for judged, at in zip(batch, positions, strict=True)]
    channel = channel_evidence(
        [number for group in numbers for number in group],
        [own.document.text for own, group in zip(surroundings, numbers, strict=True) for _ in group],
        distributions[0].concat(distributions),
    )
    end = 0
    for own, judged, at, group in zip(surroundings, batch, positions, numbers, strict=True):
        start, end = end, end + len(group)
        evidence = ChannelEvidence(channel.typo[start:end], channel.tail[start:end])
        features = error_features(group, evidence, own.repeated(group))
        scores = error_scores(evidence, features, judged.calibration)
        yield ScoredNumbers(judged, at, group, features, scores, tuple(own.reasons(group)))


def error_features(numbers: Sequence[Number], channel: ChannelEvidence, repeated: Values) -> Values:
    """Return the evidence for an error in each number, as `ErrorModel` weighs it."""
    in_words = [not any(map(str.isdigit, number.text)) for number in numbers]
    kinds = [number.kind for number in numbers]
    return feature_matrix(channel.typo, channel.tail, repeated, np.array(in_words, dtype=np.float64), kinds)


def error_scores(channel: ChannelEvidence, features: Values, calibration: Calibration) -> Values:
    """Return nonconformity scores: the log-odds of an error, or those of the channel if none are fitted."""
    if calibration.errors.numbers:
        return calibration.errors.log_odds(features)
    return channel.scores() - REPETITION_EVIDENCE * features[:, FEATURES.index("repeated")]


def flags_by_probability(options: CheckOptions, calibration: Calibration) -> bool:
    """Return whether numbers are flagged by their probability of an error, not up to some p-value.

    A model that was not fitted for that has the balanced rate instead.
    """
    return options.false_alarms == LIKELY and calibration.errors.numbers > 0


def judge(
    document: Document,
    model: Predictor,
    options: CheckOptions,
    scored: Iterable[ScoredNumbers] | None = None,
    evidence: ArithmeticEvidence | None = None,
) -> tuple[list[CheckedNumber], list[Suspect]]:
    """Return every number with its p-value or the reason why it has none, and the numbers to flag.

    scored: the scored numbers, if the document was scored in a batch with others.
    evidence: what arithmetic says about the numbers.
    """
    calibration = model.calibration
    parts = score_document(document, model) if scored is None else scored
    rate = None if flags_by_probability(options, calibration) else options.rate
    numbers, scores, predictions = _look_up(parts, calibration, rate, options.keep)
    judged = [i for i, checked in enumerate(numbers) if checked.p_value is not None]
    p_values = calibration.p_values.adjust_for_document(np.array([numbers[i].p_value for i in judged]))
    says = [(evidence or {}).get(numbers[i].start) for i in judged]
    probabilities: list[float | None] = [None] * len(judged)
    if calibration.errors.numbers:
        log_odds = np.array([scores[i] for i in judged])
        probabilities = calibration.errors.probabilities(log_odds, says).tolist()
    suspects: list[Suspect] = []
    for i, p_value, probability in zip(judged, p_values.tolist(), probabilities, strict=True):
        checked = numbers[i] = replace(numbers[i], p_value=p_value, error_probability=probability)
        flagged = (probability or 0.0) > FLAGGED if rate is None else p_value <= rate
        if flagged and i in predictions:
            suspects.append(Suspect(checked.number, p_value, probability, scores[i], predictions[i]))
    return numbers, suspects


def _look_up(
    parts: Iterable[ScoredNumbers], calibration: Calibration, rate: float | None, keep: bool
) -> tuple[list[CheckedNumber], dict[int, float], dict[int, Prediction]]:
    """Look up p-values, which are not yet adjusted for the document.

    Return every number; and by their index the scores, and the predictions of those that may be flagged.
    Predictions of the others are not kept in memory.
    """
    numbers: list[CheckedNumber] = []
    scores: dict[int, float] = {}
    predictions: dict[int, Prediction] = {}
    for part in parts:
        judged, groups = part.judged, [mondrian_groups(n.kind, n.value) for n in part.numbers]
        p_values = calibration.p_values.look_up(part.scores, groups)
        may_be_flagged = (
            part.scores > calibration.errors.least_log_odds(FLAGGED)
            if rate is None
            else p_values <= calibration.p_values.unadjusted_bound(rate)
        )
        rows = {int(i): row for row, i in enumerate(judged.index[part.positions])}
        for i, number in enumerate(judged.numbers):
            row = rows.get(i)
            reason = part.reasons[row] if row is not None else judged.reason(i) or OPEN
            if row is None or reason:
                numbers.append(CheckedNumber(number, None, reason))
                continue
            prediction = None
            if may_be_flagged[row] or keep:
                prediction = judged.prediction(int(part.positions[row]))
            if may_be_flagged[row] and prediction:
                predictions[len(numbers)] = prediction
            scores[len(numbers)] = float(part.scores[row])
            numbers.append(CheckedNumber(number, float(p_values[row]), None, prediction if keep else None))
    return numbers, scores, predictions
