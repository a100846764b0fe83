"""Windows beyond a paragraph: a sentence and what stands before it or is about the same.

The network learns from them. A check does not read them: it took ten times as long and found nothing
more (LOG).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from math import log
from typing import NamedTuple

from numerate.consistency.learned.windows import TOKENS, EncodedSentence

_BEFORE, _RELATED = 80, 60
"""Word pieces that a window spends on the sentences before its own, and on related ones."""
_FIGURES = 12
"""Figures of a window at most: equations grow with their third power."""
_PARTNERS = 4
"""Related sentences of a window at most."""
_MOST = 12
"""Sentences that a word may stand in and still say what they are about."""
_ALIKE, _FEWEST = 3.0, 40
"""Least sum of log(sentences / sentences with the word) over the words that two sentences share, and the
number of sentences that a short document counts for."""
_SHORTEST, _STEM = 4, 6
"""Letters of a word that says what a sentence is about, and those that tell it from others: "charging" and
"charges" are one."""


class WideWindow(NamedTuple):
    """A sentence with others of its document, by their indices."""

    focus: int
    sentences: list[int]
    """In the order of the text, the one in focus among them."""


def wide_windows(encoded: Sequence[EncodedSentence]) -> Iterator[WideWindow]:
    """Yield a window for every sentence with figures, if there are others beyond its paragraph."""
    paragraphs = paragraph_numbers(encoded)
    related = _related(encoded, paragraphs)
    for focus, sentence in enumerate(encoded):
        if not sentence.figures or len(sentence.tokens) >= TOKENS:
            continue
        window = _Window(encoded, focus)
        before = focus - 1
        while before >= 0 and window.take(before, _BEFORE):
            before -= 1
        window.spent = 0
        for i in related[focus]:
            window.take(i, _RELATED)
        if any(encoded[i].figures and paragraphs[i] != paragraphs[focus] for i in window.sentences):
            yield WideWindow(focus, sorted(window.sentences))


class _Window:
    """A window that is being filled."""

    def __init__(self, encoded: Sequence[EncodedSentence], focus: int) -> None:
        self.encoded = encoded
        self.sentences = {focus}
        self.tokens = 1 + len(encoded[focus].tokens)
        self.figures = len(encoded[focus].figures)
        self.spent = 0

    def take(self, i: int, budget: int) -> bool:
        """Take a sentence, if it fits into the window and into what may be spent on its like."""
        tokens, figures = len(self.encoded[i].tokens) + 1, len(self.encoded[i].figures)
        fits = self.tokens + tokens <= TOKENS and self.figures + figures <= _FIGURES
        if i in self.sentences or not fits or self.spent + tokens > budget:
            return False
        self.sentences.add(i)
        self.tokens += tokens
        self.figures += figures
        self.spent += tokens
        return True


def _related(encoded: Sequence[EncodedSentence], paragraphs: Sequence[int]) -> list[list[int]]:
    """Return for each sentence those of other paragraphs that share most words with it, and a unit."""
    words = [frozenset(word[:_STEM] for word in each.words if len(word) >= _SHORTEST) for each in encoded]
    with_word: dict[str, list[int]] = defaultdict(list)
    for j, sentence in enumerate(encoded):
        for word in words[j] if sentence.figures else ():
            with_word[word].append(j)
    count = max(_FEWEST, len(encoded))
    rare = ((word, places) for word, places in with_word.items() if 1 < len(places) <= _MOST)
    weights = {word: log(count / len(places)) for word, places in rare}
    units = [frozenset(f.group for f in sentence.figures) - {""} for sentence in encoded]
    result: list[list[int]] = []
    for j, sentence in enumerate(encoded):
        shared: dict[int, float] = defaultdict(float)
        for word in sorted(words[j] & weights.keys()) if sentence.figures else ():
            for i in with_word[word]:
                if paragraphs[i] != paragraphs[j] and units[i] & units[j]:
                    shared[i] += weights[word]
        best = nlargest(_PARTNERS, shared, key=lambda i: (shared[i], -i))
        result.append([i for i in best if shared[i] >= _ALIKE])
    return result


def paragraph_numbers(encoded: Sequence[EncodedSentence]) -> list[int]:
    """Return the number of the paragraph of each sentence."""
    result, paragraph = [], 0
    for sentence in encoded:
        result.append(paragraph)
        paragraph += sentence.ends_paragraph
    return result
