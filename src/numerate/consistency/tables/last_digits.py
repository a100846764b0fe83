"""Errors of a few units in the last digit, in documents whose tables are exact everywhere else.

Rounding puts sums off by a unit or two, too. Such an error is reported only where other sums are exact more
often than figures that were rounded one by one would make them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import erf, inf, log, sqrt
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.formula import TRUSTED, Failure, Formula, Instance, Position
from numerate.consistency.tables.judge import Analysis
from numerate.consistency.tables.labels import is_additive

_POSSIBLE = 1.0
_SURE = 2.0
"""Log-likelihood ratio, by the sums of a document, that it does not round, for a possible and a sure error.

Of the annual reports of the development (`benchmarks/published.py`), one table in a hundred has a sum that is
off by rounding. Such a table reaches a ratio of exp(2) with a probability below exp(−2), so that about one
table in 700 should have a false finding.
"""
_REPEATED = 2.0
"""Evidence that a total which repeats its only part is wrong, not rounded, if it differs by a unit. A dash
next to that part may stand for less than half a unit."""
_RAREST = 1e-9


class Exactness(NamedTuple):
    """The exactness of the sums of a table."""

    evidence: float
    """Log-odds that the table does not round; −∞ if a sum is off by a fraction of a unit."""
    off: tuple[Instance, ...]
    """The sums that are off by a unit or more, but within rounding."""

    @property
    def for_others(self) -> float:
        """What this says about other tables of the document: if a sum is off here, they may round, too."""
        return -inf if self.off else self.evidence


def exactness(analysis: Analysis) -> Exactness:
    """Weigh the sums of a table that hold: exact ones against those that are off by rounding."""
    evidence, off = 0.0, []
    for formula in analysis.formulas:
        lines = analysis.grid.lines(formula.by_column)
        if formula.trust < TRUSTED or lines.percent_lines[formula.target]:
            continue  # percentages are rounded in tables of exact amounts, too
        if not is_additive(lines.labels[formula.target]):
            continue  # so are rates, of which often only the first has a percent sign
        parts = formula.count_parts(lines)
        # A figure with fewer digits than the total is rounded.
        alike = (lines.steps[formula.members] <= lines.steps[formula.target]).all(axis=0)
        units = np.abs(formula.residual) / np.maximum(lines.steps[formula.target], 1e-9)
        judged = formula.holds & alike & (parts > 0) & ~lines.percent_places
        # The probability that several rounded figures give an exact sum.
        exact = judged & (parts > 1) & (units == 0)
        if formula.prior < 0 and not (judged & (units == 0)).any():
            continue  # a sum that no label names, and that is exact nowhere: a coincidence
        evidence -= sum(log(_probability(0, count)) for count in parts[exact])
        off += [Instance(formula, int(place)) for place in np.flatnonzero(judged & (units >= 1))]
        if (judged & (units != np.rint(units))).any():
            evidence = -inf
    return Exactness(evidence, tuple(off))


def last_digit_failures(analysis: Analysis) -> Iterator[Failure]:
    """Yield the sum that is off by few units, if all others are exact and one figure explains it."""
    own = exactness(analysis)
    if not own.off or analysis.failures:
        return
    first, *others = own.off
    exact = own.evidence + analysis.elsewhere.exact + _rarity(analysis, first)
    if exact < _POSSIBLE:
        return
    shared = set(first.positions()).intersection(*(instance.positions() for instance in others))
    lines = analysis.grid.lines(first.formula.by_column)
    suspects = [
        suspect
        for line, position in zip(first.formula.lines()[::-1], first.positions()[::-1], strict=True)
        if position in shared and not _is_exact_elsewhere(analysis.formulas, position, own.off)
        if (suspect := first.misprint(lines, line, first.meant(lines, line)))
    ]
    if suspects:
        yield Failure(first, 0.0, tuple(suspects), tuple(others), certain=exact >= _SURE)


def _rarity(analysis: Analysis, instance: Instance) -> float:
    """Return how much rarer rounding leaves a residual than one of a single unit, in nats."""
    formula, place = instance
    lines = analysis.grid.lines(formula.by_column)
    parts = int(formula.count_parts(lines)[place])
    if parts == 1:
        return _REPEATED
    units = round(abs(instance.residual) / float(lines.steps[formula.target, place]))
    return log(_probability(1, parts) / _probability(units, parts))


def _probability(units: int, parts: int) -> float:
    """Return the probability that a sum of rounded figures is off by `units`, in one direction."""
    scale = sqrt(6 / parts)
    return max(erf((units + 0.5) * scale) - erf((units - 0.5) * scale), _RAREST) / 2


def _is_exact_elsewhere(formulas: Sequence[Formula], position: Position, off: Sequence[Instance]) -> bool:
    """Return whether another sum that a figure is part of is exact."""
    for formula in formulas:
        line, place = position[::-1] if formula.by_column else position
        if line in formula.lines() and formula.holds[place] and Instance(formula, place) not in off:
            return True
    return False
