"""Sums that a line may be, before it is settled which is meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from numerate.consistency.tables.evidence import Sums, sum_of
from numerate.consistency.tables.formula import Formula, Term
from numerate.consistency.tables.grid import Indices, LineMatrix, Matrix

_EXPECTED = -1.5
"""Log-odds from which a sum is weighed though it holds nowhere."""


class Candidate(NamedTuple):
    """A sum over lines with signs, and the log-odds that it is meant, before and after weighing."""

    members: Indices
    signs: Matrix
    prior: float
    score: float


def likeliest(
    members: Indices, signs: Matrix, priors: Matrix, sums: Sums, worth: Indices
) -> Iterator[Candidate]:
    """Yield the likeliest of sums over the first lines of `members`; `worth` are the rows worth weighing."""
    known = ~np.isnan(sums.residual[worth]).all(axis=1)
    rows = worth[known & ((priors[worth] >= _EXPECTED) | sums.holds[worth].any(axis=1))]
    if not len(rows):
        return
    scores = priors[rows] + sums[rows].evidence().sum(axis=1)
    best = int(np.argmax(scores))
    length = int(rows[best]) + 1
    yield Candidate(members[:length], signs[:length].copy(), float(priors[rows[best]]), float(scores[best]))


def with_tolerance(lines: LineMatrix, formula: Formula, tolerance: Matrix) -> Formula:
    """Return a sum that must hold within another tolerance, weighed again."""
    members, signs = members_of(formula)
    sums = replace(sum_of(lines, formula.target, members, signs), tolerance=tolerance[None])
    return replace(formula, tolerance=tolerance, evidence=sums.evidence()[0])


def members_of(formula: Formula) -> tuple[Indices, Matrix]:
    """Return the lines of a sum and their signs."""
    members = np.array(formula.members, dtype=np.intp)
    return members, np.array([term.factor for term in formula.terms])


def sum_formula(lines: LineMatrix, target: int, candidate: Candidate) -> Formula:
    """Return a sum as a formula at all places."""
    order = np.argsort(candidate.members)
    members, signs = candidate.members[order], candidate.signs[order]
    sums = sum_of(lines, target, members, signs)
    terms = tuple(Term(int(line), float(sign)) for line, sign in zip(members, signs, strict=True))
    return Formula(
        "sum",
        target,
        terms,
        lines.by_column,
        sums.expected[0],
        sums.residual[0],
        sums.tolerance[0],
        candidate.prior,
        evidence=sums.evidence()[0],
    )
