"""The lines of a table that no total has included yet, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice

_MOST_SECTIONS = 4
_MOST_RESULTS = 4
"""Sections and results that a total may go back to, counted from the last."""
_MOST_INCLUDED = 8
"""Totals, counted from the last, that a result may go back to though another total includes them."""
_UNSURE = 0.3
"""How much rarer a total goes back to a line that may be a result than to one that is."""


@dataclass
class OpenLines:
    """A stack of lines. A total takes the place of the lines that it includes."""

    lines: list[int] = field(default_factory=list)
    sections: list[int] = field(default_factory=lambda: [0])
    """Indices where sections begin."""
    results: dict[int, bool] = field(default_factory=dict)
    """Indices of totals and of lines whose label names a result, and whether they surely are."""
    included: list[int] = field(default_factory=list)
    """The last totals that others include."""

    def copy(self) -> OpenLines:
        """Return a stack that can change on its own."""
        return replace(
            self,
            lines=self.lines[:],
            sections=self.sections[:],
            results=self.results.copy(),
            included=self.included[:],
        )

    def begin_section(self) -> None:
        """Note that a new section begins with the next line."""
        self.sections.append(len(self.lines))

    def append(self, line: int, result: bool = False, sure: bool = False) -> None:
        """Add a line that adds up no others."""
        if result or sure:
            self.results[len(self.lines)] = sure
        self.lines.append(line)

    def include(self, members: Iterable[int], total: int) -> None:
        """Put a total in the place of the lines that it includes.

        A result that goes back to lines that others include is added to nothing: net current assets, below
        total assets.
        """
        included = set(members)
        if not included.isdisjoint(self.included):
            return
        # Those are near the end: what stands before them is left as it is.
        first = len(self.lines)
        missing = len(included)
        while first and missing:
            first -= 1
            missing -= self.lines[first] in included
        if missing:
            return  # they are lines of sections above
        totals = [
            self.lines[index] for index in range(first, len(self.lines)) if self.results.get(index, False)
        ]
        self.lines[first:] = [line for line in self.lines[first:] if line not in included]
        height = len(self.lines)
        while self.sections and self.sections[-1] > height:
            self.sections.pop()
        while self.results and next(reversed(self.results)) >= first:
            self.results.popitem()
        self.included = [*self.included, *totals][-_MOST_INCLUDED:]
        self.results[height] = True
        self.lines.append(total)

    def holds_totals_only(self) -> bool:
        """Return whether two or more totals are open, and nothing else: a result is likely to follow."""
        return len(self.lines) > 1 and all(self.results.get(index, False) for index in range(len(self.lines)))

    def natural_lengths(self) -> dict[int, float]:
        """Return how many lines a total adds up that goes back to a heading, a result or the start.

        Each length has its share among them all.
        """
        height = len(self.lines)
        starts = dict.fromkeys([0, *self.sections[-_MOST_SECTIONS:]], 1.0)
        for index in islice(reversed(self.results), _MOST_RESULTS):
            for start in (index, index + 1):
                starts[start] = max(starts.get(start, 0.0), 1.0 if self.results[index] else _UNSURE)
        lengths = {height - start: weight for start, weight in starts.items() if 0 <= start < height - 1}
        whole = sum(lengths.values())
        return {length: weight / whole for length, weight in lengths.items()}
