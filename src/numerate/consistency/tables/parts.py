"""Lines that are part of another, "of which": what they belong to, and those that exceed their whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numerate.consistency.diagnosis import Inconsistency
from numerate.consistency.tables.figures import TableReading, figure_number
from numerate.consistency.tables.grid import LineMatrix
from numerate.consistency.tables.labels import is_additive, is_change, is_part_of, is_result


def find_parts_beyond_whole(text: str, reading: TableReading) -> Iterator[Inconsistency]:
    """Yield the parts that are larger than their whole at one place and smaller at all others."""
    for by_column in (False, True):
        lines = reading.grid.lines(by_column)
        for part, whole in _parts_of_amounts(lines):
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


def _parts_of_amounts(lines: LineMatrix) -> Iterator[tuple[int, int]]:
    """Yield each part and its whole; what is part of a result may be larger."""
    for whole, parts in parts_by_whole(lines):
        if not is_result(lines.labels[whole]):
            yield from ((part, whole) for part in parts)


def parts_by_whole(lines: LineMatrix) -> Iterator[tuple[int, list[int]]]:
    """Yield each line with "of which" lines directly below it, and these."""
    whole: int | None = None
    parts: list[int] = []
    for line, label in enumerate(lines.labels):
        is_part = is_part_of(label) and not lines.is_empty(line)
        if is_part and whole is not None:
            parts.append(line)
        elif not is_part:
            if whole is not None and parts:
                yield whole, parts
            whole, parts = (None if lines.is_empty(line) else line), []
    if whole is not None and parts:
        yield whole, parts


def _place_beyond(lines: LineMatrix, part: int, whole: int) -> int | None:
    """Return the only place where a part is larger; what is netted may be larger than its net.

    Changes in percent, averages and rates of a part may be larger than those of its whole.
    """
    values, steps = lines.values[[part, whole]], lines.steps[[part, whole]]
    has_parts = np.array([is_additive(place, small=False) and not is_change(place) for place in lines.places])
    usable = has_parts & (steps > 0).all(axis=0) & (values > 0).all(axis=0)
    beyond = usable & (values[0] > values[1] + steps.sum(axis=0) / 2)
    if beyond.sum() != 1 or usable.sum() < 2 or (values < 0).any():
        return None
    return int(np.flatnonzero(beyond)[0])
