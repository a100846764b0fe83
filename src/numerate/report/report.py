"""What a check found: every number, judged or not, and the findings worth a second look."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from numerate.documents import Document, Place
from numerate.documents.source_map import FilePlaces
from numerate.text import Number

if TYPE_CHECKING:
    from numerate.model import Prediction


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that may have been meant."""

    value: float
    text: str
    """In the style of the text: what to put in the number's place."""
    reason: str
    """What went wrong then, in words: "a digit was added"."""
    probability: float | None = None
    """How likely it is among all that may have been meant, the number as it stands included."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The range that such a number usually lies in."""

    low: float
    high: float
    share: float
    """Of correct numbers that lie in it."""
    text: str
    """In the style of the text: "$1.1–$9 billion"."""


@dataclass(frozen=True, slots=True)
class CheckedNumber:
    """A number of the text: judged, or not and why."""

    number: Number
    p_value: float | None
    """How often a correct number in such a place would look at least this odd."""
    reason: str | None = None
    """Why it was not judged."""
    prediction: Prediction | None = field(default=None, repr=False)
    """What it may be, where that was asked to be kept."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something worth a second look. Offsets are in the text of the report."""

    rule: str
    start: int
    end: int
    text: str
    value: float
    message: str
    p_value: float | None = None
    """None for what is certain: a contradiction within the document."""
    expected: Expected | None = None
    suggestions: tuple[Suggestion, ...] = ()
    related: tuple[tuple[int, int], ...] = ()
    """Where the other numbers stand that a contradiction is with."""


@dataclass(frozen=True)
class Report:
    """What a check of one text or document came to."""

    text: str = field(repr=False)
    numbers: tuple[CheckedNumber, ...]
    """Every number, in order."""
    findings: tuple[Finding, ...]
    """Worst first."""
    false_alarms: float
    """The share of correct numbers that was accepted to be flagged."""
    document: Document | None = field(default=None, repr=False)
    """Where the text came from; `document.locate` brings offsets back to the user's file."""

    @property
    def name(self) -> str:
        """What messages call the text."""
        return self.document.name if self.document else "the text"

    def locate(self, start: int, end: int) -> Place:
        """Find where the characters `start:end` of the text stand in the user's file, if it came from one."""
        return self.document.locate(start, end) if self.document else self._places.place(start, end)

    @cached_property
    def _places(self) -> FilePlaces:
        return FilePlaces(self.text, "utf-8", 0)
