"""Three quantities of which one is the product of the two others, by their units and nouns.

A rate or an average, what it is multiplied by, and what that gives: 6 km per session, 7 sessions, 42 km.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from numerate.consistency.claim import STRONG, SURE, Claim
from numerate.consistency.cues import VAGUE, gap, guarded, paragraph
from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.interval import Interval, exactly, known, loosely, precision
from numerate.consistency.passages import Passage
from numerate.consistency.slots import Sentence, Slot, currency, singular
from numerate.text.units import SYMBOLS, Measure, Unit, multiply

_PERIODS = {
    name: SYMBOLS[symbol]
    for names, symbol in (
        ("second", "s"),
        ("minute", "min"),
        ("hour hourly", "h"),
        ("day daily night", "d"),
        ("week weekly", "wk"),
        ("month monthly", "mo"),
        ("year yearly annual annum annually", "yr"),
    )
    for name in names.split()
}
_PER = re.compile(
    r"(?: [a-z]+){0,2}? (?:an?|per|each|every|for each|for every|in each|the)(?: single"
    r"| whole)? (?P<what>[a-z]+)\b"
    r"|/(?P<slashed>[a-z]+)"
)
_OFTEN = re.compile(r"\b(?P<often>hourly|daily|weekly|monthly|yearly|annual)\b[^A-Z;.,]{0,25}$")
_MONTHS_RENT = re.compile(r"(?P<times>U)['’]s? [a-z]+(?: [a-z]+)? (?:of|at) (?P<rate>M)")
"""Some periods' worth of something: "three months' rent of €700"."""
_EXTRA = re.compile(
    r"\b(?:plus|tips?|bonus\w*|excluding|including|except|besides|also|extra|discount\w*|off|usually|normally"
    r"|instead|another|rest|remaining|remainder|other|while|whereas|but|or more|from|coach|up to)\b"
)
"""Words with which the product need not be all there is."""
AND_DID = re.compile(
    r"[A-Z](?: [a-z]+){0,3} and (?:then )?(?:bought|spent|paid|sold|owes?|gave|used|lost|kept)\b"
)
"""Another thing that was done: "saved £2,000 a year for 10 years and bought a car for £18,500"."""
_SEPARATE = re.compile(
    r";(?!.*\b(?:so|therefore|thus|hence|that (?:is|makes|means)|which|makes|works out)\b)"
)
_AVERAGED = re.compile(r"\b(?:averag\w+|mean|on average)\b[^A-Z]*$")
_PEOPLE = frozenset("person inhabitant resident citizen man woman people".split())
_NEAR = Fraction(3, 100)
"""How far a measured amount, such as three hours, may be from what is written."""
_PER_DAY = 1 / Fraction(SYMBOLS["d"].factor)
_WORKING_DAYS = Fraction(5, 7)
"""A week of lessons or wages has five days."""
GROSS = 6
"""How many times too large or small a product may be where it is still meant."""


class Product(NamedTuple):
    """A rate, what it is multiplied by, and the result."""

    rate: Slot
    times: Slot
    whole: Slot
    factor: Fraction = Fraction(1)
    """How many of the rate's periods one unit of `times` is, in base units."""

    @property
    def is_rate_derived(self) -> bool:
        """Whether the rate is what was calculated, for it stands last."""
        return self.rate.sentence.start + self.rate.at > self.whole.sentence.start + self.whole.at

    def equation(self) -> Equation:
        """Return the equation: prices and counts are exact, what is calculated is rounded."""
        rate = _plain(self.rate, derived=self.is_rate_derived, whole=False)
        times = self.times.quantity(exact=precision(self.times.number) <= 1)
        if self.times.mark == "U":
            times = Quantity(times.number, times.interval.widened(_NEAR), times.scale)
        whole = _plain(self.whole, derived=not self.is_rate_derived, whole=True)
        often = times.interval.times(self.factor)
        if self.times.mark == "U" and self.times.number.text == "week" and self.factor == _PER_DAY:
            often = Interval(often.low * _WORKING_DAYS, often.high)
        scaled = Quantity(times.number, often, times.scale * self.factor)
        return Equation(rate * scaled, whole)

    def claim(self) -> Claim:
        """Return the claim that the product is what is written, less sure across clauses."""
        apart = any(_SEPARATE.search(slot.sentence.line) for slot in (self.rate, self.times, self.whole))
        ends = (self.whole, self.rate) if self.is_rate_derived else (self.rate, self.whole)
        numbers = tuple(slot.number for slot in (self.times, *ends))
        return Claim(self.equation(), self.problem, STRONG if apart else SURE, (), numbers)

    @property
    def product(self) -> float:
        """The rate times what it is multiplied by."""
        return _value(self.rate) * float(self.times.quantity().value * float(self.factor))

    def problem(self) -> str:
        """Say what the calculation gives."""
        by = self.times.quantity().value * float(self.factor)
        rate, times, whole = self.rate, self.times, self.whole
        unit = times.number.unit
        often = f"1 {unit.text}" if unit is not None and unit.text == times.number.text else times.written
        if self.is_rate_derived and by:
            result = rate.write(_value(whole) / by * _base(rate))
            return f"{whole.written} ÷ {often} = {result}, not {rate.written}."
        result = whole.write(self.product * _base(whole))
        return f"{often} × {rate.written} = {result}, not {whole.written}."


def _base(slot: Slot) -> float:
    """Return base units for one unit of the numerator of a quantity, as `Slot.write` wants them."""
    return float(slot.quantity(step=True).scale / _scale(slot))


def _scale(slot: Slot) -> Fraction:
    """Return the size of a quantity's unit without what it is for: cents in dollars, miles in metres."""
    unit = slot.number.unit
    if unit is None:
        return Fraction(1)
    name = unit.symbol.partition("/")[0]
    if slot.mark == "M":
        return Fraction(1, 100) if name.endswith("¢") else Fraction(1)
    measure = SYMBOLS.get(name)
    return Fraction(1) if measure is None or name == "1" else Fraction(measure.factor)


def _plain(slot: Slot, *, derived: bool, whole: bool) -> Quantity:
    # Counts multiply to counts, but an average of counts is rounded: 484 judges in 27 courts, 18 in each.
    counted = slot.is_count and (whole or not derived)
    exact = (counted or (slot.mark == "M" and not derived)) and precision(slot.number) <= 1
    values = exactly(slot.number) if exact else loosely(slot.number) if derived else known(slot.number)
    scale = _scale(slot)
    return Quantity(slot.number, slot.hedged(values).times(scale), scale)


def _value(slot: Slot) -> float:
    return float(slot.number.value) * float(_scale(slot))


def find_product(rate: Slot) -> Product | None:
    """Return what a rate or an average is multiplied by and gives, where a passage has nothing else."""
    sentence = rate.sentence
    others = _others(rate)
    if len(others) != 2 or rate.value <= 0 or sentence.having("PFQX"):
        return None
    if re.search(r"\bn ?= ?[NU]", sentence.line) or AND_DID.search(sentence.line):
        return None
    if any(guarded(slot, VAGUE) or guarded(slot, _EXTRA) for slot in (rate, *others)):
        return None
    what, measure = _per(rate)
    for times, whole in (others, reversed(others)):
        if _is_another(times, whole):
            continue
        product = _fits(rate, times, whole, what, measure)
        if product is not None and 1 / GROSS < product.product / max(_value(whole), 1e-9) < GROSS:
            return product
    return None


_OFFER = re.compile(r"\bor (?:[a-z]+ )?N for M|M a dozen or\b|N to [NUM]|N[-\x96]N")
"""Two prices of one thing, or a range: "£2.50 each or five for £10"."""
_CONTAINERS = re.compile(
    r"(?P<times>N) [a-z-]+(?: [a-z-]+)? (?:of|with|containing|each with|holding) (?P<rate>[NUM])\b"
)
_HOLD = re.compile(
    r"\b(?:makes?|making|made|holds?|contains?|gives?|giving|total\w*|in all|altogether|equals?|com(?:e"
    r"|es|ing) to|came to"
    r"|so|that is|yields?|provid\w+|puts? in|means?)\b|="
)
_MOST_WRONG = 3
"""How many times too large or small a product may be in a passage where it is still meant."""


def product_in(passage: Passage) -> Product | None:
    """Return the three quantities of a passage of which one is the product of the others, by their units."""
    figures = passage.amounts
    if len(figures) != 3 or any(slot.value <= 0 for slot in figures):
        return None
    if any(slot not in figures for slot in passage.figures):
        return None
    line = passage.line
    if passage.is_uncertain or _OFFER.search(line) or _ANOTHER.search(line) or AND_DID.search(line):
        return None
    products = [each for each in (_typed(*three) for three in permutations(figures)) if each is not None]
    if len({each.whole for each in products}) != 1:
        return None
    product = products[0]
    wrong = product.product / max(_value(product.whole), 1e-9)
    return product if 1 / _MOST_WRONG < wrong < _MOST_WRONG else None


_ANOTHER = re.compile(
    r"\b(?:plus|tips?|bonus\w*|excluding|including|except|besides|also|extra|discount\w*|usually"
    r"|normally|instead|another"
    r"|rest|other|while|whereas|but|or more|up to|than|more|less|fewer|rose|fell|peak|maximum"
    r"|instantaneous|respectively"
    r"|away|elsewhere|otherwise|each way|minimum|rang\w+)\b"
)


def _typed(rate: Slot, times: Slot, whole: Slot) -> Product | None:
    """Return a product where the units or nouns of three quantities fit."""
    if times.mark in "UM" and rate.mark in "UM" and whole.mark in "UM":
        fits = multiply((rate.dimensions or (), 1), (times.dimensions or (), 1)) == whole.dimensions
        if not fits or times.dimensions == rate.dimensions or not rate.dimensions or not times.dimensions:
            return None
        return Product(rate, times, whole, _factor(rate, times, whole))
    what, measure = _per(rate)
    if what or _EACH.match(rate.after(12)):
        return _fits(rate, times, whole, what, measure)
    match = _CONTAINERS.match(rate.sentence.line, times.at) if times.sentence is rate.sentence else None
    if match is None or match.start("rate") != rate.at or rate.mark != whole.mark:
        return None
    return Product(rate, times, whole) if _HOLD.search(whole.before(40) + whole.after(20)) else None


_EACH = re.compile(r",? (?:each|apiece)\b")


def _factor(rate: Slot, times: Slot, whole: Slot) -> Fraction:
    """Return what turns the product of two quantities in base units into the units that they are in."""
    base = Fraction(rate.quantity(step=True).scale) / _scale(rate)
    return base * _scale(whole) / Fraction(whole.quantity(step=True).scale)


def _others(rate: Slot) -> list[Slot]:
    """Return the two other quantities that a rate is about, here or in the sentence before or after it."""
    sentence = rate.sentence
    others = [slot for slot in sentence.having("NUM") if slot is not rate and not _is_label(slot)]
    if len(others) == 1 and sentence.previous is not None and len(sentence.previous.having("NUM")):
        earlier = [slot for slot in sentence.previous.having("NUM") if not _is_label(slot)]
        others = [*earlier, *others] if len(_all(sentence)) == 3 else others
    elif not others and sentence.following is not None and len(_all(sentence)) <= 3:
        others = [slot for slot in sentence.following.having("NUM") if not _is_label(slot)]
    if len(others) == 1 and (implied := _implied(others[0].sentence, rate)) is not None:
        others.append(implied)
    return others


def _is_another(times: Slot, whole: Slot) -> bool:
    """Return whether a quantity is not what the rate is multiplied by: "over the last 9 games"."""
    if re.search(r"\b(?:last|past|first|next|previous) $", times.before(10)):
        return True
    if times.mark == "N" and times.after(1) == "-":
        return True
    here = whole.sentence is times.sentence and whole.at < times.at
    return here and " and " in gap(times.sentence, whole.at, times.at)


_A_WEEK = re.compile(
    r"\b(?:(?:in|over|for|during|within|so|makes|means|and) )?(?:an?|one|the) (?:whole |full |single )?"
    r"(?P<unit>hour|day|week|fortnight|month|year)\b"
)


def _implied(sentence: Sentence, rate: Slot) -> Slot | None:
    """Return a period that is named without a number: "15 euros a day, so a week comes to …"."""
    for match in _A_WEEK.finditer(sentence.line):
        own = (
            sentence is rate.sentence
            and 0 <= match.start() - rate.at < 30
            and not re.search("[,;]", sentence.line[rate.at : match.start()])
        )
        if own or match["unit"] == _per(rate)[0]:
            continue
        weeks = 2 if match["unit"] == "fortnight" else 1
        slot = sentence.word(match.start("unit"), match.end("unit"), weeks)
        measure = SYMBOLS[{"hour": "h", "day": "d", "month": "mo", "year": "yr"}.get(match["unit"], "wk")]
        number = slot.number._replace(
            kind="cardinal", unit=Unit(match["unit"], slot.start, slot.end, measure)
        )
        return Slot("U", number, (number,), slot.start, slot.end, slot.at, sentence)
    return None


def find_worth(sentence: Sentence) -> Product | None:
    """Return some periods, what is paid for one, and the sum: "three months' rent of €700, or €2,100"."""
    match = _MONTHS_RENT.search(sentence.line)
    if match is None:
        return None
    times, rate = sentence.slot(match.start("times")), sentence.slot(match.start("rate"))
    wholes = [slot for slot in sentence.having("M") if slot is not rate]
    if any(guarded(slot, _EXTRA) for slot in wholes):
        return None
    unit = times.number.unit
    if len(wholes) != 1 or unit is None or currency(wholes[0]) != currency(rate):
        return None
    return Product(rate, times, wholes[0], 1 / Fraction(unit.factor))


def _all(sentence: Sentence) -> list[Slot]:
    """Return the quantities of a paragraph, all of which a product across sentences must be about."""
    return [slot for line in paragraph(sentence) for slot in line.having("NUMPFQX") if not _is_label(slot)]


def _is_label(slot: Slot) -> bool:
    if re.match(r"[-\u2010 ]point\b", slot.after(8)):
        return True  # a scale
    return slot.mark == "N" and slot.value == 1 and not slot.number.text[0].isdigit()


def _per(rate: Slot) -> tuple[str, Measure | None]:
    """Return what a rate is for each of, and its measure if it is one: a day, a square kilometre."""
    unit = rate.number.unit
    symbol = unit.symbol.partition("/")[2] if unit is not None else ""
    if symbol in SYMBOLS:
        return symbol, SYMBOLS[symbol]
    match = _PER.match(rate.sentence.line, rate.at + 1)
    if match is not None and _AGO.match(rate.sentence.line, match.end()):
        match = None  # a year earlier
    often = _OFTEN.search(rate.before(45))
    what = symbol or (match["what"] or match["slashed"] if match else "") or (often["often"] if often else "")
    return singular(what), _PERIODS.get(singular(what))


_AGO = re.compile(r" (?:ago|earlier|later|before)\b")
_RANGE, _RANGE_END = re.compile(r" to [NUM]"), re.compile(r"[NUM] to $")


def _fits(rate: Slot, times: Slot, whole: Slot, what: str, measure: Measure | None) -> Product | None:
    if _AGO.match(times.after(10)) or _RANGE.match(rate.after(5)) or _RANGE_END.search(rate.before(5)):
        return None
    if not _of_one_numerator(rate, whole) or times.value <= 0 or (times.value % 1 and times.mark == "N"):
        return None
    if times.mark == "U":
        fits = measure is not None and measure.dimensions == times.dimensions
        return (
            Product(rate, times, whole, 1 / Fraction(measure.factor))
            if measure is not None and fits
            else None
        )
    if times.mark != "N" or (measure is not None and times.noun != what):
        return None
    if rate.mark == "N" and _AVERAGED.search(rate.before(40)) and what not in {times.noun, whole.noun}:
        return Product(rate, times, whole)
    named = re.match(rf"[^A-Z,;:()]{{0,25}}\b{re.escape(what)}(?:e?s)?\b", times.after(40)) if what else None
    if what and named is None and times.noun != what and what not in ("head", "person", "piece", "capita"):
        return None
    return Product(rate, times, whole)


def _of_one_numerator(rate: Slot, whole: Slot) -> bool:
    """Return whether a whole is of what a rate is of: kilometres, dollars, pages."""
    if "M" in (rate.mark, whole.mark):
        return rate.mark == whole.mark and currency(rate) == currency(whole) and not whole.per
    first, second = _numerator(rate), _numerator(whole)
    if first != second:
        return False
    if whole.noun and rate.noun and whole.noun.startswith(f"{rate.noun}-"):
        return True  # "45 beds a night, 270 bed-nights"
    people = rate.noun in _PEOPLE and whole.noun in _PEOPLE
    return first is not None or rate.noun is None or whole.noun is None or rate.noun == whole.noun or people


def _numerator(slot: Slot) -> object:
    """Return the dimensions of a quantity without what it is for each of; None for counts."""
    if slot.number.unit is None or slot.number.unit.symbol.startswith("1/"):
        return None
    return tuple(item for item in slot.dimensions or () if item[1] > 0)
