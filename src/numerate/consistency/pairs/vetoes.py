"""Reasons to doubt that a change, a difference or a multiple is calculated from a pair of figures.

`anchor` is the figure that would be calculated, and `start:end` the span of its words in the line: "fell by
12%", "a gap of 40".
"""

from __future__ import annotations

import re
from collections.abc import Collection

from numerate.consistency.cues import BASE, REFERS_BACK, contrast, gap, lead
from numerate.consistency.pairs.moves import Move, is_dated
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.verbs import FALLING, LESS_NOUN, MORE_NOUN, RISING

_GROSS = 4
"""Ratio of the stated to the actual difference beyond which the two figures were not meant.

Set by hand, so that most typos of one digit stay within it.
"""
_UP, _DOWN = re.compile(rf"\b(?:{RISING})\b"), re.compile(rf"\b(?:{FALLING})\b")
_COMPARED_WITH = re.compile(rf"(?: [a-z]+){{0,2}}? than\b(?! {REFERS_BACK})(?P<what>[^;.]*)")
_APART_BEFORE = re.compile(r"[;*]|\b(?:before|while|whereas|but|then|when)\b")
_AND_MOVED = re.compile(rf"\band (?:[a-z]+ ){{0,3}}?(?:{RISING}|{FALLING}|{MORE_NOUN}|{LESS_NOUN})\b")
_NOUN = re.compile(r"(?:difference|gap|margin|lead|shortfall|surplus|deficit)\b")
_CAUSE = re.compile(
    r"\b(?:driven by|due to|because|reflecting|primarily|mainly|offset|excluding|including|result of"
    r"|related to)\b"
)
_APART_AFTER = re.compile(
    r";(?! (?:that|this|it|she|he|they|an?|so|i\.e|which|the (?:difference|gap|rise|fall|increase|change))\b)"
    r"|\b(?:while|whereas|then)\b|, with\b"
)
_RESULT = re.compile(r"(?: [a-z]+){0,2}? (?:to|at) (?:[a-z]+ ){0,3}?(?P<result>[NUM])")
_RESTATED = re.compile(
    r"(?![^A-Z]*\bthan\b)[^A-Z;.]{0,30}(?: ?\((?:or |i\.e\. )?|\b(?:over|since|in|on|for"
    r"|from) [^A-Z;.,]{0,30} and (?:about |nearly |some )?)$"
)
_LESS = re.compile(
    r" (?:more|less|fewer) (?!than\b|expensive|efficient|next|this|last|in|on|for|each|every|a|per"
    r"|since|now|today|and"
    r"|this|over|by|to|from|at|after)([a-z]+)\b"
)
_AS_THE = re.compile(
    r"X(?: times)? (?:as [a-z]+(?: [a-z]+)? as|the [a-z]+ of|that of) (?P<than>[a-z '-]+)(?![^;.]*[NUM])"
)
_APART = re.compile(
    r"\b(?:after|before|as (?:low|high|much|many) as|(?:high|low|record|peak|range) of|and its|but"
    r"|while|bringing|recover\w*|easing|due to|which|includ\w+)\b"
)
"""Words between figures that are not the same thing at two times."""
OWN_BASE = re.compile(
    rf"(?: [a-z]+)?,? (?:year over year|year-on-year|on the (?:day|year|week|month)|(?:from|over"
    rf"|compared (?:with|to)|than|versus|on|in) (?!about|nearly|some"
    rf"|[NUMP])(?!{REFERS_BACK})[a-z])[^NUMP]{{0,30}}(?:$"
    r"|[.;,])"
)
"""A base without a figure: "up $23 million from last year"."""


def is_compared_elsewhere(anchor: Slot) -> bool:
    """Return whether the other side of a comparison has no figure: "nine more than in 2019"."""
    match = _COMPARED_WITH.match(anchor.after(100))
    if match is None or re.search("[NUMP]", match["what"]):
        return False
    return not any(word in anchor.before(200) for word in re.findall(r"[a-z]{4,}", match["what"]))


def is_doubtful(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether anything speaks against a pair of figures that stands in a longer text."""
    percentages = anchor.mark == move.before.mark == "P" and not move.explicit
    return (
        percentages
        or lacks_base(anchor, start)
        or is_in_another_clause(anchor, start, end, move)
        or leads_to_one_figure(anchor, move[:2])
        or is_restated(anchor, move)
        or counts_other_things(anchor, move)
        or is_compared_elsewhere(anchor)
        or is_of_another_noun(anchor, [anchor.sentence])
    )


def lacks_base(anchor: Slot, start: int) -> bool:
    """Return whether what is multiplied has no figure: "four times as many as the old one"."""
    match = _AS_THE.match(anchor.sentence.line, anchor.at)
    if match is None:
        return False
    before = anchor.sentence.line[:start]
    return not any(len(word) > 3 and word in before for word in match["than"].split())


def is_in_another_clause(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether a change and its figures are in different clauses, about different things."""
    line = anchor.sentence.line
    if move.before.sentence is not anchor.sentence or move.after.sentence is not anchor.sentence:
        return False
    if move.start < anchor.at < move.end:
        between = line[move.start + 1 : start] + line[end : move.end]
    else:
        between = line[end : move.start] if end <= move.start else line[move.end + 1 : start]
    if _CAUSE.search(between) or re.search(
        r"\brang(?:es?|ed|ing) from $", line[max(0, move.start - 14) : move.start]
    ):
        return True
    if line[anchor.at] == "X" or (end <= move.start and ";" not in between and not move.explicit):
        return False
    apposed = between.strip(" ;") == ""
    if (
        not apposed
        and (_APART_BEFORE if end <= move.start else _APART_AFTER).search(between)
        and not _NOUN.match(line[start:end])
    ):
        return True
    if end <= move.start and move.explicit and _AND_MOVED.search(between):
        return True
    own = line[start:end]
    if _NOUN.match(own):
        return False
    opposite = _DOWN if _UP.match(own) else _UP if _DOWN.match(own) else None
    return (
        opposite is not None
        and move.explicit
        and opposite.search(line[: move.start][-25:] + between) is not None
    )


def leads_to_one_figure(anchor: Slot, figures: Collection[Slot]) -> bool:
    """Return whether a change ends in one figure, and the other is unrelated: "up 4% to $950"."""
    match = _RESULT.match(
        anchor.sentence.line, anchor.at + max(1, len(anchor.number.text) * (anchor.mark == "X"))
    )
    if match is None:
        return False
    result = anchor.sentence.by_place[match.start("result")]
    other = [slot for slot in figures if slot is not result]
    if len(other) != 1:
        return False
    here = other[0].sentence is anchor.sentence
    if lead(other[0]) in BASE:  # "rose 24% to $158 from $128, and sales rose 17% to $2,880"
        return here and other[0].at < anchor.at and " and " in gap(anchor.sentence, other[0].at, anchor.at)
    later = here and other[0].at > result.at
    return later or (result in figures and not contrast(other[0], result) and not is_dated(other[0], result))


def is_restated(anchor: Slot, move: Move) -> bool:
    """Return whether a figure restates the change itself: "$71 million (or $54 million after tax)"."""
    if move.explicit:
        return False
    return any(
        figure.sentence is anchor.sentence
        and figure.at > anchor.at
        and _RESTATED.fullmatch(anchor.sentence.line[anchor.at + 1 : figure.at]) is not None
        for figure in move[:2]
    )


def counts_other_things(anchor: Slot, move: Move) -> bool:
    """Return whether a count has another noun than the figures: "scored 24 points, and added 6 rebounds"."""
    nouns = {figure.noun for figure in move[:2] if figure.noun}
    other = anchor.mark == "N" and anchor.noun is not None and bool(nouns) and anchor.noun not in nouns
    return other and not move.explicit and not contrast(*move[:2])


def counts_something_else(anchor: Slot, figures: Collection[Slot]) -> bool:
    """Return whether an amount cannot be a difference of the figures, by their units and currencies."""
    if anchor.mark in "PFXQ":
        return False
    if anchor.mark == "N" and all(figure.mark == "P" for figure in figures):
        return anchor.noun != "point"
    if anchor.mark == "U" and all(figure.mark in "NT" for figure in figures):
        return False
    if anchor.mark == "N":
        return any(figure.mark != "N" for figure in figures)
    return not any(comparable(anchor, figure) for figure in figures)


def is_of_another_size(anchor: Slot, figures: list[Slot]) -> bool:
    """Return whether an amount is far larger or smaller than the difference of two figures."""
    if anchor.mark not in "NUM":
        return False
    first, second = (figure.quantity(like=figures[0]).value for figure in figures)
    size = abs(anchor.quantity(step=True, sign=False, like=figures[0]).value)
    return not abs(first - second) / _GROSS < size < _GROSS * abs(first - second)


def is_of_another_noun(anchor: Slot, lines: Collection[Sentence]) -> bool:
    """Return whether a change names something that has no figures: "uses 10% less fuel"."""
    match = _LESS.match(anchor.after(30)) if anchor.mark in "PF" else None
    if match is None:
        return False
    noun = match[1]
    return sum(line.line.count(noun) for line in lines) < 2 and noun not in {
        slot.number.noun for line in lines for slot in line.slots
    }


def moves_otherwise(anchor: Slot, start: int, end: int, lines: Collection[Sentence]) -> bool:
    """Return whether the lines also have the opposite: a rise where this is a fall, or vice versa."""
    own = anchor.sentence.line[start:end]
    opposite = _DOWN if _UP.search(own) else _UP if _DOWN.search(own) else None
    if opposite is None:
        return False
    rest = [
        line.line if line is not anchor.sentence else line.line[:start] + line.line[end:] for line in lines
    ]
    return any(opposite.search(line) for line in rest)


def are_of_two_things(anchor: Slot, move: Move) -> bool:
    """Return whether two figures are of different things, or the base of the change is not given."""
    figures = anchor.sentence.line[move.start + 1 : move.end]
    own_base = OWN_BASE.match(anchor.after(40)) is not None and anchor.at > move.end
    return own_base or _APART.search(figures) is not None
