"""Rule `ratio`: ratios and odds that do not fit their figures, as in "12 girls, 18 boys, a ratio of 3:2"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims
from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable

_RATIO = re.compile(
    r"\b(?:ratio|scale|proportions?|odds|outnumber\w*|mix(?:ed)?|drawn at|dilut\w+"
    r"|scaled)\b[^A-Z;.]{0,40}?(?P<first>N)(?: ?: ?| to |-to-| parts? (?:of )?[a-z]+ to "
    r")(?P<second>N)\b"
)
_BARE = re.compile(r"(?P<first>N) ?: ?(?P<second>N)\b")
_SCALE = re.compile(r"\b(?:map|plan|drawing|model|scale|drawn)\b")
_ODDS = re.compile(r"\bodds of\b")
_VAGUE = re.compile(r"\b(?:about|roughly|nearly|almost|more than|over|less than|some)\b")


def read_ratios(sentence: Sentence) -> Iterator[Claim]:
    """Read every ratio with the two figures it compares."""
    matches = list(_RATIO.finditer(sentence.line))
    if not matches and re.search(r"\bmix\b|\bratio\b|\bscale\b|\bmap\b|\bmodel\b", sentence.line):
        matches = list(_BARE.finditer(sentence.line))
    for match in matches[:1]:
        first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
        if first.value <= 0 or second.value <= 0:
            continue
        rest = [
            slot
            for slot in sentence.having("NUM")
            if slot not in (first, second) and ":" not in (slot.before(1), slot.after(1))
        ]
        if re.search(
            r"\b(?:as high as|closer to|than|compared|average|up to|versus|for every)\b", sentence.line
        ):
            continue
        pairs = [(a, b) for i, a in enumerate(rest) for b in rest[i + 1 :] if _alike(a, b)]
        if _ODDS.search(sentence.line):
            yield from _odds(sentence, first, second, rest)
        elif first.value == 1 and _SCALE.search(sentence.line) and len(pairs) == 1:
            yield _claim(pairs[0][0], pairs[0][1], first, second, SURE, both=False)
        elif len(pairs) == 1:
            named = re.search(r"\b(?:mix|outnumber)", sentence.line) is not None
            vague = _VAGUE.search(sentence.line) is not None
            yield _claim(pairs[0][0], pairs[0][1], first, second, LIKELY if vague else SURE, both=named)
        elif pairs and "outnumber" in sentence.line:
            yield _claim(rest[-2], rest[-1], first, second, SURE, both=True)


def _alike(a: Slot, b: Slot) -> bool:
    if a.mark == b.mark == "N":
        return (
            a.number.noun is not None and b.number.noun is not None and a.noun != b.noun and b.at - a.at < 40
        )
    return comparable(a, b)


def _claim(a: Slot, b: Slot, first: Slot, second: Slot, odds: float, both: bool) -> Claim:
    equation = Equation(a.quantity() / b.quantity(), _exact(first) / _exact(second))
    others = (Equation(b.quantity() / a.quantity(), _exact(first) / _exact(second)),) if both else ()
    ratio = a.quantity().value / b.quantity().value if b.quantity().value else 0.0
    shown = f"{ratio:.3g} to 1" if ratio >= 1 else f"1 to {1 / ratio:.6g}" if ratio else "none"
    problem = f"{a.written} to {b.written} is {shown}, not {first.number.text} to {second.number.text}."
    return Claim(equation, problem, odds, others, (a.number, b.number, first.number, second.number))


def _exact(slot: Slot) -> Quantity:
    return slot.quantity(exact=slot.value % 1 == 0)


def _odds(sentence: Sentence, first: Slot, second: Slot, rest: list[Slot]) -> Iterator[Claim]:
    """Read "at odds of 5 to 1, a £20 stake returned a profit of £100"."""
    money = [slot for slot in rest if slot.mark == "M"]
    if len(money) != 2 or not re.search(r"\b(?:stake|bet|wager|staked)\b", sentence.line):
        return
    stake = next((slot for slot in money if re.match(r" (?:stake|bet|wager)", slot.after(10))), money[0])
    won = money[1] if stake is money[0] else money[0]
    profit = "profit" in won.before(25) or "won" in won.before(15)
    product = stake.quantity(exact=True) * (_exact(first) / _exact(second))
    gain = stake.value * first.value / second.value
    with_stake = Equation(product + stake.quantity(exact=True), won.quantity())
    problem = (
        f"{stake.written} at {first.number.text} to {second.number.text} gives {won.write(gain)}, not "
        f"{won.written}."
    )
    yield Claim(
        Equation(product, won.quantity()),
        problem,
        SURE if profit else STRONG,
        () if profit else (with_stake,),
        (first.number, second.number, stake.number, won.number),
    )


RULE = ConsistencyRule(
    name="ratio",
    title="A ratio that does not fit its figures",
    description="The two figures are in another ratio, or the odds give another profit.",
    level="error",
    example="The student-staff ratio is 12:1 (1,050 students, 50 staff).",
    find=claims(
        "ratio",
        "ratio scale proportion proportions odds outnumber outnumbered outnumbers mix mixed drawn map model",
        read_ratios,
    ),
    last_is_derived=True,
)
