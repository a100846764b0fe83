"""Rule `difference`: wrong differences of two figures, as in "142 m and 128 m, a difference of 24"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.cues import HEDGE, REFERS_BACK, VAGUE
from numerate.consistency.equation import Equation, Quantity, total
from numerate.consistency.interval import known
from numerate.consistency.pairs.moves import Move
from numerate.consistency.pairs.search import Pair, find_pair, pair_in_passage
from numerate.consistency.passages import short_paragraph
from numerate.consistency.relation import in_style, unsigned
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.steps import steps
from numerate.consistency.verbs import words
from numerate.text.units import TIME

_NOUNS = words(
    "difference gap margin lead advantage surplus deficit shortfall spread range majority excess disparity "
    "discrepancy premium distance span overrun overspend underspend handicap"
)
_COMPARATIVES = words(
    "faster slower quicker taller shorter longer heavier lighter older younger deeper shallower wider "
    "narrower "
    "warmer colder cooler hotter dearer cheaper higher lower larger smaller bigger greater further farther "
    "extra ahead behind apart clear better worse more fewer less in_front adrift short_of shy_of "
    "stronger weaker thicker thinner"
)
_VERBS = words(
    "undercut undercuts undercutting beat beats beating exceed exceeds exceeded exceeding outnumber "
    "outnumbers "
    "outnumbered win wins won winning lead leads led leading trail trails trailed trailing overtook "
    "outsell outsold "
    "outscored outscore outpolled outbid outweighs lost defeated defeat differ differs differed "
    "surpass surpasses surpassed "
    "missed overran overshot short fell_short falling_short"
)
_S = "[NUMQ]"
_PATTERNS = (
    re.compile(
        rf"\b(?:{_NOUNS})(?: [a-z]+){{0,4}}? (?:of|is|was|:|comes to|came to|being) ?{HEDGE}(?P<slot>{_S})"
    ),
    re.compile(
        rf"(?P<slot>{_S})(?: (?!(?:due|to|of|in|for|from|by|and|or|at|on|with)\b)[a-z]+){{0,2}}? "
        rf"(?:{_COMPARATIVES})\b"
    ),
    re.compile(
        rf"(?P<slot>{_S})(?: [a-z]+){{0,2}}? (?:above|below|in excess of|over the|under the|before the"
        rf"|after the) (?!and |or )"
        rf"{HEDGE}(?:(?!and |or )[a-z'-]+ ){{0,4}}[NUM]"
    ),
    re.compile(
        rf"\b(?:{_NOUNS}) (?:[a-z]+ )?between [^;]{{0,80}}? (?:of|is|was|comes to|came to|being"
        rf"|amounts to) {HEDGE}(?P<slot>{_S})"
    ),
    re.compile(rf"\b(?:{_VERBS})\b[^;.]{{0,50}}? by {HEDGE}(?P<slot>{_S})"),
    re.compile(r"(?P<slot>[UM])(?: [a-z]+){0,2}? (?:above|below|over|under) (?:it|them|that|this)\b"),
    re.compile(r"(?P<slot>U) (?:before|after|ahead of|behind) (?:[a-z'-]+ ){1,4}?\(?(?:in |with |at )?U"),
    re.compile(rf"(?P<slot>{_S})(?: [a-z]+)? (?:lead|gap|margin|difference|advantage)\b"),
    re.compile(
        rf"\b(?:pay|pays|cost|costs|save|saves|saving) (?:you |them |us )?{HEDGE}(?P<slot>{_S}) "
        rf"(?:extra|more|less)\b"
    ),
)
_IN_PASSAGE = (
    re.compile(
        rf"\b(?:{_NOUNS}|drop|rise|fall|climb|step) (?:[a-z]+ )?(?:between|in) [^A-Z;]{{0,60}}?(?:of|is"
        rf"|was|:) "
        rf"?{HEDGE}(?P<slot>{_S})"
    ),
    re.compile(
        rf"(?P<slot>{_S})(?: [a-z]+){{0,3}}? (?:between (?:them|the)|separat\w+|divid\w+|to spare"
        rf"|(?:his|her|their|its|my"
        rf"|our) (?:junior|senior)|too (?:many|few|much|little|long|short)|[a-z]{{3,}}er(?= than)"
        rf"|(?:over|under|short|behind|ahead|clear|apart|off)(?=[.,;]|$| of\b))"
    ),
    re.compile(
        rf"\b(?:separated|apart|[a-z]+(?:s|ed|ing)\b[^A-Z;.]{{0,40}}) by {HEDGE}(?P<slot>{_S})(?=[.,;]"
        rf"|$| [a-z]+[.,;])"
    ),
    re.compile(rf"(?:^|[,;:] )(?:so )?(?:a|the) (?:{_NOUNS}) (?:of|is|was) {HEDGE}(?P<slot>{_S})"),
)
"""Differences in words that say so only where a passage has nothing else that may be meant."""
_ADDS = re.compile(r" (?:or )?(?:more|later|earlier|less|fewer|further)(?! than\b)")
"""Words after a number that do not compare it with another: "two more", "three years later"."""
_IN_OTHER = re.compile(
    r"\b(?:difference|gap|lead|advantage) in (?!age\b|height\b|price\b|length\b|weight\b)[a-z]+ "
)
"""A difference of what the figures are not of: "41 points to 38, and a difference in goals of nine"."""
_PER = re.compile(r"[^A-Z]{0,12}\b(?:a|per|each|every) (?:year|month|week|day|hour|head|share)\b")


def read_differences(sentence: Sentence) -> Iterator[Claim]:
    """Read every difference with the two figures it is one of."""
    seen: set[int] = set()
    changes = [step.slot for step in steps(sentence)]
    loose = _IN_PASSAGE if short_paragraph(sentence) is not None else ()
    if len(_BY.findall(sentence.line)) > 1:
        return  # "outscored them by 11 in the third quarter and by 9 in the fourth"
    for pattern in (*_PATTERNS, *loose):
        for match in pattern.finditer(sentence.line):
            slot = sentence.slot(match.start("slot"))
            if slot.at in seen or VAGUE.search(sentence.line, max(0, match.start() - 30), match.start()):
                continue
            seen.add(slot.at)
            taken = [other for other in changes if other is not slot]
            pair = _pair(slot, match, taken, loose=pattern in loose)
            if pair is not None and _fits(slot, pair):
                yield _claim(slot, _surer(slot, pair) if "by " in match[0] else pair)


def _pair(slot: Slot, match: re.Match[str], taken: list[Slot], loose: bool) -> Pair | None:
    """Return the figures of a difference; of words that are no sure cue, only those of a passage."""
    if _is_other(slot):
        return None
    if loose:
        return pair_in_passage(slot, match.start(), match.end())
    return find_pair(slot, match.start(), match.end(), taken)


_BY = re.compile(r"\bby N\b")
_JOINED = re.compile(r"[-\x96][A-Z]")
_LATER = re.compile(r"[^A-Z]{0,3} (?:later|earlier)")
_THAN = re.compile(rf"(?: [a-z]+){{0,3}}? than\b(?![^;.]{{0,60}}[NUMP])(?! {REFERS_BACK})")
"""A comparison with a figure that is not given: "$6 million more than last quarter"."""


def _is_other(slot: Slot) -> bool:
    """Return whether a number is no difference: part of a score, "two more", "three years later"."""
    if slot.before(1) in ("^", "_") or "/" in slot.number.text or re.match(r" to [NUM]", slot.after(5)):
        return True
    if slot.before(1) in ("-", "\x96") or _JOINED.match(slot.after(2)) or _ADDS.match(slot.after()):
        return True
    return slot.dimensions == TIME and _LATER.match(slot.after()) is not None


_P_VALUE = re.compile(r"\bp ?[<=>] ?$")


def _fits(slot: Slot, pair: Pair) -> bool:
    """Return whether two figures may have this difference."""
    larger, smaller = _sorted(pair.move)
    if _THAN.match(slot.after(100)) and not pair.move.explicit:
        return False
    if _PER.match(pair.move.after.after(30)):
        return False
    if any(_P_VALUE.search(figure.before(5)) for figure in (larger, smaller)):
        return False
    if any(figure.before(3) == "by " for figure in (larger, smaller)):
        return False  # a difference itself: "a lead of 2, outscoring them by 12"
    named = [figure.noun for figure in (larger, smaller) if figure.noun]
    if slot.noun and named and slot.noun not in named:
        return False
    if slot.noun and any(noun != slot.noun for noun in named) and pair.odds < SURE:
        return False
    if _IN_OTHER.search(slot.before(40)) and slot.noun is None:
        return False
    if larger.number.value == smaller.number.value and not pair.move.explicit:
        return False
    below_zero = smaller.number.sign < 0 <= larger.number.sign
    return below_zero or _step(slot, larger, smaller).value < larger.quantity(like=smaller).value


def _surer(slot: Slot, pair: Pair) -> Pair:
    """Return a pair that "lost by 130 votes, polling 4,870 to 5,000" leaves no doubt about."""
    figures = pair.move[:2]
    here = all(figure.sentence is slot.sentence and figure.value > slot.value for figure in figures)
    if here and slot.mark == "N" and not pair.others and pair.odds >= LIKELY:
        return pair._replace(odds=SURE)
    return pair


def _claim(slot: Slot, pair: Pair) -> Claim:
    odds = pair.odds
    larger, smaller = _sorted(pair.move)
    added = total(larger.quantity(like=smaller), smaller.quantity(like=larger))
    others = (
        *(_equation(*_sorted(move), slot) for move in pair.others),
        Equation(
            added, _step(slot, larger, smaller)
        ),  # the figures are parts of what looks like a difference
    )
    return Claim(
        _equation(larger, smaller, slot),
        lambda: _problem(larger, smaller, slot),
        odds,
        others,
        (larger.number, smaller.number, slot.number),
    )


def _sorted(move: Move) -> tuple[Slot, Slot]:
    first, second = move.before, move.after
    if first.quantity(like=second).values().low < second.quantity(like=first).values().low:
        first, second = second, first
    return first, second


def _equation(larger: Slot, smaller: Slot, slot: Slot) -> Equation:
    difference = larger.quantity(like=smaller) - smaller.quantity(like=larger)
    return Equation(difference, _step(slot, larger, smaller))


def _step(slot: Slot, larger: Slot, smaller: Slot) -> Quantity:
    """Return the difference in the unit of its figures; they may leave it out: "Anna is 34, Piotr 27"."""
    if slot.mark == "U" and larger.mark == smaller.mark == "N":
        return Quantity(slot.number, slot.hedged(known(slot.number)))
    return slot.quantity(like=larger, step=True, sign=False)


def _problem(larger: Slot, smaller: Slot, slot: Slot) -> str:
    actual = larger.quantity(like=smaller).value - smaller.quantity(like=larger).value
    scale = float(_step(slot, larger, smaller).scale)
    shown = in_style(actual / scale, unsigned(slot.number)) + slot.written.removeprefix(slot.number.text)
    return f"{larger.written} − {smaller.written} = {shown}, not {slot.written}."


RULE = ConsistencyRule(
    name="difference",
    title="A difference that does not fit its figures",
    description="Subtracting the two figures gives a different result.",
    level="error",
    example="The north tower is 142 m tall and the south tower 128 m, a difference of 24 m.",
    find=claims("difference", "", read_differences, shape="[NUMQ].*[NUMPT]|[PT].*[NUMQ]|[NUMQ]"),
    last_is_derived=True,
)
