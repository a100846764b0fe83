"""Rule `difference`: wrong differences of two figures, as in "142 m and 128 m, a difference of 24"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.cues import HEDGE, VAGUE, words
from numerate.consistency.equation import Equation
from numerate.consistency.pairs import Move, Pair, find_pair
from numerate.consistency.relation import in_style, unsigned
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot

_NOUNS = words(
    "difference gap margin lead advantage surplus deficit shortfall spread range majority excess disparity "
    "discrepancy premium distance span overspend underspend handicap"
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
    "missed overran overshot"
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
        rf"(?P<slot>{_S})(?: [a-z]+){{0,2}}? (?:above|below|in excess of|over the|under the) "
        rf"{HEDGE}(?:[a-z'-]+ ){{0,4}}[NUM]"
    ),
    re.compile(rf"\b(?:{_VERBS})\b[^;.]{{0,50}}? by {HEDGE}(?P<slot>{_S})"),
    re.compile(rf"(?P<slot>{_S})(?: [a-z]+)? (?:lead|gap|margin|difference|advantage)\b"),
    re.compile(
        rf"\b(?:pay|pays|cost|costs|save|saves|saving) (?:you |them |us )?{HEDGE}(?P<slot>{_S}) "
        rf"(?:extra|more|less)\b"
    ),
)
_ADDS = re.compile(r" (?:or )?(?:more|later|earlier|less|fewer|further)(?! than\b)")
"""Words after a number that do not compare it with another: "two more", "three years later"."""
_PER = re.compile(r"[^A-Z]{0,12}\b(?:a|per|each|every) (?:year|month|week|day|hour|head|share)\b")


def read_differences(sentence: Sentence) -> Iterator[Claim]:
    """Read every difference with the two figures it is one of."""
    seen: set[int] = set()
    for pattern in _PATTERNS:
        for match in pattern.finditer(sentence.line):
            at = match.start("slot")
            slot = sentence.slot(at)
            if at in seen or VAGUE.search(sentence.line, max(0, match.start() - 30), match.start()):
                continue
            seen.add(at)
            if sentence.line[at - 1 : at] in ("-", "\x96") or (
                sentence.line[at + 1 : at + 2] in ("-", "\x96") and sentence.line[at + 2 : at + 3].isupper()
            ):
                continue
            than = re.match(r"(?: [a-z]+){0,3}? than\b", slot.after(40))
            unstated = than and not re.match(r"[^;.]{0,60}[NUMP]", slot.after(100)[than.end() :])
            if _ADDS.match(slot.after()) or (
                slot.dimensions == (("time", 1),) and re.match(r"[^A-Z]{0,3} (?:later|earlier)", slot.after())
            ):
                continue
            pair = find_pair(slot, match.start(), match.end())
            if unstated and (pair is None or not pair.move.explicit):
                continue  # "$6 million more than last quarter"
            if pair is None or _PER.match(pair.move.after.after(30)):
                continue
            larger, smaller = _sorted(pair.move)
            by_verb = (
                "by " in match[0] and not pair.others and larger.sentence is smaller.sentence is sentence
            )
            if by_verb and slot.mark == "N" and pair.odds >= LIKELY:
                pair = pair._replace(odds=SURE)
            if slot.quantity(like=larger, step=True).value < larger.quantity(like=smaller).value:
                yield _claim(slot, pair)


def _claim(slot: Slot, pair: Pair) -> Claim:
    odds = pair.odds
    larger, smaller = _sorted(pair.move)
    others = tuple(_equation(*_sorted(move), slot) for move in pair.others)
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
    return Equation(difference, slot.quantity(like=larger, step=True, sign=False))


def _problem(larger: Slot, smaller: Slot, slot: Slot) -> str:
    actual = larger.quantity(like=smaller).value - smaller.quantity(like=larger).value
    scale = float(slot.quantity(like=larger, step=True).scale)
    shown = in_style(actual / scale, unsigned(slot.number)) + slot.written.removeprefix(slot.number.text)
    return f"{larger.written} − {smaller.written} = {shown}, not {slot.written}."


RULE = ConsistencyRule(
    name="difference",
    title="A difference that is not the one of its figures",
    description="Subtracting the two figures gives another difference.",
    level="error",
    example="The north tower is 142 m tall and the south tower 128 m, a difference of 24 m.",
    find=claims("difference", "", read_differences, shape="[NUMQ].*[NUMPT]|[PT].*[NUMQ]|[NUMQ]"),
    last_is_derived=True,
)
