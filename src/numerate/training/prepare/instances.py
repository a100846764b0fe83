"""Training instances of a document: the paper's sentences, alone or packed, or windows of all sentences."""

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

# Reasons why text is not part of an instance, as counted in the manifest.
NO_NUMBER = "no number"
NO_TARGET = "no number to predict"
OUT_OF_RANGE = "a number out of range"
SHORT = "too few words"
FEW_NUMBERS = "too few numbers for a test"
CUT = "numbers beyond the token limit"


@dataclass(frozen=True)
class InstanceRecipe:
    """Options for making instances: by default those of the shipped model, in `PAPER` those of the paper."""

    kind: Literal["sentence", "packed", "window"] = "window"
    """A sentence with numbers, several such sentences up to the token limit, or all consecutive sentences."""
    low: float = 1e-6
    high: float = 1e16
    """Range of values, [low, high). A window keeps other numbers as text; a sentence with one is dropped,
    also from packed ones."""
    zero: bool = True
    """Whether zero is in range, too."""
    tokens: int = 128
    """Maximum number of tokens of an instance, including [CLS]."""
    words: tuple[int, int] = (8, 50)
    """Minimum and maximum number of words of a sentence; longer ones are split. Windows ignore it."""
    dollar: bool = False
    """Predict only numbers after a dollar sign; the others are context."""
    test_numbers: int = 1
    """Minimum number of numbers of a test instance."""
    clean: str = "none"
    """Name of the cleaning applied to the text first, one of `CLEANERS`."""
    styles: bool = True
    """Whether the symbol of its style (digits, words, ordinal, fraction) follows each number."""

    def covers(self, value: float) -> bool:
        """Return whether a value is in range."""
        return self.low <= value < self.high or (self.zero and value == 0)


PAPER = InstanceRecipe(kind="packed", low=1.0, zero=False, styles=False)


class TokenSpan(NamedTuple):
    """A tokenized part of a document: tokens without [CLS], numbers in order, length in characters."""

    tokens: str
    numbers: list[Number]
    characters: int


class InstanceMaker:
    """Makes the instances of documents, and counts in `dropped` what they leave out."""

    def __init__(self, recipe: InstanceRecipe, pieces: WordPieces) -> None:
        self.recipe = recipe
        self.dropped: Counter[str] = Counter()
        self.pieces = pieces
        self._clean = CLEANERS[recipe.clean]
        self._max_tokens = recipe.tokens - 1
        self._number_token = token(pieces.number)

    def make(
        self, text: str, is_test: bool = False, title: str = ""
    ) -> Iterator[tuple[TokenSpan, list[int]]]:
        """Yield each instance of a document with its targets: 1 for a number to predict, else 0."""
        text = self._clean(text)
        if title and not text.startswith(title):
            text = f"{title}\n\n{text}"
        stretches = assign(sentences(text), extract(text))
        make = {"sentence": self._sentences, "packed": self._packed, "window": self._windows}
        for span in make[self.recipe.kind](plain(text), stretches):
            targets = [int(not self.recipe.dollar or follows_dollar(text, n)) for n in span.numbers]
            if not span.numbers:
                self.dropped[NO_NUMBER] += 1
            elif not any(targets):
                self.dropped[NO_TARGET] += 1
            elif is_test and len(targets) < self.recipe.test_numbers:
                self.dropped[FEW_NUMBERS] += 1
            else:
                yield span, targets

    def _sentences(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        return map(self._truncate, self._encode(text, list(self._select(text, stretches))))

    def _select(self, text: str, stretches: list[Stretch]) -> Iterator[Stretch]:
        """Yield the sentences that the paper keeps."""
        min_words, max_words = self.recipe.words
        for stretch in stretches:
            if not stretch.numbers:
                self.dropped[NO_NUMBER] += 1
            elif not all(self.recipe.covers(number.value) for number in stretch.numbers):
                self.dropped[OUT_OF_RANGE] += 1
            else:
                for part in split_sentence(text, stretch, max_words):
                    if len(text[part.start : part.end].split()) < min_words:
                        self.dropped[SHORT] += 1
                    else:
                        yield part

    def _packed(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        """Pack the sentences that the paper keeps, which its average length implies."""
        return self._pack(self._encode(text, list(self._select(text, stretches))))

    def _windows(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        covers = self.recipe.covers
        stretches = [Stretch(s.start, s.end, [n for n in s.numbers if covers(n.value)]) for s in stretches]
        return self._pack(self._encode(text, stretches))

    def _pack(self, sentences: Iterator[TokenSpan]) -> Iterator[TokenSpan]:
        """Pack sentences greedily; a sentence longer than a window is cut between words."""
        tokens = ""
        numbers: list[Number] = []
        characters = 0
        for sentence in sentences:
            for part in self._cut(sentence):
                if tokens and len(tokens) + len(part.tokens) > self._max_tokens:
                    yield TokenSpan(tokens, numbers, characters)
                    tokens, numbers, characters = "", [], 0
                tokens += part.tokens
                numbers += part.numbers
                characters += part.characters
        if tokens:
            yield TokenSpan(tokens, numbers, characters)

    def _encode(self, text: str, stretches: list[Stretch]) -> Iterator[TokenSpan]:
        encoded = encode(self.pieces, text, stretches, self.recipe.styles)
        for (start, end, numbers), tokens in zip(stretches, encoded, strict=True):
            yield TokenSpan(tokens, numbers, end - start)

    def _truncate(self, span: TokenSpan) -> TokenSpan:
        if len(span.tokens) <= self._max_tokens:
            return span
        tokens = span.tokens[: self._max_tokens]
        count = tokens.count(self._number_token)
        self.dropped[CUT] += len(span.numbers) - count
        return span._replace(tokens=tokens, numbers=span.numbers[:count])

    def _cut(self, span: TokenSpan) -> Iterator[TokenSpan]:
        """Cut a span that is longer than a window; the parts share its characters in proportion."""
        tokens, numbers, characters = span
        remaining = len(tokens)
        for part in cut(tokens, self._max_tokens, self.pieces):
            count = part.count(self._number_token)
            share = characters * len(part) // remaining if remaining else characters
            yield TokenSpan(part, numbers[:count], share)
            numbers, characters, remaining = numbers[count:], characters - share, remaining - len(part)


def split_sentence(text: str, sentence: Stretch, max_words: int) -> list[Stretch]:
    """Split a sentence into the fewest equal parts of at most `max_words` words, never inside a number."""
    starts = [match.start() for match in _WORD.finditer(text, sentence.start, sentence.end)]
    count = -(-len(starts) // max_words)
    if count <= 1:
        return [sentence]
    cuts = {starts[part * len(starts) // count] for part in range(1, count)}
    for number in sentence.numbers:
        cuts = {number.start if number.start < cut < number.end else cut for cut in cuts}
    edges = [sentence.start, *sorted(cuts), sentence.end]
    return [
        Stretch(start, end, [n for n in sentence.numbers if start <= n.numeral[0] < end])
        for start, end in pairwise(edges)
    ]


def follows_dollar(text: str, number: Number) -> bool:
    """Return whether a number follows a dollar sign, as in "$5" or "US$ 5"."""
    start = number.numeral[0]
    return text[max(0, start - 2) : start].rstrip().endswith("$")


def kind_codes(numbers: list[Number]) -> list[int]:
    """Return the kinds of the numbers as indices into KINDS."""
    return [_CODES[number.kind] for number in numbers]


_CITY = r"[A-Z][A-Z .,/'’-]+(?:, [A-Z][a-z]+\.?)*"
_DAY = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}"
_EXCHANGES = (
    "A|AS|AT|AX|BA|BO|BR|BU|CM|CO|DE|F|HE|HK|IR|IS|JO|KL|KQ|KS|L|LS|MC|ME|MI|MM|MX|N|NS|O|OB|OL|P|PA|PK|PR|"
    "Q|S|SA|SE|SI|SS|ST|SZ|T|TA|TO|TW|UL|VI|VX|WA"
)
_SYMBOL = r"(?:\.?[A-Za-z0-9_]{1,8}\.[A-Z]{1,2}|\.[A-Z0-9]{2,8})"
_CREDIT = r"(?:(?:additional|extra)\s+)?(?:(?:report|writ|edit)ing|compiled|written|graphics?)\s+by\b"

# A dateline opens a story: "CHICAGO, Oct 23 (Reuters) - ", sometimes after notes such as "(Adds quote)".
_DATELINE = re.compile(
    rf"\A(?:[^\n]{{0,300}}?\(Reuters[^()]{{0,30}}\)|{_CITY}(?:,? {_DAY})?(?: \([^()]{{2,30}}\))?|{_DAY})"
    r"\s+[-–—]{1,2}\s+"
)
# A trailer ends it; nothing after a copyright notice belongs to the story.
_TRAILER = re.compile(
    rf"(?:[-–—]{{1,2}}\s*{_CREDIT}|(?:\(c\)|©|copyright)[^\n]{{0,40}}reuters|keywords: )[^\n]*\Z",
    re.IGNORECASE,
)
_TRAILER_MARKS = (
    *("reporting by", "writing by", "editing by", "compiled by", "written by", "graphic by", "graphics by"),
    *("(c)", "©", "copyright", "keywords:"),
)
_TAIL = 1500
"""Characters at the end of a story that are searched for a trailer."""
_CREDITS = [re.compile(rf"\(\s*{_CREDIT}[^()]*\)", re.IGNORECASE), re.compile(r"\(\([^()]{1,300}\)\)")]
_BRACKETED = [re.compile(rf"\(\s*{_SYMBOL}(?:[\s,;/]+{_SYMBOL})*\s*\)"), re.compile(r"<[^<>\n]{1,30}>")]
_EXCHANGE = re.compile(rf"\.(?:{_EXCHANGES})\b(?![.\w])")
_TICKER = re.compile(rf"\b(?:[A-Z][A-Za-z0-9]{{1,7}}|\d{{4,6}}){_EXCHANGE.pattern}")
_ADDRESS = re.compile(r"\b(?:https?:/+|www\.|link\.)\S+")
_SPACES = re.compile("  +")


def clean_news(text: str) -> str:
    """Remove dateline, tickers, addresses and credits from a newswire story."""
    text = _DATELINE.sub("", text, count=1)
    for pattern in (*_CREDITS, *_BRACKETED):
        text = pattern.sub("", text)
    # Patterns that do not begin with a fixed character are slow: first test for a part that they must match.
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
