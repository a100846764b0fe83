"""The road from sources to a finished folder: read, split, make instances, write shards, sum up."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from numerate import __version__
from numerate.errors import InputError
from numerate.io.processes import available_processors, serve_parent
from numerate.text.wordpieces import DEFAULT, WordPieces, tokenizer_file
from numerate.training.prepare.blocks import (
    BLOCK_BYTES,
    BlockResult,
    DocumentBlock,
    read_blocks,
    start_worker,
    work,
)
from numerate.training.prepare.instances import InstanceRecipe
from numerate.training.prepare.manifest import (
    begin,
    fingerprint,
    finish,
    finished_shards,
    position_after,
    shard_path,
)
from numerate.training.prepare.reading import read_manifest
from numerate.training.prepare.shards import SPLITS, join, write_shard
from numerate.training.prepare.sources import OTHER_FIELD, SkippedRecord, SourceCorpus, SourceOptions
from numerate.training.prepare.splits import SplitRule

# Records to a shard at most, so that a corpus of bad ones does not pile up its report in memory.
_SHARD_RECORDS = 500_000


@dataclass(frozen=True)
class PrepareOptions:
    """Everything that the bytes of the result depend on, but for the sources themselves."""

    recipe: InstanceRecipe = field(default_factory=InstanceRecipe)
    split: SplitRule = field(default_factory=lambda: SplitRule(shares=(0.8, 0.1, 0.1)))
    selecting: SourceOptions = field(default_factory=SourceOptions)
    tokenizer: Path = DEFAULT
    shard_bytes: int = 64 << 20
    """Bytes of text to a shard."""


class PrepareProgress(NamedTuple):
    """How far the work is."""

    documents: int
    text_bytes: int
    """What this run has worked through, without what a former one had finished."""
    consumed: float
    total: int
    """Bytes on disk, read and in all."""


def prepare(
    sources: list[Path],
    folder: Path,
    settings: PrepareOptions | None = None,
    processes: int | None = None,
    report: Callable[[PrepareProgress], None] = lambda _: None,
) -> dict[str, Any]:
    """Turn the documents of `sources` into instances in `folder`, and give the folder's manifest.

    Same sources and settings, same bytes, on any number of processes. A run that was interrupted goes on
    after its last whole shard. `InputError` says, before any work is done, what the user has to put right.
    """
    settings = settings or PrepareOptions()
    corpus = SourceCorpus(tuple(sources), settings.selecting)
    settings.split.check([file.name for file in corpus.files])
    plan = _plan(corpus, settings)
    if begin(folder, plan):
        return read_manifest(folder)
    try:
        _write_shards(corpus, folder, settings, plan, processes or available_processors(), report)
        return finish(folder, plan)
    except BrokenProcessPool:
        raise InputError(
            "a process was ended from outside, most likely for want of memory; "
            "run the same command with fewer --processes, and it goes on from here"
        ) from None
    except OSError as error:
        raise InputError(
            f"{error.filename or folder}: {error.strerror or error}; put it right and run the same command "
            "again, it goes on from here"
        ) from None


def _write_shards(
    corpus: SourceCorpus,
    folder: Path,
    settings: PrepareOptions,
    plan: dict[str, Any],
    processes: int,
    report: Callable[[PrepareProgress], None],
) -> None:
    done = list(finished_shards(folder, plan))
    number, start = len(done), position_after(done[-1][1] if done else None)
    documents, text_bytes = start.document, 0
    shard = _Shard(plan)
    blocks = read_blocks(corpus, settings.split, start, min(BLOCK_BYTES, settings.shard_bytes))
    arguments = (settings.recipe, tokenizer_file(settings.tokenizer))
    for block, made in in_order(work, blocks, processes, start_worker, arguments):
        shard.add(block, made)
        documents += len(block.tasks)
        text_bytes += block.size
        report(PrepareProgress(documents, text_bytes, block.consumed, corpus.size))
        if shard.size >= settings.shard_bytes or shard.records >= _SHARD_RECORDS:
            shard.write(shard_path(folder, number))
            number, shard = number + 1, _Shard(plan)
    if shard.made or number == 0:
        shard.write(shard_path(folder, number))


class _Shard:
    """Blocks that will be one file."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.made: list[BlockResult] = []
        self.size = self.records = 0
        self._plan = fingerprint(plan)
        self._documents = [0] * len(SPLITS)
        self._skipped: list[SkippedRecord] = []
        self._next: tuple[int, ...] = (0, 0, 0)

    def add(self, block: DocumentBlock, made: BlockResult) -> None:
        self.made.append(made)
        self.size += block.size
        self.records += block.records
        failed = {skipped.where for skipped in made.failed}
        for task in block.tasks:
            self._documents[task.split] += task.where not in failed
        self._skipped += [*block.skipped, *made.failed]
        self._next = block.next

    def write(self, path: Path) -> None:
        """Write the splits one after the other, with what the manifest and a later run need to know."""
        made = self.made or [BlockResult.empty()]
        splits = range(len(SPLITS))
        notes = {
            "plan": self._plan,
            "next": self._next,
            "documents": self._documents,
            "instances": [sum(len(part.columns[split]) for part in made) for split in splits],
            "text_bytes": self.size,
            "skipped": Counter(skipped.reason for skipped in self._skipped),
            "listed": [skipped for skipped in self._skipped if skipped.reason != OTHER_FIELD],
            "dropped": sum((part.dropped for part in made), Counter()),
        }
        write_shard(path, join(part.columns[split] for split in splits for part in made), notes)


def _plan(corpus: SourceCorpus, settings: PrepareOptions) -> dict[str, Any]:
    """Write down all that the result depends on, in values that JSON gives back as they were."""
    file = tokenizer_file(settings.tokenizer)
    pieces = WordPieces(file)
    groups = {name: asdict(getattr(settings, name)) for name in ("recipe", "split", "selecting")}
    return {
        "numerate": __version__,
        "sources": corpus.describe(),
        **json.loads(json.dumps(groups, default=str)),
        "tokenizer": {
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            "vocabulary": pieces.size,
            "number": pieces.number,
            "cls": pieces.cls,
        },
        "shard_bytes": settings.shard_bytes,
    }


Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    processes: int,
    prepare: Callable[..., None],
    arguments: tuple[Any, ...],
) -> Iterator[tuple[Task, Result]]:
    """Yield each task with its result. `prepare(*arguments)` runs once in every process before any work."""
    if processes == 1:
        prepare(*arguments)
        for task in tasks:
            yield task, work(task)
        return
    # spawn: the progress bar has a thread, and a forked copy of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _start, (prepare, arguments))
    waiting: deque[tuple[Task, Future[Result]]] = deque()
    try:
        for task in tasks:
            waiting.append((task, pool.submit(work, task)))
            # One task at hand for each process beside the one it is at.
            if len(waiting) > 2 * processes:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start(prepare: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    serve_parent()
    prepare(*arguments)
