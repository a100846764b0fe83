"""Find the two figures that a change, a difference or a multiple is calculated from."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK
from numerate.consistency.cues import (
    BASE,
    EARLIER,
    OTHER_CLAUSE,
    amounts,
    contrast,
    gap,
    guarded,
    lead,
    paragraph,
)
from numerate.consistency.pairs import vetoes
from numerate.consistency.pairs.moves import Move, alike, is_dated, is_range, moves
from numerate.consistency.pairs.operands import operands
from numerate.consistency.passages import short_paragraph
from numerate.consistency.slots import Slot
from numerate.consistency.verbs import FALLING, RISING
from numerate.text.units import TIME

_NEAR = 45
"""Characters between a derived figure and its operands that still belong together: about eight words."""
_APPOSED = re.compile(
    r"(?:[,:(;\x96\x97-] ?(?:or |i\.e\. |that is |which (?:is|was|means|represents) |representing "
    r"|meaning |this (?:is|was) |for )?"
    r")(?:an? |the )?(?:[a-z-]+ ){0,5}$|\. (?:this|that) (?:is|was|represents) (?:an? "
    r")?(?:[a-z-]+ ){0,2}$"
)
_THAN = re.compile(
    r" (?:[a-z]+ ){0,3}?(?:than|above|below|over|behind|ahead of|on|under) [^A-Z;:.]{0,40}[NUMP]"
)
_THEN = re.compile(
    r"\b(?:last (?:year|month|week|season|quarter|spring|summer|autumn|winter)|(?:the )?(?:previous"
    r"|prior|preceding) [a-z]+|a year (?:ago|earlier|before)"
    r"|ago|earlier|before|in Y|once|used to|at the last count|(?:in|of) Y)\b"
)
_NOW = re.compile(
    r"\b(?:now|today|this (?:year|month|week|season|quarter|spring|summer|autumn|winter)|since"
    r"|currently|by (?:autumn|spring|summer|winter|Y)|in Y)\b"
)
"""Words of an earlier and of a later sentence that date one thing at two times."""
_POSSESSIVE = re.compile(
    r"(?:its|his|her|their|the other|the second|the smaller|the larger|the new|the old)\b"
)
_REFERS = re.compile(
    r"(?:(?:so|thus|in other words),? )?(?:it|this|that|which|they|an?|the (?:rise|increase|fall|drop"
    r"|decline|decrease|change"
    r"|difference|gap|figure|number|total|price|growth|gain|saving|reduction)|he|she|we|i)\b"
)
_FORECAST = re.compile(
    r"\b(?:expect\w*|forecasts?|analysts?|consensus|estimat\w*|guidance|outlook|targets?|poll)\b"
)
_ADJUSTED = re.compile(
    r"\b(?:net of|excluding|adjusted|like-for-like|constant currenc|underlying|organic|pro forma"
    r"|annuali[sz]ed|restated"
    r"|average|range|respectively|between|or more|another|further|each|both|including|plus|guidance"
    r"|outlook)\b"
)
"""Words that change the basis: the change may be calculated from other figures than those written."""
_COMPARED = frozenset(
    ("against", "versus", "vs", "vs.", "compared with", "compared to", "after", "as against")
)
"""Words after which the figure may be of another period than the base of the change."""
_MOVES = re.compile(rf"\b(?:{RISING}|{FALLING})\b(?! (?:from|to)\b)")
"""Another change between a change and its figures."""
_TIMES = re.compile(
    r"(?:X(?: times)?|three times|double|triple|twice|half|quadruple) (?:as [a-z]+|the|that|its|their"
    r"|his|her|what|[a-z]+er)\b"
)
"""Multiples whose own words compare two figures."""
_GUESSED = re.compile(
    r"\b(?:both|each|either|expect\w*|forecasts?|analysts?|consensus|guidance|outlook|targets?|would"
    r"|could|might|if|up to"
    r"|hop(?:e|es|ed|ing)|aims?|aimed|average of analysts|adjusted|respectively|underlying|like-for-like"
    r"|comparable-store|same-store|plus|net of|list price|excluding|annuali[sz]ed)\b"
)
_OTHER_THING = re.compile(r"\b(?:uses?|us(?:es|ing)|with|at|by) [^A-Z;,.]{0,12}$(?<!by )")
"""Words before a change of something else: "the new one, at 110 kW, uses 10% less fuel"."""
_EXTREME = re.compile(
    r"\b(?:peak\w*|as (?:high|low|much|many) as|(?:high|low) of|record|all-time|intraday)\b"
)


class Pair(NamedTuple):
    """A pair of figures, how sure it is that it is the one meant, and the other pairs that may be."""

    move: Move
    odds: float
    others: tuple[Move, ...] = ()


def find_pair(anchor: Slot, start: int, end: int, taken: Collection[Slot] = ()) -> Pair | None:
    """Return the figures that the derived figure `anchor`, whose words are at `start:end`, refers to."""
    alone = pair_in_passage(anchor, start, end)
    if alone is not None:
        return alone
    pair = _pair_in_sentence(anchor, start, end, taken)
    if pair is None:
        return None
    if vetoes.is_doubtful(anchor, start, end, pair.move):
        return pair._replace(odds=WEAK)
    if pair.odds < SURE and not pair.others and _is_unambiguous(anchor, start, end, pair.move):
        return pair._replace(odds=SURE)
    return pair


def pair_in_passage(anchor: Slot, start: int, end: int) -> Pair | None:
    """Return the two figures of a passage that has no others but the one derived from them."""
    passage = short_paragraph(anchor.sentence)
    if passage is None or passage.is_uncertain:
        return None
    figures = [slot for slot in passage.figures if slot is not anchor]
    if not figures and anchor.dimensions == TIME:
        figures = [slot for line in passage.sentences for slot in line.having("T")]
    if len(figures) != 2 or vetoes.counts_something_else(anchor, figures):
        return None
    first, second = figures
    if (first.mark == "P") != (anchor.mark == "Q" or anchor.noun == "point"):
        return None
    if not (alike(first, second) or alike(second, first)):
        return None
    marked = [move for line in passage.sentences for move in moves(line, (anchor,))]
    move = next((move for move in marked if {*move[:2]} == {first, second}), Move(first, second))
    if (
        _EXTREME.search(passage.line)
        or _ADJUSTED.search(passage.line)
        or is_range(move)
        or vetoes.lacks_base(anchor, start)
        or vetoes.leads_to_one_figure(anchor, move[:2])
        or vetoes.is_restated(anchor, move)
        or vetoes.is_of_another_noun(anchor, passage.sentences)
        or vetoes.moves_otherwise(anchor, start, end, passage.sentences)
        or (move.explicit and vetoes.is_in_another_clause(anchor, start, end, move))
        or vetoes.is_of_another_size(anchor, figures)
        or vetoes.is_compared_elsewhere(anchor)
    ):
        return None
    return Pair(move, passage.odds)


def _pair_in_sentence(anchor: Slot, start: int, end: int, taken: Collection[Slot]) -> Pair | None:
    """Return the pair of the sentence that fits best; with fewer than two figures, look one sentence back."""
    sentence = anchor.sentence
    figures = operands(anchor, sentence, taken)
    marked = [
        move for move in moves(sentence, (anchor, *taken)) if move.before in figures and move.after in figures
    ]
    if len(figures) < 2:
        return _pair_across_sentences(anchor, start, figures)
    if len(figures) == 2:
        move = marked[0] if marked else Move(figures[0], figures[1])
        return Pair(move, _odds(anchor, start, end, move))
    marked.sort(key=lambda move: min(abs(anchor.at - move.start), abs(anchor.at - move.end)))
    others = tuple(
        Move(first, second) for i, first in enumerate(figures[:6]) for second in figures[i + 1 : 6]
    )
    if marked:
        odds = _odds(anchor, start, end, marked[0])
        return Pair(
            marked[0],
            odds if len(marked) == 1 else min(odds, LIKELY),
            others if odds < SURE or len(marked) > 1 else (),
        )
    nearest = sorted(sorted(figures, key=lambda slot: abs(slot.at - anchor.at))[:2], key=lambda slot: slot.at)
    return Pair(Move(nearest[0], nearest[1]), WEAK, others)


def _pair_across_sentences(anchor: Slot, start: int, figures: list[Slot]) -> Pair | None:
    """Complete the figures of a sentence, at most one, by those of the sentence before it."""
    sentence = anchor.sentence
    if sentence.previous is None:
        return None
    if anchor.mark == "Q" or any(slot.mark == "P" for slot in figures):
        return None
    earlier = operands(anchor, sentence.previous, ())
    if figures:
        earlier = [slot for slot in earlier if alike(slot, figures[0]) or alike(figures[0], slot)]
    pair = [*earlier, *figures]
    if len(pair) != 2 or not (alike(pair[0], pair[1]) or alike(pair[1], pair[0])):
        return None
    first, second = sentence.previous.line, sentence.line
    measured = pair[0].mark == pair[1].mark == "U" and _POSSESSIVE.match(second) is not None
    dated = measured or (_THEN.search(first) is not None and (not figures or _NOW.search(second) is not None))
    if not figures and not _REFERS.match(second):
        return Pair(Move(pair[0], pair[1]), WEAK)
    if not dated or _ADJUSTED.search(second) or _FORECAST.search(first + second):
        return Pair(Move(pair[0], pair[1]), WEAK)
    apposed = _APPOSED.search(sentence.line[:start]) is not None
    return Pair(Move(pair[0], pair[1]), SURE if (apposed or measured) and figures else STRONG)


def _is_unambiguous(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether the text around has no other figure that could be meant, and says that two are compared.

    Then the words between them matter little: the figures are those of two times, or of two things compared.
    """
    figures = (move.before, move.after)
    lines = {slot.sentence: None for slot in (*figures, anchor)}
    if len(lines) > 1:  # across sentences, nothing else in the paragraph may be meant
        lines = dict.fromkeys(paragraph(anchor.sentence))
    others = [
        slot for sentence in lines for slot in amounts(sentence) if slot not in figures and slot is not anchor
    ]
    if move.explicit is False and all(lead(figure) in BASE for figure in figures):
        return False
    if (
        others
        or _EXTREME.search(" ".join(line.line for line in lines))
        or is_range(move)
        or not (alike(*figures) or alike(*reversed(figures)))
    ):
        return False
    if (
        guarded(anchor, _GUESSED)
        or any(guarded(slot, _FORECAST) for slot in figures)
        or _OTHER_THING.search(anchor.before(60))
    ):
        return False
    stated = (
        move.explicit
        or contrast(*figures)
        or is_dated(*figures)
        or _TIMES.match(anchor.sentence.line, anchor.at) is not None
    )
    if vetoes.OWN_BASE.match(anchor.after(40)) and anchor.at > move.end and not stated:
        return False
    if vetoes.moves_otherwise(anchor, start, end, lines):
        return False
    than = _THAN.match(anchor.after(60)) is not None and move.end > anchor.at
    if anchor.mark == "X" and anchor.sentence.line[anchor.at] != "X":
        return stated  # a verb, "doubled", which names neither figure
    if anchor.mark == "X":
        return stated or than
    return stated or than or _APPOSED.search(anchor.sentence.line[:start]) is not None


def _odds(anchor: Slot, start: int, end: int, move: Move) -> float:
    """Return how sure it is that a derived figure refers to this pair."""
    line = anchor.sentence.line
    percentages = move.before.mark == "P" and not move.explicit and not _THAN.match(anchor.after(50))
    if _FORECAST.search(line) or percentages:
        return WEAK
    # "The average rose from 12 to 15" compares two averages, so that word does not change the basis.
    moved = move.explicit and lead(move.before) == "from" and lead(move.after) == "to"
    if (
        _ADJUSTED.search(line[:start].replace("average", "") if moved else line[:start])
        or _ADJUSTED.search(line[end:])
        or not _is_near(anchor, start, end, move)
    ):
        return LIKELY
    if not move.explicit and vetoes.are_of_two_things(anchor, move):
        return WEAK
    if _THAN.match(anchor.after(50)) and move.end > anchor.at:
        return SURE
    if move.explicit and lead(move.before) in _COMPARED:
        return STRONG
    apposed = anchor.at > move.end and _APPOSED.search(line[:start]) is not None
    return SURE if move.explicit or EARLIER.match(move.before.after(50)) or apposed else LIKELY


def _is_near(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether a derived figure and its pair stand next to each other, in one clause."""
    sentence = anchor.sentence
    if move.start < anchor.at < move.end:
        between = sentence.line[move.start + 1 : move.end].replace(sentence.line[start:end], "")
        near = move.end - move.start < 2 * _NEAR + (end - start)
    else:
        between = gap(sentence, end - 1, move.start) if end <= move.start else gap(sentence, move.end, start)
        near = len(between) <= _NEAR
    if not (move.start < anchor.at < move.end) and re.search("[NUM]", between):
        return False  # another figure is nearer
    return near and not OTHER_CLAUSE.search(between) and not _MOVES.search(between)
