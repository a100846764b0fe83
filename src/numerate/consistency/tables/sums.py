"""Totals, subtotals, differences and balances among the lines of a table.

Lines are read in order, with a stack of those that no total has included yet. A total adds up the last lines
of the stack, which then give way to it; so nested subtotals need no indentation. How many lines it adds up,
and with which signs, is what its figures at all places support best, weighed with what the labels say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement, product
from math import log
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.formula import Formula, Term, information
from numerate.consistency.tables.grid import Flags, Indices, LineMatrix, Matrix
from numerate.consistency.tables.labels import (
    is_additive,
    is_bare_total,
    is_change,
    is_date,
    is_deduction,
    is_part_of,
    is_result,
    is_sure_result,
    is_total,
)

_LONGEST_SUM = 60
"""LineMatrix of a sum that are tried; a longer one must reach back to a natural start."""
_MOST_SIGNED = 7
"""LineMatrix of a sum for which every combination of signs is tried."""
_MOST_FLIPPED = 30
"""LineMatrix of a sum for which one or two changed signs are tried."""
_MOST_LINES = 150
_MOST_FIGURES = 5000
"""Lines and figures of a table in which differences are looked for without a label that suggests one."""
_LEAST = -3.0
"""Log-odds below which a sum is not considered further."""
_MOST_PLACES = 16
"""Places at which other signs are tried; those that hold there are tried at all."""
_MOST_SECTIONS = 4
"""Sections that a total may add up, counted from the last."""
_FAILURE = -6.0
"""Evidence of a place where a formula fails: log of how often a figure of a table is wrong."""
_TRUSTED = 4.0
"""Log-odds from which a formula is taken to be meant, and its lines leave the stack."""


def find_sums(lines: LineMatrix) -> list[Formula]:
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

    members: Indices
    signs: Matrix
    prior: float


@dataclass
class _Stack:
    """The lines that no total has included yet, in the order of reading."""

    lines: list[int] = field(default_factory=list)
    sections: list[int] = field(default_factory=lambda: [0])
    """Indices where sections begin."""
    last_total: int = -1
    """Index of the last total, or −1."""

    def replace(self, formula: Formula) -> None:
        """Put a total in the place of the lines that it includes."""
        included = {term.line for term in formula.terms}
        self.lines = [line for line in self.lines if line not in included]
        self.last_total = len(self.lines)
        self.sections = [start for start in self.sections if start <= len(self.lines)]
        self.lines.append(formula.target)

    def natural_lengths(self) -> set[int]:
        """Return how many lines a total adds up that goes back to a header, the last total or the start."""
        height = len(self.lines)
        starts = {*self.sections[-_MOST_SECTIONS:], 0, self.last_total, self.last_total + 1}
        return {height - start for start in starts if 0 <= start < height - 1}


class _Reader:
    """Reads lines in one direction.

    There are two stacks: one on which a total replaces lines when the figures prove it, and one on which it
    does so when its label says it is a total, though a wrong figure may hide that.
    """

    def __init__(self, lines: LineMatrix, usable: Flags, upwards: bool = False) -> None:
        self.lines = lines
        self.usable = usable
        self.upwards = upwards
        self.stacks = _Stack(), _Stack()

    def formulas(self) -> Iterator[Formula]:
        """Yield the best sum for each line, if there is one that its figures or its label support."""
        lines = self.lines
        order = range(len(lines))
        for target in reversed(order) if self.upwards else order:
            if lines.is_empty(target) or _is_header(lines, target):
                for stack in self.stacks:
                    stack.sections.append(len(stack.lines))
            elif self.usable[target]:
                yield from self._read(target)

    def _read(self, target: int) -> Iterator[Formula]:
        label = self.lines.labels[target]
        formula = self._best(target)
        trust = -np.inf
        if formula is not None:
            trust = formula.prior + support(self.lines, formula)
            yield formula
        named = is_total(label) or is_sure_result(label)
        for stack, required in zip(self.stacks, (_TRUSTED, -_TRUSTED if named else _TRUSTED), strict=True):
            if formula is not None and trust >= required:
                stack.replace(formula)
            elif not is_part_of(label):
                stack.lines.append(target)

    def _best(self, target: int) -> Formula | None:
        """Return the sum for a target that figures and labels support best, if any does."""
        best: Formula | None = None
        highest = _LEAST
        proven, named = self.stacks
        for stack in (proven,) if proven.lines == named.lines else (proven, named):
            for members, signs, prior in self._candidates(target, stack):
                formula = _sum(self.lines, target, members, signs, prior)
                if np.isnan(formula.residual).all() or (prior < 0 and not formula.holds.any()):
                    continue
                score = prior + support(self.lines, formula)
                if score > highest:
                    best, highest = formula, score
        return best

    def _candidates(self, target: int, stack: _Stack) -> Iterator[Candidate]:
        """Yield the sums to try, with their prior log-odds.

        Only those that hold at some place, and those that labels and position suggest, are worth weighing.
        """
        lines, depth = self.lines, min(len(stack.lines), _LONGEST_SUM)
        if depth < 2:
            return
        open_lines = np.array(stack.lines[-depth:], dtype=np.intp)
        label = lines.labels[target]
        odds = self._odds(label)
        natural = stack.natural_lengths()
        values = lines.values[open_lines]
        sums = np.cumsum(values[::-1], axis=0)
        tolerance = (np.cumsum(lines.steps[open_lines][::-1], axis=0) + lines.steps[target]) / 2
        plausible = (np.abs(lines.values[target] - sums) <= tolerance).any(axis=1)
        deductions = np.array([is_deduction(lines.labels[line]) for line in open_lines])
        subtracts = is_result(label)
        for length in range(2, depth + 1):
            members = open_lines[depth - length :]
            share = log(0.9 / len(natural)) if length in natural else log(0.1 / depth)
            if plausible[length - 1] or (length in natural and odds > 0):
                yield Candidate(members, np.ones(length), odds + share)
            if self.upwards:
                continue
            by_label = np.where(deductions[depth - length :], -1.0, 1.0)
            if -length < by_label.sum() < length:
                yield Candidate(members, by_label, odds + share + log(0.6 if subtracts else 0.2))
            if subtracts and length <= _MOST_FLIPPED:
                yield Candidate(members, np.array([1.0, *[-1.0] * (length - 1)]), odds + share + log(0.3))
            if odds > 0 or (len(lines) <= _MOST_LINES and lines.values.size <= _MOST_FIGURES):
                yield from self._signed(target, members, odds + share)

    def _odds(self, label: str) -> float:
        if is_bare_total(label):
            p = 0.95
        elif is_total(label) or is_sure_result(label):
            p = 0.85
        elif is_result(label) or is_change(label):
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

    def _signed(self, target: int, members: Indices, prior: float) -> Iterator[Candidate]:
        """Yield the sums with other signs that hold at one place or more."""
        lines, length = self.lines, len(members)
        if length <= _MOST_SIGNED:
            patterns = _patterns(length)
        elif length <= _MOST_FLIPPED:
            patterns = _flips(length)
        else:
            return
        values = lines.values[members, :_MOST_PLACES]
        tolerance = _tolerance(lines, target, members)[:_MOST_PLACES]
        missing = lines.values[target, :_MOST_PLACES] - values.sum(axis=0)
        # Turning the sign of a line takes it off twice.
        residuals = missing + (1 - patterns) @ np.nan_to_num(values)
        hold = np.abs(residuals) <= tolerance
        if not hold.any():
            return
        evidence = information(lines, target, members, _tolerance(lines, target, members))[:_MOST_PLACES]
        nats = np.where(hold, evidence, 0.0).sum(axis=1)
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
    pairs = list(combinations_with_replacement(range(length), 2))
    signs = np.ones((len(pairs) + 1, length))
    for row, pair in enumerate(pairs):
        signs[row, list(pair)] = -1.0
    signs[-1, 1:] = -1.0
    return signs


def _usable(lines: LineMatrix) -> Iterator[Flags]:
    """Yield the lines of amounts, and those of percentages; averages and rates cannot be added up."""
    shown = (~lines.blank & ~np.isnan(lines.values)).any(axis=1)
    additive = shown & np.array([is_additive(label) for label in lines.labels], bool)
    for kind in (~lines.percent_lines, lines.percent_lines):
        if (additive & kind).sum() > 2:
            yield additive & kind


def _is_header(lines: LineMatrix, line: int) -> bool:
    """Return whether the figures of a line are consecutive years: a header in the middle of a table."""
    shown = ~lines.blank[line]
    values, steps = lines.values[line][shown], lines.steps[line][shown]
    label = lines.labels[line]
    if not len(values) or np.isnan(values).any() or (steps == 0).any() or is_total(label):
        return False
    years = values / steps
    if not ((years >= 1900) & (years <= 2100)).all():
        return False
    return bool((np.abs(np.diff(years)) == 1).all()) if len(years) > 1 else is_date(label)


def _tolerance(lines: LineMatrix, target: int, members: Indices) -> Matrix:
    """Return the largest residual that rounding explains.

    Each figure that is not zero is off by up to half a unit of its last digit; of many, that all are off the
    same way does not happen.
    """
    steps = np.where(lines.values[members] != 0, lines.steps[members], 0.0)
    own = lines.steps[target]
    return np.asarray(np.minimum((steps.sum(axis=0) + own) / 2, rounding_error(steps, own, 2.9)))


def rounding_error(steps: Matrix, own: Matrix, deviations: float) -> Matrix:
    """Return a number of standard deviations of the rounding error of a sum, in full units."""
    variance = ((steps**2).sum(axis=0) + own**2) / 12
    unit = np.maximum(own, steps.max(axis=0, initial=0.0))
    return np.asarray(deviations * np.sqrt(variance) + unit / 2)


def _sum(lines: LineMatrix, target: int, members: Indices, signs: Matrix, prior: float) -> Formula:
    expected = signs @ lines.values[members]
    residual = lines.values[target] - expected
    # A dash is no total: it may stand for zero, or for nothing.
    empty = (lines.steps[target] == 0) | lines.blank[members].all(axis=0)
    # Percentages next to amounts are changes or shares; few of them add up.
    fails = np.abs(residual) > _tolerance(lines, target, members)
    unlike = lines.percent_places & fails
    if (lines.percent_places & ~fails & ~empty).sum() > max(1, unlike.sum()):
        unlike = lines.change_places & fails
    residual = np.where(empty | unlike, np.nan, residual)
    terms = tuple(Term(int(line), float(sign)) for line, sign in zip(members, signs, strict=True))
    return Formula(
        "sum", target, terms, lines.by_column, expected, residual, _tolerance(lines, target, members), prior
    )


def support(lines: LineMatrix, formula: Formula, without: int | None = None) -> float:
    """Return the evidence of all places together, in nats; or of all but one.

    A failure counts less against a formula if one wrong digit would explain it.
    """
    members = np.array([term.line for term in formula.terms], dtype=np.intp)
    deviation = np.where(formula.holds, formula.residual, formula.tolerance)
    nats = information(lines, formula.target, members, deviation)
    failures = _FAILURE + explained_by_digit(formula, lines.steps[formula.target], nats)
    evidence = np.where(formula.holds, nats, np.where(formula.fails, failures, 0.0))
    if without is not None:
        evidence[without] = 0.0
    return float(evidence.sum())


def explained_by_digit(formula: Formula, step: Matrix, nats: Matrix) -> Matrix:
    """Return the evidence of residuals that one wrong digit, or two swapped ones, would leave: 300, 9, 270.

    Where other sums are off by a unit, such a residual may be, too: 301, 269.
    """
    step = np.maximum(step, 1e-9)
    units = np.abs(np.nan_to_num(formula.residual)) / step
    evidence = np.where(_of_one_digit(units), np.clip(nats - 2.5, 0.0, 5.0), 0.0)
    if (formula.holds & (formula.residual != 0)).any():
        near = _of_one_digit(units - 1) | _of_one_digit(units + 1)
        evidence = np.maximum(evidence, np.where(near & (units > 10), np.clip(nats - 3.5, 0.0, 4.0), 0.0))
    return evidence


def _of_one_digit(units: Matrix) -> Flags:
    for _ in range(12):
        units = np.where((units > 0) & (units % 10 == 0), units / 10, units)
    return np.asarray((units == np.rint(units)) & ((units <= 9) | ((units % 9 == 0) & (units <= 81))))
