"""Held-out documents of a corpus, to calibrate a model on as it will be used."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from numerate.documents import Document, DocumentError, read
from numerate.errors import InputError
from numerate.training.prepare.sources import SourceCorpus, SourceDocument

_MOST = 10_000
"""Documents of a corpus to choose from; more would only fill memory."""


def corpora(sources: Sequence[Path], seed: int = 0) -> list[Iterator[Document]]:
    """The documents of each source, in an order drawn at random: neighbours are often alike."""
    return [_documents(SourceCorpus((source,)), source, seed) for source in sources]


def _documents(corpus: SourceCorpus, source: Path, seed: int) -> Iterator[Document]:
    records = sample(corpus, _MOST, seed)
    if not records:
        raise InputError(f"{source}: no documents to calibrate on")
    for record in records:
        try:
            yield read(record.text.encode("utf-8", "replace"), name=record.where, format="text")
        except DocumentError:  # nothing in it but a list of references
            continue


def sample(corpus: SourceCorpus, most: int, seed: int) -> list[SourceDocument]:
    """Draw at most so many documents, all with the same chance, in one pass over the corpus."""
    rng = random.Random(seed)  # noqa: S311 - reproducible, not secret
    held: list[SourceDocument] = []
    count = 0
    for entry in corpus.entries():
        if not isinstance(entry.content, SourceDocument):
            continue
        count += 1
        if len(held) < most:
            held.append(entry.content)
        elif (at := rng.randrange(count)) < most:
            held[at] = entry.content
    rng.shuffle(held)
    return held
