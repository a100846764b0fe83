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
_QUARTER = re.compile(r"\bQ[1-4]\b")
_DIGITS = re.compile(r"(?<!\d)\d{1,6}(?!\d)")
_ROMAN = {numeral: i for i, numeral in enumerate("I II III IV V VI VII VIII IX X".split(), 1)}
_WORD = re.compile(rf"(?<![\w-])(?:{SMALL_NUMBER})(?![\w-])", re.IGNORECASE)
_NUMERAL = re.compile(rf"\b(?:{'|'.join(_ROMAN)})\b")


class Labels:
    """The values that sources have anywhere, and the quarters that they name.

    values: those of the quantities of the sources.
    """

    def __init__(self, texts: Iterable[str], values: Iterable[float]) -> None:
        self._values = set(values)
        self._quarters: set[str] = set()
        for text in texts:
            self._values.update(float(match[0]) for match in _DIGITS.finditer(text))
            self._values.update(float(small_value(match[0].lower())) for match in _WORD.finditer(text))
            self._values.update(float(_ROMAN[match[0]]) for match in _NUMERAL.finditer(text))
            self._quarters.update(period for period in periods_of(text) if _QUARTER.fullmatch(period))

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
        for match in _QUARTER.finditer(text):
            if self._quarters and match[0] not in self._quarters:
                yield _number(match[0], match.span())


def _number(written: str, span: tuple[int, int]) -> Number:
    value = Decimal(written.removeprefix("Q"))
    return Number(*span, written, float(value), value, "cardinal", span)
