"""Windows of text with the equations that hold in them: what the reader of claims is trained on.

    python -m experiments.claim_reader.mine ../shared/data/world/news/train.parquet --out OUT/train-news.npz
    python -m experiments.claim_reader.mine PASSAGES/a.tsv --whole --out OUT/passages-a.npz
    python -m experiments.claim_reader.mine PASSAGES/documents --out OUT/passages-documents.npz
    python -m experiments.claim_reader.mine ../shared/data/sci/train.parquet --sizes --out OUT/sizes-sci.npz

Nobody labels anything. Correct text satisfies the equations that it states, and others by accident only:
which equations hold is the label. In written passages without a relation (label "none"), and between two
passages that have nothing to do with each other, what holds is an accident. Equations whose figures do not
have the order of size that they need are left out, so that the network need not read which of two amounts
is the larger. Windows are cut at random places and of random lengths. Those in which no equation holds are
thinned out, and so are equations that do not hold; weights make up for it. With --sizes, windows have
measured amounts and no equations: what is learned from them is how large things are.

The title of a document is the topic of most of its windows; a line of knowledge has it before " | ".
"""

from __future__ import annotations

import argparse
import json
import random
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from experiments.claim_reader.wide import wide_windows
from numerate.consistency.learned.figures import read_figures, size
from numerate.consistency.learned.kinds import KINDS, Candidate, candidates
from numerate.consistency.learned.topics import topics
from numerate.consistency.learned.windows import (
    MOST_FIGURES,
    ClaimWindow,
    encode_sentence,
    encode_topic,
    join,
)
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence
from numerate.documents import Document, read
from numerate.text import extract
from numerate.text.wordpieces import DEFAULT, read_wordpieces, to_ids

KEPT = 0.2
"""Share of the windows without a telling equation that are kept."""
NEGATIVES = 12
"""Equations of a kind that do not hold, of a window, that are kept at most."""
ORDER_WEIGHT = 0.5
"""Weight of a pair of moments, of which texts have many."""
NONE = "none"
"""Label of a written passage without any relation."""
TELLING = 0.04
"""Chance of an accident below which an equation that holds is telling."""
MOST_WIDE = 6
"""Windows beyond a paragraph, of a document of a corpus; of written documents, all are taken."""
LONGEST = 16_000
"""Characters of a document that are read."""
WITH_TOPIC = 0.6
"""Share of the windows of a document that have its title as their topic."""
_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
_PIECES = read_wordpieces(DEFAULT)

Equation = tuple[int, int, int, int, int, float, float]
Row = tuple[npt.NDArray[np.uint16], list[int], list[float], list[Equation], float]


class Text(NamedTuple):
    """A document or passage to mine."""

    title: str
    text: str
    headings: Sequence[tuple[int, int]] = ()
    label: str = ""
    """Of a passage, what a writer says of it."""

    @property
    def seed(self) -> int:
        """What its random draws begin with."""
        return zlib.crc32(self.text[:1000].encode("utf-8", "replace"))


def rows(document: Text) -> list[Row]:
    """Return the windows of a document, with their equations."""
    draw = random.Random(document.seed)
    try:
        sentences = sentences_of(document.text)
        topic = encode_topic(document.title, _PIECES)
        chosen = chain(cuts(sentences, draw), wide(sentences, draw))
        found = (label(cut, None, draw, topic=drawn(topic, draw)) for cut in chosen)
        return [row for row in found if row is not None]
    except Exception as error:  # a document that cannot be read is not worth the others
        print(f"left out: {error!r}")
        return []


def measured(document: Text) -> list[Row]:
    """Return the windows of a document that have measured amounts, without their equations."""
    draw = random.Random(document.seed)
    found: list[Row] = []
    try:
        topic = encode_topic(document.title, _PIECES)
        for cut in cuts(sentences_of(document.text), draw, fewest=1):
            window = joined_window(cut, drawn(topic, draw))
            sizes = [size(figure) for figure in window.figures]
            if any(map(isfinite, sizes)):
                found.append((to_ids(window.tokens).astype(np.uint16), window.places, sizes, [], 1.0))
    except Exception as error:
        print(f"left out: {error!r}")
    return found


def sentences_of(text: str) -> Sequence[Sentence]:
    """Return the sentences of a text."""
    return Skeleton(text, extract(text, identifiers=True)).sentences


def drawn(topic: str, draw: random.Random) -> str:
    """Return the topic of most windows; texts to be checked may have no title."""
    return topic if draw.random() < WITH_TOPIC else ""


def joined_window(cut: Sequence[Sentence], topic: str) -> ClaimWindow:
    """Return some sentences as the network reads them."""
    return join([encode_sentence(sentence, _PIECES, topic) for sentence in cut], _PIECES)


def whole(passage: Text, other: Text) -> list[Row]:
    """Return a passage as one window, and together with another one that has nothing to do with it."""
    draw = random.Random(passage.seed)
    pair = [passage, other] if draw.random() < 0.5 else [other, passage]
    topic = encode_topic(passage.title, _PIECES)
    found = (
        label(*joined([passage]), draw, keep=True, topic=topic),
        label(*joined(pair), draw, keep=True, topic=topic if pair[0] is passage else ""),
    )
    return [row for row in found if row is not None]


def joined(passages: Sequence[Text]) -> tuple[Sequence[Sentence], list[int]]:
    """Return the sentences of labelled passages, and for each its passage, 0 if that has no relation."""
    sentences = sentences_of("\n\n".join(passage.text for passage in passages))
    second = len(passages[0].text)
    places = [int(sentence.start > second) for sentence in sentences]
    return sentences, [0 if passages[place].label == NONE else place + 1 for place in places]


def cuts(sentences: Sequence[Sentence], draw: random.Random, fewest: int = 2) -> Iterator[Sequence[Sentence]]:
    """Cut a document into windows of one to six sentences, with at least so many figures."""
    start = 0
    while start < len(sentences):
        end = start + draw.choice((1, 2, 2, 3, 3, 4, 5, 6))
        if fewest <= sum(len(each.slots) for each in sentences[start:end]) <= MOST_FIGURES:
            yield sentences[start:end]
        start = end


def wide(
    sentences: Sequence[Sentence], draw: random.Random, most: int = MOST_WIDE
) -> Iterator[Sequence[Sentence]]:
    """Put sentences together with what their document says elsewhere of the same things."""
    found = list(wide_windows([encode_sentence(sentence, _PIECES) for sentence in sentences]))
    for window in draw.sample(found, min(len(found), most)):
        yield [sentences[i] for i in window.sentences]


def written(document: Text) -> list[Row]:
    """Return all windows of a document that was written to learn from, wide ones and paragraphs."""
    draw = random.Random(document.seed)
    skeleton = Skeleton(document.text, extract(document.text, identifiers=True), document.headings)
    sentences = skeleton.sentences
    topic_of = dict(zip(map(id, sentences), topics(skeleton, _PIECES), strict=True))
    chosen = chain(cuts(sentences, draw), cuts(sentences, draw), wide(sentences, draw, len(sentences)))
    found = (label(cut, None, draw, keep=True, topic=drawn(topic_of[id(cut[0])], draw)) for cut in chosen)
    return [row for row in found if row is not None]


def label(
    cut: Sequence[Sentence],
    passages: Sequence[int] | None,
    draw: random.Random,
    keep: bool = False,
    topic: str = "",
) -> Row | None:
    """Return a window with its equations, and its weight; None if it is thinned out.

    passages: for each sentence, the passage within which equations can be meant; 0 if none can.
    """
    figures = read_figures(cut)
    found = [each for each in candidates(figures) if each.in_order]
    if passages is not None:
        of = [
            number for number, sentence in zip(passages, cut, strict=True) for _ in read_figures([sentence])
        ]
        found = [_by_accident(each) if _is_apart(each, of) else each for each in found]
    telling = any(each.holds and each.chance < TELLING for each in found)
    keep = keep or telling
    if not keep and (not found or draw.random() > KEPT):
        return None
    window = joined_window(cut, topic)
    found = [each for each in found if max(each.figures) < len(window.figures)]
    kept = [(each, weight) for kind in KINDS for each, weight in thinned(found, kind, draw)]
    if not kept and not window.figures:
        return None
    return (
        to_ids(window.tokens).astype(np.uint16),
        window.places,
        [size(figure) for figure in window.figures],
        [_flat(each, weight) for each, weight in kept],
        1.0 if keep else 1 / KEPT,
    )


def _is_apart(each: Candidate, passages: Sequence[int]) -> bool:
    """Return whether an equation is between figures that have nothing to do with each other."""
    numbers = {passages[i] for i in each.figures}
    return len(numbers) > 1 or 0 in numbers


def _by_accident(each: Candidate) -> Candidate:
    """Return an equation of which it is known that it is not meant."""
    return each._replace(holds=False, chance=0.0)


def thinned(found: list[Candidate], kind: str, draw: random.Random) -> Iterator[tuple[Candidate, float]]:
    """Yield the equations of a kind that hold, and some of the others."""
    chosen = [each for each in found if each.kind == kind]
    if kind == "order":
        yield from ((each, ORDER_WEIGHT) for each in draw.sample(chosen, min(len(chosen), 2 * NEGATIVES)))
        return
    yield from ((each, 1.0) for each in chosen if each.holds)
    fail = [each for each in chosen if not each.holds]
    few = draw.sample(fail, min(len(fail), NEGATIVES))
    yield from ((each, len(fail) / len(few)) for each in few)


def _flat(each: Candidate, weight: float) -> Equation:
    i, j, k = (*each.figures, 0)[:3]
    return _NUMBERS[each.kind], i, j, k, each.holds, each.chance, weight


def texts(files: Sequence[Path], share: float, longest: int) -> Iterator[Text]:
    """Yield the documents of some files, or a share of them."""
    for file in files:
        if file.is_dir():
            yield from (text_of(read(each)) for each in sorted((*file.glob("*.txt"), *file.glob("*.md"))))
        elif file.suffix == ".jsonl":  # of experiments/unseen, the consistent ones
            records = map(json.loads, file.read_text("utf-8").splitlines())
            yield from (Text("", record.get("right") or record["text"]) for record in records)
        elif file.suffix == ".tsv":
            lines = (line.partition("\t")[::2] for line in file.read_text("utf-8").splitlines())
            yield from (Text("", passage, label=label) for label, passage in lines)
        elif file.suffix == ".txt":
            lines = (line.rpartition(" | ")[::2] for line in file.read_text("utf-8").splitlines())
            yield from (Text(title, line) for title, line in lines)
        else:
            yield from corpus(file, share, longest)


def text_of(document: Document) -> Text:
    """Return a document that was written to learn from, with its headings."""
    return Text("", document.text, document.headings)


def corpus(file: Path, share: float, longest: int) -> Iterator[Text]:
    """Yield a share of the documents of a corpus."""
    import pyarrow.parquet as parquet

    table = parquet.read_table(file, columns=["title", "text"]).to_pydict()
    for i, (title, text) in enumerate(zip(table["title"], table["text"], strict=True)):
        if (i * 0.618034) % 1 < share:
            yield Text(title or "", text[:longest])


def pack(found: Sequence[Row]) -> dict[str, npt.NDArray[Any]]:
    """Put windows into arrays."""
    ids, places, sizes, equations, weights = zip(*found, strict=True)
    table = np.array([each for row in equations for each in row], np.float32).reshape(-1, 7)
    return {
        "ids": np.concatenate(ids),
        "lengths": np.array([len(row) for row in ids], np.uint8),
        "places": np.array([place for row in places for place in row], np.uint8),
        "sizes": np.array([size for row in sizes for size in row], np.float16),
        "figures": np.array([len(row) for row in places], np.uint8),
        "weights": np.array(weights, np.float16),
        "equations": table[:, :5].astype(np.uint8),
        "chances": table[:, 5].astype(np.float16),
        "equation_weights": table[:, 6].astype(np.float16),
        "counts": np.array([len(row) for row in equations], np.uint16),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=1.0, help="of the documents")
    parser.add_argument("--whole", action="store_true", help="each document is a passage, and one window")
    parser.add_argument("--sizes", action="store_true", help="windows with measured amounts, no equations")
    parser.add_argument("--longest", type=int, default=LONGEST, help="characters of a document that are read")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    documents = list(texts(given.files, given.share, given.longest))
    with ProcessPoolExecutor(given.processes) as pool:
        if given.whole:
            others = random.Random(0).sample(documents, len(documents))
            parts = pool.map(whole, documents, others, chunksize=50)
        elif given.files[0].is_dir():
            parts = pool.map(written, documents, chunksize=10)
        else:
            parts = pool.map(measured if given.sizes else rows, documents, chunksize=50)
        found = [row for part in parts for row in part]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    arrays = pack(found)
    np.savez_compressed(given.out, **arrays)
    holding = arrays["equations"][arrays["equations"][:, 4] == 1]
    counts = {name: int((holding[:, 0] == i).sum()) for i, name in enumerate(KINDS)}
    print(given.out, len(documents), "documents", len(found), "windows", counts, flush=True)


if __name__ == "__main__":
    main()
