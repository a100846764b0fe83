"""How often chance alone gives a test statistic at least as large: the tails of four distributions.

Two continued fractions (Lentz's method) serve all four; scipy, which has them too, is no dependency of
reading and checking. Tests compare them with scipy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import erfc, exp, inf, lgamma, log, log1p, sqrt

from numerate.consistency.relation import Interval, Relation, known, loosely, number_at, precision
from numerate.consistency.skeleton import Skeleton
from numerate.text import Number

_TERMS = 10_000
_TINY = 1e-300
_CLOSE = 1e-15
_NEARLY_NONE = 1e-8


def normal(z: float) -> float:
    """Both tails of the normal distribution beyond ±z."""
    return erfc(abs(z) / sqrt(2))


def student(t: float, freedom: float) -> float:
    """Both tails of Student's t distribution beyond ±t."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def fisher(f: float, above: float, below: float) -> float:
    """The upper tail of the F distribution with so many degrees of freedom above and below."""
    at = above * f
    if at < _NEARLY_NONE * below:  # so little would be lost beside 1
        return 1 - _incomplete_beta(above / 2, below / 2, at / (below + at))
    return _incomplete_beta(below / 2, above / 2, below / (below + at))


def chi_squared(x: float, freedom: float) -> float:
    """The upper tail of the χ² distribution."""
    shape, at = freedom / 2, x / 2
    if at <= 0:
        return 1.0
    front = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:  # the fraction converges slowly here, the series quickly
        term = total = 1 / shape
        for n in range(1, _TERMS):
            term *= at / (shape + n)
            total += term
            if term < total * _CLOSE:
                break
        return 1 - front * total
    return front * _fraction(lambda n: -n * (n - shape), lambda n: at + 2 * n + 1 - shape)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if not 0 < x < 1:
        return min(max(x, 0.0), 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a

    def numerator(n: int) -> float:
        m, odd = divmod(n, 2)
        if odd:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return front * _fraction(numerator, lambda n: 1.0)


def _fraction(numerator: Callable[[int], float], denominator: Callable[[int], float]) -> float:
    """1 / (d0 + n1 / (d1 + n2 / (d2 + …)))."""
    value = above = denominator(0) or _TINY
    below = 0.0
    for n in range(1, _TERMS):
        below = 1 / (denominator(n) + numerator(n) * below or _TINY)
        above = denominator(n) + numerator(n) / above or _TINY
        value *= above * below
        if abs(above * below - 1) < _CLOSE:
            break
    return 1 / value


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
        return lambda value: fisher(value, *degrees)
    freedom = degrees[0]
    if test == "t":
        return lambda value: student(value, freedom)
    if test == "r":
        return lambda r: student(r * sqrt(freedom / (1 - r * r)) if r < 1 else inf, freedom)
    return lambda value: chi_squared(value, freedom)
