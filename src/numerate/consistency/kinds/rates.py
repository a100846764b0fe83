"""Rule `rate`: rates that do not fit their totals, as in "24 bottles for €36, €1.20 each"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.equation import Equation, constant
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, currency, singular
from numerate.text.units import SYMBOLS, multiply

_PER = re.compile(
    r"(?: [a-z]+){0,2}? (?:a|an|per|each|every|for each|for every|to the)(?: of (?:the|its|their)(?: "
    r"[a-z'’]+){0,2})? (?P<what>[a-z]+|N)|/(?P<slashed>[a-z]+)|p?/(?P<x>[a-z]+)"
)
_EACH = re.compile(
    r",? (?:each|apiece|a piece|a head|per head|per person|per capita|a person|for each of [^A-Z]{0,30}N)\b"
)
_PEOPLE = frozenset(
    "head person capita inhabitant resident citizen member household pupil student employee worker "
    "guest child adult patient voter taxpayer".split()
)
_NOT_COUNTED = frozenset(
    "year month week day hour minute second quarter night time share barrel record few total lot".split()
)
_VAGUE = re.compile(
    r"\b(?:from|up to|about|some|around|now|was|instead|usually|normally|discount|off|excluding|plus"
    r"|or more)\b"
)
_PERIOD = re.compile(r" (?:a|an|per|each|every) (?:day|week|month|quarter|year)")


_TIME = (("time", 1),)
_MONTHS = {"monthly": "mo", "annual": "yr", "yearly": "yr", "weekly": "wk", "daily": "d"}
_MONTHLY = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b")


def read_rates(sentence: Sentence) -> Iterator[Claim]:
    """Read every rate with what it is multiplied by and what that gives."""
    for rate in sentence.having("NUM"):
        claim = _by_unit(sentence, rate) or _by_noun(sentence, rate)
        if claim is not None:
            yield claim


def _by_unit(sentence: Sentence, rate: Slot) -> Claim | None:
    """Read a rate with a unit: the dimensions say what to multiply."""
    unit = rate.number.unit
    if unit is None or _is_counted(rate) or ("/" not in unit.symbol and unit.symbol != "mph"):
        return None
    others = [slot for slot in sentence.having("UM") if slot is not rate and slot.dimensions]
    products = list(_products(rate, others[:8]))
    if len(products) != 1 or any(slot.dimensions == rate.dimensions for slot in others):
        return None
    times, whole, over = products[0]
    if (
        _NOT_TIMES.match(times.after(8))
        or _UPPER_END.search(rate.before(6))
        or _PHYSICS.search(sentence.line)
    ):
        return None
    stated = (
        rate.mark == "M" or _STATED.search(rate.before(40)) or re.search(r"\b(?:per|an?)\b", rate.written)
    )
    noise = len(sentence.having("NUM")) > 4 or not (stated or rate.after(1) == ")")
    return _claim(rate, times, whole, LIKELY if noise or _VAGUE.search(sentence.line) else SURE, over)


_NOT_TIMES = re.compile(r"[ -](?:old|of age|term|ago|later)\b")
_UPPER_END = re.compile(r"[A-Z] to $|[A-Z][-\x96]$")
_STATED = re.compile(r"\b(?:at|average|averag\w+|rate of|or|that is)\b|i\.e\.")
_PHYSICS = re.compile(r"\b(?:velocity|accelerat\w*|initial|instantaneous|angular|peak|maximum)\b")


def _products(rate: Slot, others: list[Slot]) -> Iterator[tuple[Slot, Slot, str | None]]:
    """Yield the pairs of quantities of which one is the other times the rate, by their dimensions."""
    for times, whole in permutations(others, 2):
        product = multiply((rate.dimensions or (), 1), (times.dimensions or (), 1))
        monthly = _MONTHLY.search(whole.before(40))
        over = None
        # "€18 per square metre a month" gives a monthly rent
        if monthly and product == multiply((whole.dimensions or (), 1), (_TIME, -1)):
            over = _MONTHS[monthly[0]]
        fits = product == whole.dimensions or over is not None
        if fits and _same_currency(rate, whole) and times.dimensions != rate.dimensions:
            yield times, whole, over


_MEASURED = frozenset(
    "length mass time temperature current substance luminosity angle data level activity pixels".split()
)


def _is_counted(rate: Slot) -> bool:
    """Return whether a rate is for each of some things, not for a measure: a bottle, a head."""
    return any(power < 0 and name not in _MEASURED for name, power in rate.dimensions or ())


def _same_currency(rate: Slot, whole: Slot) -> bool:
    if "M" not in (rate.mark, whole.mark):
        return True
    return currency(rate) == currency(whole)


def _by_noun(sentence: Sentence, rate: Slot) -> Claim | None:
    """Read a rate per thing: £60 per head, €1.20 a bottle."""
    per = _PER.match(sentence.line, rate.at + 1)
    unit = rate.number.unit
    counted = unit.symbol.partition("/")[2] if unit is not None and _is_counted(rate) else ""
    each = _EACH.match(sentence.line, rate.at + 1)
    if (rate.mark == "N" and rate.noun is None) or (per is None and each is None and not counted):
        return None
    if rate.mark == "N" and (
        each or not re.match(r"(?: [a-z]+){0,2}? (?:per|for each|for every) ", rate.after(40))
    ):
        return None
    if re.search(r"(?:[A-Z]\)? to |[A-Z]-|[A-Z]\x96)(?:about |around )?$", rate.before(14)):
        return None  # the upper end of a range
    what = counted or (singular(per["what"] or per["slashed"] or per["x"] or "") if per else "")
    if what in _NOT_COUNTED and not each:
        return None
    counts = [
        slot
        for slot in sentence.having("N")
        if slot is not rate
        and slot.value > 1
        and not 1900 <= slot.value <= 2100
        and not re.search(r"\b(?:last|past|first|next) $", slot.before(6))
    ]
    if each or what in _PEOPLE or what == "n":
        named = [
            slot
            for slot in counts
            if slot.at > rate.at and re.search(r"\beach of [^A-Z]{0,40}$", slot.before(50))
        ]
        counts = named or counts
    else:
        counts = [
            slot
            for slot in counts
            if re.match(rf"[^A-Z,;:()]{{0,25}}\b{re.escape(what)}(?:e?s)?\b", slot.after(40))
            or slot.noun == what
        ]
    if rate.mark == "N":
        others = [slot for slot in sentence.having("N") if slot is not rate and slot not in counts]
        totals = [slot for slot in others if slot.noun == rate.noun] or others
        counts = [slot for slot in counts if slot not in totals]
    else:
        totals = [
            slot
            for slot in sentence.slots
            if slot is not rate and slot.mark == rate.mark and _numerator(slot) == _numerator(rate)
        ]
    if len(counts) != 1 or len(totals) != 1:
        return None
    count, whole = counts[0], totals[0]
    if _PERIOD.match(whole.after(20)) or count.value % 1:
        return None
    if (
        _EACH.match(whole.after(20))
        or (whole.mark == "M" and whole.per)
        or (whole.dimensions and any(power < 0 for _, power in whole.dimensions))
    ):
        return None
    odds = SURE if len(sentence.having("NUM")) <= 4 and not _VAGUE.search(sentence.line) else LIKELY
    return _claim(rate, count, whole, odds)


def _numerator(slot: Slot) -> object:
    if slot.mark == "M":
        return currency(slot)
    return tuple(item for item in slot.dimensions or () if item[1] > 0)


def _claim(rate: Slot, times: Slot, whole: Slot, odds: float, over: str | None = None) -> Claim:
    priced = rate.mark == "M"  # what is paid for is not rounded
    derived = rate.at > whole.at
    product = rate.quantity(loose=True, exact=priced and not derived) * times.quantity(exact=priced)
    if over is not None:
        product = product * constant(Fraction(SYMBOLS[over].factor))
    equation = Equation(product, whole.quantity(loose=not derived))
    numbers = (times, whole, rate) if derived else (rate, times, whole)
    return Claim(
        equation, lambda: _problem(rate, times, whole, over), odds, (), tuple(slot.number for slot in numbers)
    )


def _problem(rate: Slot, times: Slot, whole: Slot, over: str | None) -> str:
    by, size = times.quantity().value, whole.quantity().value
    if over is not None:
        by *= SYMBOLS[over].factor
    if rate.at > whole.at and by:
        return f"{whole.written} ÷ {times.written} = {rate.write(size / by)}, not {rate.written}."
    return (
        f"{times.written} × {rate.written} = {whole.write(rate.quantity().value * by)}, not {whole.written}."
    )


RULE = ConsistencyRule(
    name="rate",
    title="A rate that does not fit its total",
    description="A price, speed or other rate, multiplied, gives another total.",
    level="error",
    example="A box of 24 bottles costs €36, or €1.20 a bottle.",
    find=claims("rate", "", read_rates, shape="[NUM].*[NUM].*[NUM]"),
    last_is_derived=True,
)
