"""Numbers gone wrong: the paper's anomalies, and the typos that studies of number entry find in practice.

Each is an edit of the digits as written, or a choice of another number. `alter_values` works on bare values,
taken as if written in plain digits; `alter` on a number as it stands in a text, whose style it keeps.
Thimbleby and Cairns (2010) and Wiseman, Cairns and Cox (2011) list the typos of the keyboard.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from numerate.text import Number

Values = npt.NDArray[np.float64]
Needed = TypeVar("Needed")
Edit = Callable[[str, random.Random], "str | None"]
"""Digits with at most one point to other digits, or to None where the typo is not possible there."""

# The authors' code draws the operation for so many examples at once, and keeps results within these bounds.
_PUBLISHED_BATCH = 512
_PUBLISHED_BOUNDS = (0.1, 1e15)

_TRIES = 32
_NUMERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_KEYPAD = dict(
    zip("0123456789", ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68"), strict=True)
)
_LARGE = 1e6
"""Bare values from here on are taken as written with a magnitude word, as in "3.4 million"."""


class AlteredNumber(NamedTuple):
    """A number after an anomaly: how it is written, and its value."""

    text: str
    value: float


class Bounds(NamedTuple):
    """Values that an anomaly may have: positive, and within [low, high)."""

    low: float = 0.0
    high: float = float("inf")

    def allow(self, value: float, true: float) -> bool:
        """Tell whether a value is possible, and not the true one."""
        # Digits times a magnitude may miss the true value by a rounding error.
        return value > 0 and self.low <= value < self.high and not math.isclose(value, true, rel_tol=1e-12)


def _add(digits: str, rng: random.Random) -> str:
    at = int(rng.random() * (len(digits) + 1))
    return f"{digits[:at]}{int(rng.random() * 10)}{digits[at:]}"


def _delete(digits: str, rng: random.Random) -> str | None:
    at = _place(digits, rng)
    left = digits[:at] + digits[at + 1 :]
    return left if left.strip(".") else None


def _swap(digits: str, rng: random.Random) -> str | None:
    return _exchange_digits(digits, 0)


def _transpose(digits: str, rng: random.Random) -> str | None:
    return _exchange_digits(digits, int(rng.random() * (len(digits.replace(".", "")) - 1)))


def _repeat(digits: str, rng: random.Random) -> str:
    at = _place(digits, rng)
    return digits[: at + 1] + digits[at:]


def _neighbour(digits: str, rng: random.Random) -> str:
    at = _place(digits, rng)
    return digits[:at] + rng.choice(_KEYPAD[digits[at]]) + digits[at + 1 :]


def _shift(places: int) -> Edit:
    """Move the decimal point to either side."""

    def edit(digits: str, rng: random.Random) -> str:
        return format(Decimal(digits).scaleb(places if rng.random() < 0.5 else -places), "f")

    return edit


def _string(digits: str, rng: random.Random) -> str | None:
    return (_add, _delete, _swap)[int(rng.random() * 3)](digits, rng)


# "string" and "swap" are the paper's, "add" and "del" are parts of it; the others come from practice.
EDITS: dict[str, Edit] = {
    "string": _string,
    "add": _add,
    "del": _delete,
    "swap": _swap,
    "missing": _delete,
    "repeated": _repeat,
    "transposed": _transpose,
    "keypad": _neighbour,
    "decimal": _shift(1),
    "unit": _shift(2),
}
CHOICES = ("random", "exchanged")
ANOMALIES = (*EDITS, "magnitude", *CHOICES, "string-published")
"""string: one of add, del (a digit anywhere) and swap (the first two digits), drawn for each number.
missing, repeated, transposed, keypad: a digit anywhere dropped, doubled, exchanged with the next, mistyped.
decimal: the point one place off. unit: two places, as cents for dollars. magnitude: million for billion.
random: a number of the training data. exchanged: another number of the same instance.
string-published: string as the authors' code does it."""


def alter_values(
    values: Values,
    anomaly: str,
    seed: int,
    *,
    pool: Values | None = None,
    offsets: npt.NDArray[np.integer] | None = None,
    bounds: Bounds = Bounds(),  # noqa: B008 - immutable
) -> Values:
    """Give an anomaly for each value, never the value itself; NaN where this anomaly is not possible.

    `pool` holds the numbers that "random" draws from; `offsets` tells where the numbers of each instance
    begin and end, which "exchanged" needs.
    """
    if anomaly == "random":
        return _drawn(values, _needed(pool, "pool", anomaly), seed, bounds)
    rng = random.Random(seed)  # noqa: S311 - reproducible, not secret
    if anomaly == "exchanged":
        edges = _needed(offsets, "offsets", anomaly)
        groups = [values[start:end].tolist() for start, end in pairwise(edges)]
        altered = [_other(value, group, rng, bounds) for group in groups for value in group]
    elif anomaly == "string-published":
        altered = _published(values.tolist(), rng)
    elif anomaly == "magnitude":
        altered = [_scaled(value, rng, bounds) for value in values.tolist()]
    else:
        edit = EDITS[anomaly]
        altered = [_edited(plain(value), value, 1.0, edit, rng, bounds) for value in values.tolist()]
    return np.array(altered, dtype=np.float64)


def alter(
    number: Number,
    anomaly: str,
    rng: random.Random,
    *,
    others: Sequence[float] = (),
    bounds: Bounds = Bounds(),  # noqa: B008 - immutable
) -> AlteredNumber | None:
    """Give an anomaly of a number of a text, such as "$3.4 million" for $3.4 billion; None where impossible.

    `others` are the numbers that "random" and "exchanged" choose from. The digits edited are those written:
    the 3.4 of 3.4 billion; of a number in words, those it would have.
    """
    from numerate.text import render

    begin, end = (at - number.start for at in number.numeral)
    written = _NUMERAL.search(number.text, begin, end)
    digits = written[0].replace(",", "") if written else plain(number.value)
    if anomaly in CHOICES:
        value = _other(number.value, others, rng, bounds)
    elif anomaly == "magnitude":
        value = _scaled(number.value, rng, bounds) if _has_magnitude(number) else float("nan")
    else:
        scale = float(number.decimal / Decimal(digits)) if float(digits) else 1.0
        value = _edited(digits, number.value, scale, EDITS[anomaly], rng, bounds)
    return AlteredNumber(render(value, like=number), value) if math.isfinite(value) else None


def plain(value: float) -> str:
    """Write a value in plain digits, as few as tell it from its neighbours: 5, 0.05, 1250.5."""
    digits = repr(value).removesuffix(".0")
    return digits if digits.replace(".", "").isdigit() else format(Decimal(digits), "f")


def _edited(digits: str, value: float, scale: float, edit: Edit, rng: random.Random, bounds: Bounds) -> float:
    for _ in range(_TRIES):
        new = edit(digits, rng)
        if new and bounds.allow(altered := _exactly(float(new) * scale), value):
            return altered
    return float("nan")


def _exactly(value: float) -> float:
    """Take off what multiplying by a magnitude added: 3.4 million, not 3400000.0000000005."""
    return float(f"{value:.15g}")


def _place(digits: str, rng: random.Random) -> int:
    """Choose a digit."""
    at = int(rng.random() * len(digits))
    while digits[at] == ".":
        at = int(rng.random() * len(digits))
    return at


def _exchange_digits(digits: str, first: int) -> str | None:
    """Exchange the digit number `first` with the one after it; a point between them stays."""
    places = [i for i, character in enumerate(digits) if character != "."]
    if len(places) < 2:
        return None
    one, two = places[first], places[first + 1]
    return f"{digits[:one]}{digits[two]}{digits[one + 1 : two]}{digits[one]}{digits[two + 1 :]}"


def _scaled(value: float, rng: random.Random, bounds: Bounds) -> float:
    if value < _LARGE:
        return float("nan")
    return _other(value, [float(Decimal(repr(value)).scaleb(places)) for places in (-3, 3)], rng, bounds)


def _has_magnitude(number: Number) -> bool:
    from numerate.text import style

    how = style(number)
    return bool(how.magnitude) or how.form == "words"


def _other(value: float, others: Sequence[float], rng: random.Random, bounds: Bounds) -> float:
    possible = [other for other in others if bounds.allow(other, value)]
    return float(rng.choice(possible)) if possible else float("nan")


def _drawn(values: Values, pool: Values, seed: int, bounds: Bounds) -> Values:
    rng = np.random.default_rng(seed)
    allowed = pool[(pool > 0) & (pool >= bounds.low) & (pool < bounds.high)]
    drawn = np.full(len(values), np.nan)
    left = np.arange(len(values) if len(allowed) else 0)
    for _ in range(_TRIES):
        drawn[left] = rng.choice(allowed, len(left))
        left = left[drawn[left] == values[left]]
        if not len(left):
            return drawn
    drawn[left] = np.nan
    return drawn


def _published(values: list[float], rng: random.Random) -> list[float]:
    """Edit the text of a float, "5.0", with one operation for a whole batch, and keep it within bounds.

    Where that leaves a value as it was ("55.0" with its first two digits swapped), one is added or dropped.
    """
    low, high = _PUBLISHED_BOUNDS
    altered = []
    for start in range(0, len(values), _PUBLISHED_BATCH):
        operation = (_add, _delete, _swap)[int(rng.random() * 3)]
        for value in values[start : start + _PUBLISHED_BATCH]:
            digits = format(Decimal(repr(value)), "f")
            for edit in (operation, *(_add, _delete) * _TRIES):
                new = edit(digits, rng)
                anomaly = min(max(float(new), low), high) if new else value
                if anomaly != value:
                    break
            altered.append(anomaly if anomaly != value else float("nan"))
    return altered


def _needed(value: Needed | None, name: str, anomaly: str) -> Needed:
    if value is None:
        raise ValueError(f'the anomaly "{anomaly}" needs {name}')
    return value
