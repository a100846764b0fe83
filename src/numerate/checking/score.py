"""Nonconformity scores and p-values of the numbers of a document, and reasons to leave some of them alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import isnan
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.checking.repetitions import REPETITION_EVIDENCE, Repetitions
from numerate.documents import Document
from numerate.model import Judged, Prediction, Predictor
from numerate.model.calibration import Calibration, mondrian_groups
from numerate.report.options import LIKELY, UNLIKELY, CheckOptions
from numerate.report.report import CheckedNumber
from numerate.text import Number, extract
from numerate.typos.typos import nonconformity_scores

Values = npt.NDArray[np.float64]

NOT_PROSE = "the text around it is not English prose"
AMONG_FIGURES = "it stands among figures and signs, not in prose"
OPEN = "it is left open"
IGNORED = "the author asked to ignore it"


@dataclass(frozen=True)
class ScoredNumbers:
    """Consecutive numbers of a document, with the scores of those that have a distribution and a value.

    positions: (n,) which of the judged numbers these are.
    scores: (n,) nonconformity scores; the higher, the less likely the number.
    prose: (n,) share of function words in the text around each.
    wordy: whether words are most of the text around each.
    ignored: whether an ignore comment covers each.
    """

    judged: Judged
    positions: npt.NDArray[np.int64]
    numbers: tuple[Number, ...]
    scores: Values
    prose: Values
    wordy: tuple[bool, ...]
    ignored: tuple[bool, ...]


class Suspect(NamedTuple):
    """A number that is unlikely enough to be flagged."""

    number: Number
    p_value: float
    score: float
    prediction: Prediction


def score_document(document: Document, model: Predictor) -> Iterator[ScoredNumbers]:
    """Score the numbers of a document in order, in bounded memory."""
    prose = Prose(document)
    for judged in model.stream(document.text):
        yield from _score([prose], [judged])


def score_documents(documents: Sequence[Document], model: Predictor) -> list[list[ScoredNumbers]]:
    """Score the numbers of several documents in shared batches; short ones take hardly longer than one."""
    scored: list[list[ScoredNumbers]] = [[] for _ in documents]
    proses = [Prose(document) for document in documents]
    for batch in model.stream_all([document.text for document in documents]):
        parts = _score([proses[i] for i, _ in batch], [judged for _, judged in batch])
        for (i, _), part in zip(batch, parts, strict=True):
            scored[i].append(part)
    return scored


def _score(proses: Sequence[Prose], batch: Sequence[Judged]) -> Iterator[ScoredNumbers]:
    """Score numbers that were judged in one batch, each group with the prose of its document."""
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
    scores = nonconformity_scores(
        [number for group in numbers for number in group],
        [prose.text for prose, group in zip(proses, numbers, strict=True) for _ in group],
        distributions[0].concat(distributions),
    )
    end = 0
    for prose, judged, at, group in zip(proses, batch, positions, numbers, strict=True):
        start, end = end, end + len(group)
        around = list(prose.around(group))
        yield ScoredNumbers(
            judged,
            at,
            group,
            scores[start:end] - REPETITION_EVIDENCE * prose.repeated(group),
            prose=np.array([share for share, _ in around]),
            wordy=tuple(wordy for _, wordy in around),
            ignored=tuple(prose.document.is_ignored(number.start, number.end, UNLIKELY) for number in group),
        )


def rate_of(options: CheckOptions, calibration: Calibration) -> float:
    """Return the p-value up to which numbers are flagged.

    By default, most flagged numbers are wrong if one number in 200 is; a model that was not calibrated for
    that has the balanced rate instead.
    """
    if options.false_alarms != LIKELY or not calibration.errors.numbers:
        return options.rate
    return calibration.errors.threshold(0.5)


def judge(
    document: Document,
    model: Predictor,
    options: CheckOptions,
    scored: Iterable[ScoredNumbers] | None = None,
) -> tuple[list[CheckedNumber], list[Suspect]]:
    """Return every number with its p-value or the reason why it has none, and the numbers to flag.

    scored: the scored numbers, if the document was scored in a batch with others.
    """
    calibration = model.calibration
    parts = score_document(document, model) if scored is None else scored
    rate = rate_of(options, calibration)
    numbers, candidates = _look_up(parts, calibration, rate, options.keep)
    p_values = [checked.p_value for checked in numbers if checked.p_value is not None]
    adjusted = iter(calibration.p_values.adjust_for_document(np.array(p_values)).tolist())
    suspects: list[Suspect] = []
    for i, checked in enumerate(numbers):
        if checked.p_value is None:
            continue
        p_value = next(adjusted)
        numbers[i] = replace(checked, p_value=p_value)
        if p_value <= rate and i in candidates:
            suspects.append(Suspect(checked.number, p_value, *candidates[i]))
    return numbers, suspects


def _look_up(
    parts: Iterable[ScoredNumbers], calibration: Calibration, rate: float, keep: bool
) -> tuple[list[CheckedNumber], dict[int, tuple[float, Prediction]]]:
    """Look up p-values, which are not yet adjusted for the document.

    Return every number, and by their index the scores and predictions of those that may be flagged after the
    adjustment. Predictions of the others are not kept in memory.
    """
    numbers: list[CheckedNumber] = []
    candidates: dict[int, tuple[float, Prediction]] = {}
    for part in parts:
        judged, groups = part.judged, [mondrian_groups(n.kind, n.value) for n in part.numbers]
        p_values = calibration.p_values.look_up(part.scores, groups)
        bound = calibration.p_values.unadjusted_bound(rate)
        rows = {int(i): row for row, i in enumerate(judged.index[part.positions])}
        for i, number in enumerate(judged.numbers):
            row, reason = rows.get(i), None
            if row is None:
                reason = judged.reason(i) or OPEN
            elif part.ignored[row]:
                reason = IGNORED
            elif part.prose[row] < calibration.min_prose_share:
                reason = NOT_PROSE if part.wordy[row] else AMONG_FIGURES
            if row is None or reason:
                numbers.append(CheckedNumber(number, None, reason))
                continue
            is_candidate = p_values[row] <= bound
            keeps = is_candidate or keep
            prediction = judged.prediction(int(part.positions[row])) if keeps else None
            if is_candidate and prediction:
                candidates[len(numbers)] = float(part.scores[row]), prediction
            kept = prediction if keep else None
            numbers.append(CheckedNumber(number, float(p_values[row]), None, kept))
    return numbers, candidates


_FUNCTION_WORDS = frozenset(
    "the of and to in a for that is was on with as by at from it be are were an or this which have has had "
    "not its but their been they he his she her we our will would than more who may also after between "
    "during these those into over about there when while said can could if all no other such only both each "
    "up out".split()
)
_TOKEN = re.compile(r"[^\W\d_]+|\d[\d.,]*|[^\w\s]|_")
_REACH = 300
"""Characters on each side of a number that count as the text around it."""
_LONGEST_WORD = 64
"""Characters read beyond that, so that no word is cut; hardly any word is longer."""
_LONG_PARAGRAPH = 200
"""Characters of a paragraph from which on its neighbours do not count as the text around its numbers."""
_PSEUDO_TOKENS, _PSEUDO_SHARE = 8, 0.25
"""Pseudo-count of tokens, and the usual share of function words among them: a few words prove nothing."""


class Prose:
    """The share of function words around the numbers of a document: high in English prose, low elsewhere."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text
        self._repetitions = Repetitions(extract(document.text))
        self._tables = {block.cell.table: block for block in reversed(document.blocks) if block.cell}
        self._ends = {block.cell.table: block.end for block in document.blocks if block.cell}

    def repeated(self, numbers: Sequence[Number]) -> Values:
        """Return 1 for each number whose value stands elsewhere in the document, else 0."""
        return np.array([float(self._repetitions.has(number)) for number in numbers])

    def around(self, numbers: Sequence[Number]) -> Iterator[tuple[float, bool]]:
        """Yield that share for each of some consecutive numbers, and whether most tokens there are words."""
        if not numbers:
            return
        margin = _REACH + _LONGEST_WORD
        tokens = list(_TOKEN.finditer(self.text, max(0, numbers[0].start - margin), numbers[-1].end + margin))
        starts = [token.start() for token in tokens]
        function_words = [0, *accumulate(token[0].lower() in _FUNCTION_WORDS for token in tokens)]
        words = [0, *accumulate(token[0][0].isalpha() for token in tokens)]
        for number in numbers:
            low, high = self._region(number)
            spans = (
                (max(low, number.start - _REACH), number.start),
                (number.end, min(high, number.end + _REACH)),
            )
            cuts = [
                (bisect_left(starts, start), bisect_left(starts, max(start, end))) for start, end in spans
            ]
            total, functional, alphabetic = (
                sum(count[last] - count[first] for first, last in cuts)
                for count in (range(len(tokens) + 1), function_words, words)
            )
            share = (functional + _PSEUDO_TOKENS * _PSEUDO_SHARE) / (total + _PSEUDO_TOKENS)
            yield share, 2 * alphabetic >= total

    def _region(self, number: Number) -> tuple[int, int]:
        """Return the span that counts as around a number: its table, its paragraph, or the whole text."""
        block = self.document.block(number.start)
        if block.cell:
            return self._tables[block.cell.table].start, self._ends[block.cell.table]
        if block.end - block.start >= _LONG_PARAGRAPH:
            return block.start, block.end
        return 0, len(self.text)
