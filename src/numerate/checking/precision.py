"""The precision with which a document writes its numbers: nobody means 3.45 people, or $1.2345."""

from __future__ import annotations

import re
from collections.abc import Iterable

from numerate.text import Number

_DECIMALS = re.compile(r"\.(\d+)")


class Precision:
    """The most decimals of the numbers of a document, by what they measure."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self._most: dict[object, int] = {}
        for number in numbers:
            measured = _measured(number)
            self._most[measured] = max(self._most.get(measured, 0), _decimals(number.text))

    def allows(self, written: str, instead_of: Number) -> bool:
        """Return whether a value is written no more precisely than the number or others like it."""
        most = max(self._most.get(_measured(instead_of), 0), _decimals(instead_of.text))
        return _decimals(written) <= most


def _measured(number: Number) -> object:
    """Return what numbers have in common whose precision can be compared: unit, magnitude, noun."""
    symbol = number.unit.symbol if number.unit else number.currency
    magnitude = re.sub(r"[^a-z]", "", number.text[number.numeral[0] - number.start :].lower())
    return number.kind, symbol, magnitude, symbol is None and number.noun is not None


def _decimals(written: str) -> int:
    return max((len(match[1]) for match in _DECIMALS.finditer(written)), default=0)
