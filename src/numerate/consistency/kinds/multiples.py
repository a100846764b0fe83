"""Rule `times`: multiples that are not those of the figures, as in "doubled from 24,000 to 84,000"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import inf

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK, Claim, claims
from numerate.consistency.cues import HEDGE, VAGUE, lead
from numerate.consistency.equation import Equation, FixedTerm
from numerate.consistency.interval import Interval
from numerate.consistency.pairs.moves import Move
from numerate.consistency.pairs.search import Pair, find_pair
from numerate.consistency.passages import short_paragraph
from numerate.consistency.relation import three_digits
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.verbs import MULTIPLIERS

_VERBS = {
    stem + ending: factor for stem, factor in MULTIPLIERS.items() for ending in ("e", "es", "ed", "ing")
}
_VERB = re.compile(
    rf"(?P<hedge>\b(?:more than|almost|nearly|about|roughly|over|less than|at least|not quite"
    rf"|virtually|practically|around|just over|well over|close to|approximately) )?"
    rf"(?<!-)\b(?P<verb>{'|'.join(_VERBS)})\b(?P<next>,| (?:from|to|the|that|since|in|over|between|its"
    rf"|their|as"
    rf"|what|within|during|and|after|again|last|this|by)\b|[.:;]|$)?(?! (?:every|each|a year|check|the "
    rf"number of times))"
)
_TIMES = re.compile(
    r"(?P<slot>X)(?: times)?(?: [a-z]+ly)?(?: (?:as (?:[a-z]+)|the|that|what|higher|larger|more"
    r"|bigger|greater|its|their|his|her|increase|rise|growth|jump)\b|[,.]| in\b| over\b| from\b| to\b"
    r"|$)"
)
_FRACTION_OF = re.compile(
    rf"\b(?:to|at|only|just|barely|is|was|about|roughly) {HEDGE}(?P<slot>F) (?:of (?:what|that|its"
    rf"|their|the [a-z]+ (?:it|they)|the original|the previous)|as|that|the)\b"
)
_COMPARES = re.compile(
    r"(?: times)? (?:as [a-z]+ as|the|that of|more than|higher than|larger than|[a-z]+er than|what) "
    r"[^A-Z;.]{0,40}[NUM]|[^A-Z;.]{0,20} from [NUM]"
)
_TOLERANCE = Fraction(8, 100)
"""Relative error that "doubled" allows; set by hand."""
_ROUGHLY = Fraction(12, 100)
"""Relative error that a fraction in words, "a third of what it was", allows; set by hand."""
_ABOUT = Fraction(15, 100)
_SAME = 0.02
_GROSS, _GROSS_APART = 12, 4
"""Ratio of the actual to the stated multiple beyond which the figures were not meant.

The first holds for figures that words compare, the second for others; both set by hand.
"""
_EXACT = 0.005
"""How near to a whole number the ratio of two figures is where their author had another multiple in mind."""


_ONCE_MORE = re.compile(r"\b(?:doubl|tripl|trebl|halv|quadrupl)\w+ (?:it |them )?(?:once )?again\b")
"""The two figures may be those before and after both: "doubled and doubled again"."""
_AGAIN = re.compile(r" as (?:much|many|long|large|big|high|far) again\b")
"""Half as much again is one and a half times as much."""


_DONE_TWICE = re.compile(r"\b(?:washed|rinsed|repeated|tested|measured|elected|married|read|tried|visited) $")
_OFTEN = re.compile(r"(?: over| in| during| this| last| on| since| before| again| already)\b|[,.;]")
_COMMON = re.compile(r"(?: times)? more (?:common|likely|often|frequent)")
"""Multiples of what the figures are not of: "washed twice in 8 ml", "four times more common"."""


def read_multiples(sentence: Sentence) -> Iterator[Claim]:
    """Read every multiple with the two figures it compares."""
    in_passage = short_paragraph(sentence) is not None
    for match in _VERB.finditer(sentence.line):
        if match["next"] is None and not (in_passage and match["verb"].endswith(("d", "s", "ing"))):
            continue
        value = Fraction(_VERBS[match["verb"]])
        slot = sentence.word(match.start("verb"), match.end("verb"), value)
        yield from _claims(slot, match, _hedged(value, (match["hedge"] or "").strip()))
    for match in (*_TIMES.finditer(sentence.line), *_FRACTION_OF.finditer(sentence.line)):
        slot = sentence.slot(match.start("slot"))
        if (
            _AGAIN.match(slot.after(20))
            or _DONE_TWICE.search(slot.before(16))
            or _COMMON.match(slot.after(30))
            or (slot.written.lower() == "twice" and _OFTEN.match(slot.after(8)))
        ):
            continue
        factor = slot.quantity(exact=not slot.number.text[0].isdigit()).values()
        if slot.mark == "F":
            factor = factor.widened(_ROUGHLY)
        elif slot.number.decimal >= 4 and slot.number.decimal % 1 == 0:  # 6.6 times is "seven times"
            factor = slot.hedged(Interval(factor.low - Fraction(1, 2), factor.high + Fraction(1, 2)))
        elif factor.low > 1 and slot.number.decimal <= 3:  # "twice", "three times"
            factor = Interval(max(factor.low, slot.number.value * Fraction(85, 100)), factor.high)
        yield from _claims(slot, match, factor)


def _hedged(value: Fraction, hedge: str) -> Interval:
    if hedge in ("more than", "over", "at least", "just over", "well over"):
        return Interval(value, inf) if value > 1 else Interval(Fraction(0), value)
    if hedge in ("almost", "nearly", "less than", "not quite", "virtually", "practically", "close to"):
        return (
            Interval(value * (1 - _ABOUT), value * (1 + _TOLERANCE))
            if value > 1
            else Interval(value * (1 - _TOLERANCE), value * (1 + _ABOUT))
        )
    share = _ABOUT if hedge else _TOLERANCE
    return Interval(value, value).widened(share)


def _claims(slot: Slot, match: re.Match[str], factor: Interval) -> Iterator[Claim]:
    sentence = slot.sentence
    if VAGUE.search(sentence.line, max(0, match.start() - 30), match.start()) or re.search(
        r"[A-Z](?: to | or |-|\x96)$", slot.before(5)
    ):
        return
    pair = find_pair(slot, match.start(), match.end())
    if re.search(r"\b(?:plus|excluding|net of)\b", sentence.line):
        return
    if any("/" in other.number.text for other in sentence.slots):
        return
    if pair is None or min(pair.move.before.value, pair.move.after.value) <= 0:
        return
    smaller, larger = _sorted(pair.move, slot)
    if smaller.mark == "U" and abs(_ratio(smaller, larger) - 1) < _SAME:
        return  # one figure in two units
    others = [
        _equation(*_sorted(move, slot), factor)
        for move in pair.others
        if min(move.before.value, move.after.value) > 0
    ]
    if factor.low >= 1 and "more" in match[0].split() and not (match.groupdict().get("hedge") or ""):
        others.append(_equation(smaller, larger, factor.plus(Interval(1, 1))))  # three times more
    ratio = _ratio(smaller, larger)
    multiple = ratio if ratio >= 1 else 1 / ratio
    other_word = (
        multiple > 1.5 and abs(multiple - round(multiple)) < _EXACT
    )  # tripled, where it is twice as much
    yield Claim(
        _equation(smaller, larger, factor),
        lambda: _problem(smaller, larger, slot),
        _odds(slot, pair, other_word),
        tuple(others),
        (smaller.number, larger.number, slot.number),
    )


def _odds(slot: Slot, pair: Pair, other_word: bool) -> float:
    """Return how sure it is that a multiple is one of these figures."""
    first, second = pair.move[:2]
    if (
        pair.others
        or {first.mark, second.mark} == {"P"}
        or (
            not slot.number.text[0].isalpha()
            and slot.mark == "X"
            and slot.sentence.line[slot.at + 1 : slot.at + 3] == "-"
        )
    ):
        return WEAK
    line = slot.sentence.line
    if _ONCE_MORE.search(line):
        return WEAK
    if (
        re.match(r"\w+ (?:the|that of|what|as)\b", line[slot.at :])
        and not re.match(r"[^;.]{0,60}[NUM]", line[slot.at + 6 :])
        and pair.odds < SURE
    ):
        return WEAK  # "more than double that of 2005"
    verb = line[slot.at : slot.at + 1] != "X" and slot.mark == "X"
    same_sentence = first.sentence is second.sentence is slot.sentence
    ratio = _ratio(first, second)
    compares = same_sentence and (pair.move.explicit or _COMPARES.match(line[slot.at + 1 :]))
    if not verb and not compares and pair.odds < SURE:
        return WEAK
    stated = max(abs(slot.value), 1e-6)
    most = _GROSS if pair.move.explicit or compares else _GROSS_APART
    if not 1 / most < max(ratio, 1 / ratio) / max(stated, 1 / stated) < most:
        return WEAK
    if pair.odds >= SURE or (same_sentence and not verb):
        return SURE if pair.odds >= LIKELY else WEAK
    if other_word and pair.odds >= STRONG:
        return SURE
    return STRONG if other_word and pair.odds >= LIKELY else min(pair.odds, LIKELY)


def _sorted(move: Move, slot: Slot) -> tuple[Slot, Slot]:
    """Return the figure that is multiplied, and the result."""
    first, second = move.before, move.after
    if (move.explicit and lead(first).endswith("from")) or lead(second) == "than":
        return first, second
    if first.quantity(like=second).value > second.quantity(like=first).value:
        first, second = second, first
    return (first, second) if slot.value >= 1 else (second, first)


def _equation(smaller: Slot, larger: Slot, factor: Interval) -> Equation:
    return Equation(larger.quantity(like=smaller) / smaller.quantity(like=larger), FixedTerm(factor))


def _ratio(smaller: Slot, larger: Slot) -> float:
    divisor = smaller.quantity(like=larger).value
    return larger.quantity(like=smaller).value / divisor if divisor else inf


def _problem(smaller: Slot, larger: Slot, slot: Slot) -> str:
    ratio = _ratio(smaller, larger)
    shown = f"{three_digits(ratio)} times" if ratio >= 1 else f"{three_digits(100 * ratio)}% of"
    return f"{larger.written} is {shown} {smaller.written}, not “{slot.number.text}”."


RULE = ConsistencyRule(
    name="times",
    title="A multiple that does not fit its figures",
    description="Dividing the two figures gives a different multiple.",
    level="error",
    example="The number of visitors doubled, from 24,000 in 2018 to 84,000 in 2023.",
    find=claims(
        "times",
        "times twice half halve halves halved halving double doubles doubled doubling triple triples "
        "tripled tripling treble trebled trebling quadruple quadrupled quadrupling quintupled sextupled "
        "third quarter fifth tenth twofold threefold fourfold fivefold sixfold sevenfold eightfold "
        "ninefold tenfold fold hundredfold",
        read_multiples,
        shape="[NUMP]",
    ),
    last_is_derived=True,
)
