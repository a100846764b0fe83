"""Windows over a text of any length: each number is judged once, where it has most context on both sides.

As in training, windows are made of whole sentences and begin with one. Each repeats the end of the window
before it; of what both hold, the first half is judged there and the second half here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from numerate.model.segments import Sentence
from numerate.text import Number
from numerate.text.encoding import cut
from numerate.text.tokens import token
from numerate.text.wordpieces import WordPieces


class LaidWindow(NamedTuple):
    """A window on a text: its tokens without [CLS], the numbers in it, and which of them are judged here."""

    tokens: str
    numbers: list[Number]
    judged: slice


def lay(sentences: Iterable[Sentence], room: int, pieces: WordPieces) -> Iterator[LaidWindow]:
    """Lay windows of at most `room` tokens over a text; those without a number to judge are left out."""
    number = token(pieces.number)
    held: list[Sentence] = []
    size = begin = 0
    for part in _parts(sentences, room, pieces):
        if size + len(part.tokens) > room:
            kept = _repeated(held, room)
            again = sum(len(part.tokens) for part in kept)
            end = size - again + again // 2
            yield from _window(held, begin, end, number)
            begin, size = end - (size - again), again
            held = kept
        held.append(part)
        size += len(part.tokens)
    yield from _window(held, begin, size, number)


def _parts(sentences: Iterable[Sentence], room: int, pieces: WordPieces) -> Iterator[Sentence]:
    """Cut sentences that no second window could repeat whole into small pieces."""
    number = token(pieces.number)
    for sentence in sentences:
        if len(sentence.tokens) <= room // 2:
            yield sentence
            continue
        numbers = iter(sentence.numbers)
        for tokens in cut(sentence.tokens, room // 4, pieces):
            yield Sentence(tokens, [next(numbers) for _ in range(tokens.count(number))])


def _repeated(held: list[Sentence], room: int) -> list[Sentence]:
    """Choose what the next window begins with: the last sentences, a sixth of its room, never over half."""
    first, size = len(held), 0
    while size < room // 6 and size + len(held[first - 1].tokens) <= room // 2:
        first -= 1
        size += len(held[first].tokens)
    return held[first:]


def _window(held: list[Sentence], begin: int, end: int, number: str) -> Iterator[LaidWindow]:
    tokens = "".join(part.tokens for part in held)
    judged = slice(tokens.count(number, 0, begin), tokens.count(number, 0, end))
    if judged.start < judged.stop:
        yield LaidWindow(tokens, [number for part in held for number in part.numbers], judged)
