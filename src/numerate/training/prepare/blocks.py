"""The unit of work: some documents of a corpus, and the instances they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from numerate.text.wordpieces import WordPieces, to_ids, token
from numerate.training.prepare.instances import InstanceMaker, InstanceRecipe, kind_codes
from numerate.training.prepare.shards import SPLITS, ColumnBuilder, Columns
from numerate.training.prepare.sources import Position, SkippedRecord, SourceDocument
from numerate.training.prepare.splits import SplitRule

if TYPE_CHECKING:
    from numerate.training.prepare.sources import SourceCorpus

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
class DocumentBlock:
    """Consecutive records of a corpus."""

    tasks: list[Task] = field(default_factory=list)
    skipped: list[SkippedRecord] = field(default_factory=list)
    size: int = 0
    """Bytes of text."""
    next: Position = field(default_factory=Position)
    consumed: float = 0.0

    @property
    def records(self) -> int:
        """Count what was read."""
        return len(self.tasks) + len(self.skipped)


class BlockResult(NamedTuple):
    """What became of a block: the instances of each split, and what gave none."""

    columns: list[Columns]
    dropped: Counter[str]
    failed: list[SkippedRecord]

    @classmethod
    def empty(cls) -> BlockResult:
        """Give what becomes of no documents at all."""
        return cls([ColumnBuilder().columns() for _ in SPLITS], Counter(), [])


def read_blocks(
    corpus: SourceCorpus, split: SplitRule, start: Position, largest: int
) -> Iterator[DocumentBlock]:
    """Cut the corpus from `start` on into blocks of about `largest` bytes, always the same ones."""
    assign = split.assigner()
    block = DocumentBlock(next=start)
    for entry in corpus.entries(start):
        document = entry.next.document - 1
        content: SourceDocument | SkippedRecord = entry.content
        if isinstance(content, SourceDocument):
            if document == split.limit:
                break
            place = assign(content, document)
            if isinstance(place, int):
                block.tasks.append(Task(document, place, content.text, content.where))
                block.size += content.size
            else:
                content = SkippedRecord(content.where, place)
        if isinstance(content, SkippedRecord):
            block.skipped.append(content)
        block.next, block.consumed = entry.next, entry.consumed
        if block.size >= largest or block.records >= _BLOCK_RECORDS:
            yield block
            block = DocumentBlock(next=entry.next)
    if block.records:
        yield block


class BlockWorker:
    """Makes the instances of blocks; one lives in each process."""

    def __init__(self, recipe: InstanceRecipe, tokenizer: Path) -> None:
        self._maker = InstanceMaker(recipe, WordPieces(tokenizer))
        self._cls = token(self._maker.pieces.cls)

    def make(self, block: DocumentBlock) -> BlockResult:
        """Make the instances of a block's documents."""
        gatherers = [ColumnBuilder() for _ in SPLITS]
        failed = []
        self._maker.dropped.clear()
        for task in block.tasks:
            try:
                made = list(self._maker.make(task.text, is_test=SPLITS[task.split] == "test"))
            # One document in millions that the reader stumbles over must not end the run: it is reported.
            except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
                failed.append(SkippedRecord(task.where, f"{FAILED} ({type(error).__name__})"))
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
        return BlockResult(
            [gatherer.columns() for gatherer in gatherers], Counter(self._maker.dropped), failed
        )


_worker: BlockWorker | None = None


def start_worker(recipe: InstanceRecipe, tokenizer: Path) -> None:
    """Set up this process for `work`."""
    global _worker
    _worker = BlockWorker(recipe, tokenizer)


def work(block: DocumentBlock) -> BlockResult:
    """Make a block's instances in the process that `start_worker` set up."""
    if _worker is None:
        raise RuntimeError("start_worker comes first")
    return _worker.make(block)
