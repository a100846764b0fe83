"""Other readers of numbers, each behind one function: text to the values it finds, signs dropped."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from importlib.metadata import version

Reader = Callable[[str], list[float]]


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
