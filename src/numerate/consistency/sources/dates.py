"""Dates of a draft that differ from those of its sources in the month: "2 May" where it was 2 April."""

from __future__ import annotations

from collections.abc import Sequence

from numerate.consistency.moments import MONTHS
from numerate.consistency.sources.candidates import Candidate
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.words import stem

_NAMES = tuple(map(stem, MONTHS))


def is_in_another_month(draft: Quantity, matches: Sequence[Candidate], index: SourceIndex) -> bool:
    """Return whether the sources have a day or a year of a draft only in other months than its own.

    A year is left alone if the sources name its month anywhere: "in May … in August 2026".
    """
    if draft.month is None or not matches:
        return False
    if draft.measure == "year" and index.knows(_NAMES[draft.month - 1]):
        return False
    return all(match.quantity.month not in (None, draft.month) for match in matches)
