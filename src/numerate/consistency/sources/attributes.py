"""Which figure of a record a number is: the words around it say points, shots made, or the second quarter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.consistency.sources.words import STOP_WORDS, stem

_DASH = r"\s*[-–—]\s*"
_JOINT = re.compile(rf"{_DASH}(?:(?P<of>of|for){_DASH})?|\s+(?P<word>of|for)\s+")
_THREES = re.compile(
    r"\b(?:3[- ]?pts?|3s|3p|3\s*-?\s*point\w*|threes?|treys?|arc|deep|downtown|long[- ]range|distance"
    r"|three\s*-?\s*point\w*|trifectas?|from (?:three|3))\b"
)
_FREE_THROWS = re.compile(r"\b(?:ft|free\s*-?\s*throws?|line|stripe|foul line)\b")
_FIELD_GOALS = re.compile(r"\b(?:field|floor|fg|shooting|shots?|shot|attempts)\b")
_QUARTER = re.compile(
    r"\b(first|second|third|fourth|final|opening|1st|2nd|3rd|4th)\s*-?\s*(?:quarter|period|frame)\b"
    r"|\bin the (first|second|third|fourth)(?=\s*(?:$|[.,;]|(?:to|and|as|while|before)\b))"
)
_AFTER_QUARTERS = re.compile(
    r"\b(?:after|through) (?:the )?(one|first|opening|two|three|1|2|3)(?: quarters?| periods?|(?=\s*[.,;]))"
)
_COUNTED = {"one": 1, "first": 1, "opening": 1, "1": 1, "two": 2, "2": 2, "three": 3, "3": 3}
_HALF = re.compile(
    r"\b(first|second|opening|final)\s*-?\s*half\b|\bhalf\s*-?\s*time\b"
    r"|\b(?:at|into|to|by) the (?:half|break|intermission)\b"
)
_QUARTERS = {
    "first": "first", "opening": "first", "1st": "first", "second": "second", "2nd": "second",
    "third": "third", "3rd": "third", "fourth": "fourth", "4th": "fourth", "final": "fourth",
}  # fmt: skip
_OUTSIDE = re.compile(
    r"\b(?:averag\w*|season|career|per game|straight|last|past|previous|games|a game(?!\s*-)"
    r"|(?<!off the )bench|fast\s*-?\s*break|paint|second\s*-?\s*chance|off turnovers|streak|history|since"
    r"|lead|trail\w*|deficit|run|years?|consecutive|total of|first \d+|next(?! with)|at least"
    r"|led by(?=\s*$))\b"
)
"""Words after which a figure is about more, or less, than the records."""
_OVERALL = re.compile(
    r"\b(?:per game|a game(?=\s*[.,;)]|\s+[a-z])|(?:this|on the|of the) season|(?:last|past) \w+ games)\b"
)
"""Words that say so after the figure."""
_WIN_LOSS = re.compile(
    r"\b(?:(?:improv\w+|f[ae]lls?|fell|drop\w*|mov\w+|push\w*|bring\w*|send\w*)(?: [^\W\d]+){0,4} to"
    r"|now|record of|(?:sit|stand|remain)s? at|(?:is|are) at|(?:is|are|sit|stand)s?)\s*\(?\s*$"
)
_RESULT = re.compile(
    r"\b(?:beat\w*|defeat\w*|win|wins|winning|won|los[et]\w*|losing|loss|victory|score|over|fell|f[ae]lls"
    r"|top\w*|edg\w+|held off|outlast\w*|down\w*|rout\w*|hand\w+|led|lead|final)\b"
)
_BATTLE = re.compile(r"\b(?:out[a-z]+|[a-z]+(?= (?:battle|edge|margin|advantage|department)))\b")
"""What two teams are compared in: "outrebounded", "the rebounding battle"."""
_SCORED = re.compile(
    r"\b(?:scor\w+|pour\w+ in|nett\w+)\s+(?:an? )?(?:(?:game|team|season)\s*-\s*high\s+)?(?:of\s+)?$"
)
_PART_AFTER = re.compile(
    r"\s+of (?:(?:his|her|their|its|the)(?: \w+){0,2}|\w+\s*['’]s) \w+ (?:points|rebounds|assists)\b"
)
"""After a part of somebody's figure: "nine of his 26 points in the fourth"."""
_OF_HIS = re.compile(r"\bof (?:his|her|their|its) $")
_MARGIN_AFTER = re.compile(r"\s*-\s*point (?:win|victory|loss|defeat|triumph|decision|margin of victory)\b")
_LEAD_AFTER = re.compile(r"\s*-\s*point (?:lead|deficit|advantage|run|cushion|hole)\b")
_MARGIN = re.compile(r"\bby\s+(?:just |only |as many as )?$")
_TURNED_OVER = re.compile(r"\b(?:turn\w*|cough\w*) (?:the ball|it) (?:over|up)\b")
_TRIED = re.compile(r"\b(?:need\w*|took|taking|attempt\w*|hoist\w*|launch\w*|on)\s+$")
_COMBINED = re.compile(r"\bcombin\w+\b")
_BEFORE, _AFTER = 90, 45
_WORDS_AFTER = 3
_SCORE = 50
"""Least points of a team that a pair of numbers is taken to be without a word of winning or losing."""


_OPENED, _CLOSED = ("(", "( "), (")", " )")
"""Brackets around a pair of numbers, as generators write them, too."""


class Pair(NamedTuple):
    """A number that is written with another: the 10 of "10-of-18", the 12 of "(12-9)"."""

    other: Quantity
    first: bool
    of: bool
    """Whether "of" or "for" joins them."""
    bracketed: bool
    """Whether they stand alone in brackets."""


class Attribute(NamedTuple):
    """What a number is a figure of."""

    stems: frozenset[str]
    """Stems that the label of the figure has."""
    quarters: tuple[str, ...] = ()
    """Quarters whose figures are added."""
    compared: bool = False
    """Whether two entities are compared, as by the score of a game."""
    margin: bool = False
    """Whether it is the difference of two entities' figures."""
    combined: bool = False
    """Whether it is the sum of several entities' figures."""


class Context(NamedTuple):
    """The words around a number, in lower case and within its sentence."""

    before: str
    after: str
    pair: Pair | None


def read_context(quantity: Quantity, draft: SourceText) -> Context:
    """Return the words around a number, and the number that it is written with."""
    text, number = draft.document.text, quantity.number
    passage = draft.passages[quantity.passage]
    before = text[max(passage.start, number.start - _BEFORE) : number.start].lower()
    after = text[number.end : min(passage.end, number.end + _AFTER)].lower()
    return Context(before, after, _pair(quantity, draft, text))


def _pair(quantity: Quantity, draft: SourceText, text: str) -> Pair | None:
    at = draft.position(quantity)
    for other, first in ((at + 1, True), (at - 1, False)):
        if not 0 <= other < len(draft.quantities):
            continue
        partner = draft.quantities[other]
        low, high = (quantity, partner) if first else (partner, quantity)
        joint = _JOINT.fullmatch(text, low.number.end, high.number.start)
        if joint:
            opens = text.endswith(_OPENED, 0, low.number.start)
            closes = text.startswith(_CLOSED, high.number.end)
            return Pair(partner, first, bool(joint["of"] or joint["word"]), opens and closes)
    return None


def read_attribute(quantity: Quantity, context: Context, labels: frozenset[str]) -> Attribute | None:
    """Return what a number is a figure of; None if its words do not say, or say that it is of something else.

    labels: stems of the labels of the records.
    """
    before, after, pair = context
    clause = re.split(r"[,;.(]", before)[-1]
    is_record = pair is not None and not pair.of and _WIN_LOSS.search(_before_pair(context, pair))
    is_of_period = pair is not None and _period(_clause(after)) is not None
    overall = (_OUTSIDE.match(after.strip()) and not is_of_period) or _OVERALL.search(_clause(after))
    outside = overall or (_OUTSIDE.search(clause) and not _compares(quantity, pair))
    if (outside and not is_record) or _LEAD_AFTER.match(after) or _PART_AFTER.match(after):
        return None
    if quantity.measure == "percent":
        return Attribute(frozenset((_shots(_clause(after)) or "goal", "ratio")))
    if pair is not None:
        return _of_pair(quantity, context, pair)
    if quantity.number.unit is not None and quantity.number.unit.symbol == "min":
        return Attribute(frozenset(("minute",)))
    if _MARGIN_AFTER.match(after) or (_MARGIN.search(before) and _RESULT.search(before)):
        return Attribute(frozenset(("point",)), margin=True)
    return _of_words(before, after, labels)


def _compares(quantity: Quantity, pair: Pair | None) -> bool:
    return pair is not None and not pair.of and min(quantity.value, pair.other.value) > _SCORE


def _clause(after: str) -> str:
    return re.split(r"[,;.)]|\b(?:and|while|but)\b", after)[0]


def _shots(words: str) -> str | None:
    if _THREES.search(words):
        return "pointer"
    if _FREE_THROWS.search(words):
        return "throw"
    return "goal" if _FIELD_GOALS.search(words) else None


def _of_pair(quantity: Quantity, context: Context, pair: Pair) -> Attribute | None:
    before, tail = _before_pair(context, pair), context.after
    if pair.first:
        text = pair.other.number.text.lower()
        tail = tail[tail.find(text) + len(text) :]
    shots = _shots(_clause(tail))
    if pair.of or shots:
        return Attribute(frozenset((shots or "goal", "made" if pair.first else "attempt")))
    if pair.bracketed or _WIN_LOSS.search(before):
        return Attribute(frozenset(("win" if pair.first else "lose",)))
    clause = f"{re.split(r'[,;.]', before)[-1]} # {_clause(tail)}"
    if period := _period(clause):
        return period._replace(compared=True)
    named = [*_BATTLE.findall(before), *re.findall(r"[a-z]+", _clause(tail))]
    words = [*named, *(stem(word.removeprefix("out")) for word in named)]
    for key in ("rebound", "assist", "turnover", "steal", "block"):
        if key in words:
            return Attribute(frozenset((key,)), compared=True)
    if _RESULT.search(before) or min(quantity.value, pair.other.value) > _SCORE:
        return Attribute(frozenset(("point",)), compared=True)
    return None


def _before_pair(context: Context, pair: Pair) -> str:
    """Return the words before the first number of a pair."""
    before = context.before
    return before if pair.first else before[: before.rfind(pair.other.number.text.lower())]


def _period(words: str) -> Attribute | None:
    """Return the points of the quarter or half that some words name."""
    if after := _AFTER_QUARTERS.search(words):
        quarters = ("first", "second", "third")[: _COUNTED[after[1]]]
        return Attribute(frozenset(("quarter",)), quarters) if len(quarters) > 1 else _of_quarter("first")
    if quarter := _QUARTER.search(words):
        return _of_quarter(_QUARTERS[quarter[1] or quarter[2]])
    if half := _HALF.search(words):
        quarters = ("third", "fourth") if half[1] in ("second", "final") else ("first", "second")
        return Attribute(frozenset(("quarter",)), quarters)
    return None


def _of_quarter(name: str) -> Attribute:
    return Attribute(frozenset(("quarter", stem(name))))


def _of_words(before: str, after: str, labels: frozenset[str]) -> Attribute | None:
    """Return the attribute that is named directly after a number, or by a verb before it."""
    words = [stem(word) for word in re.findall(r"[a-z0-9]+", after)[: _WORDS_AFTER + 1]]
    if words[:1] in (["three"], ["3"]):
        words = words[1:]
    is_whole = _OF_HIS.search(before) is not None
    if words[:1] == ["point"] and not is_whole and (period := _period(_clause(after))):
        return period
    if _TURNED_OVER.search(before) and words[:1] == ["time"]:
        return Attribute(frozenset(("turnover",)))
    if words[:1] == ["shot"]:
        return Attribute(frozenset(("goal", "attempt" if _TRIED.search(before) else "made")))
    combined = _COMBINED.search(re.split(r"[,;.]", before)[-1]) is not None
    for i, word in enumerate(words[:_WORDS_AFTER]):
        if word in STOP_WORDS and word != "of":
            break
        if word in labels:
            return Attribute(_with_part(word, words[: i + 1], words), combined=combined)
    return Attribute(frozenset(("point",)), combined=combined) if _SCORED.search(before) else None


def _with_part(word: str, named: Sequence[str], words: Sequence[str]) -> frozenset[str]:
    """Return the stem of an attribute, with that of the part of it that is meant: "offensive rebounds"."""
    stems = {word, *(part for part in named if part in PARTS)}
    if word in ("pointer", "throw", "goal"):
        stems.add("attempt" if "attempt" in words else "made")
    return frozenset(stems)


PARTS = frozenset(("quarter", "offensiv", "defensiv", "made", "attempt", "ratio"))
"""Stems of labels that say which part of an attribute is meant."""
