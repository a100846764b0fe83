"""Relations between numbers that a text states, and how their numbers are compared and written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import copysign, floor, log10
from typing import Literal

from numerate.consistency.interval import Interval, precision
from numerate.text import Number, render, style


@dataclass(frozen=True, slots=True)
class Relation:
    """Numbers that the text relates to each other. The relation holds unless it has a problem."""

    kind: str
    """The name of the rule."""
    numbers: tuple[Number, ...]
    problem: str | None = None
    """A sentence that says what does not fit, with the arithmetic."""
    needed: tuple[Interval | None, ...] = ()
    """For each number, the values it would need if it alone were wrong; None where they are unknown."""
    level: Literal["error", "possible"] = "error"
    """A possible contradiction is only shown on request: the numbers may not have been meant to fit."""
    sure: bool = True
    """Whether the words leave no doubt that the numbers are meant to fit."""
    is_written: bool = False
    """Whether the calculation is written out, so that nothing else can be meant: "12 + 30 = 52"."""

    @property
    def starts(self) -> frozenset[int]:
        """Where its numbers start, which tells whether two relations are between the same ones."""
        return frozenset(number.start for number in self.numbers)


def number_at(text: str, start: int, end: int) -> Number:
    """Return the digits at `start:end` as a number of their own, where the extractor reads an identifier."""
    value = Decimal(text[start:end].replace(",", ""))
    return Number(start, end, text[start:end], float(value), value, "cardinal", (start, end))


def comparable(first: Number, second: Number) -> bool:
    """Return whether two numbers measure the same thing, judging by currency, unit and magnitude."""
    if first.sign < 0 or second.sign < 0 or "/" in first.text + second.text:  # bid and ask: $455/460
        return False
    if not {first.kind, second.kind} <= {"money", "percent", "cardinal"}:
        return False
    if first.currency and second.currency:
        return first.currency == second.currency
    if first.kind == second.kind:
        # Next to "591 billion", a plain 536 may also mean billions.
        alike = bool(style(first).magnitude) == bool(style(second).magnitude)
        return (alike or min(first.value, second.value) >= 1000) and _unit(first) == _unit(second)
    # "to 3.4 billion euros from 2.1 billion"
    both_scaled = bool(style(first).magnitude and style(second).magnitude)
    return "percent" not in (first.kind, second.kind) and both_scaled


def _unit(number: Number) -> str:
    """Return the symbol of a unit; percentage points are not percent, and currencies are compared apart."""
    return number.unit.symbol if number.unit is not None and number.kind != "money" else ""


def has_digits(number: Number) -> bool:
    """Return whether a number is written in digits."""
    return any(char.isdigit() for char in number.text)


def count_digits(number: Number) -> int:
    """Return how many digits a number is written with, at least 1."""
    return sum(map(str.isdigit, number.text)) or 1


def different_digits(first: str, second: str) -> list[int]:
    """Return the places in which two numbers of equally many digits differ."""
    return [i for i, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]


def are_swapped(first: str, second: str) -> bool:
    """Return whether two neighbouring digits of a number are swapped in another of equally many digits."""
    places = different_digits(first, second)
    return len(places) == 2 and places[1] == places[0] + 1 and sorted(first) == sorted(second)


def in_style(value: float, like: Number, finer: float = 1.0) -> str:
    """Render a calculated value like a number of the text, at its precision or `finer` times that."""
    if not value:
        return render(0, like=like)
    step = min(float(precision(like)) or 1.0, 10.0 ** (floor(log10(abs(value))) - 1)) / finer
    # Half of a step is rounded up, as people do, and not to the even one: 12.5% is shown as 13%.
    steps = copysign(floor(abs(value) / step + 0.5), value)
    return render(Decimal(f"{steps * step:.12g}"), like=like)


def three_digits(value: float) -> str:
    """Write a value with three significant digits, and not as a power of ten: 1,180."""
    return f"{Decimal(f'{value:.3g}'):,f}"


def unsigned(number: Number) -> Number:
    """Return a number without its sign, to write the size of a change."""
    if not number.sign or not number.text.startswith(("+", "-", "−", "–")):
        return number
    return number._replace(start=number.start + 1, text=number.text[1:], sign=0)
