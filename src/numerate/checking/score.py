"""What a model makes of the numbers of a document, and of which it has nothing to say."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from numerate.documents import Document
from numerate.model import Judged, Prediction, Predictor
from numerate.model.calibration import mondrian_group
from numerate.report.options import CheckOptions
from numerate.report.report import CheckedNumber
from numerate.text import Number
from numerate.typos.noisy_channel import nonconformity_scores

Values = npt.NDArray[np.float64]

ODD = 0.05
"""The p-value at which a number counts as odd, where the odd ones of a document are counted."""
PLANTED = 3
"""So many odd numbers may be errors in a document that the model knows."""

NOT_PROSE = "the text around it is not English prose"
AMONG_FIGURES = "it stands among figures and signs, not in prose"
UNKNOWN_TEXT = "the model does not know texts like this: too many of its numbers look odd to it"
OPEN = "it is left open"
IGNORED = "the author asked to ignore it"


@dataclass(frozen=True)
class Seen:
    """Some consecutive numbers of a document, and what is seen of those that have a distribution and a value.

    places: (n,) which of the judged numbers these are.
    wordy: whether words are most of what is around each.
    """

    judged: Judged
    places: npt.NDArray[np.int64]
    numbers: tuple[Number, ...]
    oddness: Values
    prose: Values
    wordy: tuple[bool, ...]


class Suspect(NamedTuple):
    """A number that is odd enough to be flagged."""

    number: Number
    p_value: float
    oddness: float
    prediction: Prediction


def see(document: Document, model: Predictor) -> Iterator[Seen]:
    """Go through a document with a model; calibration goes the same road."""
    prose = Prose(document)
    for judged in model.stream(document.text):
        yield from _look([prose], [judged])


def see_together(documents: Sequence[Document], model: Predictor) -> list[list[Seen]]:
    """Go through several documents; those that are short take hardly longer than one."""
    seen: list[list[Seen]] = [[] for _ in documents]
    every = [Prose(document) for document in documents]
    for run in model.stream_all([document.text for document in documents]):
        parts = _look([every[place] for place, _ in run], [judged for _, judged in run])
        for (place, _), part in zip(run, parts, strict=True):
            seen[place].append(part)
    return seen


def _look(every: Sequence[Prose], judged: Sequence[Judged]) -> Iterator[Seen]:
    """See numbers of some documents that were judged together."""
    if not judged:
        return
    places = [np.flatnonzero(~np.isnan(one.values)) for one in judged]
    numbers = [tuple(one.numbers[i] for i in one.index[at]) for one, at in zip(judged, places, strict=True)]
    distributions = [one.distributions[at] for one, at in zip(judged, places, strict=True)]
    weighed = nonconformity_scores(
        [number for some in numbers for number in some],
        [prose.text for prose, some in zip(every, numbers, strict=True) for _ in some],
        distributions[0].concat(distributions),
    )
    end = 0
    for prose, one, at, some in zip(every, judged, places, numbers, strict=True):
        start, end = end, end + len(some)
        around = list(prose.around(some))
        shares, wordy = np.array([share for share, _ in around]), tuple(wordy for _, wordy in around)
        yield Seen(one, at, some, weighed[start:end], shares, wordy)


def judge(
    document: Document, model: Predictor, settings: CheckOptions, seen: Iterable[Seen] | None = None
) -> tuple[list[CheckedNumber], list[Suspect]]:
    """Every number, judged or not, and the suspects among them.

    seen: what has been seen of the document, if anything.
    """
    checked, may_be_odd = _judge_alone(document, model, settings, seen or see(document, model))
    alone = [c.p_value for c in checked if c.p_value is not None]
    if share_of_odd(alone) > model.calibration.max_unlikely_share:
        return [CheckedNumber(c.number, None, c.reason or UNKNOWN_TEXT) for c in checked], []
    in_company = iter(model.calibration.p_values.adjust_for_document(np.array(alone)).tolist())
    suspects: list[Suspect] = []
    for place, one in enumerate(checked):
        if one.p_value is None:
            continue
        p_value = next(in_company)
        checked[place] = replace(one, p_value=p_value)
        if p_value <= settings.rate and place in may_be_odd:
            suspects.append(Suspect(one.number, p_value, *may_be_odd[place]))
    return checked, suspects


def _judge_alone(
    document: Document, model: Predictor, settings: CheckOptions, parts: Iterable[Seen]
) -> tuple[list[CheckedNumber], dict[int, tuple[float, Prediction]]]:
    """Every number without its company; and, by place, those that may be odd in it, with what is usual."""
    tables = model.calibration.p_values
    asked = tables.unadjusted_bound(settings.rate)
    checked: list[CheckedNumber] = []
    may_be_odd: dict[int, tuple[float, Prediction]] = {}
    for seen in parts:
        p_values = tables.look_up(seen.oddness, [mondrian_group(number.kind) for number in seen.numbers])
        order = {int(i): n for n, i in enumerate(seen.judged.index[seen.places])}
        for i, number in enumerate(seen.judged.numbers):
            n = order.get(i)
            reason = seen.judged.reason(i) or OPEN if n is None else _reason(document, model, seen, n)
            if n is None or reason:
                checked.append(CheckedNumber(number, None, reason))
                continue
            odd = p_values[n] <= asked
            prediction = seen.judged.prediction(int(seen.places[n])) if odd or settings.keep else None
            if odd and prediction:
                may_be_odd[len(checked)] = float(seen.oddness[n]), prediction
            checked.append(
                CheckedNumber(number, float(p_values[n]), None, prediction if settings.keep else None)
            )
    return checked, may_be_odd


def share_of_odd(p_values: list[float]) -> float:
    """The share of odd numbers in a document, the few that may be errors left out."""
    odd = sum(p_value <= ODD for p_value in p_values)
    return max(0, odd - PLANTED) / max(1, len(p_values))


def _reason(document: Document, model: Predictor, seen: Seen, n: int) -> str | None:
    """Why the model has nothing to say of a number, though it could."""
    number = seen.numbers[n]
    if document.is_ignored(number.start, number.end):
        return IGNORED
    if seen.prose[n] < model.calibration.min_prose_share:
        return NOT_PROSE if seen.wordy[n] else AMONG_FIGURES
    return None


_WORDS = frozenset(
    "the of and to in a for that is was on with as by at from it be are were an or this which have has had "
    "not its but their been they he his she her we our will would than more who may also after between "
    "during these those into over about there when while said can could if all no other such only both each "
    "up out".split()
)
_TOKEN = re.compile(r"[^\W\d_]+|\d[\d.,]*|[^\w\s]|_")
_REACH = 300
"""Characters on each side of a number that count as around it."""
_WORD = 64
"""Hardly a word is longer: read so far beyond, none that counts is cut."""
_LONG = 200
"""A paragraph of so many characters speaks for itself; around a shorter one its neighbours count, too."""
# Of a few words nothing can be said: so many are taken for granted, with their usual share.
_GRANTED, _USUAL = 8, 0.25


class Prose:
    """The share of function words around numbers of a document."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self._document = document
        self._tables = {block.cell.table: block for block in reversed(document.blocks) if block.cell}
        self._ends = {block.cell.table: block.end for block in document.blocks if block.cell}

    def around(self, numbers: Sequence[Number]) -> Iterator[tuple[float, bool]]:
        """Of each of some consecutive numbers, that share, and whether words are most of what is there."""
        if not numbers:
            return
        begin, end = max(0, numbers[0].start - _REACH - _WORD), numbers[-1].end + _REACH + _WORD
        tokens = list(_TOKEN.finditer(self.text, begin, end))
        starts = [token.start() for token in tokens]
        function = [0, *accumulate(token[0].lower() in _WORDS for token in tokens)]
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
                for count in (range(len(tokens) + 1), function, words)
            )
            yield (functional + _GRANTED * _USUAL) / (total + _GRANTED), 2 * alphabetic >= total

    def _region(self, number: Number) -> tuple[int, int]:
        """How far what is around a number reaches: its table, its paragraph, or all where that is short."""
        block = self._document.block(number.start)
        if block.cell:
            return self._tables[block.cell.table].start, self._ends[block.cell.table]
        if block.end - block.start >= _LONG:
            return block.start, block.end
        return 0, len(self.text)
