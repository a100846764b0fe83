"""What a sentence is about beyond its own words: the title of its document, and the heading above it.

"It weighs about 460 g" is sound of an egg, and absurd of an elephant.
"""

from __future__ import annotations

from collections.abc import Iterator

from numerate.consistency.learned.windows import EncodedSentence, encode_sentence, encode_topic
from numerate.consistency.skeleton import Skeleton
from numerate.text.wordpieces import WordPieces


def topics(skeleton: Skeleton, pieces: WordPieces) -> Iterator[str]:
    """Yield the topic of each sentence of a text, in word pieces; "" where no heading is above it."""
    headings = [(start, " ".join(skeleton.text[start:end].split())) for start, end in skeleton.headings]
    title = headings[0][1] if headings else ""
    above, topic = 0, ""
    for sentence in skeleton.sentences:
        while above < len(headings) and headings[above][0] < sentence.start:
            heading = headings[above][1]
            topic = encode_topic(title if heading == title else f"{title}: {heading}", pieces)
            above += 1
        yield topic


def encode_text(skeleton: Skeleton, pieces: WordPieces) -> list[EncodedSentence]:
    """Encode the sentences of a text, each with its topic."""
    return [
        encode_sentence(sentence, pieces, topic)
        for sentence, topic in zip(skeleton.sentences, topics(skeleton, pieces), strict=True)
    ]
