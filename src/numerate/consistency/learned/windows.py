"""Stretches of text as the network reads them: word pieces, with a symbol of its type for each figure.

The network sees no value, except of words such as "twice" and "doubled". What it says of an equation is how
often such words go with figures that satisfy it, so that an error in the figures cannot mislead it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from numerate.consistency.learned.figures import Figure, read_figures
from numerate.consistency.learned.kinds import candidates
from numerate.consistency.slots import Sentence
from numerate.text.wordpieces import WordPieces, plain, to_ids, token

TOKENS = 160
"""Word pieces of a window at most."""
MOST_FIGURES = 20
"""Figures of a window at most: equations grow with their third power."""
_FEW_FIGURES = 8
"""Figures of a window in a part of a text that is nothing but figures, where equations would take minutes."""
_MANY, _DENSE = 100, 5
"""Figures from which a part may be nothing else, and word pieces for each of them below which it is."""
_NEXT = 2 / 3
"""Share of a window after which the next one begins."""
_TOPIC_TOKENS = 16
"""Word pieces of a topic at most."""
_BREAK = token(10)
"""BERT's symbol [unused9], for the end of a paragraph; those before it are the number model's."""
_FIRST_SYMBOL = 11
"""Id of the symbol of the first type of figures."""
_FIGURE = re.compile(r"\S*\d\S*")
_SIZED = ("U", "M", "P")
"""Marks of figures whose order of magnitude the network predicts."""


@dataclass(frozen=True, slots=True, eq=False)
class ClaimWindow:
    """Some sentences in a row."""

    tokens: str
    """Ids as characters (see `wordpieces`), [CLS] first."""
    figures: list[Figure]
    places: list[int]
    """Where each figure's symbol stands among the tokens."""

    @property
    def ids(self) -> list[int]:
        """The ids of the tokens."""
        return [int(i) for i in to_ids(self.tokens)]

    @property
    def can_fail(self) -> bool:
        """Whether it can have findings: one of its figures has a size, or they allow an equation."""
        return any(figure.slot.mark in _SIZED for figure in self.figures) or any(candidates(self.figures))


@dataclass(frozen=True, slots=True, eq=False)
class EncodedSentence:
    """A sentence in word pieces."""

    tokens: str
    figures: list[Figure]
    places: list[int]
    words: frozenset[str]
    ends_paragraph: bool
    topic: str = ""
    """The title and heading above it, in word pieces."""


def encode_topic(title: str, pieces: WordPieces) -> str:
    """Encode a title, without its figures: the network sees no value."""
    return pieces.encode(plain(_FIGURE.sub(" ", title)))[:_TOPIC_TOKENS]


def encode_sentence(sentence: Sentence, pieces: WordPieces, topic: str = "") -> EncodedSentence:
    """Encode a sentence, with a symbol in the place of each figure."""
    figures = read_figures([sentence])
    text = sentence.text
    tokens: list[str] = []
    places: list[int] = []
    length = 0
    start = sentence.start
    for figure in figures:
        slot = figure.slot
        stop = slot.end if slot.mark == "X" and slot.number.text[0].isalpha() else slot.start
        part = pieces.encode(plain(text[start:stop])) if stop > start else ""
        length += len(part)
        places.append(length)
        tokens += (part, token(_FIRST_SYMBOL + figure.type))
        length += 1
        start = max(stop, slot.end)
    tokens.append(pieces.encode(plain(text[start : sentence.end])))
    return EncodedSentence(
        "".join(tokens), figures, places, sentence.words, sentence.following is None, topic
    )


def windows(encoded: Sequence[EncodedSentence], pieces: WordPieces) -> Iterator[ClaimWindow]:
    """Yield the windows of a document that can have findings.

    A window stays within a paragraph, so that what is said of it does not depend on its neighbours. Those of
    a long paragraph overlap by about a third. Of a sentence that is longer than a window, only the beginning
    is read. Every two sentences of a paragraph of more are a window, too: the network is surer of what is
    meant where there is less to choose from.
    """
    most = _most_figures(encoded)
    first = 0
    for last, sentence in enumerate(encoded, 1):
        if sentence.ends_paragraph or last == len(encoded):
            paragraph = encoded[first:last]
            cut = [*_paragraph_windows(paragraph, pieces, most)]
            if len(paragraph) > 2:
                pairs = (pair for pair in pairwise(paragraph) if sum(len(each.figures) for each in pair) > 1)
                cut += [join(pair, pieces, most) for pair in pairs]
            yield from (window for window in cut if window.can_fail)
            first = last


def _most_figures(encoded: Sequence[EncodedSentence]) -> int:
    """Return how many figures a window of a part of a text may have."""
    figures = sum(len(sentence.figures) for sentence in encoded)
    tokens = sum(len(sentence.tokens) for sentence in encoded)
    return _FEW_FIGURES if figures >= _MANY and tokens < _DENSE * figures else MOST_FIGURES


def _paragraph_windows(
    encoded: Sequence[EncodedSentence], pieces: WordPieces, most: int
) -> Iterator[ClaimWindow]:
    start = end = 0
    while end < len(encoded):
        end = _end(encoded, start, most)
        yield join(encoded[start:end], pieces, most)
        start = max(start + 1, _next(encoded, start, end))


def join(encoded: Sequence[EncodedSentence], pieces: WordPieces, most: int = MOST_FIGURES) -> ClaimWindow:
    """Put sentences into one window, without what exceeds its limits of tokens and figures.

    It begins with the topic of the first sentence.
    """
    tokens = token(pieces.cls)
    if encoded[0].topic:
        tokens += encoded[0].topic + _BREAK
    figures: list[Figure] = []
    places: list[int] = []
    for i, each in enumerate(encoded):
        if i and encoded[i - 1].ends_paragraph:
            tokens += _BREAK
        figures += each.figures
        places += [len(tokens) + place for place in each.places]
        tokens += each.tokens
    count = min(most, sum(place < TOKENS for place in places))
    return ClaimWindow(tokens[:TOKENS], figures[:count], places[:count])


def _end(encoded: Sequence[EncodedSentence], start: int, most: int) -> int:
    """Return where a window ends that begins with a sentence: as late as possible."""
    tokens, figures, end = 1 + len(encoded[start].topic), 0, start
    while end < len(encoded):
        tokens += len(encoded[end].tokens)
        figures += len(encoded[end].figures)
        if end > start and (tokens > TOKENS or figures > most):
            break
        end += 1
    return end


def _next(encoded: Sequence[EncodedSentence], start: int, end: int) -> int:
    """Return the sentence with which the next window begins."""
    most = _NEXT * sum(len(each.tokens) for each in encoded[start:end])
    tokens = 0
    for at in range(start, end):
        tokens += len(encoded[at].tokens)
        if tokens > most:
            return at
    return end
