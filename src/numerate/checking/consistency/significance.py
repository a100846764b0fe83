"""Reported tests whose p-value does not follow from them, as statcheck finds: "t(38) = 2.10, p = .21"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, sqrt

from numerate.checking.consistency import tails
from numerate.checking.consistency.relation import Interval, Relation, known, loosely, number_at, precision
from numerate.checking.consistency.skeleton import Skeleton
from numerate.text import Number

_NUMBER = r"\d{1,6}(?:\.\d{1,10})?|\.\d{1,10}"
_TEST = re.compile(
    r"(?<![\w.])(?P<test>t|F|r|[χΧX][ -]?(?:\^?2|²)|[Cc]hi[ -]?(?:\^?2|²|squared?))"
    rf"\s?[(\[]\s?(?P<df>{_NUMBER})(?:\s?,\s?(?P<df2>{_NUMBER}))?(?:\s?[,;]\s?[nN]\s?=\s?[\d,]{{1,9}})?\s?[)\]]"
    rf"\s?=\s?[-−–]?(?P<value>{_NUMBER})\s?[,;]\s?"
    rf"[pP](?:[ -]?value)?\s?(?P<sign>[=<>])\s?(?P<p>{_NUMBER})(?![\d^]|[.,]\d|\s?[×x*·⋅∙eE]\s?[\d-])"
)
_CORRECTED = re.compile(
    r"bonferroni|correct(?:ed|ion)|adjusted|\bfdr\b|holm|tukey|scheff|benjamini|greenhouse"
    r"|multiple comp",
    re.IGNORECASE,
)
"""What makes a p-value larger than its test: where a text names one of these, that is no error."""

_RESAMPLED = re.compile(r"permutation|bootstrap|resampl|monte carlo", re.IGNORECASE)
"""Where a text names one of these, its p-values may have been counted, not computed."""

_FEW = 2


def significance(skeleton: Skeleton) -> Iterator[Relation]:
    """Every test in the text with its degrees of freedom and its p-value."""
    text = skeleton.text
    if _RESAMPLED.search(text):
        return
    tests = [test for found in _TEST.finditer(text) if (test := _read(text, found)) is not None]
    corrected = _CORRECTED.search(text) is not None
    # Where several p-values are too large, they were corrected, whether the text says so or not.
    corrected = corrected or sum(test.too_large() for test in tests) > _FEW
    for test in tests:
        fits = test.fits() or (test.too_large() and (corrected or test.spherical))
        if fits or (test.spherical and test.value.value < 1):
            yield Relation("significance", test.numbers)
        else:
            needed = (*(None for _ in test.numbers[1:]), test.likely)
            yield Relation("significance", test.numbers, test.problem(), needed)


@dataclass(frozen=True, slots=True)
class _Test:
    """One reported test."""

    written: str
    numbers: tuple[Number, ...]
    sign: str
    likely: Interval
    """How often chance gives a statistic at least as large, whatever it was before rounding."""
    expected: float
    spherical: bool
    """Whether p may have been corrected for sphericity, which moves it to the middle and is seldom said."""

    @property
    def value(self) -> Number:
        return self.numbers[-2]

    def fits(self) -> bool:
        """Whether the p-value may belong to the test, of both tails or of one."""
        p, halved = self.numbers[-1], self.likely.times(0.5)
        if self.sign == "<":
            return halved.low < (p.value or precision(p))  # "p < .000" is careless, not wrong
        if self.sign == ">":
            return self.likely.high > p.value
        return loosely(p).meets(self.likely) or loosely(p).meets(halved)

    def too_large(self) -> bool:
        """Whether the p-value is larger than the test gives, as corrections make it."""
        return not self.fits() and self.sign != "<" and self.numbers[-1].value > self.likely.high

    def problem(self) -> str:
        """What the test gives, in a sentence."""
        gives = f"= {self.expected:.2g}" if self.expected >= 0.001 else "< 0.001"
        reported = f"{self.sign} {self.numbers[-1].text}".removeprefix("= ")
        return f"{self.written} gives p {gives}, not {reported}."


def _read(text: str, found: re.Match[str]) -> _Test | None:
    """The test with its degrees of freedom as written, or, if only then it fits, as some write them."""
    degrees = [float(found[name]) for name in ("df", "df2") if found[name]]
    readings = [degrees]
    if found["test"] == "F":
        readings.append(degrees[::-1])
    elif found["test"] == "r":  # the number of pairs, which is two more
        readings.append([degrees[0] - 2])
    tests = [_test(text, found, reading) for reading in readings]
    return next((test for test in tests if test is not None and test.fits()), tests[0])


def _test(text: str, found: re.Match[str], degrees: list[float]) -> _Test | None:
    names = [name for name in ("df", "df2", "value", "p") if found[name]]
    numbers = tuple(number_at(text, *found.span(name)) for name in names)
    value = numbers[-2]
    tail = _tail(found["test"], degrees)
    if tail is None or (found["test"] == "r" and value.value >= 1):
        return None
    likely = Interval(tail(known(value).high), tail(max(known(value).low, 0.0)))
    written = text[found.start() : found.end("value")]
    spherical = found["test"] == "F" and degrees[0] > 1
    return _Test(written, numbers, found["sign"], likely, tail(value.value), spherical)


def _tail(test: str, degrees: list[float]) -> Callable[[float], float] | None:
    """How likely a statistic at least so large is by chance; None where the degrees of freedom do not fit."""
    if min(degrees) <= 0 or len(degrees) != (2 if test == "F" else 1):
        return None
    if test == "F":
        return lambda value: tails.fisher(value, *degrees)
    freedom = degrees[0]
    if test == "t":
        return lambda value: tails.student(value, freedom)
    if test == "r":
        return lambda r: tails.student(r * sqrt(freedom / (1 - r * r)) if r < 1 else inf, freedom)
    return lambda value: tails.chi_squared(value, freedom)
