"""Lines in proportion: the quotient of two of them is the same at every place, or their product is.

Conversions, prices by weight and recipes for more people have one quotient; running times by power and
journey times by speed have one product. No label needs to say so: the figures prove it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import log
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.formula import Calculation, Failure, Formula, FormulaKind, Instance, Term
from numerate.consistency.tables.grid import Flags, LineMatrix, Matrix
from numerate.consistency.tables.labels import is_total

_MOST_LINES = 8
_MOST_PLACES = 200
"""Lines and places of a table in which proportions are looked for."""
_LEAST_HOLDS = 4
"""Places with different figures at which a proportion must hold."""
_PROVEN = 8.0
_MOST_NATS = 6.0
"""Evidence, in nats, from which lines are in proportion, and of one place at most."""
_CLEARLY = 2.0
"""Factor by which a failure must exceed what rounding explains."""


class ConstantFactor(NamedTuple):
    """The range of a quotient or product that all places allow but one."""

    low: float
    high: float
    failing: int


def find_proportions(lines: LineMatrix) -> Iterator[Calculation]:
    """Yield the lines that are in proportion to another, but for one figure."""
    if not (1 < len(lines) <= _MOST_LINES and _LEAST_HOLDS < len(lines.places) <= _MOST_PLACES):
        return
    kinds: tuple[FormulaKind, ...] = ("multiple", "inverse")
    for first, target in combinations(range(len(lines)), 2):
        for kind in kinds:
            formula = _formula(lines, kind, first, target)
            if formula is not None and (failure := _failure(lines, formula)):
                yield Calculation(formula, (failure,))


def _formula(lines: LineMatrix, kind: FormulaKind, first: int, target: int) -> Formula | None:
    """Return the proportion of two lines, if it is proven by all places but one."""
    usable = _usable(lines, first, target)
    if usable.sum() <= _LEAST_HOLDS:
        return None
    values, result, step = lines.values[first], lines.values[target], lines.steps[target]
    # Whole amounts are not rounded; results are rounded or truncated.
    slack = np.where(lines.steps[first] * lines.unit >= 1, 0.0, lines.steps[first] / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        if kind == "multiple":
            low, high = (result - step) / (values + slack), (result + step) / (values - slack)
        else:
            low, high = (result - step) * (values - slack), (result + step) * (values + slack)
        width = np.where(usable, high - low, np.nan)
    constant = _constant(low, high, usable)
    if constant is None or not _is_proven(lines, kind, constant, width, first):
        return None
    middle = (constant.low + constant.high) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = np.where(usable, middle * values if kind == "multiple" else middle / values, np.nan)
        tolerance = np.nan_to_num(np.abs(expected) * (high - low) / 2 / middle)
    residual = np.where(usable, result - expected, np.nan)
    factor = middle if kind == "multiple" else middle * lines.unit**2
    terms = (Term(first, factor),)
    return Formula(
        kind, target, terms, lines.by_column, expected, residual, tolerance, prior=0.0, factor=factor
    )


def _usable(lines: LineMatrix, first: int, target: int) -> Flags:
    pair = [first, target]
    totals = np.array([is_total(label) for label in lines.places], bool)
    shown = (lines.steps[pair] > 0) & (lines.values[pair] >= lines.steps[pair]) & ~lines.percent[pair]
    return np.asarray(shown.all(axis=0) & ~totals)


def _constant(low: Matrix, high: Matrix, usable: Flags) -> ConstantFactor | None:
    """Return what all places agree on but one; None if none disagrees, or if it may be one of two."""
    places = np.flatnonzero(usable)
    highest, lowest = places[np.argmax(low[places])], places[np.argmin(high[places])]
    if low[highest] <= high[lowest]:
        return None
    constants = []
    for failing in {int(highest), int(lowest)}:
        others = places[places != failing]
        constant = ConstantFactor(float(low[others].max()), float(high[others].min()), failing)
        if constant.low <= constant.high:
            constants.append(constant)
    return constants[0] if len(constants) == 1 else None


def _is_proven(
    lines: LineMatrix, kind: FormulaKind, constant: ConstantFactor, width: Matrix, first: int
) -> bool:
    """Return whether the places that agree on a constant are too many for chance.

    Figures that hardly differ, from place to place or from line to line, agree without any formula.
    """
    middle = (constant.low + constant.high) / 2
    values, agreeing = lines.values[first], ~np.isnan(width)
    agreeing[constant.failing] = False
    places = np.flatnonzero(agreeing)
    places = places[np.unique(values[places], return_index=True)[1]]
    variety = np.minimum(1.0, np.abs(np.log(values[places] / np.median(values[places]))))
    if kind == "multiple":
        variety = np.minimum(variety, abs(log(middle)))
    chance = np.maximum(variety, 1e-12) * middle / np.maximum(width[places], 1e-12)
    nats = np.clip(np.log(chance), 0.0, _MOST_NATS)
    tries = len(lines) * (len(lines) - 1)
    return len(places) >= _LEAST_HOLDS and float(nats.sum()) - log(tries) >= _PROVEN


def _failure(lines: LineMatrix, formula: Formula) -> Failure | None:
    """Return the figure that is out of proportion, if a typing error explains it.

    At an end of the scale, a price may be reduced on purpose: there it is possible only.
    """
    failing = np.flatnonzero(formula.fails)
    if len(failing) != 1:
        return None
    instance = Instance(formula, int(failing[0]))
    place, [term] = instance.place, formula.terms
    if abs(instance.residual) <= _CLEARLY * formula.tolerance[place]:
        return None
    suspects = instance.misprinted_factors(lines, [term.line] if formula.kind == "inverse" else [])
    if not suspects:
        return None
    scale = lines.values[term.line][~np.isnan(formula.residual)]
    own = lines.values[term.line, place]
    return Failure(instance, 0.0, suspects, certain=bool(scale.min() < own < scale.max()))
