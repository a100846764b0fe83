"""Rule `significance`: p-values that do not follow from their test, as in "t(38) = 2.10, p = .21".

The tail probabilities come from two continued fractions (Lentz's method), because the base install has no
scipy; the tests compare them with scipy's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, inf, lgamma, log, log1p, sqrt

from numerate.consistency.interval import Interval, known, loosely, precision
from numerate.consistency.relation import Relation, number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
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
"""Corrections that increase p-values: a text that mentions one may state larger ones than its tests give."""

_RESAMPLED = re.compile(r"permutation|bootstrap|resampl|monte carlo", re.IGNORECASE)
"""Resampling methods, whose p-values do not follow from the test statistic."""

_MAX_TOO_LARGE = 2
"""With more p-values that are too large than this, they were probably corrected without saying so."""


def find_tests(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every significance test with its degrees of freedom and p-value."""
    text = skeleton.text
    if _RESAMPLED.search(text):
        return
    tests = [test for match in _TEST.finditer(text) if (test := _read(text, match)) is not None]
    corrected = _CORRECTED.search(text) is not None
    corrected = corrected or sum(test.too_large() for test in tests) > _MAX_TOO_LARGE
    for test in tests:
        fits = test.fits() or (test.too_large() and (corrected or test.spherical))
        if fits or (test.spherical and test.value.value < 1):
            yield Relation("significance", test.numbers)
        else:
            needed = (*(None for _ in test.numbers[1:]), test.p_interval)
            yield Relation("significance", test.numbers, test.problem(), needed)


RULE = ConsistencyRule(
    name="significance",
    title="A p-value that does not fit its test",
    description="The test statistic and its degrees of freedom give another p-value.",
    level="error",
    example="They differed, t(38) = 2.10, p = .21.",
    find=find_tests,
    last_is_derived=True,
)


@dataclass(frozen=True, slots=True)
class _Test:
    """A reported significance test."""

    written: str
    numbers: tuple[Number, ...]
    sign: str
    p_interval: Interval
    """The p-values of all statistics that round to the written one."""
    p_expected: float
    spherical: bool
    """Whether p may be corrected for sphericity, which moves it toward the middle and is seldom mentioned."""

    @property
    def value(self) -> Number:
        return self.numbers[-2]

    def fits(self) -> bool:
        """Return whether the p-value may belong to the test, one-sided or two-sided."""
        p, one_sided = self.numbers[-1], self.p_interval.times(0.5)
        if self.sign == "<":
            return one_sided.low < (p.value or precision(p))  # "p < .000" is careless, not wrong
        if self.sign == ">":
            return self.p_interval.high > p.value
        return loosely(p).meets(self.p_interval) or loosely(p).meets(one_sided)

    def too_large(self) -> bool:
        """Return whether the p-value is larger than the test gives, as corrections make it."""
        return not self.fits() and self.sign != "<" and self.numbers[-1].value > self.p_interval.high

    def problem(self) -> str:
        """Return a sentence that states the p-value of the test."""
        gives = f"= {self.p_expected:.2g}" if self.p_expected >= 0.001 else "< 0.001"
        reported = f"{self.sign} {self.numbers[-1].text}".removeprefix("= ")
        return f"{self.written} gives p {gives}, not {reported}."


def _read(text: str, match: re.Match[str]) -> _Test | None:
    """Return the test; with swapped degrees of freedom, or the number of pairs for r, if only that fits."""
    degrees = [float(match[name]) for name in ("df", "df2") if match[name]]
    readings = [degrees]
    if match["test"] == "F":
        readings.append(degrees[::-1])
    elif match["test"] == "r":  # some write the number of pairs, df + 2
        readings.append([degrees[0] - 2])
    tests = [_test(text, match, reading) for reading in readings]
    return next((test for test in tests if test is not None and test.fits()), tests[0])


def _test(text: str, match: re.Match[str], degrees: list[float]) -> _Test | None:
    names = [name for name in ("df", "df2", "value", "p") if match[name]]
    numbers = tuple(number_at(text, *match.span(name)) for name in names)
    value = numbers[-2]
    tail = _tail(match["test"], degrees)
    if tail is None or (match["test"] == "r" and value.value >= 1):
        return None
    p_interval = Interval(tail(float(known(value).high)), tail(max(float(known(value).low), 0.0)))
    written = text[match.start() : match.end("value")]
    spherical = match["test"] == "F" and degrees[0] > 1
    return _Test(written, numbers, match["sign"], p_interval, tail(value.value), spherical)


def _tail(test: str, degrees: list[float]) -> Callable[[float], float] | None:
    """Return the tail probability as a function of the statistic; None for impossible degrees of freedom."""
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


_MAX_TERMS = 10_000
_TINY = 1e-300
"""Replaces zero denominators in Lentz's method."""
_TOLERANCE = 1e-15
"""Relative change at which a series or continued fraction has converged."""
_CANCELLATION = 1e-8
"""Ratio below which one minus the fraction would lose digits, so that its complement is used instead."""


def student(t: float, freedom: float) -> float:
    """Return the two-sided tail probability of Student's t distribution beyond ±t."""
    return _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def fisher(f: float, numerator: float, denominator: float) -> float:
    """Return the upper tail probability of F with degrees of freedom of numerator and denominator."""
    at = numerator * f
    if at < _CANCELLATION * denominator:
        return 1 - _incomplete_beta(numerator / 2, denominator / 2, at / (denominator + at))
    return _incomplete_beta(denominator / 2, numerator / 2, denominator / (denominator + at))


def chi_squared(x: float, freedom: float) -> float:
    """Return the upper tail probability of the χ² distribution."""
    shape, at = freedom / 2, x / 2
    if at <= 0:
        return 1.0
    front = exp(shape * log(at) - at - lgamma(shape))
    if at < shape + 1:  # here the series converges faster than the continued fraction
        term = total = 1 / shape
        for n in range(1, _MAX_TERMS):
            term *= at / (shape + n)
            total += term
            if term < total * _TOLERANCE:
                break
        return 1 - front * total
    return front * _fraction(lambda n: -n * (n - shape), lambda n: at + 2 * n + 1 - shape)


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Evaluate the regularised incomplete beta function."""
    if not 0 < x < 1:
        return min(max(x, 0.0), 1.0)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a

    def numerator(n: int) -> float:
        m, remainder = divmod(n, 2)
        if remainder:
            return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    return front * _fraction(numerator, lambda n: 1.0)


def _fraction(numerator: Callable[[int], float], denominator: Callable[[int], float]) -> float:
    """Evaluate the continued fraction 1 / (d0 + n1 / (d1 + n2 / (d2 + …)))."""
    value = above = denominator(0) or _TINY
    below = 0.0
    for n in range(1, _MAX_TERMS):
        below = 1 / (denominator(n) + numerator(n) * below or _TINY)
        above = denominator(n) + numerator(n) / above or _TINY
        value *= above * below
        if abs(above * below - 1) < _TOLERANCE:
            break
    return 1 / value
