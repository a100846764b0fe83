"""One number in running text, and where it stands."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, NamedTuple

Kind = Literal[
    "cardinal",
    "ordinal",
    "money",
    "percent",
    "year",
    "decade",
    "date",
    "time",
    "age",
    "fraction",
    "multiple",
    "identifier",
]


class Number(NamedTuple):
    """A number as written: `text` is exactly what stands at `start:end` of the text it was read from.

    The span holds everything that changes when another value is written in its place: sign, currency,
    digits or words, magnitude, percent sign ("-$3.4 billion", "12%"). `numeral` is the narrower span of
    the number alone ("3.4 billion", "12"). A unit of measure stands beside the number, outside the span.
    """

    start: int
    end: int
    text: str
    value: float
    """Never negative: the sign is kept apart."""
    decimal: Decimal
    """The value exactly as written ("0.10" stays 0.10); a fraction such as 1/3 to 28 digits."""
    kind: Kind
    numeral: tuple[int, int]
    sign: int = 0
    """-1 or 1 where a sign is written, 0 where none is."""
    currency: str | None = None
    """ISO code where it is certain ("USD" for US$, $), else the symbol or word as written."""
    unit: str | None = None
    """The unit beside the number, as written: "km", "years", "percentage points", "cents"."""
