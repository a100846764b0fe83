"""Documents to instances: the paper's sentences, or windows of a document, with a symbol for each number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from numerate.text import Kind, Number, extract, sentences
from numerate.text.wordpieces import Stretch, WordPieces, assign, cut, encode, plain, token

KINDS: tuple[str, ...] = get_args(Kind)
_CODES = {kind: code for code, kind in enumerate(KINDS)}
_WORD = re.compile(r"\S+")

# Why text did not become part of an instance, as the manifest counts it.
NO_NUMBER = "no number"
NO_TARGET = "no number to predict"
OUT_OF_RANGE = "a number out of range"
SHORT = "too few words"
FEW_NUMBERS = "too few numbers for a test"
CUT = "numbers beyond the token limit"


@dataclass(frozen=True)
class InstanceRecipe:
    """How a document becomes instances. The defaults are the shipped model's; `PAPER` is the paper's."""

    kind: Literal["sentence", "window"] = "window"
    low: float = 1e-6
    high: float = 1e16
    """Numbers of [low, high) have a symbol and a value."""
    zero: bool = True
    """So has zero."""
    tokens: int = 128
    """At most, with the [CLS] they begin with."""
    words: tuple[int, int] = (8, 50)
    """A sentence has at least so many words, and is broken up over so many; a window does not care."""
    dollar: bool = False
    """Only numbers after a dollar sign are to be predicted; the others are read."""
    test_numbers: int = 1
    """A test instance has at least so many numbers."""
    clean: str = "none"

    def covers(self, value: float) -> bool:
        """Tell whether a value is in range."""
        return self.low <= value < self.high or (self.zero and value == 0)


PAPER = InstanceRecipe(kind="sentence", low=1.0, zero=False)


class TokenSpan(NamedTuple):
    """A stretch of a document: its tokens without [CLS], its numbers in order, and its length."""

    tokens: str
    numbers: list[Number]
    characters: int


class InstanceMaker:
    """Makes the instances of documents, one after the other, and counts what it leaves out."""

    def __init__(self, recipe: InstanceRecipe, pieces: WordPieces) -> None:
        self.recipe = recipe
        self.dropped: Counter[str] = Counter()
        self.pieces = pieces
        self._clean = CLEANERS[recipe.clean]
        self._room = recipe.tokens - 1
        self._number = token(pieces.number)

    def make(self, text: str, is_test: bool = False) -> Iterator[tuple[TokenSpan, list[int]]]:
        """Yield each instance of a document with its targets: 1 for a number to be predicted, else 0."""
        text = self._clean(text)
        stretches = assign(sentences(text), extract(text))
        make = self._sentences if self.recipe.kind == "sentence" else self._windows
        for piece in make(plain(text), stretches):
            targets = [int(not self.recipe.dollar or after_dollar(text, n)) for n in piece.numbers]
            if not piece.numbers:
                self.dropped[NO_NUMBER] += 1
            elif not any(targets):
                self.dropped[NO_TARGET] += 1
            elif is_test and len(targets) < self.recipe.test_numbers:
                self.dropped[FEW_NUMBERS] += 1
            else:
                yield piece, targets

    def _sentences(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        return map(self._truncate, self._encode(text, list(self._select(text, stretches))))

    def _select(self, text: str, stretches: list[Stretch]) -> Iterator[Stretch]:
        """Choose the sentences that the paper keeps."""
        fewest, most = self.recipe.words
        for stretch in stretches:
            if not stretch.numbers:
                self.dropped[NO_NUMBER] += 1
            elif not all(self.recipe.covers(number.value) for number in stretch.numbers):
                self.dropped[OUT_OF_RANGE] += 1
            else:
                for part in break_up(text, stretch, most):
                    if len(text[part.start : part.end].split()) < fewest:
                        self.dropped[SHORT] += 1
                    else:
                        yield part

    def _windows(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        """Pack consecutive sentences greedily; one that fills more than a window is cut between words."""
        covers = self.recipe.covers
        stretches = [Stretch(s.start, s.end, [n for n in s.numbers if covers(n.value)]) for s in stretches]
        tokens = ""
        numbers: list[Number] = []
        characters = 0
        for piece in self._encode(text, stretches):
            for part in self._cut(piece):
                if tokens and len(tokens) + len(part.tokens) > self._room:
                    yield TokenSpan(tokens, numbers, characters)
                    tokens, numbers, characters = "", [], 0
                tokens += part.tokens
                numbers += part.numbers
                characters += part.characters
        if tokens:
            yield TokenSpan(tokens, numbers, characters)

    def _encode(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        encoded = encode(self.pieces, text, stretches)
        for (start, end, numbers), tokens in zip(stretches, encoded, strict=True):
            yield TokenSpan(tokens, numbers, end - start)

    def _truncate(self, piece: TokenSpan) -> TokenSpan:
        if len(piece.tokens) <= self._room:
            return piece
        tokens = piece.tokens[: self._room]
        left = tokens.count(self._number)
        self.dropped[CUT] += len(piece.numbers) - left
        return piece._replace(tokens=tokens, numbers=piece.numbers[:left])

    def _cut(self, piece: TokenSpan) -> Iterator[TokenSpan]:
        """Cut a piece that fills more than a window; each part counts its share of the characters."""
        tokens, numbers, characters = piece
        left = len(tokens)
        for part in cut(tokens, self._room, self.pieces):
            inside = part.count(self._number)
            share = characters * len(part) // left if left else characters
            yield TokenSpan(part, numbers[:inside], share)
            numbers, characters, left = numbers[inside:], characters - share, left - len(part)


def break_up(text: str, stretch: Stretch, most: int) -> list[Stretch]:
    """Break a sentence into the fewest parts of at most `most` words, equally long, and no number in two."""
    starts = [match.start() for match in _WORD.finditer(text, stretch.start, stretch.end)]
    count = -(-len(starts) // most)
    if count <= 1:
        return [stretch]
    cuts = {starts[part * len(starts) // count] for part in range(1, count)}
    for number in stretch.numbers:
        cuts = {number.start if number.start < cut < number.end else cut for cut in cuts}
    edges = [stretch.start, *sorted(cuts), stretch.end]
    return [
        Stretch(begin, end, [n for n in stretch.numbers if begin <= n.numeral[0] < end])
        for begin, end in pairwise(edges)
    ]


def after_dollar(text: str, number: Number) -> bool:
    """Tell whether a dollar sign stands before a number, as in "$5", "US$ 5"."""
    at = number.numeral[0]
    return text[max(0, at - 2) : at].rstrip().endswith("$")


def kind_codes(numbers: list[Number]) -> list[int]:
    """Give the kinds of numbers as indices into KINDS."""
    return [_CODES[number.kind] for number in numbers]


_CITY = r"[A-Z][A-Z .,/'’-]+(?:, [A-Z][a-z]+\.?)*"
_DAY = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}"
_EXCHANGES = (
    "A|AS|AT|AX|BA|BO|BR|BU|CM|CO|DE|F|HE|HK|IR|IS|JO|KL|KQ|KS|L|LS|MC|ME|MI|MM|MX|N|NS|O|OB|OL|P|PA|PK|PR|"
    "Q|S|SA|SE|SI|SS|ST|SZ|T|TA|TO|TW|UL|VI|VX|WA"
)
_SYMBOL = r"(?:\.?[A-Za-z0-9_]{1,8}\.[A-Z]{1,2}|\.[A-Z0-9]{2,8})"
_CREDIT = r"(?:(?:additional|extra)\s+)?(?:(?:report|writ|edit)ing|compiled|written|graphics?)\s+by\b"

# Datelines open a story: "CHICAGO, Oct 23 (Reuters) - ", with whatever a desk put before them.
_DATELINE = re.compile(
    rf"\A(?:[^\n]{{0,300}}?\(Reuters[^()]{{0,30}}\)|{_CITY}(?:,? {_DAY})?(?: \([^()]{{2,30}}\))?|{_DAY})"
    r"\s+[-–—]{1,2}\s+"
)
# Trailers close it; what comes after a notice of rights is never the story.
_TRAILER = re.compile(
    rf"(?:[-–—]{{1,2}}\s*{_CREDIT}|(?:\(c\)|©|copyright)[^\n]{{0,40}}reuters|keywords: )[^\n]*\Z",
    re.IGNORECASE,
)
_TRAILER_MARKS = (
    *("reporting by", "writing by", "editing by", "compiled by", "written by", "graphic by", "graphics by"),
    *("(c)", "©", "copyright", "keywords:"),
)
_TAIL = 1500
_CREDITS = [re.compile(rf"\(\s*{_CREDIT}[^()]*\)", re.IGNORECASE), re.compile(r"\(\([^()]{1,300}\)\)")]
_BRACKETED = [re.compile(rf"\(\s*{_SYMBOL}(?:[\s,;/]+{_SYMBOL})*\s*\)"), re.compile(r"<[^<>\n]{1,30}>")]
_EXCHANGE = re.compile(rf"\.(?:{_EXCHANGES})\b(?![.\w])")
_TICKER = re.compile(rf"\b(?:[A-Z][A-Za-z0-9]{{1,7}}|\d{{4,6}}){_EXCHANGE.pattern}")
_ADDRESS = re.compile(r"\b(?:https?:/+|www\.|link\.)\S+")
_SPACES = re.compile("  +")


def clean_news(text: str) -> str:
    """Take dateline, tickers, addresses and credits out of a newswire story."""
    text = _DATELINE.sub("", text, count=1)
    for pattern in (*_CREDITS, *_BRACKETED):
        text = pattern.sub("", text)
    # Patterns that do not begin with a fixed character are slow: a look for what they must hold comes first.
    if _EXCHANGE.search(text):
        text = _TICKER.sub("", text)
    if any(mark in text for mark in ("http", "www.", "link.")):
        text = _ADDRESS.sub("", text)
    tail = text[-_TAIL:]
    lowered = tail.lower()
    if any(mark in lowered for mark in _TRAILER_MARKS):
        text = text[:-_TAIL] + _TRAILER.sub("", tail)
    return _SPACES.sub(" ", text).strip()


CLEANERS: dict[str, Callable[[str], str]] = {"none": str, "news": clean_news}
