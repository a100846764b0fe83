"""Products and quotients: amount = quantity × price, density = people / area.

Labels name them, or the figures prove a product at several places.
Also columns for another amount of the same thing: "Per serving" and "4 servings", "Net" and "VAT at 20%".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from math import log
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.formula import Calculation, Failure, Formula, FormulaKind, Instance, Term
from numerate.consistency.tables.grid import LineMatrix
from numerate.consistency.tables.labels import is_additive, is_total

_AMOUNT = re.compile(
    r"\b(?:amount|total|cost|value|sum|price|subtotal|pay|due|revenue|line)\b", re.IGNORECASE
)
_QUANTITY = re.compile(
    r"\b(?:quantity|qty|units?|number|no|hours|days|nights|weeks|months|people|guests|pieces|pcs|copies|count"
    r"|shares|tickets|boxes|seats)\b",
    re.IGNORECASE,
)
_PRICE = re.compile(r"\b(?:price|rate|each|fee|charge|cost|wage)\b|\bper\b|\beach\b|/", re.IGNORECASE)
_PER = re.compile(r"\bper\b|\w\s?/\s?\w", re.IGNORECASE)
_SHARES = re.compile(r"\bnumber of\b.*\bshares\b|\bshares outstanding\b", re.IGNORECASE)
"""What earnings per share are divided by: an average, or not."""
_SIZED = re.compile(
    r"(?:\W*(?:per|for|serves|makes|in|a|an|each)\b)?\s*(?P<count>\d+(?:\.\d+)?)?\s*(?P<noun>serving|portion|person"
    r"|people|guest|adult|pot|loaf|loaves|batch|can|tin|bottle|pack|box|bar|biscuit|slice|cup|tablet|g|ml|kg|l)"
    r"s?(?:es)?\b\W*",
    re.IGNORECASE,
)
"""The label of a column for an amount of something: "Per 100 g", "4 servings"."""
_NOUNS = {"people": "person", "guest": "person", "adult": "person", "portion": "serving"}
_TAX = re.compile(
    r"\b(?:vat|tax|gst|service(?: charge)?|tip|gratuity|discount|commission|deposit|interest)\b[^\d%]*"
    r"(?P<rate>\d+(?:\.\d+)?)\s?%|(?P<before>\d+(?:\.\d+)?)\s?%\s+(?:vat|tax|gst|service|tip|discount|commission|deposit)\b",
    re.IGNORECASE,
)
_FACTORS = (1.0, 100.0, 1000.0, 60.0, 3600.0, 0.01, 0.001, 1e-6, 1e6)
"""What a quotient may be multiplied with: l/100 km, per 1,000 people, per hour."""
_MOST_LINES = 12
_LEAST_HOLDS = 2
"""Places at which a product must hold; for a column of another size or a tax, whose factor a label states,
one of two is enough."""
_NEARLY = 0.05
"""Relative deviation up to which a product is looked at more closely."""
_PROVEN = 8.0
"""Evidence, in nats, from which a product is meant though no label says so."""
_CLEARLY = 2.0
"""Factor by which a failure must exceed what rounding explains."""
_EXACT = 3.0
"""Evidence, in nats, that factors are not rounded: how much nearer other places are than rounding allows."""


class Factor(NamedTuple):
    """A line that is another one times a number that labels state."""

    target: int
    line: int
    factor: float


def find_products(lines: LineMatrix) -> Iterator[Calculation]:
    """Yield the products, quotients and multiples among some lines."""
    if 1 < len(lines) <= _MOST_LINES and len(lines.places) > 1:
        for formula in _named(lines):
            yield Calculation(formula, tuple(_failures(lines, formula)))


def _named(lines: LineMatrix) -> Iterator[Formula]:
    """Yield the best formula of each line that labels suggest and that most places confirm.

    A line without one may be a product that its figures prove.
    """
    for target, label in enumerate(lines.labels):
        if lines.is_empty(target):
            continue
        candidates = [*_products(lines, target), *_quotients(lines, target), *_multiples(lines, target)]
        confirmed = [formula for formula in candidates if _is_confirmed(formula)]
        best = max(confirmed, key=lambda formula: formula.holds.sum(), default=None)
        if best is None:
            best = _proven_product(lines, target)
        if best is not None and not (is_total(label) and best.kind == "multiple"):
            yield _tightened(lines, best)


def _proven_product(lines: LineMatrix, target: int) -> Formula | None:
    """Return the product of two lines that holds at too many places to be one by chance."""
    first, second = np.triu_indices(len(lines), 1)
    apart = (first != target) & (second != target)
    first, second = first[apart], second[apart]
    # Percentages are recalculated with ratios.
    values = np.where((lines.steps > 0) & ~lines.percent, lines.values * lines.unit, np.nan)
    best, most = None, _PROVEN
    for factor in (1.0, 0.01, 100.0):
        with np.errstate(divide="ignore", invalid="ignore"):
            near = np.abs(factor * values[first] * values[second] / values[target] - 1) <= _NEARLY
        for index in np.flatnonzero(near.sum(axis=1) >= _LEAST_HOLDS):
            formula = _formula(lines, "product", target, (int(first[index]), int(second[index])), factor)
            nats = _nats(lines, formula) - log(3 * len(first))
            if nats >= most and _is_confirmed(formula) and not lines.percent[list(formula.lines())].any():
                best, most = formula, nats
    return best


def _nats(lines: LineMatrix, formula: Formula) -> float:
    """Return the evidence that a product is none by chance; ones and round figures prove little."""
    factors = lines.values[formula.members] * lines.unit
    proves = formula.holds & (np.abs(factors) != 1).all(axis=0)
    slack = np.maximum(2 * formula.tolerance, lines.grains[formula.target])[proves]
    sizes = np.abs(formula.expected[proves])
    return float(np.clip(np.log(np.maximum(sizes / slack, 1.0)), 0.0, 8.0).sum())


def _tightened(lines: LineMatrix, formula: Formula) -> Formula:
    """Limit the tolerance to what other places need: hours and prices are seldom rounded."""
    needed = np.sort(np.abs(formula.residual[formula.holds]))
    if formula.kind != "product" or len(needed) <= _LEAST_HOLDS:
        return formula
    # What a figure itself needs is no evidence that the others need it.
    elsewhere = np.where(np.abs(formula.residual) == needed[-1], needed[-2], needed[-1])
    limit = elsewhere + lines.steps[formula.target]
    nats = np.log(np.maximum(formula.tolerance / limit, 1.0))[formula.holds]
    if nats.sum() - nats.max() < _EXACT:
        return formula
    return replace(formula, tolerance=np.minimum(formula.tolerance, limit))


def _is_confirmed(formula: Formula) -> bool:
    least = 1 if formula.kind == "multiple" else _LEAST_HOLDS
    return bool(formula.holds.sum() >= least) and formula.fails_rarely


def _products(lines: LineMatrix, target: int) -> Iterator[Formula]:
    if not _AMOUNT.search(lines.labels[target]):
        return
    for first, second in permutations(lines.others(target), 2):
        if _QUANTITY.search(lines.labels[first]) and _PRICE.search(lines.labels[second]):
            yield _formula(lines, "product", target, (first, second), 1.0)


def _quotients(lines: LineMatrix, target: int) -> Iterator[Formula]:
    if not _PER.search(lines.labels[target]) or _SIZED.fullmatch(lines.labels[target]):
        return
    others = [
        line
        for line in lines.others(target)
        if is_additive(lines.labels[line]) or _SHARES.search(lines.labels[line])
    ]
    for first, second in permutations(others, 2):
        for factor in _FACTORS:
            yield _formula(lines, "quotient", target, (first, second), factor)


def _multiples(lines: LineMatrix, target: int) -> Iterator[Formula]:
    for target_line, line, factor in _factors(lines, target):
        yield _formula(lines, "multiple", target_line, (line,), factor)


def _factors(lines: LineMatrix, target: int) -> Iterator[Factor]:
    """Yield the lines that a line is a multiple of, by their labels."""
    label = lines.labels[target]
    own = _size(label)
    tax = _TAX.search(label)
    for line, other in enumerate(lines.labels[:target]):
        if own and (size := _size(other)) and size[1] == own[1] and size[0] != own[0]:
            yield Factor(target, line, own[0] / size[0])
        elif tax and is_additive(other) and not _TAX.search(other):
            yield Factor(target, line, float(tax["rate"] or tax["before"]) / 100)


def _size(label: str) -> tuple[float, str] | None:
    """Return how much of what a column is for."""
    match = _SIZED.fullmatch(label)
    if match is None or not float(match["count"] or 1):
        return None
    noun = match["noun"].lower()
    return float(match["count"] or 1), _NOUNS.get(noun, noun)


def _formula(
    lines: LineMatrix, kind: FormulaKind, target: int, members: tuple[int, ...], factor: float
) -> Formula:
    first, rest = members[0], members[1:]
    values, steps = lines.values[first], lines.steps[first]
    usable = (lines.steps[[target, *members]] > 0).all(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        # Whole quantities are not rounded.
        counted = (kind == "product") & (steps * lines.unit >= 1)
        relative = np.where(counted, 0.0, steps / 2 / np.abs(values))
        for line in rest:
            other = lines.values[line]
            relative = relative + lines.steps[line] / 2 / np.abs(other)
            # Values count units of the grid; a product has the square of it, a quotient none.
            values = values * other * lines.unit if kind == "product" else values / other / lines.unit
        expected = np.where(usable, factor * values, np.nan)
        tolerance = np.abs(expected) * relative + lines.steps[target]
    residual = np.where(usable & np.isfinite(expected), lines.values[target] - expected, np.nan)
    terms = tuple(Term(line, factor if kind == "multiple" else 1.0) for line in members)
    tolerance = np.nan_to_num(tolerance)
    return Formula(
        kind, target, terms, lines.by_column, expected, residual, tolerance, prior=0.0, factor=factor
    )


def _failures(lines: LineMatrix, formula: Formula) -> Iterator[Failure]:
    for place in map(int, np.flatnonzero(formula.fails)):
        instance = Instance(formula, place)
        if abs(instance.residual) > _CLEARLY * formula.tolerance[place]:
            divisors = [formula.terms[1].line] if formula.kind == "quotient" else []
            if suspects := instance.misprinted_factors(lines, divisors):
                yield Failure(instance, 0.0, suspects)
