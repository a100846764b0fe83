"""Blocks of documents, the unit of work: cut from a corpus, and made into instances by worker processes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from numerate.io.processes import serve_parent, worker_context
from numerate.text.wordpieces import WordPieces, to_ids, token
from numerate.training.prepare.instances import InstanceMaker, InstanceRecipe, kind_codes
from numerate.training.prepare.shards import SPLITS, ColumnBuilder, Columns
from numerate.training.prepare.sources import Position, SkippedRecord, SourceDocument

if TYPE_CHECKING:
    from numerate.training.prepare.sources import SourceCorpus
    from numerate.training.prepare.splits import SplitRule

BLOCK_BYTES = 2 << 20
"""Bytes of text in a block: enough work for a process, and small enough to hold several in memory."""
_BLOCK_RECORDS = 20_000
"""Maximum number of records of a block, for a corpus of which most are skipped."""

FAILED = "could not be read"

Task = TypeVar("Task")
Result = TypeVar("Result")


class BlockDocument(NamedTuple):
    """A document of a block, with its number in the corpus and its split."""

    number: int
    split: int
    text: str
    where: str
    title: str = ""


@dataclass
class DocumentBlock:
    """Consecutive records of a corpus."""

    documents: list[BlockDocument] = field(default_factory=list)
    skipped: list[SkippedRecord] = field(default_factory=list)
    size: int = 0
    """Bytes of text."""
    next: Position = field(default_factory=Position)
    consumed: float = 0.0
    """Bytes on disk read up to the end of the block."""

    @property
    def records(self) -> int:
        """The number of records, used and skipped."""
        return len(self.documents) + len(self.skipped)


class BlockResult(NamedTuple):
    """The instances of a block by split, counts of dropped text, and the documents that failed."""

    columns: list[Columns]
    dropped: Counter[str]
    failed: list[SkippedRecord]

    @classmethod
    def empty(cls) -> BlockResult:
        """Return the result of a block without documents."""
        return cls([ColumnBuilder().columns() for _ in SPLITS], Counter(), [])


def read_blocks(
    corpus: SourceCorpus, split: SplitRule, start: Position, max_bytes: int
) -> Iterator[DocumentBlock]:
    """Cut the corpus into blocks of about `max_bytes`, from the end of an earlier block on.

    The blocks do not depend on where reading begins, so that a resumed run makes the same shards.
    """
    assign = split.assigner()
    block = DocumentBlock(next=start)
    for entry in corpus.entries(start):
        number = entry.next.document - 1
        content: SourceDocument | SkippedRecord = entry.content
        if isinstance(content, SourceDocument):
            if number == split.limit:
                break
            assigned = assign(content, number)
            if isinstance(assigned, int):
                block.documents.append(
                    BlockDocument(number, assigned, content.text, content.where, content.title)
                )
                block.size += content.size
            else:
                content = SkippedRecord(content.where, assigned)
        if isinstance(content, SkippedRecord):
            block.skipped.append(content)
        block.next, block.consumed = entry.next, entry.consumed
        if block.size >= max_bytes or block.records >= _BLOCK_RECORDS:
            yield block
            block = DocumentBlock(next=entry.next)
    if block.records:
        yield block


class BlockWorker:
    """Makes the instances of blocks; each process has one."""

    def __init__(self, recipe: InstanceRecipe, tokenizer: Path) -> None:
        self._maker = InstanceMaker(recipe, WordPieces(tokenizer))
        self._cls = token(self._maker.pieces.cls)

    def make(self, block: DocumentBlock) -> BlockResult:
        """Make the instances of a block's documents."""
        builders = [ColumnBuilder() for _ in SPLITS]
        failed = []
        self._maker.dropped.clear()
        for document in block.documents:
            try:
                is_test = SPLITS[document.split] == "test"
                instances = list(self._maker.make(document.text, is_test, document.title))
            # One document in millions that cannot be parsed must not end the run: it is reported instead.
            except (ArithmeticError, LookupError, RecursionError, ValueError) as error:
                failed.append(SkippedRecord(document.where, f"{FAILED} ({type(error).__name__})"))
                continue
            for span, targets in instances:
                builders[document.split].add(
                    to_ids(self._cls + span.tokens),
                    [number.value for number in span.numbers],
                    kind_codes(span.numbers),
                    targets,
                    document.number,
                    span.characters,
                )
        return BlockResult([builder.columns() for builder in builders], Counter(self._maker.dropped), failed)


_worker: BlockWorker | None = None


def start_worker(recipe: InstanceRecipe, tokenizer: Path) -> None:
    """Set up this process for `make_instances`."""
    global _worker
    _worker = BlockWorker(recipe, tokenizer)


def make_instances(block: DocumentBlock) -> BlockResult:
    """Make a block's instances in a process that `start_worker` has set up."""
    if _worker is None:
        raise RuntimeError("call start_worker first")
    return _worker.make(block)


def map_in_order(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    processes: int,
    initializer: Callable[..., None],
    arguments: tuple[Any, ...],
) -> Iterator[tuple[Task, Result]]:
    """Yield each task with its result, in order; `initializer(*arguments)` runs first in each process."""
    if processes == 1:
        initializer(*arguments)
        for task in tasks:
            yield task, work(task)
        return
    context = worker_context("numerate.documents.readers")  # without pyarrow, which starts a thread
    pool = ProcessPoolExecutor(processes, context, _initialize, (initializer, arguments))
    pending: deque[tuple[Task, Future[Result]]] = deque()
    try:
        for task in tasks:
            pending.append((task, pool.submit(work, task)))
            # For each process one task to work on and one waiting.
            if len(pending) > 2 * processes:
                first, future = pending.popleft()
                yield first, future.result()
        while pending:
            first, future = pending.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _initialize(initializer: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    serve_parent()
    initializer(*arguments)
