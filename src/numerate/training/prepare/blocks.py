"""The unit of work: some documents of a corpus, and the instances they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from numerate.text.wordpieces import WordPieces, to_ids, token
from numerate.training.prepare.instances import Maker, Recipe, kind_codes
from numerate.training.prepare.shards import Columns, Gatherer
from numerate.training.prepare.sources import Document, Position, Skipped
from numerate.training.prepare.splits import SPLITS, Split

if TYPE_CHECKING:
    from numerate.training.prepare.sources import Corpus

# Bytes of text and records to a block: work enough for a process, little enough to hold several of.
BLOCK_BYTES = 2 << 20
_BLOCK_RECORDS = 20_000

FAILED = "could not be read"


class Task(NamedTuple):
    """A document to make instances of: its number in the corpus, its split, and its text."""

    document: int
    split: int
    text: str
    where: str


@dataclass
class Block:
    """Consecutive records of a corpus."""

    tasks: list[Task] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    size: int = 0
    """Bytes of text."""
    next: Position = field(default_factory=Position)
    consumed: float = 0.0

    @property
    def records(self) -> int:
        """Count what was read."""
        return len(self.tasks) + len(self.skipped)


class Made(NamedTuple):
    """What became of a block: the instances of each split, and what gave none."""

    columns: list[Columns]
    dropped: Counter[str]
    failed: list[Skipped]

    @classmethod
    def empty(cls) -> Made:
        """Give what becomes of no documents at all."""
        return cls([Gatherer().columns() for _ in SPLITS], Counter(), [])


def read_blocks(corpus: Corpus, split: Split, start: Position, largest: int) -> Iterator[Block]:
    """Cut the corpus from `start` on into blocks of about `largest` bytes, always the same ones."""
    assign = split.assigner()
    block = Block(next=start)
    for entry in corpus.entries(start):
        document = entry.next.document - 1
        content: Document | Skipped = entry.content
        if isinstance(content, Document):
            if document == split.limit:
                break
            place = assign(content, document)
            if isinstance(place, int):
                block.tasks.append(Task(document, place, content.text, content.where))
                block.size += content.size
            else:
                content = Skipped(content.where, place)
        if isinstance(content, Skipped):
            block.skipped.append(content)
        block.next, block.consumed = entry.next, entry.consumed
        if block.size >= largest or block.records >= _BLOCK_RECORDS:
            yield block
            block = Block(next=entry.next)
    if block.records:
        yield block


class Worker:
    """Makes the instances of blocks; one lives in each process."""

    def __init__(self, recipe: Recipe, tokenizer: Path) -> None:
        self._maker = Maker(recipe, WordPieces(tokenizer))
        self._cls = token(self._maker.pieces.cls)

    def make(self, block: Block) -> Made:
        """Make the instances of a block's documents."""
        gatherers = [Gatherer() for _ in SPLITS]
        failed = []
        self._maker.dropped.clear()
        for task in block.tasks:
            try:
                made = list(self._maker.make(task.text, is_test=SPLITS[task.split] == "test"))
            # One document in millions that the reader stumbles over must not end the run: it is reported.
            except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
                failed.append(Skipped(task.where, f"{FAILED} ({type(error).__name__})"))
                continue
            for piece, targets in made:
                gatherers[task.split].add(
                    to_ids(self._cls + piece.tokens),
                    [number.value for number in piece.numbers],
                    kind_codes(piece.numbers),
                    targets,
                    task.document,
                    piece.characters,
                )
        return Made([gatherer.columns() for gatherer in gatherers], Counter(self._maker.dropped), failed)


_worker: Worker | None = None


def start_worker(recipe: Recipe, tokenizer: Path) -> None:
    """Set up this process for `work`."""
    global _worker
    _worker = Worker(recipe, tokenizer)


def work(block: Block) -> Made:
    """Make a block's instances in the process that `start_worker` set up."""
    if _worker is None:
        raise RuntimeError("start_worker comes first")
    return _worker.make(block)
