"""The tables of dated events (`facts/dates`): a day, its year, names of the event, and words of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from numerate.consistency.moments import MONTHS
from numerate.consistency.world.table import Fact, phrases, property_named

Day = tuple[int, int]
"""A day and its month."""


@dataclass(frozen=True, eq=False, slots=True)
class Event:
    """What happened on a day of which every reference work gives the year."""

    date: str
    """Its day and month: "1 May"."""
    year: int
    names: tuple[str, ...]
    """Places, people and things, of which one has to be named."""
    stems: tuple[tuple[str, ...], ...]
    """How words begin: one of each group has to be in the sentence."""
    title: str
    """How a message calls it; "" for its day and name."""

    def fits(self, words: frozenset[str]) -> bool:
        """Return whether the words of a sentence tell the event."""
        return all(any(word.startswith(stems) for word in words) for stems in self.stems)

    def is_about(self, word: str) -> bool:
        """Return whether a word in lower case belongs to the event itself: "ceremony"."""
        is_word = any(word.startswith(stems) for stems in self.stems)
        return is_word or any(word in name.lower().split() for name in self.names)

    def fact(self, name: str) -> Fact:
        """Return its year as a fact about one of its names."""
        subject, none = self.title or f"the event of {self.date} ({name})", frozenset[str]()
        year = float(self.year)
        return Fact(
            property_named("date"), subject, year, str(self.year), year, year, phrases(()), none, none
        )


@cache
def dates() -> dict[Day, tuple[Event, ...]]:
    """Read the tables, on first use: the events of each day of the year."""
    tables = sorted(files(__package__).joinpath("facts", "dates").iterdir(), key=lambda file: file.name)
    days: dict[Day, list[Event]] = {}
    for table in tables:
        for line in table.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                date, names, words, *title = line.split("\t")
                day, month, year = date.split()
                stems = tuple(tuple(group.split(", ")) for group in words.split(" & "))
                called = tuple(names.split("; "))
                event = Event(f"{day} {month}", int(year), called, stems, "".join(title))
                days.setdefault((int(day), MONTHS.index(month.lower()) + 1), []).append(event)
    return {day: tuple(events) for day, events in days.items()}
