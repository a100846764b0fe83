"""A finding: a number worth a second look, its place in the file, the evidence, and possible corrections."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from numerate.documents import Document, Place
from numerate.report.chart import format_share
from numerate.report.rules import RULES
from numerate.text import sentences

if TYPE_CHECKING:
    from numerate.consistency.sources.support import Evidence
    from numerate.report.table_view import TableView

_LONGEST_SENTENCE = 1000
"""Characters of the sentence of a finding."""
_LONGEST_CONTEXT = 400
"""Characters of the sentence that are searched for the words of a fingerprint."""
_CONTEXT_WORDS = 5
"""Words on each side of the number in a fingerprint."""
_WORD = re.compile(r"[^\W\d_]+")
_SPACE = re.compile(r"\s+")
_NEAR = 20
"""Characters within which a cut is moved to the edge of a word."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that may have been meant."""

    value: float
    text: str
    """The replacement for the number, in the style of the text."""
    reason: str
    """The typo that explains it, in words: "a digit was added"."""
    probability: float | None = None
    """Posterior probability among all candidates, the number as written included; None without a model."""
    certain: bool = False
    """Whether arithmetic names this number and one typo, and every other explanation is far less likely."""

    @property
    def explanation(self) -> str:
        """The reason, with the probability where there is one."""
        return (
            self.reason if self.probability is None else f"{self.reason} ({format_share(self.probability)})"
        )


@dataclass(frozen=True, slots=True)
class Expected:
    """The range in which such a number usually lies."""

    low: float
    high: float
    share: float
    """Share of correct numbers that lie in it."""
    text: str
    """The range in the style of the text: "$1.1–$9 billion"."""


class Fingerprint(NamedTuple):
    """The content that identifies a finding; moved lines, new line breaks and markup leave it unchanged."""

    rule: str
    number: str
    """The number as written; the first one of a contradiction."""
    related: str
    """The other numbers of a contradiction."""
    context: str
    """The words before and after, within the sentence; # is the number itself."""

    @property
    def digest(self) -> str:
        """A short hash for programs to compare."""
        return sha256("\x1f".join(self).encode("utf-8", "backslashreplace")).hexdigest()[:32]


class Excerpt(NamedTuple):
    """A span of the text: a sentence, or the part of a long one that is shown."""

    start: int
    end: int
    begins: bool = True
    """Whether it starts where the sentence starts."""
    ends: bool = True
    """Whether it ends where the sentence ends."""

    def contains(self, start: int, end: int) -> bool:
        """Return whether the characters `start:end` of the text are in it."""
        return self.start <= start and end <= self.end


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
    """Share of correct numbers that are at least this unlikely; None for a contradiction."""
    expected: Expected | None = None
    suggestions: tuple[Suggestion, ...] = ()
    """Possible corrections, the most likely first."""
    related: tuple[tuple[int, int], ...] = ()
    """Spans of the other numbers of a contradiction."""
    evidence: tuple[Evidence, ...] = ()
    """Numbers of the sources that the draft was checked against, best first."""
    certain: bool = True
    """False for a possible contradiction: the numbers may not have been meant to fit."""
    error_probability: float | None = None
    """Probability that the number is wrong, if one number in 200 is; None without a model."""
    document: Document = field(kw_only=True, repr=False, compare=False)

    @property
    def level(self) -> str:
        """The severity: "error" for a contradiction, "warning" for a possible one or an unlikely number."""
        return RULES[self.rule].level if self.certain else "warning"

    @property
    def title(self) -> str:
        """The rule in words."""
        return RULES[self.rule].title

    @property
    def place(self) -> Place:
        """The place in the user's file."""
        return self.document.locate(self.start, self.end)

    @property
    def line(self) -> int | None:
        """The line in the user's file, or on the page of a PDF, from 1; None for a DOCX."""
        return self.place.line

    @property
    def column(self) -> int | None:
        """The column in that line, from 1; None for a DOCX."""
        return self.place.column

    @property
    def table(self) -> TableView | None:
        """The part of the table around the number; None outside of tables."""
        if not self.document.tables:
            return None
        from numerate.report.table_view import table_view  # most findings are not in tables

        return table_view(self.document, self.start, self.related)

    @property
    def sentence(self) -> str:
        """The sentence that contains the number; at most 1,000 characters of it."""
        excerpt = self.excerpt(_LONGEST_SENTENCE)
        return self.document.text[excerpt.start : excerpt.end]

    @property
    def expectation(self) -> str | None:
        """The expected range, the p-value and the probability of an error, in words."""
        parts = []
        if self.expected is not None:
            parts.append(f"{self.expected.text} ({self.expected.share:.0%} of correct numbers)")
        if self.p_value is not None:
            parts.append(likelihood(self.p_value))
        if self.error_probability is not None and self.p_value is not None:
            parts.append(f"wrong with a probability of {_percentage(self.error_probability)}")
        return "; ".join(parts) or None

    @property
    def likely_suggestion(self) -> Suggestion | None:
        """The first suggestion, if it is more probable than the number as written; else None.

        What the suggestions leave of the probability belongs to the number as written, and to candidates
        that are not suggested, so this errs on the side of the text. Suggestions without a probability,
        those of contradictions, never qualify.
        """
        if not self.suggestions or self.suggestions[0].probability is None:
            return None
        as_written = 1 - sum(suggestion.probability or 0.0 for suggestion in self.suggestions)
        return self.suggestions[0] if self.suggestions[0].probability > as_written else None

    @property
    def certain_suggestion(self) -> Suggestion | None:
        """The first suggestion, if it is certain enough to be applied without asking; else None."""
        return next((suggestion for suggestion in self.suggestions[:1] if suggestion.certain), None)

    @property
    def fingerprint(self) -> Fingerprint:
        """The content that identifies this finding.

        A contradiction is identified from its first number on: another model may blame another of them.
        """
        text = self.document.text
        (start, end), *others = sorted([(self.start, self.end), *self.related])
        sentence = excerpt(self.document, start, end, _LONGEST_CONTEXT)
        before = _words(text[sentence.start : start])[-_CONTEXT_WORDS:]
        after = _words(text[end : sentence.end])[:_CONTEXT_WORDS]
        related = sorted(_unspaced(text[slice(*other)]) for other in others)
        context = " ".join([*before, "#", *after])
        return Fingerprint(self.rule, _unspaced(text[start:end]), "; ".join(related), context)

    def excerpt(self, longest: int) -> Excerpt:
        """Return the sentence, or of a very long one at most `longest` characters around the number."""
        return excerpt(self.document, self.start, self.end, longest)

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON, SARIF, HTTP and the tables of a scan hold of a finding.

        Values that JSON cannot hold, infinity and NaN, are None.
        """
        text = self.document.text
        return {
            "rule": self.rule,
            "level": self.level,
            "title": self.title,
            "message": self.message,
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "value": finite(self.value),
            "place": self.place._asdict(),
            "sentence": self.sentence,
            "p_value": self.p_value,
            "error_probability": self.error_probability,
            "expected": self.expected and _record(self.expected),
            "suggestions": [_record(suggestion) for suggestion in self.suggestions],
            "related": [
                {
                    "start": start,
                    "end": end,
                    "text": text[start:end],
                    "place": self.document.locate(start, end)._asdict(),
                    **_cell(self.document, start),
                }
                for start, end in self.related
            ],
            **_cell(self.document, self.start),
            "fingerprint": self.fingerprint.digest,
            **({"evidence": [evidence.to_dict() for evidence in self.evidence]} if self.evidence else {}),
        }


def _cell(document: Document, offset: int) -> dict[str, Any]:
    """Return the table, row and column of an offset, for a finding in a table."""
    block = document.block(offset) if document.tables and document.blocks else None
    if block is None or block.cell is None:
        return {}
    return {"cell": {"table": block.cell.table, "row": block.cell.row, "column": block.cell.column}}


def _percentage(probability: float) -> str:
    """Return a probability in whole percent, but never 0 or 100: nothing is certain."""
    return f"{min(max(round(100 * probability), 1), 99)}%"


def likelihood(p_value: float) -> str:
    """Return a p-value in words."""
    if p_value <= 0:
        return "no correct number is this unlikely"
    return f"{format_share(p_value)} of correct numbers are at least this unlikely"


def finite(value: float) -> float | None:
    """Return a value, or None where JSON cannot hold it."""
    return value if isfinite(value) else None


def excerpt(document: Document, start: int, end: int, longest: int) -> Excerpt:
    """Return the sentence around `start:end`, or of a very long one at most `longest` characters."""
    text = document.text
    first, last = 0, len(text)
    if document.blocks:
        block = document.block(start)
        first, last = min(block.start, start), max(block.end, end)
    # A block may be a whole book: split only the part in which the sentence can be.
    first, last = max(first, start - 4 * longest), min(last, end + 4 * longest)
    spans = [(first + a, first + b) for a, b in sentences(text[first:last])]
    overlapping = [(a, b) for a, b in spans if a < end and b > start] or [(start, end)]
    first, last = min(overlapping[0][0], start), max(overlapping[-1][1], end)
    margin = max(0, longest - (end - start)) // 2
    fits = last - first <= longest
    begins, ends = fits or start - margin <= first, fits or end + margin >= last
    return Excerpt(
        first if begins else _word_start(text, start - margin, start),
        last if ends else _word_end(text, end, end + margin),
        begins,
        ends,
    )


def _word_start(text: str, start: int, end: int) -> int:
    """Return the start of a word just after `start`, or `start` itself."""
    space = _SPACE.search(text, start, min(start + _NEAR, end))
    return space.end() if space else start


def _word_end(text: str, start: int, end: int) -> int:
    """Return the end of a word just before `end`, or `end` itself."""
    cut = text.rfind(" ", max(start, end - _NEAR), end)
    return end if cut < 0 else cut


def _record(value: Suggestion | Expected) -> dict[str, Any]:
    return {name: finite(item) if isinstance(item, float) else item for name, item in asdict(value).items()}


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _unspaced(written: str) -> str:
    return " ".join(written.split())
