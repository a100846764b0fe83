"""Amounts that are out of proportion to what they measure: 250 litres of milk in a dough, 104% of members.

The network predicts the order of magnitude of each amount from the words and its dimension, without its value
or unit in view. An amount is reported if another unit or a shifted decimal point would make it far likelier,
and a percentage over 100% if it can hardly be anything but a share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import inf, isnan, log10
from typing import Literal

import numpy as np

from numerate.consistency.learned.figures import Figure, size
from numerate.consistency.learned.network import Floats
from numerate.consistency.relation import Relation, count_digits
from numerate.consistency.slots import Slot
from numerate.consistency.verbs import FALLING, LESS_NOUN, MORE_NOUN, RISING, words
from numerate.text.ranges import render_range

LEAST, STEP = -12.0, 0.25
"""Where the bins of orders of magnitude begin, and their width; log10 of SI units (`figures.size`)."""
_BLUR = np.array([0.25, 0.5, 0.25])
_FLOOR = 1e-7
"""Probability below which a bin was simply never seen."""
_CONFUSED = {
    "length": (1, 2, 3, log10(1609.344), log10(0.3048)),
    "mass": (1, 3, 6),
    "volume": (1, 3),
    "area": (1, 4, 6),
    "time": (1, log10(60), log10(3600), log10(24), log10(365.25)),
    "speed": (1, log10(3.6)),
    "energy": (1, 3),
    "power": (1, 3),
    "money": (1, 3, 6),
}
"""Orders of magnitude by which units that are confused differ, and 1 for a moved decimal point. Temperatures
are left out: those of metals and planets are out of proportion to all others."""
CERTAIN, POSSIBLE = 3.0, 2.0
"""Smallest log10 of the likelihood ratio for a finding, and for a possible one; the same for percentages over
100%. Chosen with `experiments/claim_reader/measure_sizes.py`."""
CERTAIN_AMONG = 1.6
"""The same for lengths, masses, volumes and areas where another nearby has about the same figure in another
unit: "discs of 180 m in front and 160 mm behind". Chosen on the documents of experiments/unseen and on
published text (LOG)."""
_LARGEST = 1e12
"""Amounts from which on are of planets, atoms and stars, in powers of ten: words say too little of them."""
_EXTENTS = frozenset(("length", "mass", "volume", "area"))
_SMALLEST_FIGURE = 2
"""One of a unit is an example or a definition: "one furlong is"."""
_MOST_DIGITS = 5
"""Digits of an amount that may be in a wrong unit by mistake; with more, it was converted or measured."""
_FEWEST_DIGITS = 2
"""Digits of a figure from which on another nearby that is about the same says something."""
_SAME = 0.3
"""Decades by which such figures may differ."""
_AMONG = 6
"""Figures before and after an amount among which such a one is looked for."""
_AMBIGUOUS = re.compile(r"\bcal\b")
"""Units that stand for others: calories of food are kilocalories."""
_CALIBRE = re.compile(
    r"[- ](?:shells?|rounds?|pistols?|handguns?|rifles?|guns?|ammunition|bullets?|casings?|cartridges?)\b"
)
"""What follows the calibre of a weapon."""
_IS_NAME = re.compile(r"[ -][a-z]{3,}[a-rt-z]$")
"""The name of a unit, in the singular: one hour."""
_OPEN_ENDED = frozenset(("time", "money"))
"""Dimensions of which what would be a finding is only a possible one: a stay of 13 days and an age of 74
years differ as much as a right unit and a wrong one, and so do prices and budgets."""
_COVERAGE = "coverage"
"""Of vaccines it may be over 100%: more people are counted than the population was estimated at."""
_NO_SHARE = re.compile(
    rf"\b(?:{RISING}|{FALLING}|{MORE_NOUN}|{LESS_NOUN}|above|"
    + words(
        "change changes changed inflation price prices priced pricing callable redeemable redeemed redeem"
    )
    + "|"
    + words("par principal premium yield rate rates ratio ratios retention utilization utilisation capacity")
    + "|"
    + words("comps sales income revenue revenues")
    + r")\b"
)
"""Changes, prices of bonds, rates and ratios of amounts of money, all of which may be over 100%."""
_NEAR = 60
"""Characters on each side in which these words concern a percentage."""


def read_sizes(sizes: Sequence[tuple[Figure, Floats]]) -> Iterator[Relation]:
    """Yield the contradictions between amounts and the words around them, of figures in text order."""
    figures = [figure for figure, _ in sizes]
    for at, (figure, logits) in enumerate(sizes):
        around = [*figures[max(0, at - _AMONG) : at], *figures[at + 1 : at + 1 + _AMONG]]
        if (relation := read_size(figure, logits, around)) is not None:
            yield relation


def read_size(figure: Figure, logits: Floats, around: Sequence[Figure] = ()) -> Relation | None:
    """Return the contradiction between an amount and the words around it, if there is one.

    around: the figures before and after it.
    """
    slot = figure.slot
    if _CALIBRE.match(slot.after(20)) or (slot.mark == "P" and _COVERAGE in slot.sentence.words):
        return None
    if slot.number.value >= _LARGEST:
        return None
    likely = likely_sizes(logits)
    ratio = share_ratio(figure, likely) if slot.mark == "P" else log_ratio(figure, likely)
    is_open = _is_no_share(slot) if slot.mark == "P" else _dimension(slot) in _OPEN_ENDED
    certain = _least_certain(figure, around)
    if ratio < (CERTAIN if is_open else min(certain, POSSIBLE)):
        return None
    level: Literal["error", "possible"] = "error" if ratio >= certain and not is_open else "possible"
    if slot.mark == "P":
        problem = f"By its words, {slot.written} is a share, which cannot be over 100%."
        return Relation("impossible", (slot.number,), problem, (None,), level=level, sure=False)
    problem = _problem(figure, size(figure), likely)
    return Relation("implausible", (slot.number,), problem, (None,), level=level, sure=False)


def _is_no_share(slot: Slot) -> bool:
    """Return whether a percentage stands among words that also go with more than 100%."""
    around = slot.before(_NEAR) + "|" + slot.after(_NEAR)
    return _NO_SHARE.search(around.lower()) is not None


def _least_certain(figure: Figure, around: Sequence[Figure]) -> float:
    """Return the smallest ratio of a certain finding."""
    number = figure.slot.number
    is_plain = number.text[:1].isdigit() and "^" not in number.text and number.value >= _SMALLEST_FIGURE
    is_plain = is_plain and count_digits(number) <= _MOST_DIGITS
    if _dimension(figure.slot) not in _EXTENTS or not is_plain:
        return CERTAIN
    return CERTAIN_AMONG if _is_among_others(figure, around) else CERTAIN


def _is_among_others(figure: Figure, around: Sequence[Figure]) -> bool:
    """Return whether other amounts nearby have another size, and one of them about the same figure."""
    dimension = _dimension(figure.slot)
    others = [other for other in around if _dimension(other.slot) == dimension]
    if count_digits(figure.slot.number) < _FEWEST_DIGITS:
        return False
    is_apart = all(abs(size(other) - size(figure)) > 1 - _SAME / 2 for other in others)
    return is_apart and any(_is_same_figure(figure, other) for other in others)


def _is_same_figure(figure: Figure, other: Figure) -> bool:
    value, other_value = figure.slot.number.value, other.slot.number.value
    return other_value > 0 and abs(log10(other_value / value)) < _SAME


def share_ratio(figure: Figure, likely: Floats) -> float:
    """Return how much likelier a percentage over 100% would be one that a share can have: log10, or -inf."""
    if not size(figure) > 0:
        return -inf
    over = int(-LEAST / STEP)
    return log10(max(likely[:over].sum(), _FLOOR) / max(likely[over:].sum(), _FLOOR))


def log_ratio(figure: Figure, likely: Floats) -> float:
    """Return how much likelier an amount would be in a unit that is confused with its own: log10, or -inf."""
    actual = size(figure)
    alternatives = _alternatives(figure, actual)
    if isnan(actual) or not alternatives:
        return -inf
    best = max(_at(likely, other) for other in alternatives)
    return log10(max(best, _FLOOR) / max(_at(likely, actual), _FLOOR))


def likely_sizes(logits: Floats) -> Floats:
    """Return the probability of each order of magnitude."""
    weights = np.exp(logits - logits.max())
    likely: Floats = np.convolve(weights / weights.sum(), _BLUR, "same")
    return likely


def _alternatives(figure: Figure, actual: float) -> list[float]:
    """Return the sizes of an amount in units that are confused with its own, and with its point moved."""
    steps = _CONFUSED.get(_dimension(figure.slot), ())
    return [actual + sign * step for step in steps for sign in (1, -1)]


def _dimension(slot: Slot) -> str:
    unit = slot.number.unit
    if slot.mark == "M":
        return "" if slot.number.in_minor_unit else "money"
    if slot.mark != "U" or unit is None or _AMBIGUOUS.search(unit.symbol):
        return ""
    return unit.dimension


def _at(likely: Floats, value: float) -> float:
    return float(likely[min(len(likely) - 1, max(0, int((value - LEAST) / STEP)))])


def _problem(figure: Figure, actual: float, likely: Floats) -> str:
    """Say what would be usual, in the unit in which one would write it."""
    cumulative = likely.cumsum()
    low, high = (
        LEAST + STEP * (int(np.searchsorted(cumulative, p * cumulative[-1])) + 0.5) for p in (0.1, 0.9)
    )
    slot = figure.slot
    usual = _range(slot, *(slot.value * 10 ** (end - actual) for end in (low, high)))
    if low <= actual <= high:
        return f"{slot.written} is unlikely here: usual is about {usual}."
    return f"{slot.written} is far {'more' if actual > high else 'less'} than usual here: about {usual}."


def _range(slot: Slot, low: float, high: float) -> str:
    """Write a range of values of a quantity's unit, in a smaller or larger unit if that reads better."""
    unit = slot.number.unit
    if slot.mark == "M":
        return render_range(low, high, like=slot.number)
    written = slot.sentence.text[slot.number.end : slot.end] or (f" {unit.text}" if unit is not None else "")
    ladder = next((each for each in _LADDERS if unit is not None and unit.symbol in each), {})
    if ladder and unit is not None and not 1 <= low < 1000:
        base = low * ladder[unit.symbol]
        symbol, factor = next(
            (each for each in reversed(ladder.items()) if each[1] <= base), next(iter(ladder.items()))
        )
        scale = ladder[unit.symbol] / factor
        low, high, written = low * scale, high * scale, f" {_WRITTEN.get(symbol, symbol)}"
    if slot.value == 1 and _IS_NAME.search(written):
        written += "s"
    first, last = _round(low), _round(high)
    return (first if first == last else f"{first} to {last}") + written


_LADDERS: tuple[dict[str, float], ...] = (
    {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3},
    {"mg": 1e-6, "g": 1e-3, "kg": 1.0, "t": 1e3},
    {"mL": 1e-6, "L": 1e-3, "m^3": 1.0},
    {"cm^2": 1e-4, "m^2": 1.0, "km^2": 1e6},
    {"W": 1.0, "kW": 1e3, "MW": 1e6},
)
"""Units that a person would choose between, from the smallest, with their sizes."""
_WRITTEN = {"mL": "ml", "L": "litres", "m^3": "m³", "cm^2": "cm²", "m^2": "m²", "km^2": "km²"}


def _round(value: float) -> str:
    """Write a value with one digit: bins are a quarter of an order of magnitude wide."""
    return f"{Decimal(f'{value:.1g}'):,f}"
