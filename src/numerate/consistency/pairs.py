"""The two figures that a change, a difference or a multiple is calculated from.

They are the only two figures of a short passage, or stand next to it: "from 40 to 52, a rise of 30%".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from numerate.consistency.claim import LIKELY, STRONG, SURE
from numerate.consistency.cues import BASE, OTHER_CLAUSE, REFERS_BACK, amounts, contrast, gap, lead, when
from numerate.consistency.passages import short_paragraph
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.verbs import FALLING, RISING

_NEAR = 45
"""Characters between a derived figure and those it is calculated from within which they belong together."""
_APPOSED = re.compile(
    r"(?:[,:(;\x96\x97-] ?(?:or |i\.e\. |that is |which (?:is|was|means|represents) |representing "
    r"|meaning |this (?:is|was) |for )?)(?:an? |the )?(?:[a-z-]+ ){0,5}$"
)
_THAN = re.compile(
    r" (?:[a-z]+ ){0,3}?(?:than|above|below|over|behind|ahead of|on|under) [^A-Z;:.]{0,40}[NUMP]"
)
_TIME = (("time", 1),)
_GROSS = 4
"""How many times too large or small a difference may be in a passage where it is still meant."""
_NOT_MEANT = re.compile(
    r"\b(?:expect\w*|forecasts?|analysts?|consensus|estimat\w*|guidance|outlook|targets?|poll|net of"
    r"|excluding|adjusted|like-for-like|constant currenc\w*|underlying|organic|pro forma|annuali[sz]ed"
    r"|restated|average|rang(?:e|es|ed|ing)|respectively|between|or more|another|each|both"
    r"|including|plus|peak\w*|as (?:high|low|much|many) as|(?:high|low) of|record|all-time|intraday)\b"
)
"""Words with which figures need not be those that a change is calculated from."""
_ROLES = {"to", "at", "reached", "had", "now", "is", "are", "up to"}
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
    """A pair of figures, and how sure it is that it is the one meant."""

    move: Move
    odds: float


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
    pair = pair_in_passage(anchor, start, end)
    return pair if pair is not None else _pair_in_sentence(anchor, start, end, taken)


def pair_in_passage(anchor: Slot, start: int, end: int) -> Pair | None:
    """Return the two figures of a passage that has no others but the one derived from them."""
    passage = short_paragraph(anchor.sentence)
    if passage is None or passage.is_uncertain or _NOT_MEANT.search(passage.line):
        return None
    figures = [slot for slot in passage.figures if slot is not anchor]
    if not figures and anchor.dimensions == _TIME:
        figures = [slot for line in passage.sentences for slot in line.having("T")]
    if len(figures) != 2 or _counts_something_else(anchor, figures):
        return None
    first, second = figures
    if (first.mark == "P") != (anchor.mark == "Q" or anchor.noun == "point"):
        return None
    if not (alike(first, second) or alike(second, first)) or _is_sum(anchor, figures):
        return None
    marked = [move for line in passage.sentences for move in moves(line, (anchor,))]
    move = next((move for move in marked if {*move[:2]} == {first, second}), Move(first, second))
    return None if _is_misread(anchor, start, end, move) else Pair(move, passage.odds)


def _pair_in_sentence(anchor: Slot, start: int, end: int, taken: Collection[Slot]) -> Pair | None:
    """Return the figures before and after that words mark, or the only two figures next to a change."""
    sentence = anchor.sentence
    figures = _figures(anchor, [slot for slot in sentence.slots if slot is not anchor and slot not in taken])
    marked = [
        move
        for move in moves(sentence, (anchor, *taken))
        if anchor.mark in "PFX" or (move.before in figures and move.after in figures)
    ]
    if marked:
        move = min(marked, key=lambda move: min(abs(anchor.at - move.start), abs(anchor.at - move.end)))
    elif len(figures) == 2 and not marked and len(amounts(sentence)) == 3:
        move = Move(figures[0], figures[1])
    else:
        return None
    if _is_misread(anchor, start, end, move) or _NOT_MEANT.search(sentence.line):
        return None
    than = _THAN.match(anchor.after(60)) is not None and move.end > anchor.at
    if not than and not _is_near(anchor, start, end, move):
        return Pair(move, LIKELY) if len(marked) < 2 else None
    if move.explicit:
        return Pair(move, STRONG if lead(move.before) in _COMPARED else SURE)
    apposed = anchor.at > move.end and _APPOSED.search(sentence.line[:start]) is not None
    return Pair(move, SURE) if than or apposed or contrast(*move[:2]) else None


_VERB = 25
"""Characters before two figures in which the verb of their change stands."""
_OTHER_EVENT = re.compile(r";|\b(?:before|while|whereas|but|then|when)\b")
_UP, _DOWN = re.compile(rf"\b(?:{RISING})\b"), re.compile(rf"\b(?:{FALLING})\b")


def _is_apart(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether a change is another than "from … to …" behind it, or goes the other way."""
    line = anchor.sentence.line
    behind = move.explicit and move.before.sentence is anchor.sentence and move.start >= end
    if behind and _OTHER_EVENT.search(line[end : move.start]):
        return True
    own, rest = line[start:end], line[:start] + line[end:]
    if move.explicit and move.before.sentence is move.after.sentence is anchor.sentence:
        between = line[end : move.start] if end <= move.start else line[move.end : start]
        rest = line[: move.start][-_VERB:] + between
    return any(way.search(own) and other.search(rest) for way, other in ((_UP, _DOWN), (_DOWN, _UP)))


def _is_misread(anchor: Slot, start: int, end: int, move: Move) -> bool:
    """Return whether words say that the figures of a change are others."""
    return (
        _is_range(move)
        or _is_apart(anchor, start, end, move)
        or _lacks_base(anchor, start)
        or _is_result(anchor, move[:2])
        or _is_restated(anchor, move)
        or _is_compared(anchor)
        or _is_of_other_noun(anchor, [slot.sentence for slot in (anchor, *move[:2])])
    )


_COMPARED_WITH = re.compile(rf"(?: [a-z]+){{0,2}}? than\b(?! {REFERS_BACK})(?P<what>[^;.]*)")


def _is_compared(anchor: Slot) -> bool:
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


_LESS = re.compile(
    r" (?:more|less|fewer) (?!than\b|expensive|efficient|next|this|last|in|on|for|each|every|a|per"
    r"|since|now|today|and"
    r"|this|over|by|to|from|at|after)([a-z]+)\b"
)


def _is_of_other_noun(anchor: Slot, lines: Iterable[Sentence]) -> bool:
    """Return whether the change is one of something that the figures are not of: "uses 10% less fuel"."""
    match = _LESS.match(anchor.after(30))
    if match is None:
        return False
    noun = match[1]
    lines = set(lines)
    return sum(line.line.count(noun) for line in lines) < 2 and noun not in {
        slot.number.noun for line in lines for slot in line.slots
    }


_RESTATED = re.compile(
    r"(?![^A-Z]*\bthan\b)[^A-Z;.]{0,30}(?: ?\((?:or |i\.e\. )?|\b(?:over|since|in|on|for"
    r"|from) [^A-Z;.,]{0,30} and (?:about |nearly |some )?)$"
)


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


_RESULT = re.compile(r"(?: [a-z]+){0,2}? (?:to|at) (?:[a-z]+ ){0,3}?(?P<result>[NUM])")


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
    return later or (result in figures and not when(other[0]))


_RANGED = re.compile(r" ?(?:-|\x96) ?| (?:to|or) ")


def _is_range(move: Move) -> bool:
    """Return whether two figures are the ends of one range."""
    if move.before.sentence is not move.after.sentence:
        return False
    return _RANGED.fullmatch(move.before.sentence.line[move.start + 1 : move.end]) is not None and not (
        move.explicit and lead(move.before).endswith("from")
    )


_OF = r"of (?:the |our |its |their |his |her |these |all )?"
_JOINED_BEFORE = re.compile(
    rf"D(?: through | to |-|\x96| and )$|[\^\x96-]$|[NU](?: (?!instead)[a-z]+)? {_OF}$"
)
_JOINED_AFTER = re.compile(rf"(?: [a-z]+)? {_OF}N|[-\x96](?:[A-Z]|of-)")


def _figures(anchor: Slot, slots: Collection[Slot]) -> list[Slot]:
    """Return the figures that `anchor` may be calculated from: all of one kind."""
    slots = [
        slot
        for slot in slots
        if not _is_joined(slot) and not (slot.dimensions == _TIME and "-" in slot.written)
    ]
    points = anchor.mark == "N" and anchor.noun == "point" and sum(slot.mark == "P" for slot in slots) >= 2
    if anchor.mark == "Q" or points:
        return [slot for slot in slots if slot.mark == "P"]
    return _of_one_kind(slots) if anchor.mark in "PFX" else _comparable_figures(anchor, slots)


def _is_joined(slot: Slot) -> bool:
    """Return whether a number is part of something else: "12-of-19", "a 98-67 win", "one of them"."""
    if slot.mark != "N":
        return False
    if _JOINED_BEFORE.search(slot.before(24)) or _JOINED_AFTER.match(slot.after(30)):
        return True
    return not slot.value or (slot.value == 1 and not slot.number.text[0].isdigit())


def _of_one_kind(slots: list[Slot]) -> list[Slot]:
    """Return the figures that a percentage or a multiple may compare, if all are of one kind."""
    figures = [slot for slot in slots if slot.mark in "NUM" and slot.number.kind != "age"]
    return figures if all(alike(figures[0], slot) for slot in figures[1:]) else []


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
