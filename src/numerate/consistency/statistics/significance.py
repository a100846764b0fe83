"""Rule `significance`: p-values that do not follow from their test, as in "t(38) = 2.10, p = .21"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf, sqrt

from numerate.consistency.interval import Interval
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.statistics.compact import step
from numerate.consistency.statistics.reading import P_HINT, ReportedTest, TestName, read_tests
from numerate.consistency.statistics.tails import chi_squared, fisher, normal, student
from numerate.text import Number

_LEAST_P = 1e-5
"""P-values below this are all the same to a reader."""
ALPHA = 0.05
"""The level at which papers call a result significant unless they say otherwise."""
_CORRECTED = re.compile(
    r"bonferroni|correct(?:ed|ion)|adjusted|\bfdr\b|holm|tukey|scheff|benjamini|greenhouse"
    r"|multiple comp",
    re.IGNORECASE,
)
"""Corrections that increase p-values: a text that mentions one may state larger ones than its tests give."""
_RESAMPLED = re.compile(r"permutation|bootstrap|resampl|monte carlo|rayleigh", re.IGNORECASE)
"""Resampling methods, and a test on the circle, whose p-values do not follow from the test statistic."""
_RESAMPLED_REACH = 200
"""Characters around a test in which they concern it; elsewhere in the text they only may."""
_TWO_TAILED = re.compile(r"(?:two|2)[- ](?:tailed|sided)", re.IGNORECASE)
_TAILS_REACH = 40
"""Characters after a p-value in which the text says how many tails it has."""
_MAX_TOO_LARGE = 2
"""With more p-values that are too large than this, they were probably corrected without saying so."""
_FAR = 3.0
"""Ratio of the p-values from which on they differ for other reasons than rounding or an exact test."""


def find_tests(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every significance test with its degrees of freedom and p-value."""
    text = skeleton.text
    tests = [test for reported in read_tests(skeleton.compact) if (test := _recompute(reported, text))]
    if not tests:
        return
    resampled = _RESAMPLED.search(text) is not None
    corrected = _CORRECTED.search(text) is not None
    corrected = corrected or sum(test.too_large() for test in tests) > _MAX_TOO_LARGE
    for test in tests:
        near = slice(max(0, test.reported.start - _RESAMPLED_REACH), test.reported.end + _RESAMPLED_REACH)
        if test.fits() or (test.too_large() and corrected) or (resampled and _RESAMPLED.search(text[near])):
            yield Relation("significance", test.numbers)
            continue
        certain = test.changes_decision() or test.is_far() or test.is_swapped()
        possible = resampled or not certain
        yield Relation(
            "significance",
            test.numbers,
            test.problem(text),
            test.needed(),
            level="possible" if possible else "error",
        )


RULE = ConsistencyRule(
    name="significance",
    title="A p-value that does not fit its test",
    description="The test statistic and its degrees of freedom give a different p-value.",
    level="error",
    example="They differed, t(38) = 2.10, p = .21.",
    find=find_tests,
    hint=P_HINT,
    last_is_derived=True,
)

_PLAIN = re.compile(r"[0-9,]*(?:\.[0-9]+)?")
"""A number that can be written anew in its style: not an index or a number with markup in it."""
Tail = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class _Test:
    """A reported test with the p-values that its statistic gives."""

    reported: ReportedTest
    tail: Tail
    least: Tail
    """The tail after the strongest correction for sphericity; that of the test itself where none applies."""
    two_tailed: bool
    """Whether the text says that the p-value has two tails, or the test has no other."""

    @property
    def numbers(self) -> tuple[Number, ...]:
        reported = self.reported
        pairs = () if reported.pairs is None else (reported.pairs,)
        p = () if reported.p is None else (reported.p,)
        degrees = (number for number in reported.degrees if _PLAIN.fullmatch(number.text))
        return (*degrees, *pairs, reported.value, *p)

    @property
    def values(self) -> Interval:
        """The statistics that round to the written one, or that its sign allows."""
        value, half = self.reported.value.value, step(self.reported.value) / 2
        low = 0.0 if self.reported.sign == "<" else max(value - half, 0.0)
        return Interval(low, inf if self.reported.sign == ">" else value + half)

    @property
    def expected(self) -> float:
        """The p-value of the statistic as written."""
        return self.tail(self.reported.value.value)

    @property
    def computed(self) -> Interval:
        """The p-values of all statistics that the written one may stand for."""
        low, high = float(self.values.low), float(self.values.high)
        return Interval(min(self.tail(high), self.least(high)), max(self.tail(low), self.least(low)))

    @property
    def stated(self) -> Interval:
        """The p-values that the text states."""
        p, sign = self.reported.p, self.reported.p_sign
        if p is None:
            return Interval(ALPHA, 1.0)
        if sign == "<":  # "p < .000" is careless, not wrong
            return Interval(0.0, p.value or step(p))
        return Interval(p.value, 1.0) if sign == ">" else Interval(p.value - step(p), p.value + step(p))

    def fits(self) -> bool:
        """Return whether the p-value may belong to the test, with one tail or two."""
        return self.allows(self.stated)

    def allows(self, stated: Interval) -> bool:
        """Return whether a p-value may be that of the test: both tails, or the expected or other one."""
        if stated.meets(self.computed):
            return True
        if self.two_tailed:
            return False
        expected = self.computed.times(0.5)
        other = Interval(1 - expected.high, 1 - expected.low)
        return stated.meets(expected) or (self.reported.p_sign == "=" and stated.meets(other))

    def too_large(self) -> bool:
        """Return whether the p-value is larger than the test gives, as corrections make it."""
        return not self.fits() and self.stated.low > self.computed.high

    def changes_decision(self) -> bool:
        """Return whether the result is significant by the text and not by the test, or the reverse."""
        p, sign = self.reported.p, self.reported.p_sign
        stated: bool | None = None
        if p is None or (sign == ">" and p.value >= ALPHA):
            stated = False
        elif (sign == "=" and p.value != ALPHA) or (sign == "<" and p.value <= ALPHA):
            stated = p.value <= ALPHA
        if stated is None:
            return False
        return self.computed.low > ALPHA if stated else self.computed.high <= ALPHA

    def is_far(self) -> bool:
        """Return whether the p-value differs from that of the test by a large factor."""
        if self.reported.p is None:
            return True
        low, high = (max(float(end), _LEAST_P) for end in self.computed)
        stated_low, stated_high = (max(float(end), _LEAST_P) for end in self.stated)
        return low > _FAR * stated_high or stated_low > _FAR * high

    def is_swapped(self) -> bool:
        """Return whether the p-value fits after two of its digits are swapped."""
        p = self.reported.p
        if p is None or self.reported.p_sign != "=":
            return False
        places = max(0, -int(p.decimal.as_tuple().exponent))
        digits = "".join(map(str, p.decimal.as_tuple().digits)).rjust(places, "0")
        for i in range(len(digits) - 1):
            value = int(digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]) / 10**places
            half = 0.5 / 10**places
            if digits[i] != digits[i + 1] and self.allows(Interval(value - half, value + half)):
                return True
        return False

    def needed(self) -> tuple[Interval | None, ...]:
        """Return what value or p-value the test would need if it alone were wrong."""
        value = self._needed_value()
        # Of degrees of freedom no other value is looked for: the p-value hardly depends on them.
        p = self.reported.p
        others = (Interval(0, 0),) * (len(self.numbers) - (1 if p is None else 2))
        if p is None:
            return (*others, value)
        return (*others, value, self.computed if _PLAIN.fullmatch(p.text) else None)

    def _needed_value(self) -> Interval | None:
        stated = self.stated
        if self.reported.p is None or self.reported.p_sign != "=" or stated.low <= 0:
            return None
        if not _PLAIN.fullmatch(self.reported.value.text):
            return None
        return Interval(_inverse(self.tail, float(stated.high)), _inverse(self.tail, float(stated.low)))

    def problem(self, text: str) -> str:
        """Return a sentence that states the p-value of the test, and whether it changes the result."""
        reported, expected = self.reported, self.expected
        gives = f"= {expected:.2g}" if expected >= 0.001 else "< 0.001"
        written = " ".join(text[reported.start : reported.end].split())
        if reported.p is None:
            return f"{written} gives p {gives}, which is significant at .05."
        stated = f"{reported.p_sign} {reported.p.text}".removeprefix("= ")
        problem = f"{written} gives p {gives}, not {stated}."
        if not self.changes_decision():
            return problem
        return f"{problem} That is {'' if expected <= ALPHA else 'not '}significant at .05."


def _recompute(reported: ReportedTest, text: str) -> _Test | None:
    """Return the test; with swapped degrees of freedom, or the number of pairs for r, if only that fits."""
    degrees = [number.value for number in reported.degrees]
    if reported.pairs is not None:
        degrees = [reported.pairs.value - 2]
    readings = [degrees]
    if reported.name == "F" and degrees[0] > degrees[1]:
        readings.append(degrees[::-1])
    elif reported.name == "r" and reported.pairs is None:  # some write the number of pairs, df + 2
        readings.append([degrees[0] - 2])
    tests = [test for reading in readings if (test := _test(reported, reading, text))]
    return next((test for test in tests if test.fits()), tests[0] if tests else None)


def _test(reported: ReportedTest, degrees: list[float], text: str) -> _Test | None:
    tail = _tail(reported.name, degrees)
    if tail is None or (reported.name == "r" and reported.value.value >= 1):
        return None
    least = tail
    if reported.name == "F" and degrees[0] > 1:
        # Corrections for sphericity divide both degrees of freedom by at most the first; few are mentioned.
        least = _tail("F", [1.0, degrees[1] / degrees[0]]) or tail
    one_sided = reported.name in ("t", "z", "r") or (degrees and degrees[0] == 1)
    after = text[reported.p_span[0] : reported.p_span[1] + _TAILS_REACH]
    two_tailed = not one_sided or _TWO_TAILED.search(after) is not None
    return _Test(reported, tail, least, two_tailed)


def _tail(test: TestName, degrees: list[float]) -> Tail | None:
    """Return the tail probability as a function of the statistic; None for impossible degrees of freedom."""
    if test == "z":
        return normal
    if not degrees or min(degrees) <= 0 or len(degrees) != (2 if test == "F" else 1):
        return None
    freedom = degrees[-1]
    if test == "F":
        first = degrees[0]
        if freedom > _MANY:
            return (lambda value: chi_squared(first * value, first)) if first <= _MANY else None
        return lambda value: fisher(value, first, freedom)
    if test == "t":
        return (lambda value: student(value, freedom)) if freedom <= _MANY else normal
    if test == "r":
        return lambda r: student(r * sqrt(freedom / (1 - r * r)) if r < 1 else inf, freedom)
    return (lambda value: chi_squared(value, freedom)) if freedom <= _MANY else None


_MANY = 1e5
"""Degrees of freedom from which on t is normal, and F is χ²; the fractions converge slowly there."""
_LARGEST = 1e4
"""Statistic up to which the one that gives a p-value is looked for."""


def _inverse(tail: Tail, p: float) -> float:
    """Return the statistic with a tail probability, by bisection."""
    low, high = 0.0, 1.0
    while tail(high) > p and high < _LARGEST:
        high *= 2
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle) > p else (low, middle)
    return (low + high) / 2
