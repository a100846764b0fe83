"""A total in one sentence and its parts in the next: "It has 148 plots. Of these, 131 are let …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim
from numerate.consistency.cues import VAGUE
from numerate.consistency.equation import Equation, total
from numerate.consistency.slots import Sentence, Slot, comparable

_OF_THESE = re.compile(r"(?:and )?(?:of|among) (?:these|them|those|this|that|which|whom|the total)\b(?! N)")
_REST = re.compile(r"\b(?:the (?:rest|remainder|remaining|other|others)|remaining)\b")
_OVERLAPPING = re.compile(
    r"\b(?:also|both|including|included|as well|respectively|than|at least|more|compared|average|or|by|per)\b"
)
_MOST = 6


def read_breakdowns(sentence: Sentence) -> Iterator[Claim]:
    """Read the count of a sentence with its parts in the next one."""
    before = sentence.previous
    if before is None or not _OF_THESE.match(sentence.line.lstrip()) or _OVERLAPPING.search(sentence.line):
        return
    wholes = [slot for slot in before.having("N") if slot.is_count and slot.noun is not None]
    parts = sentence.having("NUMPFXS")
    if len(wholes) != 1 or not 2 <= len(parts) <= _MOST or not all(_is_part(part) for part in parts):
        return
    [whole] = wholes
    if VAGUE.search(before.line) or not all(part.noun is None or _fits(part, whole) for part in parts):
        return
    yield _claim(whole, parts, _odds(sentence, whole, parts))


def _is_part(slot: Slot) -> bool:
    return slot.is_count and slot.value > 0 and slot.after(1) not in ("-", "\x96")


def _fits(part: Slot, whole: Slot) -> bool:
    """Return whether a part counts what the whole counts, or names a kind of it: "19 day pupils"."""
    return comparable(part, whole) or part.at == max(slot.at for slot in part.sentence.slots)


def _odds(sentence: Sentence, whole: Slot, parts: list[Slot]) -> float:
    """Return how sure it is that the parts are all of the whole: parts may overlap, and some be left out."""
    if _REST.search(sentence.line):
        return SURE
    return STRONG if sum(part.value for part in parts) > whole.value else LIKELY


def _claim(whole: Slot, parts: list[Slot], odds: float) -> Claim:
    equation = Equation(total(*(part.quantity() for part in parts)), whole.quantity())
    shown = " + ".join(part.number.text for part in parts)
    summed = whole.write(sum(part.value for part in parts))
    problem = f"{shown} = {summed}, not {whole.number.text}."
    return Claim(equation, problem, odds, (), (*(part.number for part in parts), whole.number))
