"""The lines of a table that no total has included yet, in the order of reading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

_MOST_SECTIONS = 4
_MOST_RESULTS = 2
"""Sections and results that a total may go back to, counted from the last."""


@dataclass
class OpenLines:
    """A stack of lines. A total takes the place of the lines that it includes."""

    lines: list[int] = field(default_factory=list)
    sections: list[int] = field(default_factory=lambda: [0])
    """Indices where sections begin."""
    results: list[int] = field(default_factory=list)
    """Indices of totals and of lines whose label names a result."""

    def copy(self) -> OpenLines:
        """Return a stack that can change on its own."""
        return replace(self, lines=self.lines[:], sections=self.sections[:], results=self.results[:])

    def begin_section(self) -> None:
        """Note that a new section begins with the next line."""
        self.sections.append(len(self.lines))

    def append(self, line: int, result: bool) -> None:
        """Add a line that adds up no others."""
        if result:
            self.results.append(len(self.lines))
        self.lines.append(line)

    def include(self, members: Iterable[int], total: int) -> None:
        """Put a total in the place of the lines that it includes."""
        included = set(members)
        # Those are near the end: what stands before them is left as it is.
        first = len(self.lines)
        missing = len(included)
        while first and missing:
            first -= 1
            missing -= self.lines[first] in included
        self.lines[first:] = [line for line in self.lines[first:] if line not in included]
        height = len(self.lines)
        while self.sections and self.sections[-1] > height:
            self.sections.pop()
        while self.results and self.results[-1] >= first:
            self.results.pop()
        self.results.append(height)
        self.lines.append(total)

    def natural_lengths(self) -> set[int]:
        """Return how many lines a total adds up that goes back to a heading, a result or the start."""
        height = len(self.lines)
        results = self.results[-_MOST_RESULTS:]
        starts = {0, *self.sections[-_MOST_SECTIONS:], *results, *(index + 1 for index in results)}
        return {height - start for start in starts if 0 <= start < height - 1}
