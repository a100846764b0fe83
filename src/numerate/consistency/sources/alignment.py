"""How well two quantities are about the same thing: a few features, weighed by a logistic regression."""

from __future__ import annotations

from operator import mul
from typing import NamedTuple

from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.weights import fitted
from numerate.consistency.sources.words import STOP_WORDS

FEATURES = (
    "same noun",
    "other noun",
    "near words",
    "sentence",
    "paragraph",
    "near words of the source",
    "own words",
    "own words of the source",
    "same name",
    "other name",
    "same period",
    "other period",
    "opposite",
    "same direction",
    "word before",
    "word after",
    "other measure",
    "same unit",
    "start for end",
    "same head",
    "other head",
    "adjacent number",
    "number of the sentence",
    "numbers of the paragraph",
    "compared, both",
    "compared, one",
    "compared, source only",
    "planned, both",
    "planned, one",
    "asked",
    "same row",
    "other row",
    "same column",
    "other column",
)
_FAR = 0.3
"""Weight of a word that stands near the draft's number and elsewhere in the source's sentence."""
_ENDPOINTS = {"from": 1, "to": -1, "at": -1}


class Weighed(NamedTuple):
    """A number of a draft with the weights of the words around it, to be compared with many."""

    quantity: Quantity
    near: dict[str, float]
    """Stems near it, each with its nearness times its weight."""
    near_total: float
    stems: dict[str, float]
    """Stems of its sentence, with their weights."""
    total: float
    own_total: float
    """Weight of the words that no other number and no comma parts from it."""

    @classmethod
    def of(cls, draft: Quantity, index: SourceIndex) -> Weighed:
        """Weigh the words around a number by how rare the sources have them."""
        near = {key: weight * index.idf(key) for key, weight in draft.near.items()}
        stems = {key: index.idf(key) for key in draft.stems}
        own = sum(map(index.idf, draft.own))
        return cls(draft, near, sum(near.values()), stems, sum(stems.values()), own)


def align(weighed: Weighed, source: Quantity, index: SourceIndex) -> tuple[float, ...]:
    """Return the features of a pair of quantities, in the order of `FEATURES`."""
    draft = weighed.quantity
    same_period = float(bool(draft.periods & source.periods))
    other_period = float(bool(draft.periods and source.periods)) - same_period
    signs = [sign * source.polarity.get(axis, 0) for axis, sign in draft.polarity.items()]
    ends = _ENDPOINTS.get(draft.before, 0) * _ENDPOINTS.get(source.before, 0)
    unit, unit_of_source = draft.number.unit, source.number.unit
    return (
        *_compare_nouns(draft, source),
        *_compare_words(weighed, source, index),
        *_compare_own_words(weighed, source, index),
        *_compare_names(draft, source, index),
        same_period,
        other_period,
        float(-1 in signs),
        float(1 in signs),
        float(bool(draft.before) and draft.before == source.before),
        float(bool(draft.after) and draft.after == source.after and draft.after not in STOP_WORDS),
        float(draft.measure != source.measure),
        float(unit is not None and unit_of_source is not None and unit.symbol == unit_of_source.symbol),
        float(ends < 0),
        *_compare_heads(draft, source),
        float(bool(draft.adjacent & source.adjacent)),
        float(bool(draft.adjacent & source.others)),
        _share_values(draft, source, index),
        float(draft.is_compared and source.is_compared),
        float(draft.is_compared != source.is_compared),
        float(source.is_compared and not draft.is_compared),
        float(draft.is_planned and source.is_planned),
        float(draft.is_planned != source.is_planned),
        float(source.is_asked),
        *(_compare_labels(draft, source, index) if source.cell else (0.0, 0.0, 0.0, 0.0)),
    )


def _share_values(draft: Quantity, source: Quantity, index: SourceIndex) -> float:
    """Return which share of the other numbers of the draft's sentence stand around the source's number."""
    if not draft.others:
        return 0.0
    around = index.values_near(source)
    return sum(value in around and value != source.number.value for value in draft.others) / len(draft.others)


def _compare_nouns(draft: Quantity, source: Quantity) -> tuple[float, float]:
    """Return whether two counts count the same, and whether they count something else."""
    if not draft.noun or not source.noun:
        return 0.0, 0.0
    if draft.noun == source.noun:
        return 1.0, 0.0
    return 0.0, 0.5 if draft.noun in source.near or source.noun in draft.near else 1.0


def _compare_words(draft: Weighed, source: Quantity, index: SourceIndex) -> tuple[float, float, float, float]:
    """Return which share of the words around one number stand around the other, near it and further away.

    Rare words count more. Of the draft's words: those near the source's number, those in its sentence, those
    in the sentences next to it. Last, of the source's words near its number those in the draft's sentence.
    """
    theirs, stems, wide = source.near, source.stems, index.wide(source)
    near = sentence = paragraph = 0.0
    for key, weight in draft.near.items():
        if key in theirs:
            near += weight * max(theirs[key], _FAR) ** 0.5
        elif key in stems:
            near += _FAR * weight
    for key, weight in draft.stems.items():
        if key in stems:
            sentence += weight
        elif key in wide:
            paragraph += weight
    masses, total = index.masses(source)
    reverse = sum(mass for key, mass in masses.items() if key in draft.stems)
    return (
        near / draft.near_total if draft.near_total else 0.0,
        sentence / draft.total if draft.total else 0.0,
        paragraph / draft.total if draft.total else 0.0,
        reverse / total if total else 0.0,
    )


def _compare_own_words(draft: Weighed, source: Quantity, index: SourceIndex) -> tuple[float, float]:
    """Return which share of each number's own words are the other's own, too."""
    shared = draft.quantity.own & source.own
    if not shared:
        return 0.0, 0.0
    weight = sum(map(index.idf, shared))
    return weight / draft.own_total, weight / sum(map(index.idf, source.own))


def _compare_heads(draft: Quantity, source: Quantity) -> tuple[float, float]:
    """Return whether the words before the numbers are the same, and whether they are others."""
    if not draft.head or source.cell:
        return 0.0, 0.0
    if draft.head == source.head:
        return 1.0, 0.0
    weight = source.near.get(draft.head, 0.0)
    return weight if weight > 0.6 else 0.0, 1.0 - weight if source.head else 0.0


def _compare_labels(
    draft: Quantity, source: Quantity, index: SourceIndex
) -> tuple[float, float, float, float]:
    """Return whether a cell is in the row and the column that the draft names, and whether in others."""
    row, column = source.row, source.column
    words = draft.owner | draft.names
    same_row = float(bool(draft.owner & source.owner)) or 0.5 * float(bool(words & source.owner))
    if not same_row and row & draft.near.keys():
        same_row = 1.0 if row <= draft.near.keys() else 0.5
    known = index.row_labels(source)
    other_row = float(not same_row and bool((draft.owner & known) or (draft.near.keys() & known)))
    best = max((draft.near.get(key, 0.0) for key in column), default=0.0)
    if draft.noun in column:
        best = 1.0
    best_elsewhere = max(
        (draft.near.get(key, 0.0) for key in index.column_labels(source) - column), default=0.0
    )
    extra = sum(key not in draft.near for key in column) / len(column) if column else 0.0
    same_column = max(0.0, best - 0.3 * extra) if best else float(bool(column & draft.periods))
    other_column = max(0.0, best_elsewhere - best)
    return same_row, other_row, same_column, other_column


def _compare_names(draft: Quantity, source: Quantity, index: SourceIndex) -> tuple[float, float]:
    """Return how far the names agree, and whether the source's number belongs to another one."""
    if not draft.owner or not source.owner:
        return 0.0, 0.0
    if draft.owner & source.owner:
        return 1.0, 0.0
    if draft.owner & source.names or source.owner & draft.names:
        return 0.4, 0.0
    # A name that the sources do not have may be another name of the same thing.
    return 0.0, 1.0 if draft.owner & index.names else 0.3


WEIGHTS = tuple(fitted("alignment", FEATURES))


def score(features: tuple[float, ...]) -> float:
    """Return how well two quantities are about the same thing; differences of scores are log-odds."""
    return float(sum(map(mul, WEIGHTS, features)))
