"""Text to the tokens a model sees: word-pieces, with one symbol in the place of each number.

Training and judging go through here alike, so that a model is asked what it was taught.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from numerate.text.number import Number
from numerate.text.tokens import EDGE
from numerate.text.wordpieces import EDGE_MARK, NUMBER_MARK, WordPieces


class Stretch(NamedTuple):
    """A part of a text, by its offsets, and the numbers in it."""

    start: int
    end: int
    numbers: list[Number]


def assign(spans: list[tuple[int, int]], numbers: list[Number]) -> list[Stretch]:
    """Give each sentence its numbers; a boundary inside a number is no boundary."""
    stretches: list[Stretch] = []
    at = 0
    start: int | None = None
    for begin, end in spans:
        start = begin if start is None else start
        first = at
        while at < len(numbers) and numbers[at].numeral[0] < end:
            at += 1
        if at and numbers[at - 1].numeral[1] > end:
            at = first
            continue
        stretches.append(Stretch(start, end, numbers[first:at]))
        start = None
    if start is not None:
        stretches.append(Stretch(start, spans[-1][1], numbers[at:]))
    return stretches


def plain(text: str) -> str:
    """Lower-case, without our own marks, and every offset where it was."""
    return lower(text).replace(NUMBER_MARK, " ").replace(EDGE_MARK, " ")


def lower(text: str) -> str:
    """Lower-case, and keep every offset where it is."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def encode(pieces: WordPieces, text: str, stretches: list[Stretch]) -> list[str]:
    """Give the tokens of each stretch of a plain text, with the symbol in each number's place.

    All at once, which is quicker than one by one.
    """
    parts: list[str] = []
    for start, end, numbers in stretches:
        for number in numbers:
            at, after = number.numeral
            parts += (text[start:at], NUMBER_MARK)
            start = after
        parts += (text[start:end], EDGE_MARK)
    # After the last edge comes nothing.
    return pieces.encode(" ".join(parts)).split(EDGE)[:-1]


def cut(tokens: str, room: int, pieces: WordPieces) -> Iterator[str]:
    """Cut before the last word that does not fit into `room` tokens, again and again."""
    while len(tokens) > room:
        begins = (at for at in range(room, 0, -1) if tokens[at] not in pieces.continuing)
        at = next(begins, room)
        yield tokens[:at]
        tokens = tokens[at:]
    yield tokens
