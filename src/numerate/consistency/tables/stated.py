"""Numbers that the text of a document states: evidence for what a table should show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import log

_NUMERAL = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")
_MOST_NATS = 5.0
"""Evidence of a number in the text at most: it may be about something else."""


class StatedNumbers:
    """The digits of the numbers outside of tables, whatever their scale: "17.6 million" states 17,600."""

    def __init__(self, passages: Sequence[str] = ()) -> None:
        self._passages = passages

    def evidence(self, meant: float, written: float) -> float:
        """Return the evidence, in nats, that `meant` is right if it is stated and `written` is not.

        Both are counted in units of their last digit. That any number of the text has these digits by chance
        is the likelier, the fewer they are.
        """
        digits = _digits(str(abs(round(meant))))
        if not digits or not self._stated[digits] or self._stated[_digits(str(abs(round(written))))]:
            return 0.0
        alike = self._lengths[len(digits)]
        return min(_MOST_NATS, max(0.0, log(9 * 10 ** (len(digits) - 1) / alike)))

    @cached_property
    def _stated(self) -> Counter[str]:
        numerals = (match[0] for passage in self._passages for match in _NUMERAL.finditer(passage))
        return Counter(map(_digits, numerals))

    @cached_property
    def _lengths(self) -> Counter[int]:
        """How many distinct numbers have how many digits."""
        return Counter(map(len, self._stated))


def _digits(numeral: str) -> str:
    """Return the significant digits of a numeral, without zeros at its ends."""
    return re.sub(r"\D", "", numeral).strip("0")
