"""Rule `ratio`: ratios and odds that do not fit their figures, as in "12 girls, 18 boys, a ratio of 3:2"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims
from numerate.consistency.equation import Equation, Quantity, constant
from numerate.consistency.relation import three_digits
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable, singular

_RATIO = re.compile(
    r"\b(?:ratio|scale|proportions?|odds|outnumber\w*|mix(?:ed)?|drawn at|dilut\w+"
    r"|scaled)\b[^A-Z;.]{0,40}?(?P<first>[NI])(?: ?: ?| to |-to-| parts? (?:of )?[a-z]+ to "
    r")(?P<second>[NI])\b"
)
_NAMED = re.compile(
    r"\b(?:ratio|proportions?)\b[^A-Z;.]{0,30}?(?P<first>N) [a-z]+ (?:to|per|for every|for each)"
    r" (?P<second>N) [a-z]+"
    r"|(?P<one>N) parts? (?:of )?[a-z]+ (?:to|with|and|in) (?P<two>N) parts? (?:of )?[a-z]+"
    r"|(?P<here>N) [a-z]+ (?:for|to|per) every (?P<those>N) [a-z]+"
    r"|\bfor every (?P<each>N) [a-z]+,? (?:[a-z]+ ){0,4}?(?P<there>N) [a-z]+"
)
_FOR_EVERY = re.compile(
    r"\b(?:for (?:every|each)|to (?:every"
    r"|each)) (?P<one>[a-z]+),? (?:[a-z]+ ){0,4}?(?P<many>N) (?P<what>[a-z]+)"
    r"|(?P<count>N) (?P<things>[a-z]+) (?:for (?:every|each)|to (?:every|each)) (?P<single>[a-z]+)\b"
)
_CHANCE = re.compile(r"\b(?:chance|probability|likelihood)\b[^A-Z;.]{0,40}?(?P<chance>P|S|F)")
_ODDS_TO = re.compile(r"\bodds\b[^A-Z;.]{0,20}(?P<a>N) to (?P<b>N)\b")
_CLOCK = re.compile(r"\b(?:ratio|scale)(?: of| is)? (?P<clock>T)")
_SINGLE = re.compile(r"\b[a-z]+-to-[a-z]+ ratio (?:of|is|was) (?:only |just )?(?P<only>N)(?=[.,;)]|$)")
_NAME = re.compile(r" (?:of )?(?:the )?([a-z]+)")
_BARE = re.compile(r"(?P<first>N) ?: ?(?P<second>N)\b")
_SCALE = re.compile(r"\b(?:map|plan|drawing|model|scale|drawn)\b")
_ODDS = re.compile(r"\bodds of\b")
_VAGUE = re.compile(r"\b(?:about|roughly|nearly|almost|more than|over|less than|some)\b")


def read_ratios(sentence: Sentence) -> Iterator[Claim]:
    """Read every ratio with the two figures it compares."""
    yield from _named(sentence)
    yield from _for_every(sentence)
    yield from _chances(sentence)
    matches = list(_RATIO.finditer(sentence.line))
    if not matches and re.search(r"\bmix\b|\bratio\b|\bscale\b|\bmap\b|\bmodel\b", sentence.line):
        matches = list(_BARE.finditer(sentence.line))
    for match in matches[:1]:
        first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
        first, second = first.as_count() or first, second.as_count() or second
        if "I" in (first.mark, second.mark) or first.value <= 0 or second.value <= 0:
            continue
        rest = [
            slot
            for slot in sentence.having("NUM")
            if slot.at not in (first.at, second.at)
            and {slot.before(1), slot.after(1)}.isdisjoint((":", "/"))  # a dose of 400/25 μg
        ]
        if re.search(
            r"\b(?:as high as|closer to|than|compared|average|up to|versus|for every|or higher|or more)\b"
            r"|: ?[a-z]+ ratio\b|\b(?:likert|agreement|ratings?|rated)\b",
            sentence.line,
        ):
            continue
        pairs = [(a, b) for i, a in enumerate(rest) for b in rest[i + 1 :] if _alike(a, b)]
        if _ODDS.search(sentence.line):
            yield from _odds(sentence, first, second, rest)
        elif first.value == 1 and _SCALE.search(sentence.line) and len(pairs) == 1:
            yield _claim(pairs[0][0], pairs[0][1], first, second, SURE, both=False)
        elif "odds" in sentence.line or any(_is_unnamed(slot) for pair in pairs for slot in pair):
            continue
        elif len(pairs) == 1:
            named = re.search(r"\b(?:mix|outnumber|[a-z]+-[a-z]+ ratio)", sentence.line) is not None
            vague = _VAGUE.search(sentence.line) is not None or _is_apart(sentence, pairs[0], match)
            yield _claim(pairs[0][0], pairs[0][1], first, second, LIKELY if vague else SURE, both=named)
        elif pairs and "outnumber" in sentence.line:
            yield _claim(rest[-2], rest[-1], first, second, SURE, both=True)


def _is_apart(sentence: Sentence, pair: tuple[Slot, Slot], match: re.Match[str]) -> bool:
    """Return whether a ratio and its figures stand in clauses of their own."""
    first, last = sorted((pair[1].at, match.start()))
    return (
        re.search(r";(?! (?:so|that|this|the ratio|for|use|with|add|take|mix)\b)", sentence.line[first:last])
        is not None
    )


def _for_every(sentence: Sentence) -> Iterator[Claim]:
    """Read "five nurses for every doctor (12 doctors, 60 nurses)"."""
    for match in _FOR_EVERY.finditer(sentence.line):
        single, what = match["one"] or match["single"], match["what"] or match["things"]
        ratio = sentence.slot(match.start("many" if match["many"] else "count"))
        rest = [slot for slot in sentence.having("N") if slot is not ratio]
        sides = [[slot for slot in rest if slot.noun == singular(name)] for name in (what, single)]
        if len(rest) == 2 and all(len(side) == 1 for side in sides) and sides[1][0].value > 0:
            many, few = sides[0][0], sides[1][0]
            actual = many.value / few.value
            correct = f"{three_digits(actual)} to 1"
            problem = f"{many.number.text} to {few.number.text} is {correct}, not {ratio.number.text} to 1."
            equation = Equation(many.quantity() / few.quantity(), ratio.quantity(loose=True))
            rounded = Equation(constant(round(actual)), ratio.quantity())
            vague = _VAGUE.search(sentence.line) is not None
            numbers = (many.number, few.number, ratio.number)
            yield Claim(equation, problem, LIKELY if vague else SURE, (rounded,), numbers)


def _chances(sentence: Sentence) -> Iterator[Claim]:
    """Read "odds of 3 to 1, a chance of 25%"."""
    odds, chance = _ODDS_TO.search(sentence.line), _CHANCE.search(sentence.line)
    if odds and chance and len(sentence.having("NPFS")) == 3:
        a, b = sentence.slot(odds.start("a")), sentence.slot(odds.start("b"))
        stated = sentence.slot(chance.start("chance"))
        wins = b.value if "against" in sentence.line else a.value if "in favour" in sentence.line else 0
        if not wins:
            return
        share = wins / (a.value + b.value)
        scale = constant(Fraction(1, 100) if stated.mark == "P" else 1)
        correct = f"{three_digits(100 * share)}%"
        problem = f"{a.number.text} to {b.number.text} is a chance of {correct}, not {stated.written}."
        equation = Equation(constant(share), stated.quantity(loose=True) * scale)
        yield Claim(equation, problem, SURE, (), (a.number, b.number, stated.number))


def _is_unnamed(slot: Slot) -> bool:
    """Return whether it is of something that the ratio does not name: "1:1, plus 200 ml of milk"."""
    match = _NAME.match(slot.after(30))
    return slot.mark == "U" and match is not None and slot.sentence.line.count(match[1]) == 1


def _named(sentence: Sentence) -> Iterator[Claim]:
    """Read a ratio that names its sides: "one nurse to four beds", "two parts of sand to one of lime"."""
    line = sentence.line
    match = _NAMED.search(line)
    if match and not re.search(r"\bwhile\b|\bwhereas\b", line):
        first, second = (sentence.slot(match.start(name)) for name, side in match.groupdict().items() if side)
        names = [
            re.findall(r"(?<![a-z])(?!parts?\b|of\b|the\b)([a-z]+)", slot.after(40))[:1]
            for slot in (first, second)
        ]
        rest = [slot for slot in sentence.having("NUM") if slot not in (first, second)]
        if len(rest) != 2 or not all(names) or rest[0].mark != rest[1].mark:
            return
        sides = [[slot for slot in rest if _is_of(slot, name[0])] for name in names]
        if len(sides[0]) == len(sides[1]) == 1 and sides[0] != sides[1] and first.value > 0 < second.value:
            yield _claim(sides[0][0], sides[1][0], first, second, SURE, both=False)
    for match in _CLOCK.finditer(line):
        clock = sentence.slot(match.start("clock"))
        rest = [slot for slot in sentence.having("NUM") if slot.mark == "U"]
        if len(clock.numbers) == 2 and len(rest) == 2 and comparable(rest[0], rest[1]):
            first, second = (
                Slot("N", number, (number,), number.start, number.end, clock.at, sentence)
                for number in clock.numbers
            )
            yield _claim(rest[0], rest[1], first, second, SURE, both=True)
    for match in _SINGLE.finditer(line):
        only = sentence.slot(match.start("only"))
        rest = [slot for slot in sentence.having("NUM") if slot is not only]
        if len(rest) == 2 and rest[0].mark in "UM" and comparable(rest[0], rest[1]) and rest[1].value > 0:
            value = rest[0].quantity().value / rest[1].quantity().value
            correct = f"{three_digits(value)} to 1"
            problem = f"{rest[0].written} to {rest[1].written} is {correct}, not {only.number.text}."
            quotient = rest[0].quantity(loose=True) / rest[1].quantity(loose=True)
            inverse = rest[1].quantity(loose=True) / rest[0].quantity(loose=True)
            right = only.quantity(loose=True)
            numbers = (rest[0].number, rest[1].number, only.number)
            yield Claim(Equation(quotient, right), problem, SURE, (Equation(inverse, right),), numbers)


def _is_of(slot: Slot, name: str) -> bool:
    """Return whether a quantity is of what is named, in the singular or the plural."""
    match = _NAME.match(slot.after(30))
    noun = match[1] if match and slot.mark == "U" else slot.number.noun or ""
    return bool(noun) and singular(noun) == singular(name)


def _alike(a: Slot, b: Slot) -> bool:
    if a.after(1) in ("-", "\x96") or re.match(r" to [NUM]", a.after(5)):
        return False  # a range
    if a.mark == b.mark == "N":
        return (
            a.number.noun is not None and b.number.noun is not None and a.noun != b.noun and b.at - a.at < 40
        )
    return comparable(a, b)


def _claim(a: Slot, b: Slot, first: Slot, second: Slot, odds: float, both: bool) -> Claim:
    equation = Equation(a.quantity() / b.quantity(), _exact(first) / _exact(second))
    others = (Equation(b.quantity() / a.quantity(), _exact(first) / _exact(second)),) if both else ()
    ratio = a.quantity().value / b.quantity().value if b.quantity().value else 0.0
    shown = f"{three_digits(ratio)} to 1" if ratio >= 1 else f"1 to {1 / ratio:.6g}" if ratio else "none"
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
    description="The two figures have a different ratio, or the odds give a different profit.",
    level="error",
    example="The student-staff ratio is 12:1 (1,050 students, 50 staff).",
    find=claims(
        "ratio",
        "ratio scale proportion proportions odds outnumber outnumbered outnumbers mix mixed drawn"
        " map model part parts every per each",
        read_ratios,
    ),
    last_is_derived=True,
)
