"""Rule `rate`: rates that do not fit their totals, as in "24 bottles for €36, €1.20 each"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.cues import VAGUE
from numerate.consistency.equation import Equation, Quantity, constant
from numerate.consistency.interval import exactly, hedged, known, loosely, precision
from numerate.consistency.passages import passages
from numerate.consistency.products import AND_DID, GROSS, find_product, find_worth, product_in
from numerate.consistency.relation import in_style
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, currency, singular
from numerate.text.units import SYMBOLS, TIME, multiply

_PER = re.compile(
    r"(?: [a-z]+){0,2}? (?:a|an|per|each|every|for each|for every|to the)(?: of (?:the|its|their)(?: "
    r"[a-z'’]+){0,2})? (?P<what>[a-z]+|N)|/(?P<slashed>[a-z]+)|p?/(?P<x>[a-z]+)"
)
_EACH = re.compile(
    r",? (?:each|apiece|a piece|a head|per head|per person|per capita|a person|for each of [^A-Z]{0,30}N)\b"
)
_PER_HEAD = re.compile(
    r"\bper (?:head|capita|person|inhabitant|resident|guest|pupil)"
    r"(?: (?:is|was|of|comes to|came to|works out at|stood at))+ "
    r"(?:about |just |exactly )?$"
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


_MONTHS = {"monthly": "mo", "annual": "yr", "yearly": "yr", "weekly": "wk", "daily": "d"}
_MONTHLY = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\b")


def read_rates(sentence: Sentence) -> Iterator[Claim]:
    """Read every rate with what it is multiplied by and what that gives."""
    if _TWO_PRICES.search(sentence.line):
        return
    yield from _of_periods(sentence)
    for passage in passages(sentence):
        product = product_in(passage)
        if product is not None:
            yield replace(product.claim(), odds=passage.odds, local=True)
    worth = find_worth(sentence)
    if worth is not None:
        yield worth.claim()
    yield from _incidence(sentence)
    for rate in sentence.having("NUM"):
        product = find_product(rate) if _is_rate(rate) else None
        if product is not None:
            yield product.claim()
            continue
        claim = _by_unit(sentence, rate) or _by_noun(sentence, rate)
        if claim is not None:
            yield claim


_TWO_PRICES = re.compile(
    r"\bor (?:[a-z]+ )?N for M|\ba dozen or\b|\bN? or M each\b|\brespectively\b|N ?× ?U|N to N"
)
_PER_MANY = re.compile(r"(?P<rate>N)(?: [a-z]+)? (?:per|in|for every|out of every|in every) (?P<base>N)\b")


def _incidence(sentence: Sentence) -> Iterator[Claim]:
    """Read "84 deaths among 420,000 residents, a rate of 20 per 100,000"."""
    match = _PER_MANY.search(sentence.line)
    if match is None or VAGUE.search(sentence.line):
        return
    rate, base = sentence.slot(match.start("rate")), sentence.slot(match.start("base"))
    rest = [slot for slot in sentence.having("NUMPFX") if slot not in (rate, base)]
    if len(rest) != 2 or any(slot.mark != "N" for slot in rest) or base.value < 100:
        return
    part, whole = sorted(rest, key=lambda slot: slot.value)
    if (
        part.value <= 0
        or part.noun is None
        or not re.search(r"\b(?:among|in|of|for|from|per|with)\b", sentence.line)
    ):
        return
    value = part.value / whole.value * base.value
    stated = rate.quantity(loose=True) / base.quantity(exact=True)
    equation = Equation(part.quantity() / whole.quantity(), stated)
    shown = in_style(value, rate.number, 10)
    problem = f"{part.written} of {whole.written} is {shown} per {base.written}, not {rate.written}."
    odds = SURE if rate.at > whole.at else LIKELY
    rounded = Equation(constant(round(value)), rate.quantity())
    yield Claim(equation, problem, odds, (rounded,), (part.number, whole.number, base.number, rate.number))


def _is_rate(slot: Slot) -> bool:
    """Return whether words or the unit say that a quantity is for each of something."""
    if re.search(r"(?:[A-Z]\)? to |[A-Z]-|[A-Z]\x96)(?:about |around )?$", slot.before(14)):
        return False  # the upper end of a range
    unit = slot.number.unit
    if unit is not None and ("/" in unit.symbol or unit.symbol == "mph"):
        return True
    if slot.mark == "N":
        return re.match(r"(?: [a-z]+){0,2}? (?:per|for every|every) [a-z]+", slot.after(40)) is not None
    return _EACH.match(slot.after(40)) is not None or _EVERY.match(slot.after(40)) is not None


_EVERY = re.compile(
    r"(?: (?![a-z]+(?:ed|ing)\b)[a-z]+){0,2}? (?:per|for each|for every|each|every|an?) [a-z]+"
)
_SHORT = {"daily": "d", "weekly": "wk", "monthly": "mo", "quarterly": "qtr", "annual": "yr", "yearly": "yr"}
_IN_A: dict[tuple[str, str], tuple[Fraction, Fraction]] = {
    ("mo", "yr"): (Fraction(12), Fraction(12)),
    ("wk", "yr"): (Fraction(46), Fraction(5218, 100)),
    ("wk", "mo"): (Fraction(4), Fraction(445, 100)),
    ("d", "wk"): (Fraction(5), Fraction(7)),
    ("h", "d"): (Fraction(24), Fraction(24)),
    ("min", "h"): (Fraction(60), Fraction(60)),
    ("s", "min"): (Fraction(60), Fraction(60)),
}
"""How often a period is in a longer one, from the fewest to the most: a week has five working days."""
_COMES_TO = re.compile(
    r"(?P<cue>,? ?(?:[a-z]+ ){0,2}?(?:comes? to|amount(?:s|ing)? to|adds? up to|works? out (?:at|as|to)"
    r"|equals|equivalent to"
    r"|corresponds? to|i\.e\.,?|that is,?|that['’]s|it['’]s|which (?:is|makes|means)|total(?:s|ling|ing)"
    r"|=))?,? "
    r"(?:[a-z]+ ){0,3}?\(?"
)


_APPOSED = (" (", ", or ", " or ")
"""What stands between a price per month and the same per year."""


def _of_periods(sentence: Sentence) -> Iterator[Claim]:
    """Read "£1,200 a month comes to £14,400 a year"."""
    for first, second in pairwise(sentence.having("UM")):
        between = sentence.line[first.at + 1 : second.at]
        cue = _COMES_TO.fullmatch(between)
        (what, per_first), (same, per_second) = _per_time(first), _per_time(second)
        if cue is None or what is None or what != same or _VAGUE.search(sentence.line):
            continue
        short, long = (first, second) if (per_first, per_second) in _IN_A else (second, first)
        periods = _IN_A.get((per_first, per_second)) or _IN_A.get((per_second, per_first))
        if periods is None or (short.mark == "M" and "h" in (per_first, per_second)):
            continue
        if not cue["cue"] and not (first is short and between in _APPOSED and second.mark == "M"):
            continue
        product = Fraction(short.number.decimal) * periods[1]
        # A year in advance may cost less than twelve months, but not more.
        sure = cue["cue"] is not None or Fraction(long.number.decimal) > product
        equation = Equation(
            _plain(short, loose=short is second) * constant(*periods), _plain(long, loose=long is second)
        )
        often = str(periods[0]) if periods[0] == periods[1] else f"{periods[0]} to {float(periods[1]):.4g}"
        if short is second:
            answer = short.write(
                short.quantity(step=True).value
                * float(long.number.decimal / short.number.decimal)
                / float(periods[1])
            )
            problem = f"{long.written} ÷ {often} = {answer}, not {short.written}."
        else:
            answer = long.write(long.quantity(step=True).value * float(product) / float(long.number.decimal))
            problem = f"{often} × {short.written} = {answer}, not {long.written}."
        yield Claim(equation, problem, SURE if sure else LIKELY, (), (first.number, second.number))


def _per_time(slot: Slot) -> tuple[str | None, str]:
    """Return what is paid or used, and the period for which: dollars and month."""
    if slot.number.unit is None or slot.number.value <= 0:
        return None, ""
    what, _, period = slot.number.unit.symbol.rpartition("/")
    if what:
        return what, period
    before = re.search(rf"\b({'|'.join(_SHORT)})\b[^A-Z;.,]{{0,25}}$", slot.before(45))
    return (slot.number.unit.symbol, _SHORT[before[1]]) if before and slot.mark == "M" else (None, "")


def _plain(slot: Slot, *, loose: bool) -> Quantity:
    """Return a quantity in the unit in which it is written."""
    values = loosely(slot.number) if loose else known(slot.number)
    if slot.mark == "M" and not loose and precision(slot.number) <= 1:
        values = exactly(slot.number)
    return Quantity(slot.number, hedged(slot.number, slot.sentence.text, values))


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
        AND_DID.search(sentence.line)
        or _NOT_TIMES.match(times.after(8))
        or _UPPER_END.search(rate.before(6))
        or _PHYSICS.search(sentence.line)
    ):
        return None
    stated = (
        rate.mark == "M" or _STATED.search(rate.before(40)) or re.search(r"\b(?:per|an?)\b", rate.written)
    )
    noise = len(sentence.having("NUM")) > 4 or not (stated or rate.after(1) == ")")
    extra = noise or _VAGUE.search(sentence.line) or "with " in whole.before(6)
    return _claim(rate, times, whole, LIKELY if extra else SURE, over)


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
        if monthly and product == multiply((whole.dimensions or (), 1), (TIME, -1)):
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
    each = _EACH.match(sentence.line, rate.at + 1) or _PER_HEAD.search(rate.before(50))
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
    counts = _counts(sentence, rate, None if each or what in _PEOPLE or what == "n" else what)
    counts, totals = _split_totals(sentence, rate, counts)
    if len(counts) != 1 or len(totals) != 1:
        return None
    count, whole = counts[0], totals[0]
    if _PERIOD.match(whole.after(20)) or count.value % 1 or _is_for_each(whole):
        return None
    odds = SURE if len(sentence.having("NUM")) <= 4 and not _VAGUE.search(sentence.line) else LIKELY
    return _claim(rate, count, whole, odds)


def _counts(sentence: Sentence, rate: Slot, what: str | None) -> list[Slot]:
    """Return the counts that a rate may be multiplied by: of what it is for, of anything if that is None."""
    counts = [
        slot
        for slot in sentence.having("N")
        if slot is not rate
        and slot.value > 1
        and slot.after(1) != "-"
        and not 1900 <= slot.value <= 2100
        and not re.search(r"\b(?:last|past|first|next) $", slot.before(6))
    ]
    if what is not None:
        return [
            slot
            for slot in counts
            if re.match(rf"[^A-Z,;:()]{{0,25}}\b{re.escape(what)}(?:e?s)?\b", slot.after(40))
            or slot.noun == what
        ]
    named = [
        slot
        for slot in counts
        if slot.at > rate.at and re.search(r"\beach of [^A-Z]{0,40}$", slot.before(50))
    ]
    return named or counts


def _split_totals(sentence: Sentence, rate: Slot, counts: list[Slot]) -> tuple[list[Slot], list[Slot]]:
    """Return the counts that are no totals, and the quantities that may be the total of a rate."""
    if rate.mark == "N":
        others = [slot for slot in sentence.having("N") if slot is not rate and slot not in counts]
        totals = [slot for slot in others if slot.noun == rate.noun] or others
        return [slot for slot in counts if slot not in totals], totals
    totals = [
        slot
        for slot in sentence.slots
        if slot is not rate and slot.mark == rate.mark and _numerator(slot) == _numerator(rate)
    ]
    return counts, totals


def _is_for_each(slot: Slot) -> bool:
    """Return whether a quantity is itself for each of something."""
    return bool(
        _EACH.match(slot.after(20))
        or (slot.mark == "M" and slot.per)
        or (slot.dimensions and any(power < 0 for _, power in slot.dimensions))
    )


def _numerator(slot: Slot) -> object:
    if slot.mark == "M":
        return currency(slot)
    return tuple(item for item in slot.dimensions or () if item[1] > 0)


def _claim(rate: Slot, times: Slot, whole: Slot, odds: float, over: str | None = None) -> Claim:
    priced = rate.mark == "M"  # what is paid for is not rounded
    derived = rate.at > whole.at
    product = rate.quantity(loose=True, exact=priced and not derived) * times.quantity(exact=priced)
    if not 1 / GROSS < product.values().low / max(whole.quantity().values().high, Fraction(1, 10**9)) < GROSS:
        odds = min(odds, LIKELY)
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
    description="Multiplying the price, speed or other rate gives a different total.",
    level="error",
    example="A box of 24 bottles costs €36, or €1.20 a bottle.",
    find=claims("rate", "", read_rates, shape="[NUM]"),
    last_is_derived=True,
)
