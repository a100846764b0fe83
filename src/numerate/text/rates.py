"""Read what a unit is divided by: "/h", " a barrel", " per 100,000 people", "/(kg·K)"."""

from __future__ import annotations

import re

from numerate.text.single_units import ONE_WORD, PLAIN_WORD, means_more, read_single_unit
from numerate.text.units import COUNTED_THINGS, CURRENCY, NAMES, SYMBOLS, Measure

RATES_BEGIN = frozenset([f"/{c}" for c in map(chr, range(256))] + [a + b for a in " \xa0-" for b in "paet/"])
"""First two characters of rates; a look-up here is cheaper than the patterns below."""
_PER = re.compile(r"[ \xa0]?/[ \xa0]?(?=[A-Za-z\xb5\u03bc\d(])|[ \xa0-]per[ \xa0-]| to the (?=gallon)")
_A = re.compile(r"[ \xa0-](?:an?|each|every)[ \xa0-]")
_COUNT = re.compile(
    r"(\d{1,3}(?:,\d{3})+|10{1,6}|[23456]\d?|thousand|hundred thousand|million|hundred)(?![\d.,]\d)[ \xa0]?"
)
_COUNTS = {"hundred": 100, "thousand": 1000, "hundred thousand": 100_000, "million": 1_000_000}
_NO_THINGS = frozenset("se cent the a an its each".split())
_NO_RATE_AFTER = re.compile(
    r"[ \xa0](?:later|ago|before(?! (?:tax|deductions|bonus|costs|expenses|interest))|earlier|after(?! tax)|"
    r"or so|and a half|from now|early|late|day|week|month|year)\b"
)
_MOST_FACTORS = 4
"""Most further units of a product in brackets, so that "5/(m m m m …" stays cheap."""
_AFTER_POWER = re.compile(r"(?<=[\xb2\xb3])[ \xa0]?[\xb7\u22c5]?(K|s|Hz)\b")
_TIMES = re.compile(r"[ \xa0]?[\xb7\u22c5*.][ \xa0]?|[ \xa0]")
_RATE_DENOMINATORS = frozenset(
    "s min h d wk mo yr decade fortnight bbl gal qt pt lb oz t ton L kg g acre ha mi km m ft in bu kWh MWh "
    "m^2 ft^2 m^3 GB MB cup".split()
) | frozenset(COUNTED_THINGS)
_PLAIN_DIVISORS = {
    word: measure
    for word, measure in ONE_WORD.items()
    if word in NAMES and measure.symbol in _RATE_DENOMINATORS
}
_PLAIN_RATE = re.compile(
    r" (?:an?|per) ([a-z]+)(?:[.,;:)]|\Z| (?!(?:squared|cubed|per|an?|to|later|ago|before|earlier|after|"
    r"or|and|from|early|late)\b)[a-z])"
)
"""The frequent rates, after which nothing more can belong to the unit: " a barrel,", " per day in"."""


def read_rate(text: str, view: str, end: int, measure: Measure) -> tuple[int, Measure]:
    """Read what a unit that ends at `end` is divided by: "/h", " a barrel", " per 100,000 people"."""
    if view[end : end + 2] not in RATES_BEGIN:
        return end, measure
    if (plain := _PLAIN_RATE.match(text, end)) and (divisor := _plain_divisor(view, plain, measure)):
        return plain.end(1), measure.per(divisor)
    for _ in range(2):  # mg/kg per day
        if match := _PER.match(view, end):
            divided = _divide(text, view, match.end(), measure) or _divide_by_thing(view, match, measure)
        elif (match := _A.match(view, end)) and (unit := _divisor(text, view, match.end(), measure)):
            is_rate = unit[1].symbol in _RATE_DENOMINATORS and not _NO_RATE_AFTER.match(view, unit[0])
            divided = (unit[0], measure.per(unit[1])) if is_rate else None
        else:
            return end, measure
        if divided is None:
            return end, measure
        end, measure = divided
    return end, measure


def _plain_divisor(view: str, rate: re.Match[str], measure: Measure) -> Measure | None:
    """Look up the word that a unit is divided by, if it means nothing else; things divide only money."""
    word = rate[1]
    if divisor := _PLAIN_DIVISORS.get(word):
        return None if means_more(view, word, rate.end(1)) else divisor
    return COUNTED_THINGS.get(word) if _is_money(measure) else None


def _divide(text: str, view: str, at: int, measure: Measure) -> tuple[int, Measure] | None:
    """Divide by the unit or count at `at`: "h", "100 g", "100,000"."""
    count = _COUNT.match(view, at)
    begin = count.end() if count else at
    unit = _bracketed(text, view, begin) or _divisor(text, view, begin, measure)
    if count is None:
        return _divide_further(text, unit[0], measure.per(unit[1])) if unit else None
    number = _COUNTS.get(count[1]) or int(count[1].replace(",", ""))
    if unit:  # per 100 g
        scaled = Measure(f"{number}{unit[1].symbol}", unit[1].dimensions, unit[1].factor * number)
        return unit[0], measure.per(scaled)
    if number < 100:
        return None
    return count.start() + len(count[1]), measure.per(Measure(str(number), (), float(number)))


def _divide_further(text: str, end: int, measure: Measure) -> tuple[int, Measure]:
    """Divide by the unit that follows a power without a sign: W/m²K."""
    match = _AFTER_POWER.match(text, end)
    return (match.end(), measure.per(SYMBOLS[match[1]])) if match else (end, measure)


def _bracketed(text: str, view: str, at: int) -> tuple[int, Measure] | None:
    """Read a product in brackets that a unit is divided by: J/(kg·K)."""
    if view[at : at + 1] != "(" or (first := read_single_unit(text, view, at + 1)) is None:
        return None
    end, product = first
    for _ in range(_MOST_FACTORS):
        times = _TIMES.match(text, end)
        factor = read_single_unit(text, view, times.end()) if times else None
        if factor is None:
            break
        end, product = factor[0], product.times(factor[1])
    return (end + 1, product._replace(symbol=f"({product.symbol})")) if view[end : end + 1] == ")" else None


def _divide_by_thing(view: str, per: re.Match[str], measure: Measure) -> tuple[int, Measure] | None:
    """Divide money by what the noun after "per" names, whatever it is: $46,000 per home."""
    word = PLAIN_WORD.match(view, per.end())
    if word is None or "per" not in per[0] or word[0] in _NO_THINGS or not _is_money(measure):
        return None
    return word.end(), measure.per(Measure(word[0], ((word[0], 1),)))


def _divisor(text: str, view: str, at: int, measure: Measure) -> tuple[int, Measure] | None:
    """Read what a unit is divided by: another unit, or for money a thing, as in "$3 a share"."""
    if (unit := read_single_unit(text, view, at)) or not _is_money(measure):
        return unit
    word = PLAIN_WORD.match(view, at)
    thing = COUNTED_THINGS.get(word[0]) if word else None
    return (at + len(thing.symbol), thing) if thing else None


def _is_money(measure: Measure) -> bool:
    return len(measure.dimensions) == 1 and measure.dimensions[0][0].startswith(CURRENCY)
