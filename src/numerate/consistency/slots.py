"""Sentences in which every quantity is one character, so that cues are read around quantities of a type.

The text is in lower case and a quantity is a capital letter, whatever its digits, words and unit:

    N count, or number without a unit      P percentage              Y year
    U amount with a unit                   Q percentage points       D date
    M amount of money                      F fraction                T time of day
    X multiple: twice, fivefold            S share: one in five      O ordinal
    I what the reader takes for a name
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from numerate.consistency.equation import Quantity
from numerate.consistency.interval import Interval, coin, exactly, hedged, known, loosely, precision
from numerate.consistency.moments import Moment
from numerate.consistency.relation import has_digits, in_style, number_at, unsigned
from numerate.text import Number
from numerate.text.units import Dimensions

AMOUNT = "NUMPQFXS"
"""The marks of quantities that can be calculated with."""
_ALIKE = 20
"""Largest ratio of two prices that may be of one thing, where only one says per what.

Set by hand: per-share figures and totals of one firm differ by orders of magnitude.
"""
_PER = re.compile(r" (?:an?|per)(?: [a-z]+)? (share|barrel|ounce|unit)\b")
_PRICES = frozenset(
    "cost costs costing price prices priced fee fees ticket tickets pay pays paid charge charges sells"
    " sold fare "
    "bill rent wage".split()
)
_LEVIES = frozenset("tax taxes vat duty levy tariff tariffs commission surcharge".split())
_COUNTED = re.compile(r" ([a-z]{3,}s)\b")
_NO_NOUN = re.compile(
    r".*(?<!se)(?<!we)(?<!bre)ed|more|fewer|less|extra|left|each|apiece|ahead|behind|later|earlier"
    r"|before|after"
    r"|higher|lower|today|now|then|yesterday|old|new|run|runs|stay|remain|include|includes|receives?"
    r"|comprises?|holds?|has|had|have|do|does|did"
    r"|separat\w+|went|came|got|took|gave|said|rent|own|live|work|came|voted|men?t|sat|stood|altogether"
    r"|overall|combined"
    r"|takes?|needs?|costs?|lasts?|weighs?|means?|makes?|brings?|gives?|gets?|pays?|sells?|comes?|are"
    r"|were|is|was"
)
"""Words after a count that are no noun it counts."""


@dataclass(eq=False, slots=True)
class Slot:
    """A quantity, in its sentence."""

    mark: str
    number: Number
    """The quantity; of a date or time, its first number."""
    numbers: tuple[Number, ...]
    """All of its numbers: year and day, hour and minute."""
    start: int
    end: int
    """Where it ends in the text, with its unit."""
    at: int
    """Its place in the line of the sentence."""
    sentence: Sentence
    moment: Moment | None = None

    def before(self, length: int = 60) -> str:
        """Return some of the line before it."""
        return self.sentence.line[max(0, self.at - length) : self.at]

    def after(self, length: int = 60) -> str:
        """Return some of the line after it."""
        return self.sentence.line[self.at + 1 : self.at + 1 + length]

    @property
    def value(self) -> float:
        """The value as written, with its sign."""
        return -self.number.value if self.number.sign < 0 else self.number.value

    @property
    def year(self) -> int | None:
        """The year that it is, or that a date names."""
        return int(self.value) if self.mark == "Y" else self.moment.year if self.moment is not None else None

    @property
    def noun(self) -> str | None:
        """The noun that it counts, in the singular; None for a verb or an adverb: "27 stayed"."""
        noun = self.number.noun
        if noun and _NO_NOUN.fullmatch(noun.lower()):
            first = _COUNTED.match(self.after(30))
            noun = first[1] if first and first[1] != noun.lower() else None
        return singular(noun) if noun else None

    @property
    def per(self) -> str:
        """What an amount of money is for each of: "share" of "26 cents a share"."""
        if self.number.unit is not None and "/" in self.number.unit.symbol:
            return self.number.unit.symbol.partition("/")[2]
        match = _PER.match(self.sentence.line, self.at + 1)
        return match[1] if match else ""

    @property
    def dimensions(self) -> Dimensions | None:
        """The dimensions of its unit; None for plain numbers."""
        return self.number.unit.measure.dimensions if self.number.unit is not None else None

    @property
    def is_bracketed(self) -> bool:
        """Whether it stands in brackets: the £75 of "£9,600 (128 members at £75)"."""
        before = self.sentence.line[: self.at]
        return before.rfind("(") > before.rfind(")")

    @property
    def is_count(self) -> bool:
        """Whether it is a whole number that is written to the last digit."""
        number = self.number
        return self.mark == "N" and number.decimal == number.decimal.to_integral() and precision(number) == 1

    def quantity(
        self,
        *,
        loose: bool = False,
        exact: bool = False,
        like: Slot | None = None,
        step: bool = False,
        sign: bool = True,
        plain: bool = False,
    ) -> Quantity:
        """Return it for an equation, in base units.

        loose: truncation is accepted, as of figures that authors calculate.
        exact: it is not rounded: six hours that were paid for are six.
        like: the quantity whose unit it has, where it has none of its own: "from 36 hours to 8".
        step: it is a difference, so that no offset is added: a rise of 10 °C is one of 10 K.
        plain: words around it that hedge it are left out.
        """
        number = self.number
        if self.moment is not None and self.moment.seconds is not None:
            return self._time(self.moment.seconds)
        fixed = self.is_count or exact or self._is_price or self._is_tax
        read = exactly if fixed else loosely if loose else known
        values = read(number) if plain else self.hedged(read(number))
        if sign and number.sign < 0:
            values = values.times(-1)
        scale, offset = _scale(number)
        if like is not None and _takes_scale(number, like.number):
            scale, offset = _scale(like.number)
        elif like is not None and self.mark == like.mark == "M":
            scale = coin(number)  # whatever it is for: "from £950 to £1,026 a month"
        if step:
            offset = Fraction(0)
        return Quantity(number, values.times(scale).plus(Interval(offset, offset)), scale, offset)

    @property
    def _is_price(self) -> bool:
        """Whether it is a price, which is not rounded: $8, £46."""
        return (
            self.mark == "M"
            and self.number.value < 10_000
            and self.number.decimal == self.number.decimal.to_integral()
            and has_digits(self.number)
            and not _PRICES.isdisjoint(self.sentence.words)
        )

    @property
    def _is_tax(self) -> bool:
        """Whether it is a percentage that somebody has set, which is not rounded: a tax of 25%."""
        return self.mark == "P" and not _LEVIES.isdisjoint(self.sentence.words)

    def hedged(self, values: Interval) -> Interval:
        """Return values, wider where a word around the quantity hedges it."""
        return hedged(self.number, self.sentence.text, values)

    def as_count(self) -> Slot | None:
        """Return what looks like a reference as a count: the 17 of "Meyer (17)"; None for a name."""
        text = self.number.text
        if self.mark != "I" or not text.isdecimal() or len(text) > 6:
            return None
        number = number_at(self.sentence.text, self.number.start, self.number.end)
        return Slot("N", number, (number,), number.start, number.end, self.at, self.sentence)

    @property
    def written(self) -> str:
        """The quantity as it stands in the text, with its unit."""
        return self.sentence.text[self.start : self.end]

    def write(self, value: float, finer: float = 1.0) -> str:
        """Write another value, in base units, as this quantity is written."""
        quantity = self.quantity(step=True)
        number = unsigned(self.number)
        unit = self.sentence.text[self.number.end : self.end] if self.mark in "UM" else ""
        return in_style(value / float(quantity.scale), number, finer) + unit

    def _time(self, seconds: Fraction) -> Quantity:
        """Return a time of day, as its last number: the others stay as they are."""
        last = self.numbers[-1]
        if len(self.numbers) == 1:
            scale = Fraction(3600)
        else:
            scale = Fraction(1) if "." in last.text else Fraction(60)
        half = precision(last) * scale / 2 if scale == 1 else Fraction(0)
        offset = seconds - Fraction(last.decimal) * scale
        return Quantity(last, Interval(seconds - half, seconds + half), scale, offset)


def _takes_scale(number: Number, like: Number) -> bool:
    """Return whether a number has the unit of another: none of its own, or without what it is for."""
    if number.unit is None:
        return True
    return (
        like.unit is not None
        and like.unit.symbol.startswith(number.unit.symbol + "/")
        and number.kind != "money"
    )


def _scale(number: Number) -> tuple[Fraction, Fraction]:
    if number.unit is None:
        return Fraction(1), Fraction(0)
    if number.kind == "percent" or number.unit.symbol == "pp":
        return (Fraction(1, 100) if number.unit.symbol == "bp" else Fraction(1)), Fraction(0)
    measure = number.unit.measure
    return Fraction(Decimal(repr(measure.factor))), Fraction(Decimal(repr(measure.offset)))


@dataclass(eq=False, slots=True)
class Sentence:
    """A sentence with its quantities masked."""

    text: str
    """The whole text, in which all offsets are."""
    start: int
    end: int
    line: str
    slots: list[Slot] = field(default_factory=list)
    previous: Sentence | None = None
    """The sentence before it in the same paragraph."""
    following: Sentence | None = None
    words: frozenset[str] = frozenset()
    by_place: dict[int, Slot] = field(default_factory=dict)

    @property
    def is_bare(self) -> bool:
        """Whether it is nothing but a plain number, such as a cell of a table: it states nothing."""
        return self.line == "N" and self.previous is None and self.following is None

    def slot(self, at: int) -> Slot:
        """Return the quantity at a place of the line."""
        return self.by_place[at]

    def offset(self, at: int) -> int:
        """Return where a place of the line is in the text."""
        masked = sum(slot.end - slot.start - 1 for slot in self.slots if slot.at < at)
        return self.start + at + masked

    def word(self, start: int, end: int, value: float | Fraction, mark: str = "X") -> Slot:
        """Return a word of the line that means a multiple or a fraction, such as "doubled", as a quantity."""
        first, last = self.offset(start), self.offset(end)
        number = Number(
            first,
            last,
            self.text[first:last],
            float(value),
            Decimal(float(value)),
            "multiple" if mark == "X" else "fraction",
            (first, last),
        )
        return Slot(mark, number, (number,), first, last, start, self)

    def having(self, marks: str) -> list[Slot]:
        """Return its quantities with any of these marks."""
        return [slot for slot in self.slots if slot.mark in marks]


def comparable(first: Slot, second: Slot) -> bool:
    """Return whether two quantities may measure the same thing, judging by currency, unit and noun."""
    if first.mark != second.mark:
        return False
    if first.mark == "M":
        if currency(first) != currency(second):
            return False
        # "48 cents a share from 16 cents", but not "$6.1 billion, or $5 a share, from $4 billion"
        low, high = sorted((first.quantity(like=second).value, second.quantity(like=first).value))
        return first.per == second.per or ("" in (first.per, second.per) and low > 0 and high / low < _ALIKE)
    if first.mark == "U":
        return first.dimensions == second.dimensions
    if first.mark == "N":
        return first.noun is None or second.noun is None or first.noun == second.noun
    return True


def currency(slot: Slot) -> str:
    """Return the currency of an amount, without its hundredths and without what it is for."""
    if slot.number.unit is None:
        return slot.number.currency or ""
    return slot.number.unit.symbol.partition("/")[0].replace("¢", "")


def singular(noun: str) -> str:
    """Return a noun without its plural ending, well enough to compare it with another."""
    noun = noun.lower()
    irregular = {"people": "person", "men": "man", "women": "woman", "children": "child", "persons": "person"}
    if noun in irregular:
        return irregular[noun]
    for ending, replacement in (
        ("ies", "y"),
        ("ves", "f"),
        ("sses", "ss"),
        ("ses", "se"),
        ("xes", "x"),
        ("ches", "ch"),
        ("shes", "sh"),
    ):
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            return noun.removesuffix(ending) + replacement
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3 else noun
