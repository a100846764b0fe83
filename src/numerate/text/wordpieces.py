"""Text to word-pieces, by a tokenizer of the BERT family, faster than the tokenizer itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from numerate.errors import InputError
from numerate.text.number import Number

NUMBER = "[#NUM]"
MASK = "[#MASK]"
CLS = "[CLS]"

NUMBER_MARK = "\ue000"
"""A word of a text to encode that stands for the number symbol."""
EDGE_MARK = "\ue001"
"""A word that stands for an edge between two stretches of text."""

STYLES = ("digits", "words", "ordinal", "ordinal words", "fraction")
"""How a number is written. The symbol of its style follows the number symbol, so that a model need not spend
probability on values that nobody writes that way: few write 2,006 in words, and few ordinals are large."""
_STYLE_MARKS = {style: chr(0xE002 + i) for i, style in enumerate(STYLES)}
_STYLE_SYMBOLS = {style: f"[unused{i}]" for i, style in enumerate(STYLES)}
_UNKNOWN_STYLE_MARK = chr(0xE002 + len(STYLES))
_HIDDEN_WORD = "[MASK]"
"""BERT's symbol of a hidden word; as a style, it leaves the style open."""
_OWN_MARKS = (NUMBER_MARK, EDGE_MARK, *_STYLE_MARKS.values(), _UNKNOWN_STYLE_MARK)

DEFAULT = Path(__file__).parents[1] / "models" / "default" / "tokenizer.json"
"""BERT's uncased word-pieces with the two symbols for numbers added; comes with the package."""

# Punctuation that often touches a word: set apart, it leaves a third of the distinct words to encode.
_MARKS = [(mark, f" {mark} ") for mark in ",.\"'-()"]
# Words remembered. Zipf's law sees to it that a full memory, emptied, soon holds what matters again.
_REMEMBERED = 1 << 17


@lru_cache(maxsize=2)
def read_wordpieces(path: Path) -> WordPieces:
    """Read the word pieces of a file, once for all the networks that share it."""
    return WordPieces(path)


class WordPieces:
    """Encodes word by word, and remembers.

    BERT's tokenizer cuts at white space and around punctuation before anything else, so words can be encoded
    apart, each distinct one once: the ids are the tokenizer's own, several times as fast.
    """

    def __init__(self, path: Path) -> None:
        self._tokenizer = _load(path)
        self.number = self._symbol(NUMBER, path)
        self.cls = self._symbol(CLS, path)
        vocabulary = self._tokenizer.get_vocab()
        self.size = max(vocabulary.values()) + 1
        self.continuing = frozenset(token(i) for piece, i in vocabulary.items() if piece.startswith("##"))
        """Tokens that go on with the word before them."""
        self.whole_words = frozenset(piece for piece in vocabulary if piece.isalpha())
        """Words, in lower case, that are one piece."""
        self._marks = {NUMBER_MARK: token(self.number), EDGE_MARK: EDGE, **self._styles()}
        self.has_styles = len(self._marks) > 2
        """Whether the vocabulary has symbols for the styles of numbers."""
        self._known = dict(self._marks)

    def encode(self, text: str) -> str:
        """Give the tokens of a text, and of the marks in it."""
        for mark, apart in _MARKS:
            text = text.replace(mark, apart)
        words = text.split()
        try:
            return "".join(map(self._known.__getitem__, words))
        except KeyError:
            return "".join(self._known.get(word) or self._learn(word) for word in words)

    def _learn(self, word: str) -> str:
        # A broken byte of a file is half of a surrogate pair, which the tokenizer does not take.
        whole = word.encode("utf-8", "replace").decode()
        tokens = to_tokens(self._tokenizer.encode(whole, add_special_tokens=False).ids)
        if len(self._known) >= _REMEMBERED:
            self._known = dict(self._marks)
        self._known[word] = tokens
        return tokens

    def _styles(self) -> dict[str, str]:
        """Return the tokens of the style marks; none if the vocabulary lacks BERT's unused symbols."""
        symbols = {_STYLE_MARKS[style]: symbol for style, symbol in _STYLE_SYMBOLS.items()}
        symbols[_UNKNOWN_STYLE_MARK] = _HIDDEN_WORD
        ids = {mark: self._tokenizer.token_to_id(symbol) for mark, symbol in symbols.items()}
        tokens = {mark: token(identity) for mark, identity in ids.items() if identity is not None}
        return tokens if len(tokens) == len(symbols) else {}

    def _symbol(self, symbol: str, path: Path) -> int:
        identity = self._tokenizer.token_to_id(symbol)
        if identity is None:
            raise InputError(f"{path}: this tokenizer has no {symbol}; take one of the BERT family")
        return int(identity)


_LARGEST = 64 << 20
"""Bytes; that of the default model has less than one percent of it."""


def tokenizer_file(path: Path) -> Path:
    """Find the tokenizer in a model's folder, or take the file itself."""
    file = path / "tokenizer.json" if path.is_dir() else path
    if not file.is_file():
        raise InputError(f"{file}: no such file; name a tokenizer.json or a folder that holds one")
    return file


def _load(path: Path) -> Tokenizer:
    try:
        if (size := path.stat().st_size) > _LARGEST:
            raise ValueError(f"{size:,} bytes are too many for one")
        source = path.read_text(encoding="utf-8")
        tokenizer = Tokenizer.from_str(source)
        kind = (json.loads(source).get("pre_tokenizer") or {}).get("type")
    except Exception as error:  # tokenizers raises the bare class
        raise InputError(f"{path}: not a tokenizer.json ({error})") from None
    if kind != "BertPreTokenizer":
        raise InputError(f"{path}: a tokenizer of the BERT family is needed, this one splits words by {kind}")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.add_tokens([symbol for symbol in (NUMBER, MASK) if tokenizer.token_to_id(symbol) is None])
    # A text that spells out "[CLS]" or "[#NUM]" must not get the symbol.
    tokenizer.encode_special_tokens = True
    return tokenizer


EDGE = "\0"
"""An edge between two stretches of text; no id has this character."""


def token(identity: int) -> str:
    """Give the character of an id."""
    return chr(identity + 1)


def to_tokens(ids: Iterable[int]) -> str:
    """Write ids as text."""
    return "".join(map(token, ids))


def to_ids(tokens: str) -> npt.NDArray[np.uint32]:
    """Read ids from text."""
    # Some ids are those of surrogates, which are characters to Python, and no more than numbers here.
    data = tokens.encode("utf-32-le", "surrogatepass")
    return np.frombuffer(data, "<u4").astype(np.uint32) - np.uint32(1)


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
    lowered = lower(text)
    if lowered.isascii():
        return lowered
    for mark in _OWN_MARKS:
        lowered = lowered.replace(mark, " ")
    return lowered


def lower(text: str) -> str:
    """Lower-case, and keep every offset where it is."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def encode(pieces: WordPieces, text: str, stretches: list[Stretch], styles: bool = False) -> list[str]:
    """Give the tokens of each stretch of a plain text, with the symbol in each number's place.

    All at once, which is quicker than one by one.

    styles: let the symbol of its style follow each number, where the vocabulary has such symbols.
    """
    styles = styles and pieces.has_styles
    parts: list[str] = []
    for start, end, numbers in stretches:
        for number in numbers:
            at, after = number.numeral
            parts += (text[start:at], NUMBER_MARK)
            if styles:
                parts.append(style_mark(number, text))
            start = after
        parts += (text[start:end], EDGE_MARK)
    # After the last edge comes nothing.
    return pieces.encode(" ".join(parts)).split(EDGE)[:-1]


def style_mark(number: Number, text: str) -> str:
    """Return the mark of a number's style; a mask leaves the style open."""
    if number.value != number.value:
        return _UNKNOWN_STYLE_MARK
    at, after = number.numeral
    in_words = text[at].isalpha()
    if number.kind in ("fraction", "share"):
        return _STYLE_MARKS["fraction"]
    if number.kind == "ordinal" or (not in_words and text[after - 2 : after] in ("st", "nd", "rd", "th")):
        return _STYLE_MARKS["ordinal words" if in_words else "ordinal"]
    return _STYLE_MARKS["words" if in_words else "digits"]


def cut(tokens: str, length: int, pieces: WordPieces) -> Iterator[str]:
    """Cut tokens into parts of at most `length` tokens, between words where that is possible."""
    while len(tokens) > length:
        begins = (at for at in range(length, 0, -1) if tokens[at] not in pieces.continuing)
        at = next(begins, length)
        yield tokens[:at]
        tokens = tokens[at:]
    yield tokens
