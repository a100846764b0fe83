"""A text read a segment at a time, each from the beginning of a sentence: memory does not grow."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from numerate.text import Number, extract, sentences
from numerate.text.wordpieces import MASK, Stretch, WordPieces, assign, cut, encode, plain, token

# Characters read at a time; and how many beside a number may tell what it is.
_SEGMENT, _BESIDE = 1 << 16, 64

# Read in the place of a mask, and as long as one: it takes the sign, magnitude and percent beside it, and is
# no year, no day and no decimal.
_STAND_IN = "1000004"


class WindowSentence(NamedTuple):
    """The tokens of a sentence or of a piece of one, and the numbers that have a symbol in it."""

    tokens: str
    numbers: list[Number]


class Segment(NamedTuple):
    """A piece of a text: all its numbers, and its sentences."""

    numbers: list[Number]
    sentences: list[WindowSentence]


def segments(text: str, pieces: WordPieces, covers: Callable[[float], bool]) -> Iterator[Segment]:
    """Read a text; only numbers whose value is covered, and masks, have a symbol, the others stay text."""
    for piece, shift, stretches in _stretches(text):
        shown = [
            stretch._replace(numbers=[n for n in stretch.numbers if is_mask(n) or covers(n.value)])
            for stretch in stretches
        ]
        encoded = encode(pieces, plain(piece), shown)
        pairs = zip(encoded, shown, strict=True)
        yield Segment(
            [_moved(n, shift) for stretch in stretches for n in stretch.numbers],
            [WindowSentence(tokens, [_moved(n, shift) for n in s.numbers]) for tokens, s in pairs if tokens],
        )


def read(text: str) -> list[Number]:
    """Find the numbers of a text, and its masks as numbers without a value.

    What stands beside a mask belongs to it as to any number: "$[#MASK] billion" is one number.
    """
    if MASK not in text:
        return extract(text)
    masks = [match.start() for match in re.finditer(re.escape(MASK), text)]
    found = {
        at: _open(Number(at, at, "", 0.0, Decimal(0), "cardinal", (at, at + len(MASK))), text) for at in masks
    }
    for number in extract(text.replace(MASK, _STAND_IN), identifiers=True):
        inside = masks[bisect_left(masks, number.start) : bisect_left(masks, number.end)]
        if number.kind == "identifier":
            continue
        if not inside:
            found[number.start] = number
        elif inside == [number.numeral[0]]:
            found[inside[0]] = _open(number, text)
    return sorted(found.values())


def is_mask(number: Number) -> bool:
    """Tell whether a number is a mask."""
    return number.value != number.value


def _open(number: Number, text: str) -> Number:
    end = max(number.end, number.numeral[1])
    written = text[number.start : end]
    return number._replace(end=end, text=written, value=float("nan"), decimal=Decimal("NaN"))


def _stretches(text: str) -> Iterator[tuple[str, int, list[Stretch]]]:
    """Yield pieces of a text, where they begin in it, and the whole sentences in them that are new."""
    start = 0
    while start < len(text):
        stop = min(start + _SEGMENT, len(text))
        shift = max(0, start - _BESIDE)
        piece, lead = text[shift:stop], start - shift
        numbers = [number for number in read(piece) if number.start >= lead]
        spans = [(lead + begin, lead + end) for begin, end in sentences(piece[lead:])]
        stretches = assign(spans, numbers)
        if stop < len(text):
            stretches, end = _finished(stretches, piece, lead)
            stop = shift + end
        yield piece, shift, stretches
        start = stop


def _finished(stretches: list[Stretch], piece: str, lead: int) -> tuple[list[Stretch], int]:
    """Leave the last sentence, which may go on, to the next segment; return also where that begins."""
    if len(stretches) != 1:
        return stretches[:-1], stretches[-1].start if stretches else len(piece)
    # One sentence fills it all: cut where no number is, and none that is read with what follows.
    [stretch] = stretches
    end = max(len(piece) - _BESIDE, lead + 1)
    end = next((at for at in range(end, lead, -1) if piece[at - 1].isspace()), end)
    for number in stretch.numbers:
        if number.start < end < number.end:
            end = number.start if number.start > lead else number.end
    return [Stretch(stretch.start, end, [n for n in stretch.numbers if n.start < end])], end


def _moved(number: Number, by: int) -> Number:
    if not by:
        return number
    start, end, (first, last) = number.start + by, number.end + by, number.numeral
    return number._replace(start=start, end=end, numeral=(first + by, last + by))


class TextWindow(NamedTuple):
    """A window on a text: its tokens without [CLS], the numbers in it, and which of them are judged here."""

    tokens: str
    numbers: list[Number]
    judged: slice


def lay(sentences: Iterable[WindowSentence], room: int, pieces: WordPieces) -> Iterator[TextWindow]:
    """Lay windows of at most `room` tokens over a text; those without a number to judge are left out."""
    number = token(pieces.number)
    held: list[WindowSentence] = []
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


def _parts(sentences: Iterable[WindowSentence], room: int, pieces: WordPieces) -> Iterator[WindowSentence]:
    """Cut sentences that no second window could repeat whole into small pieces."""
    number = token(pieces.number)
    for sentence in sentences:
        if len(sentence.tokens) <= room // 2:
            yield sentence
            continue
        numbers = iter(sentence.numbers)
        for tokens in cut(sentence.tokens, room // 4, pieces):
            yield WindowSentence(tokens, [next(numbers) for _ in range(tokens.count(number))])


def _repeated(held: list[WindowSentence], room: int) -> list[WindowSentence]:
    """Choose what the next window begins with: the last sentences, a sixth of its room, never over half."""
    first, size = len(held), 0
    while size < room // 6 and size + len(held[first - 1].tokens) <= room // 2:
        first -= 1
        size += len(held[first].tokens)
    return held[first:]


def _window(held: list[WindowSentence], begin: int, end: int, number: str) -> Iterator[TextWindow]:
    tokens = "".join(part.tokens for part in held)
    judged = slice(tokens.count(number, 0, begin), tokens.count(number, 0, end))
    if judged.start < judged.stop:
        yield TextWindow(tokens, [number for part in held for number in part.numbers], judged)
