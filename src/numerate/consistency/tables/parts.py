"""Parts that exceed their whole: an "of which" line with a larger figure than the line that it is part of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numerate.consistency.relation import Inconsistency
from numerate.consistency.tables.figures import TableReading, figure_number
from numerate.consistency.tables.grid import LineMatrix
from numerate.consistency.tables.labels import is_part_of, is_result


def find_parts_beyond_whole(text: str, reading: TableReading) -> Iterator[Inconsistency]:
    """Yield the parts that are larger than their whole at one place and smaller at all others."""
    for by_column in (False, True):
        lines = reading.grid.lines(by_column)
        for part, whole in _parts(lines):
            place = _place_beyond(lines, part, whole)
            if place is None:
                continue
            positions = [(place, line) if by_column else (line, place) for line in (whole, part)]
            figures = [reading.figures[position] for position in positions]
            where = f" in “{lines.places[place]}”" if lines.places[place] else ""
            message = (
                f"{lines.labels[part]}{where}: {figures[1].text} is more than the whole, "
                f"{lines.labels[whole]}, {figures[0].text}."
            )
            numbers = tuple(figure_number(text, figure) for figure in figures)
            yield Inconsistency("table-total", numbers, message, (), error_costs=(3.0, 2.9))


def _parts(lines: LineMatrix) -> Iterator[tuple[int, int]]:
    """Yield each "of which" line and the line that it is part of."""
    whole = None
    for line, label in enumerate(lines.labels):
        if lines.is_empty(line):
            whole = None
        elif not is_part_of(label):
            whole = line
        elif whole is not None and not is_result(lines.labels[whole]):
            yield line, whole


def _place_beyond(lines: LineMatrix, part: int, whole: int) -> int | None:
    """Return the only place where a part is larger; what is netted may be larger than its net."""
    values, steps = lines.values[[part, whole]], lines.steps[[part, whole]]
    usable = (steps > 0).all(axis=0) & (values > 0).all(axis=0)
    beyond = usable & (values[0] > values[1] + steps.sum(axis=0) / 2)
    if beyond.sum() != 1 or usable.sum() < 2 or (values < 0).any():
        return None
    return int(np.flatnonzero(beyond)[0])
