"""All formulas of the tables of a document that fail: sums, balances, shares, changes and averages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, isinf
from typing import TYPE_CHECKING

from numerate.consistency.tables.balances import balance_failures
from numerate.consistency.tables.formula import Failure
from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.judge import Analysis, analyse
from numerate.consistency.tables.last_digits import exactness, last_digit_failures
from numerate.consistency.tables.ratios import find_ratios, ratio_failures

if TYPE_CHECKING:
    from numerate.consistency.tables import TableCoverage


def find_failures(grids: Sequence[Grid], coverage: TableCoverage | None = None) -> list[list[Failure]]:
    """Return the failures of each table of a document.

    coverage: counts the tables in which a calculation was recognised.
    """
    analyses = [analyse(grid) for grid in grids]
    if coverage is not None:
        recognised = (bool(table.covered or find_ratios(table.grid)) for table in analyses)
        coverage.recalculated = sum(recognised)
    elsewhere = exactness_elsewhere(analyses)
    return [list(failures(*table)) for table in zip(analyses, elsewhere, strict=True)]


def exactness_elsewhere(analyses: Sequence[Analysis]) -> list[float]:
    """Return, for each table, the log-odds that the others of its document do not round."""
    exact = [exactness(analysis).for_others for analysis in analyses]
    rounding = sum(map(isinf, exact))
    total = sum(evidence for evidence in exact if not isinf(evidence))
    return [
        (-inf if rounding > 1 else total) if isinf(own) else -inf if rounding else total - own
        for own in exact
    ]


def failures(analysis: Analysis, elsewhere: float) -> Iterator[Failure]:
    """Yield the failures of a table; `elsewhere` as above."""
    yield from _named(analysis)
    yield from last_digit_failures(analysis, elsewhere)


def _named(analysis: Analysis) -> Iterator[Failure]:
    """Yield the failures of sums, then of others; a figure that breaks both is named by the latter."""
    others = [*ratio_failures(analysis.grid), *balance_failures(analysis.grid)]
    explained = set()
    for failure in analysis.failures:
        positions = set(failure.instance.positions())
        named = [other.suspects for other in others if other.suspects[0].position in positions]
        yield replace(failure, suspects=named[0]) if named else failure
        explained |= positions
    yield from (other for other in others if explained.isdisjoint(other.instance.positions()))
