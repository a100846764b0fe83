"""Anomalies: the paper's random and string anomalies, and typos observed in studies of number entry.

An anomaly edits the digits of a number or replaces it by another number. `alter_values` takes bare values,
as if written in plain digits; `alter` takes a number in a text and keeps its style. Thimbleby and Cairns
(2010) and Wiseman, Cairns and Cox (2011) list the typos of the keyboard.
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
Argument = TypeVar("Argument")
Edit = Callable[[str, random.Random], "str | None"]
"""Edits digits with at most one decimal point; returns None if the edit is not possible."""

_PUBLISHED_BATCH = 512
"""Number of values that share one operation in the authors' code."""
_PUBLISHED_BOUNDS = (0.1, 1e15)
"""Bounds to which the authors' code clamps its anomalies."""
_TRIES = 32
"""Attempts to draw an anomaly that differs from the true value, before there is taken to be none."""
_NUMERAL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_KEYPAD = dict(
    zip("0123456789", ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68"), strict=True)
)
_LARGE = 1e6
"""Bare values from here on are taken to be written with a magnitude word, as in "3.4 million"."""


class AlteredNumber(NamedTuple):
    """An anomaly of a number in a text: its spelling and its value."""

    text: str
    value: float


class Bounds(NamedTuple):
    """The range of anomalies: positive values in [low, high)."""

    low: float = 0.0
    high: float = float("inf")

    def allow(self, value: float, true: float) -> bool:
        """Return whether a value is in range and differs from the true one."""
        # The product of digits and magnitude may differ from the true value by a rounding error.
        return value > 0 and self.low <= value < self.high and not math.isclose(value, true, rel_tol=1e-12)


def _add(digits: str, rng: random.Random) -> str:
    i = int(rng.random() * (len(digits) + 1))
    return f"{digits[:i]}{int(rng.random() * 10)}{digits[i:]}"


def _delete(digits: str, rng: random.Random) -> str | None:
    i = _choose_digit(digits, rng)
    rest = digits[:i] + digits[i + 1 :]
    return rest if rest.strip(".") else None


def _swap(digits: str, rng: random.Random) -> str | None:
    return _exchange_digits(digits, 0)


def _transpose(digits: str, rng: random.Random) -> str | None:
    return _exchange_digits(digits, int(rng.random() * (len(digits.replace(".", "")) - 1)))


def _repeat(digits: str, rng: random.Random) -> str:
    i = _choose_digit(digits, rng)
    return digits[: i + 1] + digits[i:]


def _neighbour(digits: str, rng: random.Random) -> str:
    i = _choose_digit(digits, rng)
    return digits[:i] + rng.choice(_KEYPAD[digits[i]]) + digits[i + 1 :]


def _shift(places: int) -> Edit:
    """Return an edit that moves the decimal point by `places` to either side."""

    def edit(digits: str, rng: random.Random) -> str:
        return format(Decimal(digits).scaleb(places if rng.random() < 0.5 else -places), "f")

    return edit


def _string(digits: str, rng: random.Random) -> str | None:
    return (_add, _delete, _swap)[int(rng.random() * 3)](digits, rng)


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
"""The paper's anomalies:
string: add, del (a digit anywhere) or swap (the first two digits), drawn for each number.
random: a number of the training data.
string-published: string as in the authors' code.
Typos observed in practice:
missing, repeated, transposed, keypad: a digit dropped, doubled, exchanged with the next, or mistyped.
decimal: the decimal point one place off. unit: two places, as in cents for dollars.
magnitude: million for billion, and the like. exchanged: another number of the same instance."""


def alter_values(
    values: Values,
    anomaly: str,
    seed: int,
    *,
    pool: Values | None = None,
    offsets: npt.NDArray[np.integer] | None = None,
    bounds: Bounds = Bounds(),  # noqa: B008 - immutable
) -> Values:
    """Return an anomaly for each value, never the value itself; NaN where none is possible.

    pool: the numbers from which "random" draws.
    offsets: where the numbers of each instance begin and end, for "exchanged".
    """
    if anomaly == "random":
        return _drawn(values, _required(pool, "pool", anomaly), seed, bounds)
    rng = random.Random(seed)  # noqa: S311 - reproducible, not secret
    if anomaly == "exchanged":
        edges = _required(offsets, "offsets", anomaly)
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
    """Return an anomaly of a number in a text, such as "$3.4 million" for $3.4 billion; None if impossible.

    The edit applies to the digits as written, the 3.4 of 3.4 billion; for a number in words, to the digits it
    would have.

    others: the numbers from which "random" and "exchanged" choose.
    """
    from numerate.text import render

    start, end = (offset - number.start for offset in number.numeral)
    numeral = _NUMERAL.search(number.text, start, end)
    digits = numeral[0].replace(",", "") if numeral else plain(number.value)
    if anomaly in CHOICES:
        value = _other(number.value, others, rng, bounds)
    elif anomaly == "magnitude":
        value = _scaled(number.value, rng, bounds) if _has_magnitude(number) else float("nan")
    else:
        scale = float(number.decimal / Decimal(digits)) if float(digits) else 1.0
        value = _edited(digits, number.value, scale, EDITS[anomaly], rng, bounds)
    return AlteredNumber(render(value, like=number), value) if math.isfinite(value) else None


def plain(value: float) -> str:
    """Return the shortest plain digits that determine a value: 5, 0.05, 1250.5."""
    digits = repr(value).removesuffix(".0")
    return digits if digits.replace(".", "").isdigit() else format(Decimal(digits), "f")


def _edited(digits: str, value: float, scale: float, edit: Edit, rng: random.Random, bounds: Bounds) -> float:
    for _ in range(_TRIES):
        new = edit(digits, rng)
        if new and bounds.allow(altered := _rounded(float(new) * scale), value):
            return altered
    return float("nan")


def _rounded(value: float) -> float:
    """Remove the rounding error of a multiplication by a magnitude: 3400000, not 3400000.0000000005."""
    return float(f"{value:.15g}")


def _choose_digit(digits: str, rng: random.Random) -> int:
    """Return the index of a random digit."""
    i = int(rng.random() * len(digits))
    while digits[i] == ".":
        i = int(rng.random() * len(digits))
    return i


def _exchange_digits(digits: str, first: int) -> str | None:
    """Exchange digit number `first` with the next one; a decimal point between them stays."""
    indices = [i for i, character in enumerate(digits) if character != "."]
    if len(indices) < 2:
        return None
    i, j = indices[first], indices[first + 1]
    return f"{digits[:i]}{digits[j]}{digits[i + 1 : j]}{digits[i]}{digits[j + 1 :]}"


def _scaled(value: float, rng: random.Random, bounds: Bounds) -> float:
    if value < _LARGE:
        return float("nan")
    return _other(value, [float(Decimal(repr(value)).scaleb(places)) for places in (-3, 3)], rng, bounds)


def _has_magnitude(number: Number) -> bool:
    from numerate.text import style

    spelling = style(number)
    return bool(spelling.magnitude) or spelling.form == "words"


def _other(value: float, others: Sequence[float], rng: random.Random, bounds: Bounds) -> float:
    candidates = [other for other in others if bounds.allow(other, value)]
    return float(rng.choice(candidates)) if candidates else float("nan")


def _drawn(values: Values, pool: Values, seed: int, bounds: Bounds) -> Values:
    rng = np.random.default_rng(seed)
    allowed = pool[(pool > 0) & (pool >= bounds.low) & (pool < bounds.high)]
    drawn = np.full(len(values), np.nan)
    equal = np.arange(len(values) if len(allowed) else 0)
    for _ in range(_TRIES):
        drawn[equal] = rng.choice(allowed, len(equal))
        equal = equal[drawn[equal] == values[equal]]
        if not len(equal):
            return drawn
    drawn[equal] = np.nan
    return drawn


def _published(values: list[float], rng: random.Random) -> list[float]:
    """Edit the text of floats, as in "5.0", with one operation for each batch, and clamp the results.

    If the operation leaves a value unchanged (a swap in "55.0"), a digit is added or deleted instead.
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


def _required(value: Argument | None, name: str, anomaly: str) -> Argument:
    if value is None:
        raise ValueError(f'the anomaly "{anomaly}" needs the argument {name}')
    return value
