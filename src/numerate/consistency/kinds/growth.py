"""Rule `growth`: wrong growth over years, as in "10% a year, from $1,000 to $1,133 in three years"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import prod

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.cues import VAGUE, guarded
from numerate.consistency.equation import Equation, FixedTerm, Product, Sum, Term, constant
from numerate.consistency.pairs.moves import Move, moves
from numerate.consistency.relation import in_style
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable, currency
from numerate.consistency.verbs import FALLING, RISING
from numerate.text.units import SYMBOLS

_YEARLY = re.compile(
    r"(?: [a-z]+){0,2}? (?:a|per|each|every) (?:year|annum)\b|(?: [a-z]+){0,2} (?:annually|yearly"
    r"|p\.a\.)| (?:annual|compound)\b"
)
_ANNUAL = re.compile(r"\b(?:annual|yearly|compound|cagr)\b[^A-Z;.]{0,40}$")
_EVERY = re.compile(
    r"\b(?P<word>doubl\w+|tripl\w+|trebl\w+|halv\w+|quadrupl\w+) (?:every|each) (?P<unit>year|month"
    r"|week|day|decade)\b"
)
_WORDS = {"doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "halv": 0.5, "quadrup": 4.0}
_FALL = re.compile(
    rf"\b(?!sav)(?:{FALLING}|written down|depreciat\w+|retreat\w*|shr[aiu]nk\w*|los(?:t|es|ing))\b"
)
_NET = re.compile(
    r"\b(?:per head|real|inflation-adjusted|relative|excluding|average of Y|then|first|initially"
    r"|respectively|since Y)\b"
)
_YEAR = round(SYMBOLS["yr"].factor)
_MOST_YEARS = 120


def read_growth(sentence: Sentence) -> Iterator[Claim]:
    """Read every yearly rate with the figures at both ends and the years between them."""
    yield from _compounded(sentence)
    years = _years(sentence)
    if years is None or (VAGUE.search(sentence.line) and "estimat" not in sentence.line):
        return
    span, count = years
    for match in _EVERY.finditer(sentence.line):
        factor = next(value for word, value in _WORDS.items() if match["word"].startswith(word))
        word = sentence.word(match.start("word"), match.end("word"), factor)
        yield from _powers(sentence, word, constant(factor), span, count)
    for rate in sentence.having("P"):
        if _YEARLY.match(rate.after(40)) or _ANNUAL.search(rate.before(60)):
            sign = -1 if _FALL.search(sentence.line) else 1
            share = rate.quantity(loose=True) * constant(Fraction(1, 100))
            yield from _powers(sentence, rate, Sum((constant(1), share), (1, sign)), span, count)
    for step in sentence.having("NUM"):
        if _is_yearly(step):
            yield from _linear(sentence, step, span, count)


def _years(sentence: Sentence) -> tuple[tuple[Slot, ...], int] | None:
    """Return the number of years a sentence is about, and where it says so."""
    spans = [
        (slot, slot.value * _SPANS[slot.number.unit.symbol])
        for slot in sentence.having("U")
        if slot.number.unit is not None
        and slot.number.unit.symbol in _SPANS
        and slot.value % 1 == 0
        and not re.match(r" old", slot.after(5))
    ]
    years = [(slot, slot.year) for slot in sentence.having("YD") if slot.year is not None]
    if len(years) == 2 and 1 < years[1][1] - years[0][1] <= _MOST_YEARS:
        return (years[0][0], years[1][0]), years[1][1] - years[0][1]
    if len(spans) == 1 and 1 < spans[0][1] <= _MOST_YEARS:
        return (spans[0][0],), int(spans[0][1])
    return None


_SPANS = {"yr": 1, "decade": 10, "century": 100}
"""Years of a unit of time."""


def _ends(sentence: Sentence, without: Slot, span: tuple[Slot, ...]) -> tuple[Move, float] | None:
    figures = [slot for slot in sentence.having("NUM") if slot is not without and slot not in span]
    marked = [
        move for move in moves(sentence, (without, *span)) if move.before in figures and move.after in figures
    ]
    if len(figures) == 2 and (comparable(*figures) or figures[0].mark == figures[1].mark == "N"):
        move = marked[0] if marked else Move(figures[0], figures[1])
        return move, SURE if not _NET.search(sentence.line) else LIKELY
    if len(marked) == 1:
        return marked[0], LIKELY
    return None


def _powers(
    sentence: Sentence, rate: Slot, factor: Term, span: tuple[Slot, ...], count: int
) -> Iterator[Claim]:
    ends = _ends(sentence, rate, span)
    if ends is None:
        return
    move, odds = ends
    before, after = move.before, move.after
    if before.value <= 0:
        return
    grown = factor**count
    # What is lent or saved is a round sum that is not rounded.
    saved = before.mark == "M" and _SAVED.search(sentence.line) is not None
    first = before.quantity(like=after, exact=saved)
    equation = Equation(after.quantity(like=before) / first, grown)
    rough = rate.mark == "P"
    low, high = factor.values()
    middle = (low + high) / 2 if rate.mark == "P" else low
    if rate.mark == "P":
        share = Fraction(rate.number.decimal) / 100
        middle = 1 + share if middle > 1 else 1 - share
    reached = before.quantity(like=after).value * float(middle) ** count
    shown = after.write(reached)
    simple: tuple[Equation, ...] = ()
    if rough and re.search(r"\bsimple\b", sentence.line):
        simple = (
            Equation(after.quantity(like=before) / before.quantity(like=after), constant(1 + count * share)),
        )
    problem = (
        f"{before.written} growing {rate.written} {'' if rate.mark == 'X' else 'a year '}for {count} "
        f"years becomes {shown}, not {after.written}."
    )
    if rate.mark == "X":
        problem = f"{before.written} {rate.number.text} {count} times is {shown}, not {after.written}."
    yield Claim(equation, problem, odds, simple, (before.number, after.number, rate.number))


_SAVED = re.compile(r"\b(?:interest|invest\w*|sav\w+|loan|deposit\w*|capital|becomes?|fund|account|bond)\b")
_OVERALL = re.compile(
    r"\b(?:a total of|in total|in all|altogether|overall|combined|over the (?:whole )?(?:U|period"
    r"|[a-z]+ years)|together"
    r"|all told|cumulative\w*)\b"
)


def _compounded(sentence: Sentence) -> Iterator[Claim]:
    """Read "10% and then 10%, 21% over the two years", "2% a year for ten years, 22% in all"."""
    rates = sentence.having("P")
    if (
        len(rates) not in (2, 3)
        or re.search(r"P?[-\x96]P", sentence.line)
        or sentence.having("NM")
        or guarded(rates[-1], VAGUE)
    ):
        return
    *parts, whole = rates
    own = whole.sentence.line[parts[-1].at + 1 : whole.at] + whole.after(40)
    down, up = _FALL.search(sentence.line) is not None, _RISE.search(sentence.line) is not None
    if not _OVERALL.search(own) or down == up or any(rate.value >= 100 for rate in parts):
        return
    sign, count = -1 if down else 1, 1
    if len(parts) == 1:
        years = _years(sentence)
        if years is None or not (_YEARLY.match(parts[0].after(40)) or _ANNUAL.search(parts[0].before(60))):
            return
        count = years[1]
    factors = [Sum((constant(1), _share(rate)), (1, sign)) for rate in parts]
    grown: Term = Product(tuple(factors), (1,) * len(factors)) if len(factors) > 1 else factors[0] ** count
    value = prod(1 + sign * rate.number.value / 100 for rate in parts) ** count
    simple = constant(
        *sorted(1 + sign * sum(rate.number.value for rate in parts) * count / 100 * k for k in (0.99, 1.01))
    )
    stated = Sum((constant(1), _share(whole)), (1, sign))
    shown = in_style(100 * abs(value - 1), whole.number)
    steps = (
        f"{parts[0].written} a year for {count} years"
        if count > 1
        else " and then ".join(r.written for r in parts)
    )
    problem = f"{steps} is {shown} altogether, not {whole.written}."
    yield Claim(
        Equation(grown, stated), problem, SURE, (Equation(simple, stated),), tuple(r.number for r in rates)
    )


def _share(rate: Slot) -> Term:
    return rate.quantity(loose=True, sign=False) * constant(Fraction(1, 100))


_RISE = re.compile(rf"\b(?:{RISING}|growth|rise|increase)\b")


def _is_yearly(slot: Slot) -> bool:
    return _is_per_year(slot) or _YEARLY.match(slot.after(40)) is not None


def _is_per_year(slot: Slot) -> bool:
    """Return whether the unit of a quantity is per year: 15 m a year."""
    unit = slot.number.unit
    return unit is not None and unit.symbol.endswith("/yr")


def _linear(sentence: Sentence, step: Slot, span: tuple[Slot, ...], count: int) -> Iterator[Claim]:
    """Read "gained 50 a year", "on average 15 m a year"."""
    unit = step.number.unit
    counted, yearly = unit is not None and unit.symbol == "1/yr", _is_per_year(step)
    figures = [
        slot
        for slot in sentence.having("NUM")
        if slot is not step
        and slot not in span
        and not (slot.number.unit is not None and "/" in slot.number.unit.symbol)
        and (slot.mark == "N" if counted else slot.mark == step.mark and _numerator(slot) == _numerator(step))
    ]
    if not _STEADY.search(sentence.line):
        return
    size = step.quantity(step=True).values().times(_YEAR if yearly else 1)
    count += len(span) > 1 and _INCLUSIVE.search(sentence.line) is not None
    total = FixedTerm(size.times(count))
    if len(figures) == 2 and (comparable(*figures) or step.mark == "N" or counted):
        first, second = figures
        larger, smaller = (
            (first, second) if first.quantity().value > second.quantity().value else (second, first)
        )
        equation = Equation(larger.quantity() - smaller.quantity(), total)
        actual = larger.quantity().value - smaller.quantity().value
    elif len(figures) == 1 and (_MOVING.search(sentence.line) or "average" in sentence.line):
        larger = smaller = figures[0]
        equation = Equation(larger.quantity(step=True), total)
        actual = larger.quantity(step=True).value
    else:
        return
    shown = step.write(actual / count / (_YEAR if yearly else 1))
    change = larger.written if larger is smaller else f"{larger.written} − {smaller.written}"
    problem = f"({change}) ÷ {count} years = {shown}, not {step.written}."
    if larger is smaller:
        problem = problem.replace("(", "", 1).replace(")", "", 1)
    odds = SURE if not _NET.search(sentence.line) else LIKELY
    numbers = tuple(dict.fromkeys((smaller.number, larger.number, step.number)))
    yield Claim(equation, problem, odds, (), numbers)


_STEADY = re.compile(
    r"\b(?:gain|grew|grow|rose|rise|los[te]|fell|fall|average|written|depreciat|retreat|add"
    r"|increas|decreas|declin|climb|shr[aiu]nk|sank|sink|creep|crept|advanc|withdr|shift|drift|erod)"
)
_MOVING = re.compile(
    r"\b(?:retreat|creep|advanc|withdr|shift|drift|erod|recede|mov(?:e|es|ed|ing)\b)[a-z]*[^A-Z]*[A-Z].*"
    r"\b(?:retreat|crept|advanc|withdr|shift|drift|erod|reced|moved)"
)
"""Verbs that say twice how something moves: by the year, and altogether."""


_INCLUSIVE = re.compile(r"\binclusive\b|\bfrom Y to Y\b")
"""After two years that both count."""


def _numerator(slot: Slot) -> object:
    if slot.mark == "M":
        return currency(slot)
    return tuple(item for item in slot.dimensions or () if item[0] != "time") if slot.mark == "U" else None


RULE = ConsistencyRule(
    name="growth",
    title="Growth over years that does not fit its figures",
    description="At the yearly rate, the figure after the stated years would be different.",
    level="error",
    example="Growing at 10% a year, the fund went from $1,000 to $1,133 in three years.",
    find=claims("growth", "year years annum annually annual yearly compound cagr every each", read_growth),
    last_is_derived=True,
)
