"""What the network reads: a sentence of the draft, with one number asked about, and passages of the sources.

The numbers that may be the same are symbols of what they measure, so that no value decides. Those of other
measures, which say what a number is about, stand as they are written.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from numerate.consistency.sources.candidates import Aligned
from numerate.consistency.sources.index import SourceIndex
from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import SourceText
from numerate.text.wordpieces import WordPieces, plain, token

MEASURES = ("count", "money", "percent", "year", "date", "clock", "ordinal", "age", "time", "length", "mass")
"""What numbers measure, each with a symbol; the rest shares one."""
_CLS, _SEP, _MASK = (token(i) for i in (101, 102, 103))
_DRAFT, _CONTEXT, _PASSAGE = 72, 24, 110
"""Word pieces of the draft's sentence, of the end of the sentence before one, and of a passage at most."""
_WINDOW = 288
"""Word pieces of a window at most, as in training."""
_CUT = 1200
"""Characters of a passage, around the number, that are read at most."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window, and which numbers of the sources stand in it."""

    tokens: str
    """Ids as characters (see `wordpieces`)."""
    kinds: list[int]
    """Of each token 0, or 1 and more for what a number measures."""
    draft: int
    """Tokens of the draft, which come first."""
    asked: int
    """Where the number that is asked about stands."""
    places: list[int]
    """Where the numbers of the sources that may be the same stand."""
    numbers: list[Quantity]
    """These numbers."""


@dataclass(frozen=True, slots=True)
class _Piece:
    tokens: str
    kinds: list[int]
    places: list[tuple[int, Quantity]]


def window_of(entry: Aligned, draft: SourceText, index: SourceIndex, pieces: WordPieces) -> Window | None:
    """Return the window that asks about a number; None where no candidate stands in it."""
    quantity = entry.quantity
    own = _passage(quantity, draft, quantity.measure, pieces)
    asked = next((at for at, other in own.places if other is quantity), None)
    if asked is None:
        return None
    first, last = max(0, asked - _DRAFT // 2), asked + _DRAFT // 2 + 1
    before = _before(quantity, draft, pieces)
    tokens = _CLS + before + own.tokens[first:last] + _SEP
    kinds = [0] * (1 + len(before)) + own.kinds[first:last] + [0]
    asked += 1 + len(before) - first
    length = len(tokens)
    places: list[int] = []
    numbers: list[Quantity] = []
    for chosen in _chosen(entry, index, pieces, _WINDOW - length):
        at = len(tokens)
        tokens += chosen.tokens + _SEP
        kinds += [*chosen.kinds, 0]
        for place, other in chosen.places:
            if other.measure == quantity.measure:
                places.append(at + place)
                numbers.append(other)
    return Window(tokens, kinds, length, asked, places, numbers) if places else None


def _is_shown(measure: str, asked: str) -> bool:
    """Return whether numbers of a measure are shown where one of another is asked about."""
    if asked in _PERIODS:
        return measure not in _PERIODS
    return measure != asked


_PERIODS = ("year", "date")
"""Measures that are hidden together: a date often has its year."""


def _chosen(entry: Aligned, index: SourceIndex, pieces: WordPieces, room: int) -> list[_Piece]:
    """Return the passages of the best candidates, as many as there is room for, in the order of the sources.

    The best match and the best rivals take turns.
    """
    turns = sorted(
        [*enumerate(entry.matches), *((i + 0.5, rival) for i, rival in enumerate(entry.rivals))],
        key=lambda turn: turn[0],
    )
    chosen: dict[tuple[int, int], _Piece] = {}
    for _, candidate in turns:
        quantity = candidate.quantity
        key = quantity.document, quantity.passage
        if key in chosen or quantity.cell:
            continue
        text = index.sources[quantity.document]
        piece = _passage(quantity, text, entry.quantity.measure, pieces)
        if len(piece.tokens) + 1 > room:
            continue
        before = "" if (key[0], key[1] - 1) in chosen else _before(quantity, text, pieces)
        if before and len(before) + len(piece.tokens) + 1 <= room:
            places = [(len(before) + at, other) for at, other in piece.places]
            piece = _Piece(before + piece.tokens, [0] * len(before) + piece.kinds, places)
        chosen[key] = piece
        room -= len(piece.tokens) + 1
    return [chosen[key] for key in sorted(chosen)]


def _passage(quantity: Quantity, text: SourceText, asked: str, pieces: WordPieces) -> _Piece:
    """Return the passage of a number in word pieces, cut around it if it is long."""
    passage, number = text.passages[quantity.passage], quantity.number
    start = max(passage.start, number.start - _CUT // 2)
    end = min(max(passage.end, number.end), number.end + _CUT // 2)
    whole = _render(text, start, end, asked, pieces)
    if len(whole.tokens) <= _PASSAGE:
        return whole
    at = next((at for at, other in whole.places if other is quantity), 0)
    first = max(0, min(at - _PASSAGE // 2, len(whole.tokens) - _PASSAGE))
    last = first + _PASSAGE
    places = [(at - first, other) for at, other in whole.places if first <= at < last]
    return _Piece(whole.tokens[first:last], whole.kinds[first:last], places)


def _before(quantity: Quantity, text: SourceText, pieces: WordPieces) -> str:
    """Return the end of the passage before that of a number, in word pieces without numbers."""
    if not quantity.passage:
        return ""
    passage = text.passages[quantity.passage - 1]
    piece = _render(text, max(passage.start, passage.end - _CUT // 4), passage.end, "", pieces)
    return piece.tokens[-_CONTEXT:]


def _render(text: SourceText, start: int, end: int, asked: str, pieces: WordPieces) -> _Piece:
    """Return a stretch of a text in word pieces, its numbers replaced but for those that are shown.

    asked: the measure of the number that is asked about; if empty, none is shown.
    """
    tokens, kinds, places = "", list[int](), list[tuple[int, Quantity]]()
    content, at = text.document.text, start
    quantities = text.quantities
    for i in range(bisect_left(quantities, start, key=lambda each: each.number.start), len(quantities)):
        quantity = quantities[i]
        number = quantity.number
        if number.start >= end:
            break
        if number.start < at or quantity.is_implied or quantity.cell:
            continue
        tokens += pieces.encode(plain(content[at : number.start]))
        kinds += [0] * (len(tokens) - len(kinds))
        if asked and _is_shown(quantity.measure, asked):
            tokens += pieces.encode(plain(number.text))
            kinds += [0] * (len(tokens) - len(kinds))
        else:
            places.append((len(tokens), quantity))
            tokens += _MASK
            kinds.append(
                1 + (MEASURES.index(quantity.measure) if quantity.measure in MEASURES else len(MEASURES))
            )
        at = number.end
    tokens += pieces.encode(plain(content[at:end])) if at < end else ""
    kinds += [0] * (len(tokens) - len(kinds))
    return _Piece(tokens, kinds, places)
