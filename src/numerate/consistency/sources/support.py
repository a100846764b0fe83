"""The support of a number in sources: a verdict, the places it rests on, and how sure it is."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from numerate.documents import CellPosition, Document, Place
from numerate.text import Number, NumberRecord

Verdict = Literal["same", "rounded", "rescaled", "derived", "contradicted", "absent", "exempt"]
VERDICTS: tuple[Verdict, ...] = (
    "same", "rounded", "rescaled", "derived", "contradicted", "absent", "exempt",
)  # fmt: skip
SUPPORTED = frozenset(("same", "rounded", "rescaled", "derived"))
"""Verdicts of numbers that follow from the sources."""

_QUOTE = 160
"""Characters of a source that are quoted around a number."""
_CELLS = 12
"""Cells before and after a number of a table that are quoted, at most."""


@dataclass(frozen=True, slots=True)
class Evidence(NumberRecord):
    """A number of a source."""

    number: Number
    document: Document = field(repr=False)
    alignment: float = 0.0
    """Probability that it is about the same thing as the number of the draft."""

    @property
    def source(self) -> str:
        """The name of the source."""
        return self.document.name

    @property
    def place(self) -> Place:
        """The place in the file of the source."""
        return self.document.locate(self.start, self.end)

    @property
    def quote(self) -> str:
        """Some words of the source around the number; of a table, the cells of its row."""
        text = self.document.text
        block = self.document.block(self.start) if self.document.blocks else None
        if block is not None and block.cell is not None:
            return self._row(block.cell)
        first = max(block.start if block else 0, self.start - _QUOTE // 2)
        last = min(block.end if block else len(text), self.end + _QUOTE // 2)
        quote = text[first:last]
        if first > (block.start if block else 0):
            quote = "…" + quote.partition(" ")[2]
        if last < (block.end if block else len(text)):
            quote = quote.rpartition(" ")[0] + "…"
        return " ".join(quote.split())

    def _row(self, cell: CellPosition) -> str:
        """Return its row, or some cells before and after it."""
        blocks = self.document.blocks
        own = bisect_right(blocks, self.start, key=lambda block: block.start) - 1
        near = blocks[max(0, own - _CELLS) : own + 1 + _CELLS]
        row = (block for block in near if block.cell is not None and block.cell[:2] == cell[:2])
        return " | ".join(" ".join(self.document.text[block.start : block.end].split()) for block in row)

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON and HTTP hold of it."""
        return {
            "source": self.source,
            "start": self.start,
            "end": self.end,
            "text": self.text,
            "place": self.place._asdict(),
            "quote": self.quote,
            "alignment": round(self.alignment, 4),
        }


@dataclass(frozen=True, slots=True)
class SourceSupport:
    """What the sources say about one number of a draft."""

    number: Number
    verdict: Verdict
    evidence: tuple[Evidence, ...] = ()
    """The places in the sources, best first; of a derived number, those it is computed from."""
    formula: str | None = None
    """How a derived number is computed: "(1,248 − 1,120) / 1,120 = 11.4%"."""
    reason: str | None = None
    """Why a number is exempt, or why its value in the source is no support."""
    alarm: float = 0.0
    """Score between 0 and 1: the higher, the less likely the sources support the number."""
    correction: Decimal | None = None
    """Of a contradicted number, the value that the source states, in the draft's unit."""

    @property
    def is_supported(self) -> bool:
        """Whether the number follows from the sources."""
        return self.verdict in SUPPORTED

    @property
    def confidence(self) -> float:
        """Probability that the verdict is right, as far as the score says."""
        return self.alarm if self.verdict in ("contradicted", "absent") else 1 - self.alarm

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON and HTTP hold of it."""
        return {
            "verdict": self.verdict,
            "confidence": round(self.confidence, 4),
            "formula": self.formula,
            "reason": self.reason,
            "evidence": [evidence.to_dict() for evidence in self.evidence],
        }
