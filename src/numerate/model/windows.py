"""Windows over a text of any length: it is read in segments, and its sentences are packed into windows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from numerate.text import Number, extract, sentences
from numerate.text.wordpieces import MASK, Stretch, WordPieces, assign, cut, encode, plain, token

_SEGMENT = 1 << 16
"""Characters that are read at a time, which bounds memory."""
_CONTEXT = 64
"""Characters before and after a number that may decide how it is read."""

_STAND_IN = "1000004"
"""Read in place of a mask, and as long as one: it takes affixes like any number, and cannot be taken for a
year, a day or a decimal."""


class WindowSentence(NamedTuple):
    """The tokens of a sentence, or of a part of one, and the numbers that are symbols among them."""

    tokens: str
    numbers: list[Number]


class Segment(NamedTuple):
    """A part of a text: all its numbers, and its sentences."""

    numbers: list[Number]
    sentences: list[WindowSentence]


class TextWindow(NamedTuple):
    """The tokens of a window without [CLS], its numbers, and the slice of those predicted in this window."""

    tokens: str
    numbers: list[Number]
    predicted: slice


# -- Reading ---------------------------------------------------------------------------------------------


def segments(
    text: str, pieces: WordPieces, covers: Callable[[float], bool], styles: bool = False
) -> Iterator[Segment]:
    """Read a text segment by segment; masks and covered values become symbols, other numbers stay text.

    styles: let the symbol of its style follow each number.
    """
    for part, offset, stretches in _stretches(text):
        encodable = [
            stretch._replace(numbers=[n for n in stretch.numbers if is_mask(n) or covers(n.value)])
            for stretch in stretches
        ]
        encoded = encode(pieces, plain(part), encodable, styles)
        pairs = zip(encoded, encodable, strict=True)
        yield Segment(
            [n.shifted(offset) for stretch in stretches for n in stretch.numbers],
            [WindowSentence(tokens, [n.shifted(offset) for n in s.numbers]) for tokens, s in pairs if tokens],
        )


def read(text: str) -> list[Number]:
    """Extract the numbers of a text, and its masks as numbers whose value is NaN.

    A mask has affixes like any number: "$[#MASK] billion" is one number.
    """
    if MASK not in text:
        return extract(text)
    masks = [match.start() for match in re.finditer(re.escape(MASK), text)]
    numbers = {
        at: _masked(Number(at, at, "", 0.0, Decimal(0), "cardinal", (at, at + len(MASK))), text)
        for at in masks
    }
    for number in extract(text.replace(MASK, _STAND_IN), identifiers=True):
        inside = masks[bisect_left(masks, number.start) : bisect_left(masks, number.end)]
        if number.kind == "identifier":
            continue
        if not inside:
            numbers[number.start] = number
        elif inside == [number.numeral[0]]:
            numbers[inside[0]] = _masked(number, text)
    return sorted(numbers.values())


def is_mask(number: Number) -> bool:
    """Return whether a number is a mask, which has no value."""
    return number.value != number.value


def _masked(number: Number, text: str) -> Number:
    end = max(number.end, number.numeral[1])
    written = text[number.start : end]
    return number._replace(end=end, text=written, value=float("nan"), decimal=Decimal("NaN"))


def _stretches(text: str) -> Iterator[tuple[str, int, list[Stretch]]]:
    """Yield parts of a text, their offsets, and the complete sentences that are new in each."""
    start = 0
    while start < len(text):
        stop = min(start + _SEGMENT, len(text))
        offset = max(0, start - _CONTEXT)
        part, lead = text[offset:stop], start - offset
        numbers = [number for number in read(part) if number.start >= lead]
        spans = [(lead + begin, lead + end) for begin, end in sentences(part[lead:])]
        stretches = assign(spans, numbers)
        if stop < len(text):
            stretches, end = _complete(stretches, part, lead)
            stop = offset + end
        yield part, offset, stretches
        start = stop


def _complete(stretches: list[Stretch], part: str, lead: int) -> tuple[list[Stretch], int]:
    """Drop the last sentence, which may continue in the next segment; also return where that begins."""
    if len(stretches) != 1:
        return stretches[:-1], stretches[-1].start if stretches else len(part)
    # One sentence fills the segment: cut it at white space, away from numbers and from their context.
    [stretch] = stretches
    end = max(len(part) - _CONTEXT, lead + 1)
    end = next((at for at in range(end, lead, -1) if part[at - 1].isspace()), end)
    for number in stretch.numbers:
        if number.start < end < number.end:
            end = number.start if number.start > lead else number.end
    return [Stretch(stretch.start, end, [n for n in stretch.numbers if n.start < end])], end


# -- Packing ---------------------------------------------------------------------------------------------


def pack_windows(parts: Iterable[WindowSentence], size: int, pieces: WordPieces) -> Iterator[TextWindow]:
    """Pack the sentences of a text into overlapping windows of at most `size` tokens.

    Numbers in the first half of an overlap are predicted in the earlier window, those in the second half in
    the later one. Windows without a number to predict are dropped.
    """
    symbol = token(pieces.number)
    packed: list[WindowSentence] = []
    length = begin = 0
    for part in _short_enough(parts, size, pieces):
        if length + len(part.tokens) > size:
            overlap = _overlap(packed, size)
            repeated = sum(len(sentence.tokens) for sentence in overlap)
            end = length - repeated + repeated // 2
            yield from _window(packed, begin, end, symbol)
            begin, length = end - (length - repeated), repeated
            packed = overlap
        packed.append(part)
        length += len(part.tokens)
    yield from _window(packed, begin, length, symbol)


def _short_enough(parts: Iterable[WindowSentence], size: int, pieces: WordPieces) -> Iterator[WindowSentence]:
    """Cut sentences that are too long to fit into the overlap of two windows."""
    symbol = token(pieces.number)
    for sentence in parts:
        if len(sentence.tokens) <= size // 2:
            yield sentence
            continue
        numbers = iter(sentence.numbers)
        for tokens in cut(sentence.tokens, size // 4, pieces):
            yield WindowSentence(tokens, [next(numbers) for _ in range(tokens.count(symbol))])


def _overlap(packed: list[WindowSentence], size: int) -> list[WindowSentence]:
    """Return the last sentences, which the next window repeats: at least a sixth of it, at most half."""
    first, length = len(packed), 0
    while length < size // 6 and length + len(packed[first - 1].tokens) <= size // 2:
        first -= 1
        length += len(packed[first].tokens)
    return packed[first:]


def _window(packed: list[WindowSentence], begin: int, end: int, symbol: str) -> Iterator[TextWindow]:
    tokens = "".join(part.tokens for part in packed)
    predicted = slice(tokens.count(symbol, 0, begin), tokens.count(symbol, 0, end))
    if predicted.start < predicted.stop:
        yield TextWindow(tokens, [number for part in packed for number in part.numbers], predicted)
