"""Typing errors: whether one wrong digit turns the figure that was meant into the one that is written."""

from __future__ import annotations

from math import log
from typing import Literal

DigitError = Literal["substituted", "transposed", "dropped", "added", "sign"]

_SHARES: dict[DigitError, float] = {
    "substituted": 0.55,
    "transposed": 0.2,
    "dropped": 0.08,
    "added": 0.08,
    "sign": 0.03,
}
"""How errors of typing divide into kinds; the rest, 6%, are other figures altogether."""
_OTHER = log(0.06)


REASONS: dict[DigitError, str] = {
    "substituted": "one digit differs",
    "transposed": "two digits are swapped",
    "dropped": "a digit is missing",
    "added": "a digit was added",
    "sign": "the sign differs",
}


def digit_error(written: int, meant: int) -> DigitError | None:
    """Return the typing error that turns `meant` into `written`, or None."""
    if written == meant:
        return None
    if written == -meant:
        return "sign"
    if (written < 0) != (meant < 0) and meant:
        return None
    a, b = str(abs(written)), str(abs(meant))
    if len(a) == len(b):
        differing = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
        if len(differing) == 1:
            return "substituted"
        if len(differing) == 2:
            i, j = differing
            if j == i + 1 and a[i] == b[j] and a[j] == b[i]:
                return "transposed"
        return None
    if len(a) + 1 == len(b) and any(b[:i] + b[i + 1 :] == a for i in range(len(b))):
        return "dropped"
    if len(b) + 1 == len(a) and any(a[:i] + a[i + 1 :] == b for i in range(len(a))):
        return "added"
    return None


def edit_within(written: int, low: float, high: float) -> int | None:
    """Return the value between two others that one typing error turns into `written`; None if not just one.

    Substituted and swapped digits are tried.
    """
    digits = str(abs(written))
    sign = -1 if written < 0 else 1
    edits = {digits[:i] + digit + digits[i + 1 :] for i in range(len(digits)) for digit in "0123456789"}
    edits |= {digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1)}
    values = {sign * int(edit) for edit in edits if edit[0] != "0"} - {written}
    within = [value for value in values if low <= value <= high]
    return within[0] if len(within) == 1 else None


def surprise(error: DigitError | None, size: float, cells: int) -> float:
    """Return how much likelier a residual is after a typing error than by chance, in nats.

    By chance, a residual is anything up to `size`, the largest figure in units of the last digit. A typing
    error gives few of these: of a figure with n digits, 18 n by substitution and 16 n by transposition.
    """
    if error is None:
        return _OTHER
    digits = len(str(int(size) or 1))
    ways = {"substituted": 18 * digits, "transposed": 16 * digits, "sign": 2 * cells}
    return log(_SHARES[error] * max(2 * size, 20.0) / ways.get(error, 10 * digits * cells))
