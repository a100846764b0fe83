"""Bounds of what is measured, and quantities outside of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from numerate.consistency.claim import SURE, Claim, decided
from numerate.consistency.slots import Slot
from numerate.text.units import TIME, Measure, convert_value
from numerate.text.units import find as find_unit


class Plausible(NamedTuple):
    """A property that may be measured, and the bounds of its values."""

    name: str
    unit: Measure
    low: float
    high: float
    needs: str
    """Pattern of words that leave no doubt that this is meant; "" if it needs none."""
    unless: str
    """Pattern of words next to which something else is meant; "" if there is none."""
    is_on_earth: bool = False
    """Whether other planets have other bounds."""

    def suits(self, sentence: str) -> bool:
        """Return whether the words of a sentence leave no doubt that this is meant."""
        if self.needs and compiled(self.needs).search(sentence) is None:
            return False
        return not self.unless or compiled(self.unless).search(sentence) is None


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of a table on first use: most texts need few of them."""
    return re.compile(pattern)


def _words(pattern: str | None) -> str:
    return "" if pattern is None else rf"\b(?:{pattern})\b"


def read_bounds(row: dict[str, Any]) -> Plausible:
    """Read the bounds of a row of a table."""
    unit = find_unit(row["unit"]) or Measure("", ())
    low, high = row["bounds"]
    needs, unless = (_words(row.get(key)) for key in ("needs", "unless"))
    return Plausible(row["name"], unit, low, high, needs, unless, row.get("on_earth", False))


def is_record(slot: Slot) -> bool:
    """Return whether a time is since or until when: "cooled to a 20-month low", "cooled 3 days ahead"."""
    return slot.dimensions == TIME and _RECORD.match(slot.after(8)) is not None


_RECORD = re.compile(r" (?:low|high|peak|record|best|ahead|in advance|beforehand)\b")


def outside(slot: Slot, bounds: Plausible) -> Iterator[Claim]:
    """Compare a quantity with its bounds, if it has their dimension."""
    number = slot.number
    if is_record(slot):
        return
    unit = number.unit.measure if number.unit is not None else Measure("", ())
    if number.kind not in ("cardinal", "percent") or unit.dimensions != bounds.unit.dimensions:
        return
    if (unit.symbol == "") != (bounds.unit.symbol == "") or (number.noun and not unit.symbol):
        return
    value = convert_value(slot.value, unit, bounds.unit)
    if bounds.is_on_earth and _is_elsewhere(slot.sentence.text):
        return
    if not bounds.low <= value <= bounds.high:  # lying within is no evidence for a value
        problem = f"{slot.written} is too {_limit(bounds, value)}."
        yield decided(False, problem, SURE, number)


_PLANETS = re.compile(r"\b(?:Mercury|Venus|Mars|Jupiter|Saturn|Uranus|Neptune|Titan|exoplanets?)\b")


@lru_cache(maxsize=4)
def _is_elsewhere(text: str) -> bool:
    """Return whether a text is about another planet, too."""
    return len(_PLANETS.findall(text)) > 1


def _limit(bounds: Plausible, value: float) -> str:
    bound, least = (bounds.low, "least") if value < bounds.low else (bounds.high, "most")
    symbol = bounds.unit.symbol.replace("^2", "²")
    written = f"{bound:,.12g}".replace("-", "−") + ("%" if symbol == "%" else f" {symbol}".rstrip())
    return (
        f"{'little' if least == 'least' else 'much'} for {bounds.name}, which is at {least} about {written}"
    )
