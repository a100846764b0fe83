"""The two figures that a change, a difference or a multiple is calculated from."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK
from numerate.consistency.cues import (
    BASE,
    EARLIER,
    OTHER_CLAUSE,
    REFERS_BACK,
    amounts,
    contrast,
    gap,
    guarded,
    lead,
    paragraph,
    when,
)
from numerate.consistency.passages import short_paragraph
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.verbs import FALLING, LESS_NOUN, MORE_NOUN, RISING

_NEAR = 45
"""Characters between a derived figure and those it is calculated from within which they belong together."""
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
"""Words that say that two sentences give one figure at two times."""
_GROSS = 4
"""How many times too large or small a difference may be in a passage where it is still meant."""
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
_TIME = (("time", 1),)
_ADJUSTED = re.compile(
    r"\b(?:net of|excluding|adjusted|like-for-like|constant currenc|underlying|organic|pro forma"
    r"|annuali[sz]ed|restated"
    r"|average|range|respectively|between|or more|another|further|each|both|including|plus|guidance"
    r"|outlook)\b"
)
"""Words with which figures need not be those that the change is calculated from."""
_ROLES = {"to", "at", "reached", "had", "now", "is", "are", "up to"}


_APART = re.compile(
    r"\b(?:after|before|as (?:low|high|much|many) as|(?:high|low|record|peak|range) of|and its|but"
    r"|while|bringing|recover\w*|easing|due to|which|includ\w+)\b"
)
"""Words between two figures that are not one figure at two times."""
_OWN_BASE = re.compile(
    rf"(?: [a-z]+)?,? (?:year over year|year-on-year|on the (?:day|year|week|month)|(?:from|over"
    rf"|compared (?:with|to)|than|versus|on|in) (?!about|nearly|some"
    rf"|[NUMP])(?!{REFERS_BACK})[a-z])[^NUMP]{{0,30}}(?:$"
    r"|[.;,])"
)
"""What the change is one from, where no figure says so: "up $23 million from last year"."""
_COMPARED = frozenset(
    ("against", "versus", "vs", "vs.", "compared with", "compared to", "after", "as against")
)
"""Words after which an earlier figure may be of another period than the change."""
_MOVES = re.compile(rf"\b(?:{RISING}|{FALLING})\b(?! (?:from|to)\b)")
"""Another change between a change and its figures."""
_UNIT_LEFT_OUT = BASE | {"to", "and", "men", "women", "or"}


class Move(NamedTuple):
    """Two values of one thing, before and after."""

    before: Slot
    after: Slot
    explicit: bool = False
    """Whether words say which is which."""

    @property
    def start(self) -> int:
        """Where it begins in the line."""
        return min(self.before.at, self.after.at)

    @property
    def end(self) -> int:
        """Where it ends."""
        return max(self.before.at, self.after.at)


class Pair(NamedTuple):
    """A pair of figures, how sure it is that it is the one meant, and the other pairs that may be."""

    move: Move
    odds: float
    others: tuple[Move, ...] = ()


def alike(first: Slot, second: Slot) -> bool:
    """Return whether two quantities are comparable, or the second has the unit of the first left out."""
    if comparable(first, second):
        return True
    if {first.mark, second.mark} == {"N", "U"} and _is_rate_of_counts(first) != _is_rate_of_counts(second):
        return first.noun is None or second.noun is None or first.noun == second.noun
    bare = second.mark == "N" and second.noun is None and first.mark in "UM"
    near = first.value > 0 and 0.2 < second.value / first.value < 5
    return bare and near and (lead(second) in _UNIT_LEFT_OUT or lead(second) == lead(first))


def _is_rate_of_counts(slot: Slot) -> bool:
    """Return whether a quantity counts things in a time: 3,450 readers a day."""
    return slot.number.unit is not None and slot.number.unit.symbol.startswith("1/")


def moves(sentence: Sentence, without: Collection[Slot] = ()) -> list[Move]:
    """Return the pairs of values of a sentence that are marked as before and after."""
    slots = [slot for slot in sentence.having("NUMPT") if slot not in without]
    leads = {slot: lead(slot) for slot in slots}
    marked: list[Move] = []
    for i, before in enumerate(slots):
        if leads[before] not in BASE:
            continue
        after = None
        if leads[before].endswith("from"):
            following = (
                slot for slot in slots[i + 1 : i + 4] if leads[slot] in _ROLES and alike(before, slot)
            )
            after = next(following, None)
        if after is None:
            preceding = (
                slot
                for slot in reversed(slots[max(0, i - 4) : i])
                if alike(slot, before) and leads[slot] not in BASE and leads[slot] != "by"
            )
            after = next(preceding, None)
        if after is not None:
            marked.append(Move(before, after, explicit=True))
    return marked


def find_pair(anchor: Slot, start: int, end: int, taken: Collection[Slot] = ()) -> Pair | None:
    """Return the figures that the derived figure `anchor`, whose words are at `start:end`, refers to."""
    alone = pair_in_passage(anchor, start, end)
    if alone is not None:
        return alone
    pair = _find_pair(anchor, start, end, taken)
    if pair is not None and (
        _lacks_base(anchor, start)
        or _is_apart(anchor, start, end, pair.move)
        or _is_result(anchor, pair.move[:2])
        or _is_restated(anchor, pair.move)
        or _counts_another(anchor, pair.move)
        or _is_compared(anchor, pair.move)
    ):
        return pair._replace(odds=WEAK)
    if pair is not None and anchor.mark in "PF" and _is_of_other_noun(anchor, [anchor.sentence]):
        return pair._replace(odds=WEAK)
    if pair is not None and anchor.mark == pair.move.before.mark == "P" and not pair.move.explicit:
        return pair._replace(odds=WEAK)
    if pair is None or pair.odds >= SURE or pair.others:
        return pair
    return pair._replace(odds=SURE) if _is_passage(anchor, start, end, pair.move, taken) else pair


def pair_in_passage(anchor: Slot, start: int, end: int) -> Pair | None:
    """Return the two figures of a passage that has no others but the one derived from them."""
    passage = short_paragraph(anchor.sentence)
    if passage is None or passage.is_uncertain:
        return None
    figures = [slot for slot in passage.figures if slot is not anchor]
    if not figures and anchor.dimensions == _TIME:
        figures = [slot for line in passage.sentences for slot in line.having("T")]
    if len(figures) != 2 or _counts_something_else(anchor, figures):
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
        or _is_range(move)
        or _lacks_base(anchor, start)
        or _is_result(anchor, move[:2])
        or _is_restated(anchor, move)
        or (anchor.mark in "PF" and _is_of_other_noun(anchor, passage.sentences))
        or _moves_otherwise(anchor, start, end, passage.sentences)
        or (move.explicit and _is_apart(anchor, start, end, move))
        or _is_sum(anchor, figures)
        or _is_compared(anchor, move)
    ):
        return None
    return Pair(move, passage.odds)


_COMPARED_WITH = re.compile(rf"(?: [a-z]+){{0,2}}? than\b(?! {REFERS_BACK})(?P<what>[^;.]*)")


def _is_compared(anchor: Slot, move: Move) -> bool:
    """Return whether a figure is compared with one that is not given: "nine more than in 2019"."""
    match = _COMPARED_WITH.match(anchor.after(100))
    if match is None or re.search("[NUMP]", match["what"]):
        return False
    return not any(word in anchor.before(200) for word in re.findall(r"[a-z]{4,}", match["what"]))


def _is_sum(anchor: Slot, figures: list[Slot]) -> bool:
    """Return whether an amount is of another size than the difference of two figures."""
    if anchor.mark not in "NUM":
        return False
    first, second = (figure.quantity(like=figures[0]).value for figure in figures)
    size = abs(anchor.quantity(step=True, sign=False, like=figures[0]).value)
    return not abs(first - second) / _GROSS < size < _GROSS * abs(first - second)


def _counts_something_else(anchor: Slot, figures: Collection[Slot]) -> bool:
    """Return whether an amount is not of what the figures are of."""
    if anchor.mark in "PFXQ":
        return False
    if anchor.mark == "N" and all(figure.mark == "P" for figure in figures):
        return anchor.noun != "point"
    if anchor.mark == "U" and all(figure.mark in "NT" for figure in figures):
        return False
    if anchor.mark == "N":
        return any(figure.mark != "N" for figure in figures)
    return not any(comparable(anchor, figure) for figure in figures)


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


def _is_apart(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether a change and its figures stand in clauses of their own, about two things."""
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


def _is_passage(anchor: Slot, start: int, end: int, move: Move, taken: Collection[Slot]) -> bool:
    """Return whether a passage is about nothing but two figures of one thing and what is derived from them.

    Then the words between them do not matter much: the figures are of two times, or one is compared with the
    other, and no other amount stands there that could be meant.
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
        or _is_range(move)
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
        or _is_dated(*figures)
        or _TIMES.match(anchor.sentence.line, anchor.at) is not None
    )
    if _OWN_BASE.match(anchor.after(40)) and anchor.at > move.end and not stated:
        return False
    if _moves_otherwise(anchor, start, end, lines):
        return False
    than = _THAN.match(anchor.after(60)) is not None and move.end > anchor.at
    if anchor.mark == "X" and anchor.sentence.line[anchor.at] != "X":
        return stated  # "doubled", of which nothing says between what
    if anchor.mark == "X":
        return stated or than
    return stated or than or _APPOSED.search(anchor.sentence.line[:start]) is not None


_RESULT = re.compile(r"(?: [a-z]+){0,2}? (?:to|at) (?:[a-z]+ ){0,3}?(?P<result>[NUM])")
_RESTATED = re.compile(
    r"(?![^A-Z]*\bthan\b)[^A-Z;.]{0,30}(?: ?\((?:or |i\.e\. )?|\b(?:over|since|in|on|for"
    r"|from) [^A-Z;.,]{0,30} and (?:about |nearly |some )?)$"
)


def _counts_another(anchor: Slot, move: Move) -> bool:
    """Return whether a count is one of other things: "scored 24, and added 6 rebounds and 5 assists"."""
    nouns = {figure.noun for figure in move[:2] if figure.noun}
    other = anchor.mark == "N" and anchor.noun is not None and bool(nouns) and anchor.noun not in nouns
    return other and not move.explicit and not contrast(*move[:2])


def _is_restated(anchor: Slot, move: Move) -> bool:
    """Return whether a figure restates the change: "$71 million (or $54 million after tax)"."""
    if move.explicit:
        return False
    return any(
        figure.sentence is anchor.sentence
        and figure.at > anchor.at
        and _RESTATED.fullmatch(anchor.sentence.line[anchor.at + 1 : figure.at]) is not None
        for figure in move[:2]
    )


_UP, _DOWN = re.compile(rf"\b(?:{RISING})\b"), re.compile(rf"\b(?:{FALLING})\b")


def _is_of_other_noun(anchor: Slot, lines: Collection[Sentence]) -> bool:
    """Return whether the change is one of something that the figures are not of: "uses 10% less fuel"."""
    match = _LESS.match(anchor.after(30))
    if match is None:
        return False
    noun = match[1]
    return sum(line.line.count(noun) for line in lines) < 2 and noun not in {
        slot.number.noun for line in lines for slot in line.slots
    }


_LESS = re.compile(
    r" (?:more|less|fewer) (?!than\b|expensive|efficient|next|this|last|in|on|for|each|every|a|per"
    r"|since|now|today|and"
    r"|this|over|by|to|from|at|after)([a-z]+)\b"
)


_AS_THE = re.compile(
    r"X(?: times)? (?:as [a-z]+(?: [a-z]+)? as|the [a-z]+ of|that of) (?P<than>[a-z '-]+)(?![^;.]*[NUM])"
)


def _lacks_base(anchor: Slot, start: int) -> bool:
    """Return whether a multiple is one of a figure that is not given: "four times as many as the old one"."""
    match = _AS_THE.match(anchor.sentence.line, anchor.at)
    if match is None:
        return False
    before = anchor.sentence.line[:start]
    return not any(len(word) > 3 and word in before for word in match["than"].split())


def _is_result(anchor: Slot, figures: Collection[Slot]) -> bool:
    """Return whether a change leads to one figure, and the other is of something else: "up 4% to $950"."""
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
    return later or (result in figures and not contrast(other[0], result) and not _is_dated(other[0], result))


def _moves_otherwise(anchor: Slot, start: int, end: int, lines: Collection[Sentence]) -> bool:
    """Return whether words say that something else rose where this fell, or the other way round."""
    own = anchor.sentence.line[start:end]
    opposite = _DOWN if _UP.search(own) else _UP if _DOWN.search(own) else None
    if opposite is None:
        return False
    rest = [
        line.line if line is not anchor.sentence else line.line[:start] + line.line[end:] for line in lines
    ]
    return any(opposite.search(line) for line in rest)


def _is_dated(first: Slot, second: Slot) -> bool:
    """Return whether one of two figures was so at another time: "has climbed to €4; in May it was €3"."""
    times = [when(slot) - {"now"} for slot in (first, second)]
    apart = first.mark in "UM" or first.sentence is not second.sentence
    return bool(times[0]) != bool(times[1]) and alike(first, second) and apart


_TIMES = re.compile(
    r"(?:X(?: times)?|three times|double|triple|twice|half|quadruple) (?:as [a-z]+|the|that|its|their"
    r"|his|her|what|[a-z]+er)\b"
)
"""What compares two figures by its own words."""
_GUESSED = re.compile(
    r"\b(?:both|each|either|expect\w*|forecasts?|analysts?|consensus|guidance|outlook|targets?|would"
    r"|could|might|if|up to"
    r"|hop(?:e|es|ed|ing)|aims?|aimed|average of analysts|adjusted|respectively|underlying|like-for-like"
    r"|comparable-store|same-store|plus|net of|list price|excluding|annuali[sz]ed)\b"
)
_OTHER_THING = re.compile(r"\b(?:uses?|us(?:es|ing)|with|at|by) [^A-Z;,.]{0,12}$(?<!by )")
"""Before a change that is of something else: "the new one, at 110 kW, uses 10% less fuel"."""
_EXTREME = re.compile(
    r"\b(?:peak\w*|as (?:high|low|much|many) as|(?:high|low) of|record|all-time|intraday)\b"
)
_RANGED = re.compile(r" ?(?:-|\x96) ?| (?:to|or) ")


def _is_range(move: Move) -> bool:
    """Return whether two figures are the ends of one range."""
    if move.before.sentence is not move.after.sentence:
        return False
    return _RANGED.fullmatch(move.before.sentence.line[move.start + 1 : move.end]) is not None and not (
        move.explicit and lead(move.before).endswith("from")
    )


def _find_pair(anchor: Slot, start: int, end: int, taken: Collection[Slot]) -> Pair | None:
    sentence = anchor.sentence
    figures = _figures(anchor, sentence, taken)
    marked = [
        move for move in moves(sentence, (anchor, *taken)) if move.before in figures and move.after in figures
    ]
    if len(figures) < 2:
        return _with_previous(anchor, start, figures)
    if len(figures) == 2:
        move = marked[0] if marked else Move(figures[0], figures[1])
        return Pair(move, _odds(sentence, anchor, start, end, move))
    marked.sort(key=lambda move: min(abs(anchor.at - move.start), abs(anchor.at - move.end)))
    others = tuple(
        Move(first, second) for i, first in enumerate(figures[:6]) for second in figures[i + 1 : 6]
    )
    if marked:
        odds = _odds(sentence, anchor, start, end, marked[0])
        return Pair(
            marked[0],
            odds if len(marked) == 1 else min(odds, LIKELY),
            others if odds < SURE or len(marked) > 1 else (),
        )
    nearest = sorted(sorted(figures, key=lambda slot: abs(slot.at - anchor.at))[:2], key=lambda slot: slot.at)
    return Pair(Move(nearest[0], nearest[1]), WEAK, others)


def _with_previous(anchor: Slot, start: int, figures: list[Slot]) -> Pair | None:
    sentence = anchor.sentence
    if sentence.previous is None:
        return None
    if anchor.mark == "Q" or any(slot.mark == "P" for slot in figures):
        return None
    earlier = _figures(anchor, sentence.previous, ())
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


def _figures(anchor: Slot, sentence: Sentence, taken: Collection[Slot]) -> list[Slot]:
    """Return the figures that `anchor` may be calculated from: all of one kind."""
    slots = [slot for slot in sentence.slots if slot is not anchor and slot not in taken]
    slots = [
        slot
        for slot in slots
        if not _is_joined(slot) and not (slot.dimensions == _TIME and "-" in slot.written)
    ]
    points = anchor.mark == "N" and anchor.noun == "point" and sum(slot.mark == "P" for slot in slots) >= 2
    if anchor.mark == "Q" or points:
        return [slot for slot in slots if slot.mark == "P"]
    return _of_one_kind(anchor, slots) if anchor.mark in "PFX" else _comparable_figures(anchor, slots)


def _comparable_figures(anchor: Slot, slots: list[Slot]) -> list[Slot]:
    """Return the figures of the kind of an amount."""
    figures = [slot for slot in slots if slot.mark in "NUM" and comparable(anchor, slot)]
    if anchor.mark in "UM":
        figures = [slot for slot in slots if slot in figures or any(alike(other, slot) for other in figures)]
    if len(figures) < 2 and anchor.mark == "N":  # a change may name another noun: 28 animals, 73 wolves
        counts = [slot for slot in slots if slot.mark == "N"]
        nouns = {slot.noun for slot in counts if slot.noun}
        if len(nouns) <= 1 or (len(counts) == 2 and anchor.noun in nouns):
            figures = counts
    if len(figures) < 2 and anchor.mark == "U":
        figures = _left_out(anchor, slots) or figures
    if len(figures) < 2 and anchor.dimensions == _TIME:
        figures = [slot for slot in slots if slot.mark == "T"]
    return figures


def _left_out(anchor: Slot, slots: list[Slot]) -> list[Slot]:
    """Return two figures that leave the unit to the difference: "Anna is 34, Piotr 27; nine years"."""
    symbol = anchor.number.unit.symbol if anchor.number.unit is not None else ""
    rated = [
        slot
        for slot in slots
        if slot.number.unit is not None and slot.number.unit.symbol.startswith(symbol + "/")
    ]
    bare = [slot for slot in slots if slot.mark == "N" and slot.noun is None and slot.value > anchor.value]
    if re.match(r" (?:ahead|later|earlier|ago|before|after)\b", anchor.after(10)):
        bare = []
    return next((group for group in (rated, bare) if len(group) == 2), [])


def _of_one_kind(anchor: Slot, slots: list[Slot]) -> list[Slot]:
    """Return the figures that a percentage or a multiple may compare: those of the only kind there is."""
    groups: list[list[Slot]] = []
    for slot in slots:
        span = slot.dimensions == _TIME and _SPAN.search(slot.before(20)) is not None
        if slot.mark not in "NUMP" or span or slot.number.kind == "age":
            continue
        group = next((group for group in groups if alike(group[0], slot)), None)
        if group is None:
            groups.append([slot])
        else:
            group.append(slot)
    groups = [group for group in groups if len(group) >= 2] or groups
    if len(groups) > 1:
        sentence = slots[0].sentence
        explicit = {slot for move in moves(sentence) for slot in move[:2]}
        groups = [group for group in groups if sum(slot in explicit for slot in group) >= 2]
        groups = sorted(groups, key=lambda group: min(abs(slot.at - anchor.at) for slot in group))[:1]
    return groups[0] if len(groups) == 1 else []


_OF = r"of (?:the |our |its |their |his |her |these |all )?"
_JOINED_BEFORE = re.compile(
    rf"D(?: through | to |-|\x96| and )$|[\^\x96-]$|[NU](?: (?!instead)[a-z]+)? {_OF}$"
)
_JOINED_AFTER = re.compile(rf"(?: [a-z]+)? {_OF}N|[-\x96](?:[A-Z]|of-)")
_LABEL = re.compile(
    r"\b(?:week|day|page|chapter|phase|stage|grade|level|number|no\.|type|step|season|round|game|line|year) $"
)
_SPAN = re.compile(r"\b(?:in|over|within|for|last|past) (?:the )?(?:last |past )?$")


def _is_joined(slot: Slot) -> bool:
    """Return whether a number is part of something else: "12-of-19", "a 98-67 win", "one of them"."""
    if slot.after(1) in ("×", "^") or slot.before(1) in ("×", "^"):
        return True
    if slot.mark != "N":
        return False
    if _LABEL.search(slot.before(12)) or not slot.value:
        return True
    if _JOINED_BEFORE.search(slot.before(24)) or _JOINED_AFTER.match(slot.after(30)):
        return True
    return slot.value == 1 and not slot.number.text[0].isdigit()


def _odds(sentence: Sentence, anchor: Slot, start: int, end: int, move: Move) -> float:
    """Return how sure it is that a derived figure refers to this pair."""
    line = sentence.line
    percentages = move.before.mark == "P" and not move.explicit and not _THAN.match(anchor.after(50))
    if _FORECAST.search(line) or percentages:
        return WEAK
    # An average that went from one value to another did so whatever it is one of.
    moved = move.explicit and lead(move.before) == "from" and lead(move.after) == "to"
    if (
        _ADJUSTED.search(line[:start].replace("average", "") if moved else line[:start])
        or _ADJUSTED.search(line[end:])
        or not _is_near(anchor, start, end, move)
    ):
        return LIKELY
    if not move.explicit and _is_of_another(anchor, move):
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


def _is_of_another(anchor: Slot, move: Move) -> bool:
    """Return whether two figures are of two things, or the change is one from a figure that is not given."""
    figures = anchor.sentence.line[move.start + 1 : move.end]
    own_base = _OWN_BASE.match(anchor.after(40)) is not None and anchor.at > move.end
    return own_base or _APART.search(figures) is not None
