"""Other readers of numbers, each behind one function: text to the values it finds, signs dropped."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from importlib.metadata import version

Reader = Callable[[str], list[float]]
UnitReader = Callable[[str], list[tuple[float, str | None]]]


def numerate() -> Reader:
    from numerate import extract

    return lambda text: [number.value for number in extract(text)]


def text2num() -> Reader:
    from text_to_num import alpha2digit

    # It answers with the text, its number words turned into digits: read those, as one who uses it would.
    # Threshold 0, or small numbers in words stay words. Every branch of the pattern begins with a digit or
    # a point: with `\d*` in front, looking for it took as long as text2num itself.
    digits = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")
    return lambda text: [
        float(found.replace(",", "")) for found in digits.findall(alpha2digit(text, "en", threshold=0))
    ]


def quantulum3() -> Reader:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends its classifier, which tells units apart, not values
        from quantulum3 import parser

    def read(text: str) -> list[float]:
        values = []
        for quantity in parser.parse(text):
            value, spread = quantity.value, quantity.uncertainty
            if not spread:
                values.append(value)
            elif "±" in quantity.surface:
                values += [value, spread]
            else:  # a range, told as its middle and half its width
                values += [value - spread, value + spread]
        return [abs(value) for value in values]

    return read


def recognizers_text() -> Reader:
    from recognizers_number import Culture, recognize_number, recognize_ordinal, recognize_percentage

    def read(text: str) -> list[float]:
        found = [
            result
            for recognize in (recognize_percentage, recognize_ordinal, recognize_number)
            for result in recognize(text, Culture.English)
        ]
        # The three overlap ("12" in "12%"): the longest of those at one place counts.
        found.sort(key=lambda result: (result.start, -result.end))
        values, done = [], -1
        for result in found:
            if result.start > done and result.resolution:
                value = str(result.resolution["value"]).rstrip("%")
                done = result.end
                if value not in ("", "None"):
                    values.append(abs(float(value)))
        return values

    return read


def numerate_units() -> UnitReader:
    from numerate import extract

    return lambda text: [
        (number.value, number.unit.symbol if number.unit else None) for number in extract(text)
    ]


def quantulum3_units() -> UnitReader:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from quantulum3 import parser

    def read(text: str) -> list[tuple[float, str | None]]:
        quantities: list[tuple[float, str | None]] = []
        for quantity in parser.parse(text):
            value, spread, unit = quantity.value, quantity.uncertainty, symbol(quantity.unit.name)
            if not spread:
                quantities.append((abs(value), unit))
            elif "±" in quantity.surface:
                quantities += [(abs(value), unit), (abs(spread), unit)]
            else:
                quantities += [(abs(value - spread), unit), (abs(value + spread), unit)]
        return quantities

    return read


def recognizers_text_units() -> UnitReader:
    from recognizers_number_with_unit import (
        Culture,
        recognize_age,
        recognize_currency,
        recognize_dimension,
        recognize_temperature,
    )

    plain = recognizers_text()

    def read(text: str) -> list[tuple[float, str | None]]:
        measured: dict[float, str | None] = {}
        for recognize in (recognize_age, recognize_currency, recognize_dimension, recognize_temperature):
            for result in recognize(text, Culture.English):
                value = str((result.resolution or {}).get("value"))
                if value not in ("", "None"):
                    measured[abs(float(value))] = symbol(str(result.resolution["unit"]))
        # Values as the readers of plain numbers give them, which also read what has no unit.
        return [(value, measured.get(value, "%" if f"{value:g}%" in text else None)) for value in plain(text)]

    return read


_OTHER_NAMES = {
    "dimensionless": None, "count": None, "dollar": "USD", "united states dollar": "USD", "cent": "USD¢",
    "euro": "EUR", "pound sterling": "GBP", "british pound": "GBP", "percentage": "%", "percent": "%",
    "degree celsius": "°C", "c": "°C", "degree fahrenheit": "°F", "f": "°F", "degree angle": "°",
    "kilometre per hour": "km/h", "kilometer per hour": "km/h", "mile per hour": "mph", "indian rupee": "INR",
    "basis point": "bp", "percentage point": "pp", "yen": "JPY", "metre per second": "m/s",
}  # fmt: skip


def symbol(name: str) -> str | None:
    """Turn a peer's name of a unit into the symbol that the cases use; a name nobody knows stays as it is."""
    from numerate.text.units import find

    name = name.lower()
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name]
    for power, words in ((2, "square "), (3, "cubic ")):
        if name.startswith(words) and (measure := find(name.removeprefix(words))):
            return measure.to_the(power).symbol
    measure = find(name)
    return measure.symbol if measure else name


UNIT_READERS: dict[str, Callable[[], UnitReader]] = {
    "numerate": numerate_units,
    "quantulum3": quantulum3_units,
    "recognizers-text": recognizers_text_units,
}

READERS: dict[str, Callable[[], Reader]] = {
    "numerate": numerate,
    "text2num": text2num,
    "quantulum3": quantulum3,
    "recognizers-text": recognizers_text,
}


def installed() -> dict[str, tuple[Reader, str] | None]:
    """Every reader with its version, or None where it is not installed."""
    readers: dict[str, tuple[Reader, str] | None] = {}
    for name, load in READERS.items():
        try:
            readers[name] = load(), version(name)
        except ImportError:
            readers[name] = None
    return readers
