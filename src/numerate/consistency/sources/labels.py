"""Numbers that name things and count nothing: "episode 121", "Section 7", "Q2". A draft only copies them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from numerate.consistency.sources.passages import inside, periods_of
from numerate.consistency.sources.spoken import SMALL_NUMBER, small_value
from numerate.consistency.sources.words import STOP_WORDS
from numerate.text import Number

_LABEL = re.compile(r"\b(?P<word>[^\W\d_]+) (?P<number>\d{1,6})(?![\w%]|[.,:/-]\d|\(\w\))")
"""The number of a name, apart from its word: no "COVID-19", which other words may stand for."""
_VERSION = re.compile(r"\b(?P<word>[^\W\d_]+) (?P<number>\d+(?:\.\d+)+)(?![\w%]|,\d)")
_LONGEST_WORD = 30
_PERIOD = re.compile(r"\bQ[1-4]\b|\bH[12]\b")
_HALF = re.compile(r"\b(?:(?P<first>first[- ]half|H1\b|1H)|second[- ]half|H2\b|2H)", re.IGNORECASE)
_FISCAL = re.compile(r"\bFY[ -]?['’]?(?P<year>20\d\d|\d\d)\b")
_DIGITS = re.compile(r"(?<!\d)\d{1,6}(?!\d)")
_ROMAN = {numeral: i for i, numeral in enumerate("I II III IV V VI VII VIII IX X".split(), 1)}
_WORD = re.compile(rf"(?<![\w-])(?:{SMALL_NUMBER})(?![\w-])", re.IGNORECASE)
_NUMERAL = re.compile(rf"\b(?:{'|'.join(_ROMAN)})\b")


class Labels:
    """The values that sources have anywhere, and the quarters and halves of years that they name.

    values: those of the quantities of the sources.
    """

    def __init__(self, texts: Iterable[str], values: Iterable[float]) -> None:
        self._values = set(values)
        self._periods: set[str] = set()
        self._versions: set[tuple[str, str]] = set()
        for text in texts:
            self._versions.update(_version(match) for match in _VERSION.finditer(text))
            self._values.update(float(match[0]) for match in _DIGITS.finditer(text))
            self._values.update(float(small_value(match[0].lower())) for match in _WORD.finditer(text))
            self._values.update(float(_ROMAN[match[0]]) for match in _NUMERAL.finditer(text))
            self._periods.update(period for period in periods_of(text) if _PERIOD.fullmatch(period))
            self._periods.update("H1" if match["first"] else "H2" for match in _HALF.finditer(text))

    def names(self, text: str, number: Number) -> bool:
        """Return whether a number of a text is no quantity of the sources, but a version: "Release 4.2"."""
        if number.value in self._values:
            return False
        matches = _VERSION.finditer(text, max(0, number.start - _LONGEST_WORD), number.end)
        return any(match.end() == number.end and _version(match) in self._versions for match in matches)

    def missing(self, text: str, numbers: Sequence[Number]) -> Iterator[Number]:
        """Yield the labels of a text that no source has.

        numbers: the quantities of the text, which are no labels.
        """
        covered = [(number.start, number.end) for number in numbers]
        for match in _LABEL.finditer(text):
            # No word such as "per" has a number: "litres per 100 km" is a unit.
            is_name = match["word"].lower() not in STOP_WORDS and not inside(match.span("number"), covered)
            if is_name and float(match["number"]) not in self._values:
                yield _number(match["number"], match.span("number"))
        for match in _PERIOD.finditer(text):
            if match[0] not in self._periods and any(period[0] == match[0][0] for period in self._periods):
                yield _number(match[0], match.span())
        for match in _FISCAL.finditer(text):
            year = float(match["year"])
            # FY23 for 2023, and the other way round; a source without years says nothing about it.
            is_known = {year, year % 100, 2000 + year % 100} & self._values
            if self._names_years and not is_known and not inside(match.span("year"), covered):
                yield _number(match["year"], match.span("year"))

    @property
    def _names_years(self) -> bool:
        return any(_YEARS[0] <= value <= _YEARS[1] for value in self._values)


def _version(match: re.Match[str]) -> tuple[str, str]:
    return match["word"].lower(), match["number"]


_YEARS = 1990, 2099


def _number(written: str, span: tuple[int, int]) -> Number:
    value = Decimal(written.lstrip("QH"))
    return Number(*span, written, float(value), value, "cardinal", span)
