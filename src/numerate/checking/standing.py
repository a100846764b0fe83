"""A number as it stands in a text, taken apart: its digits as an integer, and what makes them its value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from numerate.checking.keys import MOST_PLACES
from numerate.text import Number, Style, style

_NUMERAL = re.compile(r"\.?\d(?:[\d,.'’\s]*\d)?")
_IN_DIGITS = ("digits", "ordinal", "power", "decade")
_PLAINLY, _POWERS = 14, range(-4, 19)
"""So many digits, one more, and such powers of ten are exact in floats, and their product is the nearest."""


@dataclass(frozen=True)
class Standing:
    """One number; figures, places and decimals are those of `Numerals`."""

    number: Number
    style: Style
    written: str
    """Its digits, separators among them; "" where there are none, and the digits are those of its value."""
    figures: int
    places: int
    decimals: int
    rest: str
    """Digits that are too many for an integer."""
    scale: Decimal
    """What the digits are multiplied by: a million in "3.4 million"."""
    power: int | None
    """The scale as a power of ten, where it is one and floats hold it and the digits exactly."""

    @classmethod
    def of(cls, number: Number) -> Standing:
        """Take a number apart."""
        how = style(number)
        begin, end = (at - number.start for at in number.numeral)
        found = _NUMERAL.search(number.text, begin, end) if how.form in _IN_DIGITS else None
        plain = re.sub(r"[^\d.]", "", found[0]) if found else f"{number.decimal:f}"
        whole, _, decimals = plain.partition(".")
        digits = whole + decimals
        leading, rest = digits[:MOST_PLACES], digits[MOST_PLACES:]
        scale = number.decimal / Decimal(plain) if found and int(digits) else Decimal(1)
        power = scale.adjusted()
        plainly = len(digits) <= _PLAINLY and power in _POWERS and scale.scaleb(-power) == 1
        return cls(
            number,
            how,
            found[0] if found else "",
            int(leading),
            len(leading),
            len(decimals) - len(rest),
            rest,
            scale,
            power if plainly else None,
        )

    def exact(self, figures: int, decimals: int) -> Decimal:
        """What the number is with other figures, or with its own moved by powers of ten."""
        if figures == self.figures:
            return self.number.decimal.scaleb(self.decimals - decimals)
        return Decimal(f"{figures}{self.rest}").scaleb(-decimals - len(self.rest)) * self.scale
