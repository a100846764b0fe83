"""Mine pairs of sentences of one document that state the same number in different words.

    python -m experiments.sources.same_fact.mine --out FOLDER [--documents N]

A value that is unlikely to stand twice in a document by chance (several digits, or money, a percentage, a
year) and that two sentences state, most likely means the same in both. Of the two, the earlier one is mostly
the draft: a title, a lead, an abstract. Sentences that share most of their words teach nothing and are left
out. The result is one file of arrays for each corpus: the word pieces of the sentences with numbers, and of
the end of the sentence before each; the places, measures and values of the numbers; and the targets, pairs of
a number and the sentence it is repeated in. Nothing of it is ever committed.
"""

from __future__ import annotations

import argparse
import lzma
import pickle
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from experiments.sources.pairs import rows
from numerate.consistency.sources.quantity import measure_of
from numerate.consistency.sources.words import STOP_WORDS
from numerate.text import Number, extract, sentences
from numerate.text.wordpieces import DEFAULT, plain, read_wordpieces, to_ids

CORPORA = {
    "world/news": 10_000,
    "world/press": 4500,
    "world/encyclopedia": 5000,
    "world/economy": 2200,
    "world/health": 2500,
    "world/textbooks": 1400,
    "world/diplomacy": 950,
    "world/law": 900,
    "world/filings": 1000,
    "world/manuals": 2200,
    "world/institutions": 150,
    "world/geography": 200,
    "sci": 4000,
    "finnews": 60_000,
}
"""Documents that are read of each corpus at most."""
MEASURES = ("count", "money", "percent", "year", "date", "clock", "ordinal", "age", "time", "length", "mass")
"""What numbers measure, each with a symbol; the rest shares one."""
LEAD, CHUNK, CHUNKS = 1500, 7000, 3
"""Characters of the beginning of a document and of each stretch of the rest that is paired with it."""
LONGEST, CONTEXT = 110, 24
"""Word pieces of a sentence at most, and of the end of the sentence before it."""
MOST_SHARED, VERBATIM = 0.7, 0.3
"""Share of the words of the shorter of two sentences from which on few of them are kept, and how many."""
YEARS = 0.35
"""Share of the repeated years and dates that are kept: there are too many."""
PASSAGES = Path(__file__).resolve().parents[2] / "claim_reader" / "passages"
"""Passages of the reader of claims, written by language models: of these, garbled copies are the drafts."""
RIVALS = 7
"""Sentences with another number of the measure of a target that are kept."""
MOST_TARGETS = 24
"""Targets of a stretch at most."""
TOGETHER = 3
"""Passages that are each other's rivals."""


class Sentence(NamedTuple):
    """A sentence with its numbers."""

    text: str
    numbers: list[tuple[Number, str, float]]
    """Each with its measure and its value in the base unit."""
    words: frozenset[str]


class Target(NamedTuple):
    """A number of one sentence, and another sentence with the same value."""

    draft: int
    number: int
    repeated: tuple[int, ...]


def measure_number(measure: str) -> int:
    return MEASURES.index(measure) if measure in MEASURES else len(MEASURES)


def stretches(row: dict[str, str]) -> Iterator[str]:
    """Yield the beginning of a document, with its title, together with stretches of the rest."""
    text = row["text"]
    title = (row.get("title") or "").strip()
    head = f"{title}\n\n{text[:LEAD]}" if len(title) > 15 else text[:LEAD]
    for i in range(CHUNKS):
        part = text[LEAD + i * CHUNK : LEAD + (i + 1) * CHUNK]
        if len(part) > 300 or not i:
            yield f"{head}{part}" if not i else f"{head}\n\n{part}"


def read_sentences(text: str) -> list[Sentence]:
    """Split a text into sentences, and read their numbers."""
    result = []
    for paragraph in text.split("\n\n"):
        for start, end in sentences(paragraph):
            sentence = paragraph[start:end].replace("\n", " ")
            if not 15 < len(sentence) < 900:
                continue
            numbers = []
            for number in extract(sentence):
                for part in number.split():
                    _, measure, base = measure_of(part)
                    numbers.append((part, measure, base))
            words = frozenset(
                word
                for word in "".join(c if c.isalpha() else " " for c in sentence.lower()).split()
                if len(word) > 2 and word not in STOP_WORDS
            )
            result.append(Sentence(sentence, numbers, words))
    return result


def needed_words(number: Number, measure: str) -> int | None:
    """Return how many words two sentences with a value must share; None if it may be chance all the same."""
    digits = len("".join(c for c in number.text if c.isdigit()).strip("0"))
    if measure == "ordinal" or (measure == "count" and digits < 2):
        return None
    if measure in ("year", "date"):
        return 3
    return 0 if digits >= 3 else 1 if digits == 2 else 2


def targets_of(read: Sequence[Sentence], draw: random.Random) -> list[Target]:
    """Return the numbers that another sentence repeats."""
    places: defaultdict[tuple[str, float], list[tuple[int, int]]] = defaultdict(list)
    measures = Counter(measure for sentence in read for _, measure, _ in sentence.numbers)
    for i, sentence in enumerate(read):
        for j, (number, measure, base) in enumerate(sentence.numbers):
            if needed_words(number, measure) is not None:
                places[measure, round(base, 9)].append((i, j))
    result = []
    for (measure, _), where in places.items():
        held = sorted({i for i, _ in where})
        if not 2 <= len(held) <= 4 or measures[measure] < len(where) + 1:
            continue
        for draft in held:
            number = next(j for i, j in where if i == draft)
            others = tuple(i for i in held if i != draft and (abs(i - draft) > 1 or min(i, draft) == 0))
            fewest = needed_words(read[draft].numbers[number][0], measure) or 0
            shared = [shared_words(read[draft], read[other], fewest) for other in others]
            few = VERBATIM if max(shared, default=1.0) > MOST_SHARED else 1.0
            few *= YEARS if measure in ("year", "date") else 1.0
            if others and max(shared) < 1 and draw.random() < few:
                result.append(Target(draft, number, others))
    draw.shuffle(result)
    return result[:MOST_TARGETS]


def shared_words(a: Sentence, b: Sentence, fewest: int) -> float:
    """Return which share of the words of the shorter sentence the other has; 1 if they are too few."""
    both = len(a.words & b.words)
    return both / max(1, min(len(a.words), len(b.words))) if both >= fewest else 1.0


def needed(read: Sequence[Sentence], targets: Sequence[Target]) -> list[int]:
    """Return the sentences of targets, and those with rivals that share most words with them."""
    result: set[int] = set()
    for target in targets:
        result.update((target.draft, *target.repeated))
        measure = read[target.draft].numbers[target.number][1]
        rivals = [
            (-len(read[target.draft].words & sentence.words), abs(i - target.draft), i)
            for i, sentence in enumerate(read)
            if i not in (target.draft, *target.repeated) and any(m == measure for _, m, _ in sentence.numbers)
        ]
        result.update(i for _, _, i in sorted(rivals)[:RIVALS])
    return sorted(result)


class Encoder:
    """Word pieces of sentences; numbers stand in them as they are written."""

    def __init__(self) -> None:
        self._pieces = read_wordpieces(DEFAULT)

    def encode(self, sentence: Sentence) -> tuple[list[int], list[tuple[int, int, int, float]]]:
        """Return the word pieces, and of each number its place, length, measure and base value."""
        ids: list[int] = []
        numbers = []
        at = 0
        for number, measure, base in sentence.numbers:
            if number.start < at:
                continue
            ids += self._ids(sentence.text[at : number.start])
            written = self._ids(sentence.text[number.start : number.end])
            if written and len(ids) + len(written) <= LONGEST:
                numbers.append((len(ids), len(written), measure_number(measure), base))
            ids += written
            at = number.end
        ids += self._ids(sentence.text[at:])
        return ids[:LONGEST], numbers

    def _ids(self, text: str) -> list[int]:
        return [int(i) for i in to_ids(self._pieces.encode(plain(text)))] if text.strip() else []


def pack(read: Sequence[Sentence], targets: Sequence[Target], encoder: Encoder) -> dict[str, list]:
    """Return a stretch in word pieces: sentences with numbers, each with the end of the one before."""
    kept = needed(read, targets) if targets else [i for i, each in enumerate(read) if each.numbers]
    row_of = {i: row for row, i in enumerate(kept)}
    encoded = {i: encoder.encode(read[i]) for i in kept}
    before: dict[int, list[int]] = {}
    for i in kept:
        if i and i - 1 not in encoded:
            before[row_of[i]] = encoder.encode(read[i - 1])[0][-CONTEXT:]
    found = []
    for target in targets:
        # Numbers beyond the limit of a sentence are not there.
        _, measure, base = read[target.draft].numbers[target.number]
        places = [
            k
            for k, (_, _, m, b) in enumerate(encoded[target.draft][1])
            if m == measure_number(measure) and b == base
        ]
        if places:
            found.append((row_of[target.draft], places[0], tuple(row_of[i] for i in target.repeated)))
    return {
        "sentences": [np.array(encoded[i][0], np.uint16) for i in kept],
        "numbers": [encoded[i][1] for i in kept],
        "follows": [row_of.get(i - 1, -1) for i in kept],
        "before": {row: np.array(ids, np.uint16) for row, ids in before.items()},
        "targets": found,
    }


def mine(corpus: str, documents: int, split: str, encoder: Encoder) -> list[dict[str, list]]:
    """Return the stretches of a corpus that have targets."""
    draw = random.Random(corpus)
    result = []
    for count, row in enumerate(rows(corpus, split)):
        if count == documents:
            break
        for text in stretches(row):
            read = read_sentences(text)
            targets = targets_of(read, draw)
            if targets:
                stretch = pack(read, targets, encoder)
                if stretch["targets"]:
                    result.append(stretch)
    return result


def passages(encoder: Encoder) -> list[dict[str, list]]:
    """Return the passages that language models wrote, without targets."""
    texts = [
        line.split("\t")[-1]
        for file in sorted(PASSAGES.glob("*.tsv"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    texts += [file.read_text(encoding="utf-8")[:6000] for file in sorted((PASSAGES / "documents").glob("*"))]
    texts = ["\n\n".join(texts[i : i + TOGETHER]) for i in range(0, len(texts), TOGETHER)]
    read = [read_sentences(text) for text in texts]
    return [pack(each, [], encoder) for each in read if sum(len(sentence.numbers) for sentence in each) > 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--documents", type=float, default=1.0, help="share of the documents of each corpus")
    parser.add_argument("--split", default="train")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    encoder = Encoder()
    if given.split == "train":
        write(given.out / "train-passages.xz", passages(encoder))
    for corpus, documents in CORPORA.items():
        found = mine(corpus, int(documents * given.documents), given.split, encoder)
        write(given.out / f"{given.split}-{corpus.replace('/', '-')}.xz", found)


def write(file: Path, found: list[dict[str, list]]) -> None:
    """Write the stretches of a corpus."""
    file.write_bytes(lzma.compress(pickle.dumps(found, protocol=4), preset=6))
    tokens = sum(len(ids) for each in found for ids in each["sentences"])
    count = sum(len(each["targets"]) for each in found)
    size = file.stat().st_size
    print(f"{file.stem}: {len(found)} stretches, {count} targets, {tokens} pieces, {size}", flush=True)


if __name__ == "__main__":
    main()
