"""Equations between quantities, tested and solved on intervals.

A term is built from quantities with `+ - * / **`. If no quantity occurs twice, the interval of a term is
exact: an equation fails only if no values that the numbers stand for satisfy it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from numerate.consistency.interval import EVERYTHING, Interval, amount, point
from numerate.text import Number

ZERO, ONE = point(Fraction(0)), point(Fraction(1))


class Term:
    """One side of an equation."""

    def values(self) -> Interval:
        """Return the values that it may have."""
        raise NotImplementedError

    def parts(self) -> tuple[Term, ...]:
        """Return the terms that it is built from."""
        return ()

    def isolate(self, part: Term, target: Interval) -> Interval:
        """Return the values of a part for which the whole has a value in `target`."""
        raise NotImplementedError

    def leaves(self) -> Iterator[Quantity]:
        """Yield the quantities in it, in order."""
        for part in self.parts():
            yield from part.leaves()

    def solve(self, leaf: Quantity, target: Interval) -> Interval:
        """Return the values of a quantity in it for which the whole has a value in `target`."""
        part = next(part for part in self.parts() if any(each is leaf for each in part.leaves()))
        return part.solve(leaf, self.isolate(part, target))

    def __add__(self, other: Term) -> Term:
        return Sum((self, other), (1, 1))

    def __sub__(self, other: Term) -> Term:
        return Sum((self, other), (1, -1))

    def __mul__(self, other: Term) -> Term:
        return Product((self, other), (1, 1))

    def __truediv__(self, other: Term) -> Term:
        return Product((self, other), (1, -1))

    def __pow__(self, power: int) -> Term:
        return Power(self, power)


@dataclass(frozen=True, eq=False)
class Quantity(Term):
    """A number of the text, in the units of the equation."""

    number: Number
    interval: Interval
    scale: Fraction = Fraction(1)
    """Multiplies the number as written to give units of the equation."""
    offset: Fraction = Fraction(0)

    def values(self) -> Interval:
        """Return the values that the number stands for."""
        return self.interval

    def leaves(self) -> Iterator[Quantity]:
        """Yield itself."""
        yield self

    def solve(self, leaf: Quantity, target: Interval) -> Interval:
        """Return the target: this is the quantity that was looked for."""
        return target

    @property
    def value(self) -> float:
        """The value as written, in the units of the equation."""
        size = amount(self.number) * self.scale
        return float((-size if self.number.sign < 0 else size) + self.offset)

    def as_written(self, values: Interval) -> Interval:
        """Return values of the equation in the unit in which the number is written."""
        return values.minus(point(self.offset)).times(1 / self.scale)


@dataclass(frozen=True, eq=False)
class FixedTerm(Term):
    """A value that is not written as a number, such as the 2 of "doubled"."""

    interval: Interval

    def values(self) -> Interval:
        """Return the values that it may have."""
        return self.interval


@dataclass(frozen=True, eq=False)
class Sum(Term):
    """A sum of terms, each with a sign."""

    terms: tuple[Term, ...]
    signs: tuple[int, ...]

    def parts(self) -> tuple[Term, ...]:
        """Return the terms."""
        return self.terms

    def values(self) -> Interval:
        """Add the values of the terms."""
        return self._add(None)

    def isolate(self, part: Term, target: Interval) -> Interval:
        """Subtract all other terms."""
        sign = self.signs[next(i for i, term in enumerate(self.terms) if term is part)]
        return target.minus(self._add(part)).times(sign)

    def _add(self, without: Term | None) -> Interval:
        signed = (
            term.values().times(sign)
            for term, sign in zip(self.terms, self.signs, strict=True)
            if term is not without
        )
        return reduce(Interval.plus, signed, ZERO)


@dataclass(frozen=True, eq=False)
class Product(Term):
    """A product of terms, each to the power of 1 or -1."""

    terms: tuple[Term, ...]
    powers: tuple[int, ...]

    def parts(self) -> tuple[Term, ...]:
        """Return the factors and divisors."""
        return self.terms

    def values(self) -> Interval:
        """Multiply the values of the terms."""
        return self._multiply(None)

    def isolate(self, part: Term, target: Interval) -> Interval:
        """Divide by all other terms."""
        power = self.powers[next(i for i, term in enumerate(self.terms) if term is part)]
        others = self._multiply(part)
        return target.over(others) if power > 0 else others.over(target)

    def _multiply(self, without: Term | None) -> Interval:
        product = ONE
        for term, power in zip(self.terms, self.powers, strict=True):
            if term is not without:
                product = product.by(term.values()) if power > 0 else product.over(term.values())
        return product


@dataclass(frozen=True, eq=False)
class Power(Term):
    """A positive term to a whole power."""

    base: Term
    power: int

    def parts(self) -> tuple[Term, ...]:
        """Return the base."""
        return (self.base,)

    def values(self) -> Interval:
        """Raise the values of the base."""
        return self.base.values().to_the(self.power)

    def isolate(self, part: Term, target: Interval) -> Interval:
        """Take the root."""
        return target.root(self.power)


def total(*terms: Term) -> Term:
    """Return the sum of the terms."""
    return Sum(terms, (1,) * len(terms))


def constant(low: float | Fraction, high: float | Fraction | None = None) -> FixedTerm:
    """Return a value, or a range of values, that is not written as a number."""
    low = Fraction(low)
    return FixedTerm(Interval(low, low if high is None else Fraction(high)))


@dataclass(frozen=True, eq=False)
class Equation:
    """Two terms that a text claims to be equal, the second usually a figure that its author derived."""

    left: Term
    right: Term

    def holds(self) -> bool:
        """Return whether some values that the numbers stand for make both sides equal."""
        return self.left.values().meets(self.right.values())

    def quantities(self) -> list[Quantity]:
        """Return the numbers of the text in it, those of the left side first."""
        return [*self.left.leaves(), *self.right.leaves()]

    def needed(self, leaf: Quantity) -> Interval | None:
        """Return the values, as written, for which it would hold if this number alone were wrong."""
        here, there = self.left, self.right
        if not any(each is leaf for each in here.leaves()):
            here, there = there, here
        values = here.solve(leaf, there.values())
        return None if values == EVERYTHING else leaf.as_written(values)


@dataclass(frozen=True, eq=False)
class Order(Equation):
    """Two terms of which the text claims that the first is not larger than the second."""

    def holds(self) -> bool:
        """Return whether some values are in this order."""
        return self.left.values().low <= self.right.values().high

    def needed(self, leaf: Quantity) -> Interval | None:
        """Return nothing: too many values would do."""
        return None
