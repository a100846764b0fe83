"""When a number of a draft is not supported: signals from its best candidates, weighed together."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log10
from operator import mul, sub

from numerate.consistency.sources.alignment import FEATURES
from numerate.consistency.sources.candidates import Aligned, Candidate
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.values import in_digits
from numerate.consistency.sources.weights import bias, fitted

SIGNALS = (
    "stated by chance",
    "in words",
    "year or date",
    "odds of the best rival",
    "odds of all rivals",
    "rival better",
    "score",
    "claimed",
    "claimed, rival better",
    "repeated",
    "repeated, claimed",
    "repeated, too often",
    "stated too often",
    "compared, rival next to it",
    "rival: near words",
    "rival: same head",
    "rival: same noun",
    "has a rival",
    "rival of the same passage",
    "nearest words of any rival",
    *(f"match: {name}" for name in FEATURES),
    *(f"rival, beyond the match: {name}" for name in FEATURES),
)
"""What is weighed of a number that the sources state: its best match, and how much better a rival is."""
_NO_RIVAL = -4.0
"""Logarithm of the odds of the rivals where there is none."""
_MARGIN = 6.0
"""Largest logarithm of odds that counts."""
_AT = {name: i for i, name in enumerate(FEATURES)}


def signals(aligned: Aligned, index: SourceIndex) -> list[float]:
    """Return the signals of a number that the sources state, in the order of `SIGNALS`."""
    quantity, match = aligned.quantity, aligned.matches[0]
    best = aligned.rivals[0].score - match.score if aligned.rivals else _NO_RIVAL
    total = _log_sum(aligned.rivals) - _log_sum(aligned.matches) if aligned.rivals else _NO_RIVAL
    better = max(0.0, min(best, _MARGIN))
    return [
        _chance(quantity, index),
        float(not in_digits(quantity.number.text)),
        float(quantity.measure in ("year", "date")),
        max(-_MARGIN, min(best, _MARGIN)),
        max(-_MARGIN, min(total, _MARGIN)),
        better,
        match.score,
        float(aligned.is_claimed),
        aligned.is_claimed * better,
        float(aligned.is_repeated),
        float(aligned.is_repeated and aligned.is_claimed),
        float(aligned.is_repeated and aligned.surplus > 0),
        float(min(aligned.surplus, 2)),
        float(_takes_compared(aligned)),
        *_of_rival(aligned),
        *_of_rivals(aligned),
        *match.features,
        *_beyond(aligned),
    ]


def _of_rivals(aligned: Aligned) -> tuple[float, float, float]:
    """Return whether there is a rival, whether the best is in the match's passage, and a share of words.

    That of the words near the draft's number which are near a rival, beyond that for the match.
    """
    if not aligned.rivals:
        return 0.0, 0.0, 0.0
    match, rival = aligned.matches[0], aligned.rivals[0].quantity
    place = match.quantity.document, match.quantity.passage
    near = max(candidate.features[_AT["near words"]] for candidate in aligned.rivals)
    is_next = (rival.document, rival.passage) == place
    return 1.0, float(is_next), near - match.features[_AT["near words"]]


def _beyond(aligned: Aligned) -> list[float]:
    """Return by how much each feature of the best rival is above that of the match.

    Weights that find a number's place do not tell as well whether it is stated there at all. Those of cells
    are set by hand, as no summary that was fitted with has a table.
    """
    match, rival = aligned.matches[0], aligned.rivals[0] if aligned.rivals else None
    if rival is None or match.quantity.cell or rival.quantity.cell:
        return [0.0] * len(FEATURES)
    return list(map(sub, rival.features, match.features))


def _takes_compared(aligned: Aligned) -> bool:
    """Return whether a draft states what a source only compares with: "59.7%" for "61.4% from 59.7%"."""
    match, draft = aligned.matches[0].quantity, aligned.quantity
    return (
        match.is_compared
        and not draft.is_compared
        and any(
            rival.quantity.passage == match.passage
            and rival.quantity.document == match.document
            and rival.quantity.measure == match.measure
            and not rival.quantity.is_compared
            for rival in aligned.rivals
        )
    )


def _of_rival(aligned: Aligned) -> tuple[float, float, float]:
    """Return some features of the best rival, as far as it is better than the best match."""
    if not aligned.rivals or aligned.rivals[0].score <= aligned.matches[0].score:
        return 0.0, 0.0, 0.0
    near, head, noun = (aligned.rivals[0].features[_AT[name]] for name in _OF_RIVAL)
    return near, head, noun


_OF_RIVAL = "near words", "same head", "same noun"


def _log_sum(candidates: Sequence[Candidate]) -> float:
    """Return the logarithm of the sum of the candidates' odds."""
    return log(sum(exp(candidate.score) for candidate in candidates))


_WEIGHTS = tuple(fitted("alarm", SIGNALS))
_BIAS = bias("alarm")
_UNSTATED = 0.9
"""Least score of a number whose value the sources do not have."""


def alarm_score(aligned: Aligned, index: SourceIndex) -> float:
    """Return a score between 0 and 1: the higher, the less the sources support a number."""
    if not aligned.matches:
        near = aligned.rivals[0].features[_NEAR] if aligned.rivals else 0.0
        return _UNSTATED + (1 - _UNSTATED) * min(near, 0.99)
    cell = _of_cells(aligned)
    if cell is not None:
        return cell
    if _says_otherwise(aligned) or _takes_wrong_end(aligned):
        return _OTHERWISE
    logit = _BIAS + sum(map(mul, _WEIGHTS, signals(aligned, index)))
    return sigmoid(logit - _TABLES * (aligned.matches[0].quantity.cell is not None))


_TABLES = 0.5
"""By how much less a number of a table is doubted whose labels are not certain: no fitted set has tables.

With it reports of games (`benchmarks/sources.py --games 20`) have a precision of 93.3% instead of 88.4%.
"""
_HEAD, _NEAR = _AT["same head"], _AT["near words"]
_VERBATIM, _APART = 0.7, 0.1
"""Least share of the near words that a rival has for its phrase to be the draft's, and how many more than the
best match; both were set on the validation split, where they concern none of 1,971 faithful numbers."""
_OTHERWISE = 0.99
"""Score of a number of which the source has the very phrase with another value."""


def _says_otherwise(aligned: Aligned) -> bool:
    """Return whether the source has the draft's very phrase with another value: "revenue of $4.2 million"."""
    if not aligned.rivals:
        return False
    match, rival = aligned.matches[0].features, aligned.rivals[0].features
    has_head = rival[_HEAD] == 1 and match[_HEAD] == 0
    return has_head and rival[_NEAR] >= _VERBATIM and rival[_NEAR] - match[_NEAR] >= _APART


_ENDS = _AT["start for end"]


def _takes_wrong_end(aligned: Aligned) -> bool:
    """Return whether a draft takes the start of a change for its end: "to 92" for "from 92 to 146"."""
    match, draft = aligned.matches[0], aligned.quantity
    source = match.quantity
    return bool(match.features[_ENDS]) and any(
        rival.quantity.before == draft.before
        and (rival.quantity.document, rival.quantity.passage) == (source.document, source.passage)
        for rival in aligned.rivals
    )


def sigmoid(logit: float) -> float:
    """Return the probability of which this is the logarithm of the odds."""
    return 1 / (1 + exp(-min(max(logit, -30.0), 30.0)))


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


ODDS_SIGNALS = ("words", "odds")
"""What is weighed where a model was asked: the score of the words, and the model's odds of the value."""
_LEAST_ASKED = 0.05
"""Score below which the words leave no doubt that a number is supported."""


def wants_odds(aligned: Aligned, score: float) -> bool:
    """Return whether to ask a model about a number: the sources have it, and the words leave doubt."""
    if not aligned.matches or not aligned.rivals or score < _LEAST_ASKED:
        return False
    return not aligned.matches[0].quantity.cell and not aligned.rivals[0].quantity.cell


def odds_signals(logit: float, odds: float) -> list[float]:
    """Return the signals of a number that a model was asked about, in the order of `ODDS_SIGNALS`."""
    return [logit, odds]


def weigh_odds(score: float, odds: float) -> float:
    """Return the score of a number with what a model says of it."""
    logit = log(score / (1 - score)) if 0 < score < 1 else 0.0
    return sigmoid(_ODDS_BIAS + sum(map(mul, _ODDS_WEIGHTS, odds_signals(logit, odds))))


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
