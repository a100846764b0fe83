"""One number in running text, and where it stands."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, Literal, NamedTuple

from numerate.text.units import Unit, convert_value, find

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
    "share",
    "identifier",
]


Role = Literal["uncertainty", "lower", "upper", "level"]


class Part(NamedTuple):
    """One part of a compound quantity or of a share: 6 ft of "6 ft 2 in", 1 of "one in five"."""

    value: Decimal
    unit: Unit | None = None
    start: int = 0
    end: int = 0


class Reading(NamedTuple):
    """One way to read a number whose suffix is ambiguous: 30 million, or 30 metres."""

    value: float
    unit: Unit | None


class Number(NamedTuple):
    """A number as written: `text` is exactly what stands at `start:end` of the text it was read from.

    The span holds everything that changes when another value is written in its place: sign, currency,
    digits or words, magnitude, percent sign ("-$3.4 billion", "12%"), and all of a compound quantity
    ("6 ft 2 in"). `numeral` is the narrower span of the number alone ("3.4 billion", "12"). A unit of
    measure stands directly after the span.
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
    unit: Unit | None = None
    """The unit of the value: kilometres, US dollars, percent, dollars a barrel."""
    noun: str | None = None
    """The noun that a plain count counts, as written: "patients", "stores"."""
    parts: tuple[Part, ...] = ()
    """The parts of a compound quantity, whose value is in the unit of the first, and of a share."""
    readings: tuple[Reading, ...] = ()
    """Where a suffix leaves two readings possible, both, the likelier first; it is the number's own."""
    role: Role | None = None
    """Its relation to the number at `of`: its uncertainty, or an end of its interval."""
    of: int | None = None
    """Where the number starts that it belongs to."""

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold: no infinity, no NaN, units and parts as objects."""
        record: dict[str, Any] = self._asdict()
        record["value"] = self.value if math.isfinite(self.value) else None
        record["decimal"] = None if self.decimal.is_nan() else str(self.decimal)
        record["unit"] = None if self.unit is None else self.unit.to_dict()
        record["parts"] = [
            {"value": str(part.value), "unit": None if part.unit is None else part.unit.symbol}
            for part in self.parts
        ]
        record["readings"] = [
            {"value": reading.value, "unit": None if reading.unit is None else reading.unit.symbol}
            for reading in self.readings
        ]
        return record

    def read_as(self, reading: Reading) -> Number:
        """Return the number in another of its readings: "30m" as 30 metres instead of 30 million."""
        if reading.value == self.value:
            return self
        decimal = Decimal(repr(reading.value))
        if reading.unit is None:  # the letter is a magnitude
            letter = self.unit.text if self.unit is not None else ""
            end = self.end + len(letter)
            return self._replace(
                end=end,
                text=self.text + letter,
                value=reading.value,
                decimal=decimal,
                numeral=(self.numeral[0], end),
                unit=None,
            )
        end = reading.unit.start
        return self._replace(
            end=end,
            text=self.text[: end - self.start],
            value=reading.value,
            decimal=decimal,
            numeral=(self.numeral[0], end),
            unit=reading.unit,
            noun=None,
        )

    def shifted(self, offset: int) -> Number:
        """Return the number with all its spans moved by `offset`, as in a text that begins earlier."""
        if not offset:
            return self

        def moved(unit: Unit | None) -> Unit | None:
            return unit and unit._replace(start=unit.start + offset, end=unit.end + offset)

        return self._replace(
            start=self.start + offset,
            end=self.end + offset,
            numeral=(self.numeral[0] + offset, self.numeral[1] + offset),
            unit=moved(self.unit),
            parts=tuple(
                part._replace(unit=moved(part.unit), start=part.start + offset, end=part.end + offset)
                for part in self.parts
            ),
            readings=tuple(reading._replace(unit=moved(reading.unit)) for reading in self.readings),
            of=None if self.of is None else self.of + offset,
        )

    def split(self) -> list[Number]:
        """Return the two counts of a share, "45 out of 60", as numbers; any other number as it is."""
        if self.kind != "share":
            return [self]
        return [
            Number(
                part.start,
                part.end,
                self.text[part.start - self.start : part.end - self.start],
                float(part.value),
                part.value,
                "cardinal",
                (part.start, part.end),
                noun=self.noun,
            )
            for part in self.parts
        ]

    @property
    def in_minor_unit(self) -> bool:
        """True for an amount of cents, pence or other hundredths of a currency."""
        return self.unit is not None and "¢" in self.unit.symbol

    @property
    def measured_in(self) -> str | None:
        """The symbol of its unit of measure; None for plain counts, amounts of money and percentages."""
        if self.unit is None or self.kind in ("money", "percent"):
            return None
        return self.unit.symbol


ALONE: tuple[Any, ...] = ((), (), None, None)
"""The last four fields of a number that belongs to no other: parts, readings, role, of."""
make_number: Callable[[tuple[Any, ...]], Number] = partial(tuple.__new__, Number)
"""Make a number of its fields, all of them; in the reader's inner loops twice as fast as `Number(…)`."""


def convert(number: Number, unit: str) -> float:
    """Convert a number to another unit of the same dimension: `convert(number, "km")`.

    The sign counts: minus 10 °C is 14 °F. Raise ValueError where the number has no unit, or where the unit is
    not known or measures something else.
    """
    target = find(unit)
    if target is None:
        raise ValueError(f"{unit!r}: no such unit; write a symbol or a name, such as km, mg/dL or miles")
    if number.unit is None:
        raise ValueError(f"{number.text!r} has no unit, so it cannot be converted to {unit}")
    value = -number.value if number.sign < 0 else number.value
    return convert_value(value, number.unit.measure, target)


class NumberRecord:
    """Base of what is said about one number of a text; place, text and value are the number's."""

    __slots__ = ()
    number: Number

    @property
    def start(self) -> int:
        """Offset of the number in its text."""
        return self.number.start

    @property
    def end(self) -> int:
        """Offset after its last character."""
        return self.number.end

    @property
    def text(self) -> str:
        """The number as written."""
        return self.number.text

    @property
    def value(self) -> float:
        """Its value, without the sign."""
        return self.number.value

    @property
    def kind(self) -> str:
        """Its kind, such as "money", "percent" or "year"."""
        return self.number.kind
