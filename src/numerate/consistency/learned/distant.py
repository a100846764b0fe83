"""Sentences far apart that may be about the same thing: the rent in clause 3, and in clause 9."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from math import log

from numerate.consistency.learned.figures import COUNT, Figure
from numerate.consistency.learned.windows import EncodedSentence

_PARTNERS = 2
"""Earlier sentences that a sentence is compared with."""
_MOST = 12
"""Sentences that a word may stand in and still say what they are about."""
_ALIKE, _FEWEST = 3.0, 40
"""Least sum of log(sentences / sentences with the word) over the words that two sentences share, and the
number of sentences that a short document counts for."""
_SHORTEST = 4
"""Letters of a word that says what a sentence is about."""


def distant_pairs(encoded: Sequence[EncodedSentence]) -> Iterator[tuple[int, int]]:
    """Yield the indices of sentences that share rare words and have figures of one unit or noun."""
    paragraphs = _paragraphs(encoded)
    with_word: dict[str, list[int]] = defaultdict(list)
    for j, sentence in enumerate(encoded):
        for word in sentence.words if sentence.figures else ():
            if len(word) >= _SHORTEST:
                with_word[word].append(j)
    count = max(_FEWEST, len(encoded))
    rare = ((word, places) for word, places in with_word.items() if 1 < len(places) <= _MOST)
    weights = {word: log(count / len(places)) for word, places in rare}
    units = [frozenset(filter(None, map(_measures, sentence.figures))) for sentence in encoded]
    for j, sentence in enumerate(encoded):
        shared: dict[int, float] = defaultdict(float)
        for word in sorted(sentence.words & weights.keys()) if sentence.figures else ():
            for i in with_word[word]:
                if i < j and paragraphs[i] != paragraphs[j] and units[i] & units[j]:
                    shared[i] += weights[word]
        partners = nlargest(_PARTNERS, shared, key=shared.__getitem__)
        yield from ((i, j) for i in partners if shared[i] >= _ALIKE)


def _paragraphs(encoded: Sequence[EncodedSentence]) -> list[int]:
    """Return the number of the paragraph of each sentence."""
    result, paragraph = [], 0
    for sentence in encoded:
        result.append(paragraph)
        paragraph += sentence.ends_paragraph
    return result


def _measures(figure: Figure) -> str:
    """Return what another figure must share to be the same quantity: its unit, or the noun it counts."""
    if figure.group == COUNT:
        return f"{COUNT} {figure.slot.noun}" if figure.slot.noun else ""
    return figure.group
