"""The errors of tables, one step after the other.

`analyse` finds the formulas of a table: sums first, then what else is calculated from its figures. The tables
of a document say together how careful it is. What fails is then judged: sums with all their context, other
calculations next to them, figures whose repair makes several formulas hold, and last digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf, isinf

from numerate.consistency.tables.formula import Failure
from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.judge import Analysis, Elsewhere, analyse
from numerate.consistency.tables.last_digits import exactness, last_digit_failures
from numerate.consistency.tables.repairs import repaired_failures
from numerate.consistency.tables.stated import StatedNumbers

_NOTE = re.compile(
    r"\b(?:due to|because of|owing to|effects? of|subject to) rounding|\brounding (?:differences?|errors?)"
    r"|\b(?:rounded|rounding) (?:individually|independently)"
    r"|\b(?:may|might|do|does|will|need) not (?:\w+ly |always )?(?:add|sum|total|foot|cast)"
    r"(?=\W*(?:$|[.,;:)]|(?:up|to|due|because|exactly|precisely|100)\b))",
    re.IGNORECASE,
)
"""Says that figures do not add up in their last digit."""
_LONGEST_NOTE = 1000
_RELIABLE = 4
"""Totals of other tables that must hold for each that fails, before they count as evidence."""


def analyse_together(
    grids: Sequence[Grid], passages: Sequence[str] = (), checkpoint: Callable[[], None] = lambda: None
) -> list[Analysis]:
    """Find the formulas of each table of a document, and what the other tables and its text say about it.

    passages: the text outside of tables.
    checkpoint: called before each table; may raise to abandon the analysis.
    """
    stated = StatedNumbers(passages)
    is_rounded = any(
        _NOTE.search(passage[:_LONGEST_NOTE])
        for passage in passages
        if "ound" in passage or " not " in passage  # far quicker than the pattern
    )
    analyses = []
    for grid in grids:
        checkpoint()
        analyses.append(analyse(grid))
    exact = [exactness(analysis).for_others for analysis in analyses]
    rounding = sum(map(isinf, exact))
    total = sum(evidence for evidence in exact if not isinf(evidence))
    holding, failing = (sum(counts) for counts in zip(*(table.named for table in analyses), strict=True))
    together = []
    for analysis, own in zip(analyses, exact, strict=True):
        others = (-inf if rounding > 1 else total) if isinf(own) else -inf if rounding else total - own
        if is_rounded or any(map(_NOTE.search, analysis.grid.row_labels)):
            others = -inf
        proven, broken = holding - analysis.named[0], failing - analysis.named[1]
        reliable = proven >= _RELIABLE * broken
        together.append(replace(analysis, elsewhere=Elsewhere(others, proven if reliable else 0, stated)))
    return together


def failures(analysis: Analysis) -> Iterator[Failure]:
    """Yield the failures of a table."""
    named = list(_named(analysis))
    yield from named
    explained = {position for failure in named for position in failure.instance.positions()}
    for failure in repaired_failures(analysis):
        if explained.isdisjoint(failure.instance.positions()):
            yield failure
    yield from last_digit_failures(analysis)


def _named(analysis: Analysis) -> Iterator[Failure]:
    """Yield the failures of sums, then of others; a figure that breaks both is named by the latter."""
    others = [failure for calculation in analysis.calculations for failure in calculation.failures]
    explained = set()
    for failure in analysis.failures:
        positions = set(failure.instance.positions())
        named = [other.suspects for other in others if other.suspects[0].position in positions]
        yield replace(failure, suspects=named[0]) if named else failure
        explained |= positions
    yield from (other for other in others if explained.isdisjoint(other.instance.positions()))
