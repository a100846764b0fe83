"""Read the whole unit after a numeral, with products and rates: "km", "N·m", "mg/dL", "miles an hour"."""

from __future__ import annotations

import re

from numerate.text.currencies import AMBIGUOUS, MINOR
from numerate.text.currencies import NAMES as CURRENCIES
from numerate.text.rates import read_rate
from numerate.text.single_units import NOTHING_FOLLOWS, PLAIN_WORD, POWERS, read_single_unit
from numerate.text.units import SYMBOLS, Measure, Unit, currency

_INVERSE = re.compile(
    r"(?:[ \xa0]?[\xb7\u22c5.]|[ \xa0])([A-Za-z\xb5\u03bc]+)(?:\^?\{?[-\u2212]([123])\}?|"
    r"\u207b([\xb9\xb2\xb3]))(?!\d)"
)
_RECIPROCAL = re.compile(
    r"((?:[cmkn\xb5\u03bc]?m|[mn\xb5\u03bc]?s|min|h|d|yr|[mk]?g|m?L|K|m?M|mol))"
    r"(?:\^?\{?[-\u2212]([123])\}?|\u207b([\xb9\xb2\xb3]))(?![\w-]|\.\d)"
)
_ONE = Measure("", ())
_PRODUCT = re.compile(r"[\xb7\u22c5]([A-Za-z\u03a9]+)")
_SPACED_PRODUCTS = {"N": "m", "kN": "m", "Pa": "s", "mPa": "s"}
"""Units that are multiplied without a sign: 5 N m."""
_A_UNIT_AND = re.compile(r"\ban? ([a-z]+) and $")
_LONGEST_UNIT_AND = 24
_OF_A = re.compile(r"[ \xa0-](?:of[ \xa0-])?(?:an?|the)[ \xa0-]")


def read_unit(text: str, view: str, at: int) -> tuple[int, Measure] | None:
    """Read the unit that begins at `at`; return where it ends and what it means.

    text, view: the text and its normalised view, of the same length.
    """
    atom = read_single_unit(text, view, at)
    if atom is None:
        return None
    end, measure = atom
    following = view[end : end + 1]
    if following in NOTHING_FOLLOWS:
        return atom
    if following == " " and (symbol := _SPACED_PRODUCTS.get(measure.symbol)) and _is_word(text, end, symbol):
        return read_rate(text, view, end + 1 + len(symbol), measure.times(SYMBOLS[symbol]))
    if following == " " and "-" not in view[end : end + 8] and "\xaf" not in view[end : end + 8]:
        return read_rate(text, view, end, measure)
    while match := _PRODUCT.match(text, end):
        factor = SYMBOLS.get(match[1])
        if factor is None:
            break
        end, measure = match.end(), measure.times(factor)
    while match := _INVERSE.match(text, end):
        divisor = SYMBOLS.get(match[1])
        if divisor is None:
            break
        end, measure = match.end(), measure.per(divisor.to_the(POWERS[match[2] or match[3]]))
    return read_rate(text, view, end, measure)


def _is_word(text: str, space: int, word: str) -> bool:
    end = space + 1 + len(word)
    return text.startswith(word, space + 1) and not text[end : end + 1].isalnum()


def read_reciprocal(text: str, at: int) -> tuple[int, Measure] | None:
    """Read a unit to the power of minus one that stands alone: 4e14 s-1, 1650 cm⁻¹."""
    match = _RECIPROCAL.match(text, at)
    unit = SYMBOLS.get(match[1]) if match else None
    if match is None or unit is None:
        return None
    return match.end(), _ONE.per(unit.to_the(POWERS[match[2] or match[3]]))


def read_unit_and(text: str, view: str, earliest: int, end: int) -> tuple[int, Unit] | None:
    """Read a unit without a number before `end`, "an hour and"; return where it begins, and the unit."""
    match = _A_UNIT_AND.search(view, max(earliest, end - _LONGEST_UNIT_AND), end)
    measure = read_unit(text, view, match.start(1)) if match else None
    if match is None or measure is None or measure[0] != match.end(1):
        return None
    return match.start(), Unit(match[1], match.start(1), match.end(1), measure[1])


def read_whole(text: str, view: str, end: int) -> Unit | None:
    """Read the unit that the fraction which ends at `end` is a part of: half an hour, 5/8 of a percent."""
    if (match := _OF_A.match(view, end)) is None:
        return None
    at = match.end()
    unit = read_unit(text, view, at) or _coin(view, at)
    return Unit(text[at : unit[0]], at, *unit) if unit else None


def _coin(view: str, at: int) -> tuple[int, Measure] | None:
    """Read the name of a currency or of its hundredth: half a dollar, a tenth of a cent."""
    word = PLAIN_WORD.match(view, at)
    if word is None or word[0] in AMBIGUOUS:
        return None
    code = CURRENCIES.get(word[0]) or MINOR.get(word[0])
    return (word.end(), currency(code, minor=word[0] in MINOR)) if code else None
