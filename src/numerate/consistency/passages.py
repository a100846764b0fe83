"""Short passages: a paragraph of a few sentences whose figures can only belong to each other.

In a long text a figure has many others that it may be derived from, and only close cues say from which. A
passage of two or three figures offers one equation: there, a cue that names the kind of relation is enough,
wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from numerate.consistency.claim import LIKELY, LONG, STRONG, SURE
from numerate.consistency.cues import amounts, is_aside, paragraph
from numerate.consistency.slots import Sentence, Slot

_MOST_SENTENCES = 3
_LONGEST = 420
"""Most characters of a passage."""
_MOST_FIGURES = 8
_UNCERTAIN = re.compile(
    r"\b(?:expect\w*|forecasts?|predict\w*|project(?:ed|ion|ions)|target\w*|goal of|would|could|might"
    r"|analysts?"
    r"|consensus|estimates?|estimated|guidance|outlook|hop(?:e|ed|es|ing)|respectively|either|at least"
    r"|or more"
    r"|up to|depending|if|plus|net of|alone)\b"
)
"""Words that make figures forecasts or bounds, which need not satisfy an equation."""


_JOINED = re.compile(r"N[:/]N|N-of-N|N[-\x96]N[-\x96]")
"""Scores, ratios and fractions, whose numbers are not figures by themselves."""


class Passage(NamedTuple):
    """A sentence or a short paragraph, and its figures."""

    sentences: list[Sentence]
    figures: list[Slot]
    odds: float
    """How sure it is that its figures belong together: surer for a whole paragraph than for a part of one."""

    @property
    def line(self) -> str:
        """Its sentences, with their quantities masked."""
        return " ".join(sentence.line for sentence in self.sentences)

    @property
    def is_uncertain(self) -> bool:
        """Whether words say that its figures are expected, or are bounds."""
        return _UNCERTAIN.search(self.line) is not None

    @property
    def amounts(self) -> list[Slot]:
        """Its counts, measures and sums of money, with spans of time: "for six hours"."""
        return [
            slot
            for sentence in self.sentences
            for slot in sentence.having("NUM")
            if slot in self.figures or (slot.mark == "U" and is_aside(slot))
        ]


def short_paragraph(sentence: Sentence) -> Passage | None:
    """Return the paragraph of a sentence, if it is short and has few figures."""
    lines = paragraph(sentence)
    if len(lines) > _MOST_SENTENCES or sum(len(line.line) for line in lines) > _LONGEST:
        return None
    return _passage(lines, SURE if len(sentence.text) <= LONG else STRONG)


def passages(sentence: Sentence) -> Iterator[Passage]:
    """Yield the short paragraph that begins with a sentence, and the sentence itself where there is more."""
    whole = short_paragraph(sentence)
    if whole is not None and sentence.previous is None:
        yield whole
    if (whole is None or len(whole.sentences) > 1) and len(sentence.line) <= _LONGEST:
        alone = _passage([sentence], STRONG if len(sentence.text) <= LONG else LIKELY)
        if alone is not None:
            yield alone


def _passage(lines: list[Sentence], odds: float) -> Passage | None:
    if any(_JOINED.search(line.line) for line in lines):
        return None
    figures = [slot for line in lines for slot in amounts(line)]
    return Passage(lines, figures, odds) if 1 <= len(figures) <= _MOST_FIGURES else None
