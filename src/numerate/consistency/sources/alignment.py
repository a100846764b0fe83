"""How well two quantities are about the same thing: a few features, weighed by a logistic regression."""

from __future__ import annotations

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
)
_ENDPOINTS = {"from": 1, "to": -1, "at": -1}


def align(draft: Quantity, source: Quantity, index: SourceIndex) -> tuple[float, ...]:
    """Return the features of a pair of quantities, in the order of `FEATURES`."""
    idf = index.idf
    same_noun = other_noun = 0.0
    if draft.noun and source.noun:
        same_noun, other_noun = float(draft.noun == source.noun), float(draft.noun != source.noun)
        if other_noun and (draft.noun in source.near or source.noun in draft.near):
            other_noun = 0.5
    total = shared = 0.0
    theirs, stems = source.near, source.stems
    for key, weight in draft.near.items():
        mass = weight * idf(key)
        total += mass
        if key in theirs:
            shared += mass * max(theirs[key], 0.3) ** 0.5
        elif key in stems:
            shared += mass * 0.3
    near = shared / total if total else 0.0
    total = in_sentence = in_paragraph = 0.0
    wide = index.wide(source)
    for key in draft.stems:
        mass = idf(key)
        total += mass
        if key in stems:
            in_sentence += mass
        elif key in wide:
            in_paragraph += mass
    sentence, paragraph = (in_sentence / total, in_paragraph / total) if total else (0.0, 0.0)
    total = shared = 0.0
    for key, weight in theirs.items():
        mass = weight * idf(key)
        total += mass
        if key in draft.stems:
            shared += mass
    reverse = shared / total if total else 0.0
    same_name, other_name = _compare_names(draft, source, index)
    same_period = other_period = 0.0
    if draft.periods and source.periods:
        same_period = float(bool(draft.periods & source.periods))
        other_period = 1.0 - same_period
    opposite = agree = 0.0
    for axis, sign in draft.polarity.items():
        other = source.polarity.get(axis, 0)
        opposite = max(opposite, float(other == -sign))
        agree = max(agree, float(other == sign))
    ends = _ENDPOINTS.get(draft.before, 0) * _ENDPOINTS.get(source.before, 0)
    unit, unit_of_source = draft.number.unit, source.number.unit
    return (
        same_noun,
        other_noun,
        near,
        sentence,
        paragraph,
        reverse,
        same_name,
        other_name,
        same_period,
        other_period,
        opposite,
        agree,
        float(bool(draft.before) and draft.before == source.before),
        float(bool(draft.after) and draft.after == source.after and draft.after not in STOP_WORDS),
        float(draft.measure != source.measure),
        float(unit is not None and unit_of_source is not None and unit.symbol == unit_of_source.symbol),
        float(ends < 0),
    )


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
    return sum(weight * feature for weight, feature in zip(WEIGHTS, features, strict=True))
