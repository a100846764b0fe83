"""Rule `growth`: wrong growth over years, as in "10% a year, from $1,000 to $1,133 in three years"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.cues import VAGUE
from numerate.consistency.equation import Equation, Sum, Term, constant
from numerate.consistency.pairs import Move, moves
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.consistency.verbs import FALLING

_YEARLY = re.compile(
    r"(?: [a-z]+){0,2}? (?:a|per|each|every) (?:year|annum)\b|(?: [a-z]+){0,2} (?:annually|yearly"
    r"|p\.a\.)| (?:annual|compound)\b"
)
_ANNUAL = re.compile(r"\b(?:annual|yearly|compound|cagr)\b[^A-Z;.]{0,40}$")
_FALL = re.compile(
    rf"\b(?!sav)(?:{FALLING}|written down|depreciat\w+|retreat\w*|shr[aiu]nk\w*|los(?:t|es|ing))\b"
)
_NET = re.compile(
    r"\b(?:per head|real|inflation-adjusted|relative|excluding|average of Y|then|first|initially"
    r"|respectively|since Y)\b"
)
_MOST_YEARS = 120


def read_growth(sentence: Sentence) -> Iterator[Claim]:
    """Read every yearly rate with the figures at both ends and the years between them."""
    years = _years(sentence)
    if years is None or (VAGUE.search(sentence.line) and "estimat" not in sentence.line):
        return
    span, count = years
    for rate in sentence.having("P"):
        if _YEARLY.match(rate.after(40)) or _ANNUAL.search(rate.before(60)):
            sign = -1 if _FALL.search(sentence.line) else 1
            share = rate.quantity(loose=True) * constant(Fraction(1, 100))
            yield from _powers(sentence, rate, Sum((constant(1), share), (1, sign)), span, count)


def _years(sentence: Sentence) -> tuple[tuple[Slot, ...], int] | None:
    """Return the number of years a sentence is about, and where it says so."""
    spans = [
        slot
        for slot in sentence.having("U")
        if slot.number.unit is not None
        and slot.number.unit.symbol == "yr"
        and slot.value % 1 == 0
        and not re.match(r" old", slot.after(5))
    ]
    years = sentence.having("Y")
    if len(years) == 2 and 1 < years[1].value - years[0].value <= _MOST_YEARS:
        return tuple(years), int(years[1].value - years[0].value)
    if len(spans) == 1 and 1 < spans[0].value <= _MOST_YEARS:
        return (spans[0],), int(spans[0].value)
    return None


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


RULE = ConsistencyRule(
    name="growth",
    title="Growth over years that does not fit its figures",
    description="The yearly rate, over the years stated, gives another figure at the end.",
    level="error",
    example="Growing at 10% a year, the fund went from $1,000 to $1,133 in three years.",
    find=claims("growth", "year years annum annually annual yearly compound cagr every each", read_growth),
    last_is_derived=True,
)
