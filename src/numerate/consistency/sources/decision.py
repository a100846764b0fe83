"""When a number of a draft is not supported: signals from its best candidates, weighed together."""

from __future__ import annotations

from math import exp, log, log10

from numerate.consistency.sources.alignment import FEATURES
from numerate.consistency.sources.candidates import Aligned, Candidate
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.values import in_digits
from numerate.consistency.sources.weights import bias, fitted

_OF_MATCH = ("same noun", "other noun", "near words", "sentence", "paragraph", "near words of the source",
             "same name", "other name", "other period", "opposite", "other measure", "same head",
             "other head", "start for end", "adjacent number", "number of the sentence")  # fmt: skip
"""Features of the best match that are weighed again."""
_OF_RIVAL = ("same noun", "near words", "sentence", "near words of the source", "same name", "other name",
             "other period", "opposite", "same head", "adjacent number",
             "number of the sentence")  # fmt: skip
SIGNALS = (
    "stated",
    "stated by chance",
    "stated in words",
    "stated, year",
    "rival better",
    "rival better, by chance",
    *(f"stated: {name}" for name in _OF_MATCH),
    *(f"stated, rival: {name}" for name in _OF_RIVAL),
    "stated by chance: near words",
    "rival closer",
    "rival with the head",
    "rival with the noun",
    "match claimed",
    "match claimed, rival better",
    "rival nearer",
    "rival nearer in the sentence",
    "match nearer in the sentence",
    "unstated, in words",
    "unstated, ordinal",
    "unstated: near words of the rival",
)
_AT = {name: i for i, name in enumerate(FEATURES)}
_MATCH_AT = [_AT[name] for name in _OF_MATCH]
_RIVAL_AT = [_AT[name] for name in _OF_RIVAL]
_NEAR = _AT["near words"]
_HEAD, _OTHER_HEAD, _NOUN, _OTHER_NOUN = (
    _AT[name] for name in ("same head", "other head", "same noun", "other noun")
)
_MARGIN = 3.0
"""Largest advantage of a rival that counts."""


def signals(aligned: Aligned, index: SourceIndex) -> list[float]:
    """Return the signals of a number, in the order of `SIGNALS`."""
    quantity = aligned.quantity
    words = float(not in_digits(quantity.number.text))
    rival = aligned.rivals[0] if aligned.rivals else None
    if not aligned.matches:
        near = rival.features[_NEAR] if rival else 0.0
        return [*([0.0] * (len(SIGNALS) - 3)), words, float(quantity.measure == "ordinal"), near]
    match = aligned.matches[0]
    chance = _chance(quantity, index)
    margin = min(max(rival.score - match.score, 0.0), _MARGIN) if rival else 0.0
    better = rival if rival and margin > 0 else None
    return [
        1.0,
        chance,
        words,
        float(quantity.measure in ("year", "date")),
        margin,
        margin * max(chance + 1, 0),
        *(match.features[i] for i in _MATCH_AT),
        *(better.features[i] if better else 0.0 for i in _RIVAL_AT),
        max(chance + 1, 0) * match.features[_NEAR],
        *_closeness(match, better),
        float(aligned.is_claimed),
        aligned.is_claimed * margin,
        *_nearness(aligned, index),
        0.0,
        0.0,
        0.0,
    ]


def _closeness(match: Candidate, rival: Candidate | None) -> tuple[float, float, float]:
    """Return how much closer the rival's wording is, and whether it alone has the draft's head or noun."""
    if rival is None:
        return 0.0, 0.0, 0.0
    near = rival.features[_NEAR]
    return (
        max(0.0, near - match.features[_NEAR]) * near,
        rival.features[_HEAD] * match.features[_OTHER_HEAD] * near,
        rival.features[_NOUN] * match.features[_OTHER_NOUN] * near,
    )


def _nearness(aligned: Aligned, index: SourceIndex) -> tuple[float, float, float]:
    """Return by how much the words near the number stand nearer to a rival than to the match.

    Of all places, and of those in the sentence of the best match, where it tells "340 in Norton" from "215 in
    Dale"; last, by how much they stand nearer to the match than to any rival of its sentence.
    """
    masses = {key: weight * index.idf(key) for key, weight in aligned.quantity.near.items()}
    total = sum(masses.values()) or 1.0

    def nearness(candidate: Candidate) -> float:
        near = candidate.quantity.near
        return sum(masses[key] * near[key] for key in masses.keys() & near.keys()) / total

    ours = nearness(aligned.matches[0])
    rivals = [(rival, nearness(rival)) for rival in aligned.rivals]
    place = aligned.matches[0].quantity
    inside = [
        theirs
        for rival, theirs in rivals
        if (rival.quantity.document, rival.quantity.passage) == (place.document, place.passage)
    ]
    best = max(map(nearness, aligned.matches))
    apart = max(inside) - ours if inside else 0.0
    return (
        max(0.0, max((theirs for _, theirs in rivals), default=0.0) - best),
        max(0.0, apart),
        max(0.0, -apart),
    )


_SENTENCE = _AT["sentence"]
_GROUPS = ((0.65, "close"), (0.35, "middle"), (0.0, "loose"))


def wording(aligned: Aligned) -> str:
    """Return how close the draft is to the wording of the source: close, middle or loose.

    Where a draft repeats a sentence of the source, a number that stands elsewhere in it is most likely wrong;
    a headline shares few words with any sentence.
    """
    best = (*aligned.matches[:1], *aligned.rivals[:1])
    share = max((candidate.features[_SENTENCE] for candidate in best), default=0.0)
    return next(name for least, name in _GROUPS if share >= least)


_WEIGHTS = tuple(fitted("alarm", SIGNALS))
_BIAS = bias("alarm")
_VERBATIM, _APART = 0.7, 0.1
"""Least share of the near words that a rival has for its phrase to be the draft's, and how many more than the
best match; both were set on the validation split, where they concern none of 1,971 faithful numbers."""
_UNSTATED = 0.9
"""Least score of a number whose value the sources do not have."""


def alarm_score(aligned: Aligned, index: SourceIndex) -> float:
    """Return a score between 0 and 1: the higher, the less the sources support a number."""
    cell = _of_cells(aligned)
    if cell is not None:
        return cell
    logit = _BIAS + sum(w * signal for w, signal in zip(_WEIGHTS, signals(aligned, index), strict=True))
    score = 1 / (1 + exp(-min(max(logit, -30.0), 30.0)))
    if not aligned.matches or _says_otherwise(aligned):
        return max(score, _UNSTATED)
    return score


def _says_otherwise(aligned: Aligned) -> bool:
    """Return whether the source has the draft's very phrase with another value: "revenue of $4.2 million"."""
    if not aligned.rivals:
        return False
    match, rival = aligned.matches[0].features, aligned.rivals[0].features
    has_head = rival[_HEAD] == 1 and match[_HEAD] == 0
    return has_head and rival[_NEAR] >= _VERBATIM and rival[_NEAR] - match[_NEAR] >= _APART


_ROW, _OTHER_ROW, _COLUMN, _OTHER_COLUMN = (
    _AT[name] for name in ("same row", "other row", "same column", "other column")
)


def _of_cells(aligned: Aligned) -> float | None:
    """Return the score of a number whose best candidate is a cell: labels are certain, words are not."""
    match = aligned.matches[0] if aligned.matches else None
    rival = aligned.rivals[0] if aligned.rivals else None
    if match is None or not (
        match.quantity.cell or (rival and rival.quantity.cell and rival.score > match.score)
    ):
        return None
    if rival is None or rival.score <= match.score:
        return 0.02
    if not rival.quantity.cell:
        return None
    ours, theirs = match.features, rival.features
    wrong_row = ours[_OTHER_ROW] and theirs[_ROW] >= 0.5 and theirs[_COLUMN] >= ours[_COLUMN]
    wrong_column = ours[_OTHER_COLUMN] > 0.3 and theirs[_COLUMN] >= 0.4 and theirs[_ROW] >= ours[_ROW]
    return 0.97 if wrong_row or wrong_column else None


ODDS_SIGNALS = ("words", "odds, close", "odds, middle", "odds, loose")
"""What is weighed where a model was asked: the score of the words, and the odds by the draft's wording."""
_LEAST_ASKED = 0.05
"""Score below which the words leave no doubt that a number is supported."""


def wants_odds(aligned: Aligned, score: float) -> bool:
    """Return whether to ask a model about a number: the sources have it, and the words leave doubt."""
    if not aligned.matches or not aligned.rivals or score < _LEAST_ASKED:
        return False
    return not aligned.matches[0].quantity.cell and not aligned.rivals[0].quantity.cell


def odds_signals(score: float, odds: float, group: str) -> list[float]:
    """Return the signals of a number that a model was asked about, in the order of `ODDS_SIGNALS`."""
    words = log(score / (1 - score)) if 0 < score < 1 else 0.0
    return [words, *(odds if group == name else 0.0 for _, name in _GROUPS)]


def weigh_odds(score: float, odds: float, group: str) -> float:
    """Return the score of a number with what a model says of it."""
    terms = zip(_ODDS_WEIGHTS, odds_signals(score, odds, group), strict=True)
    logit = _ODDS_BIAS + sum(weight * signal for weight, signal in terms)
    return 1 / (1 + exp(-min(max(logit, -30.0), 30.0)))


_ODDS_WEIGHTS = tuple(fitted("odds", ODDS_SIGNALS))
_ODDS_BIAS = bias("odds")


_DENSITY = {"year": 30.0, "date": 28.0, "ordinal": 8.0}
"""Values of a measure that are about equally frequent."""


def _chance(quantity: Quantity, index: SourceIndex) -> float:
    """Return the logarithm of how many quantities of the sources have the value by chance, at least -3."""
    count = index.count(quantity.measure)
    size = abs(quantity.number.value)
    share = 1 / _DENSITY.get(quantity.measure, 0) if quantity.measure in _DENSITY else 0.0
    if not share:
        digits = len("".join(c for c in quantity.number.text if c.isdigit()).strip("0.")) or 1
        share = min(0.3, 0.6 / max(1.0, size)) if size < 10 and not size % 1 else 0.3 / 9 ** max(1, digits)
    return max(-3.0, log10(max(1e-9, share * max(1, count))))
