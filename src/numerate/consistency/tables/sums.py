"""Totals, subtotals, differences and balances among the lines of a table.

Lines are read in order, with a stack of those that no total has included yet. A total adds up the last lines
of the stack, which then give way to it; so nested subtotals need no indentation. How many lines it adds up,
and with which signs, is what its figures at all places support best, weighed with what the labels say.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerate.consistency.tables.formula import Formula, Term, information
from numerate.consistency.tables.grid import Lines, Matrix
from numerate.consistency.tables.labels import (
    is_additive,
    is_bare_total,
    is_date,
    is_deduction,
    is_part_of,
    is_result,
    is_total,
)

_LONGEST_SUM = 60
"""Lines of a sum that are tried; a longer one must reach back to a natural start."""
_MOST_SIGNED = 7
"""Lines of a sum for which every combination of signs is tried."""
_MOST_FLIPPED = 30
"""Lines of a sum for which one or two changed signs are tried."""
_MOST_LINES = 150
"""Lines of a table in which differences are looked for without a label that suggests one."""
_MOST_SECTIONS = 4
"""Sections that a total may add up, counted from the last."""
_FAILURE = -6.0
"""Evidence of a place where a formula fails: log of how often a figure of a table is wrong."""
_TRUSTED = 4.0
"""Log-odds from which a formula is taken to be meant, and its lines leave the stack."""


def find_sums(lines: Lines) -> list[Formula]:
    """Return the sums and differences that the figures or the labels support."""
    if len(lines) < 3:
        return []
    formulas: list[Formula] = []
    # Percentages among amounts add up to percentages only.
    for usable in _usable(lines):
        below = list(_Reader(lines, usable).formulas())
        explained = {formula.target for formula in below}
        # Totals above their parts: the same, read from the end.
        above = _Reader(lines, usable, upwards=True).formulas()
        formulas += [*below, *(formula for formula in above if formula.target not in explained)]
    return formulas


class Candidate(NamedTuple):
    """A sum over some lines, with the sign of each and the log-odds that it is meant."""

    members: NDArray[np.intp]
    signs: Matrix
    prior: float


class _Reader:
    """Reads lines in one direction."""

    def __init__(self, lines: Lines, usable: NDArray[np.bool_], upwards: bool = False) -> None:
        self.lines = lines
        self.usable = usable
        self.upwards = upwards
        self.stack: list[int] = []
        self.boundaries = [0]
        """Indices in the stack where sections begin."""
        self.last_total = -1
        """Index in the stack of the last total, or −1."""

    def formulas(self) -> Iterator[Formula]:
        """Yield the best sum for each line, if there is one that its figures or its label support."""
        lines = self.lines
        order = range(len(lines))
        for target in reversed(order) if self.upwards else order:
            if lines.is_empty(target) or _is_header(lines, target):
                self.boundaries.append(len(self.stack))
                continue
            if not self.usable[target]:
                continue
            formula = self._best(target)
            if formula is not None:
                yield formula
                if formula.prior + support(lines, formula) >= _TRUSTED:
                    self._replace(formula)
                    continue
            if not is_part_of(lines.labels[target]):
                self.stack.append(target)

    def _replace(self, formula: Formula) -> None:
        del self.stack[len(self.stack) - len(formula.terms) :]
        self.last_total = len(self.stack)
        self.boundaries = [start for start in self.boundaries if start <= len(self.stack)]
        self.stack.append(formula.target)

    def _best(self, target: int) -> Formula | None:
        """Return the sum for a target that figures and labels support best, if any does."""
        best: Formula | None = None
        highest = -np.inf
        lines = self.lines
        for members, signs, prior in self._candidates(target):
            formula = _sum(lines, target, members, signs, prior)
            usable = ~np.isnan(formula.residual)
            if not usable.any():
                continue
            holds = int(formula.holds.sum())
            if not holds and prior < 0:
                continue
            score = prior + support(lines, formula)
            if score > highest:
                best, highest = formula, score
        if best is None or (highest < 0 and not (best.prior > 0)):
            return None
        return best

    def _candidates(self, target: int) -> Iterator[Candidate]:
        """Yield the sums to try, with their prior log-odds.

        Only those that hold at some place, and those that labels and position suggest, are worth weighing.
        """
        lines, depth = self.lines, min(len(self.stack), _LONGEST_SUM)
        if depth < 2:
            return
        stack = np.array(self.stack[-depth:], dtype=np.intp)
        label = lines.labels[target]
        odds = self._odds(label)
        natural = self._natural_lengths()
        values, steps = lines.values[stack], np.where(lines.values[stack] != 0, lines.steps[stack], 0.0)
        sums = np.cumsum(values[::-1], axis=0)
        tolerance = (np.cumsum(steps[::-1], axis=0) + lines.steps[target]) / 2
        plausible = (np.abs(lines.values[target] - sums) <= tolerance).any(axis=1)
        deductions = np.array([is_deduction(lines.labels[line]) for line in stack])
        subtracts = is_result(label)
        for length in range(2, depth + 1):
            members = stack[depth - length :]
            share = log(0.3) if length in natural else log(0.1 / depth)
            if plausible[length - 1] or (length in natural and odds > 0):
                yield Candidate(members, np.ones(length), odds + share)
            if self.upwards:
                continue
            by_label = np.where(deductions[depth - length :], -1.0, 1.0)
            if -length < by_label.sum() < length:
                yield Candidate(members, by_label, odds + share + log(0.6 if subtracts else 0.2))
            if subtracts and length <= _MOST_FLIPPED:
                yield Candidate(members, np.array([1.0, *[-1.0] * (length - 1)]), odds + share + log(0.3))
            if len(lines) <= _MOST_LINES or odds > 0:
                yield from self._signed(target, members, odds + share)

    def _natural_lengths(self) -> set[int]:
        """Return how many lines a total adds up if it goes back to a header, to the last total, or to the start."""
        height = len(self.stack)
        starts = {*self.boundaries[-_MOST_SECTIONS:], 0, self.last_total, self.last_total + 1}
        return {height - start for start in starts}

    def _odds(self, label: str) -> float:
        if is_bare_total(label):
            p = 0.95
        elif is_total(label):
            p = 0.85
        elif is_result(label):
            p = 0.6
        elif not label.strip():
            p = 0.3
        elif is_date(label):
            p = 0.0005
        else:
            p = 0.03
        if self.upwards:
            p /= 4
        return log(p / (1 - p))

    def _signed(self, target: int, members: NDArray[np.intp], prior: float) -> Iterator[Candidate]:
        """Yield the sums with other signs that hold at one place or more."""
        lines, length = self.lines, len(members)
        if length <= _MOST_SIGNED:
            patterns = _patterns(length)
        elif length <= _MOST_FLIPPED:
            patterns = _flips(length)
        else:
            return
        values = lines.values[members]
        tolerance = _tolerance(lines, target, members)
        missing = lines.values[target] - values.sum(axis=0)
        # Turning the sign of a line takes it off twice.
        residuals = missing + (1 - patterns) @ np.nan_to_num(values)
        hold = np.abs(residuals) <= tolerance
        if not hold.any():
            return
        nats = np.where(hold, information(lines, target, members, tolerance), 0.0).sum(axis=1)
        cost = log(0.5 / len(patterns))
        for index in np.argsort(-nats)[:3]:
            if nats[index] > 0:
                yield Candidate(members, patterns[index], prior + cost)


@cache
def _patterns(length: int) -> Matrix:
    """Return all combinations of signs but all plus and all minus."""
    rows = [signs for signs in product((1.0, -1.0), repeat=length) if len(set(signs)) > 1]
    return np.array(rows)


@cache
def _flips(length: int) -> Matrix:
    """Return the signs with one or two minus, and those with one plus at the start."""
    rows = [np.ones(length) for _ in range(length * (length + 1) // 2)]
    for row, (i, j) in zip(rows, ((i, j) for i in range(length) for j in range(i, length)), strict=True):
        row[[i, j]] = -1.0
    rows.append(np.array([1.0, *[-1.0] * (length - 1)]))
    return np.array(rows)


def _usable(lines: Lines) -> Iterator[NDArray[np.bool_]]:
    """Yield the lines of amounts, and those of percentages; averages and rates cannot be added up."""
    shown = (~lines.blank & ~np.isnan(lines.values)).any(axis=1)
    additive = shown & [is_additive(label) for label in lines.labels]
    for kind in (~lines.percent_lines, lines.percent_lines):
        if (additive & kind).sum() > 2:
            yield additive & kind


def _is_header(lines: Lines, line: int) -> bool:
    """Return whether the figures of a line are years: a header in the middle of a table."""
    values = lines.values[line][~lines.blank[line]] * 1.0
    steps = lines.steps[line][~lines.blank[line]]
    if np.isnan(values).any() or not len(values) or (steps == 0).any():
        return False
    years = values / steps
    return bool(((years >= 1900) & (years <= 2100)).all() and (len(years) > 1 or is_date(lines.labels[line])))


def _tolerance(lines: Lines, target: int, members: NDArray[np.intp]) -> Matrix:
    """Return half a unit of the last digit for each figure that is not zero."""
    steps = np.where(lines.values[members] != 0, lines.steps[members], 0.0).sum(axis=0)
    return (steps + lines.steps[target]) / 2


def _sum(lines: Lines, target: int, members: NDArray[np.intp], signs: Matrix, prior: float) -> Formula:
    expected = signs @ lines.values[members]
    residual = lines.values[target] - expected
    # A dash is no total: it may stand for zero, or for nothing.
    empty = (lines.steps[target] == 0) | lines.blank[members].all(axis=0)
    # Percentages next to amounts are changes or shares; few of them add up.
    fails = np.abs(residual) > _tolerance(lines, target, members)
    unlike = lines.percent_places & fails
    if (lines.percent_places & ~fails & ~empty).sum() > max(1, unlike.sum()):
        unlike[:] = False
    residual = np.where(empty | unlike, np.nan, residual)
    terms = tuple(Term(int(line), float(sign)) for line, sign in zip(members, signs, strict=True))
    return Formula(
        "sum", target, terms, lines.by_column, expected, residual, _tolerance(lines, target, members), prior
    )


def support(lines: Lines, formula: Formula, without: int | None = None) -> float:
    """Return the evidence of all places together, in nats; or of all but one.

    A failure counts less against a formula if one wrong digit would explain it.
    """
    members = np.array([term.line for term in formula.terms], dtype=np.intp)
    deviation = np.where(formula.holds, formula.residual, formula.tolerance)
    nats = information(lines, formula.target, members, deviation)
    failures = _FAILURE + explained_by_digit(formula.residual, lines.steps[formula.target], nats)
    evidence = np.where(formula.holds, nats, np.where(formula.fails, failures, 0.0))
    if without is not None:
        evidence[without] = 0.0
    return float(evidence.sum())


def explained_by_digit(residual: Matrix, step: Matrix, nats: Matrix) -> Matrix:
    """Return the evidence of residuals that one wrong digit, or two swapped ones, would leave: 300, 9, 270."""
    units = np.abs(np.nan_to_num(residual)) / np.maximum(step, 1e-9)
    for _ in range(12):
        units = np.where((units > 0) & (units % 10 == 0), units / 10, units)
    single = (units == np.rint(units)) & ((units <= 9) | ((units % 9 == 0) & (units <= 81)))
    return np.where(single, np.clip(nats - 2.5, 0.0, 5.0), 0.0)
