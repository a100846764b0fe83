"""`prepare`: read and split a corpus, make instances, write shards, and sum them up in a manifest."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from numerate import __version__
from numerate.errors import InputError
from numerate.io import jobs
from numerate.io.files import write_whole
from numerate.io.processes import available_processors
from numerate.text.wordpieces import DEFAULT, WordPieces, tokenizer_file
from numerate.training.prepare.blocks import (
    BLOCK_BYTES,
    BlockResult,
    DocumentBlock,
    make_instances,
    map_in_order,
    read_blocks,
    start_worker,
)
from numerate.training.prepare.instances import KINDS, InstanceRecipe
from numerate.training.prepare.reading import MANIFEST, read_manifest
from numerate.training.prepare.shards import SPLITS, VERSION, ShardHeader, join, read_header, write_shard
from numerate.training.prepare.sources import (
    OTHER_FIELD,
    Position,
    SkippedRecord,
    SourceCorpus,
    SourceOptions,
)
from numerate.training.prepare.splits import SplitRule

SKIPPED = "skipped.jsonl"
_SHARD_RECORDS = 500_000
"""Maximum number of records of a shard, which bounds the memory for the list of skipped ones."""

OnProgress = Callable[["PrepareProgress"], None]


@dataclass(frozen=True)
class PrepareOptions:
    """All options that determine the prepared bytes, apart from the sources."""

    recipe: InstanceRecipe = field(default_factory=InstanceRecipe)
    split: SplitRule = field(default_factory=lambda: SplitRule(shares=(0.8, 0.1, 0.1)))
    source: SourceOptions = field(default_factory=SourceOptions)
    tokenizer: Path = DEFAULT
    shard_bytes: int = 64 << 20
    """Bytes of text in a shard."""


class PrepareProgress(NamedTuple):
    """Progress of a preparation."""

    documents: int
    text_bytes: int
    """Bytes of text that this run has processed, without those of an earlier run that it resumes."""
    consumed: float
    """Bytes on disk read so far."""
    total: int
    """Bytes on disk in all."""


def prepare(
    sources: list[Path],
    folder: Path,
    options: PrepareOptions | None = None,
    processes: int | None = None,
    on_progress: OnProgress = lambda _: None,
) -> dict[str, Any]:
    """Make instances of the documents of `sources` in `folder`, and return the folder's manifest.

    The bytes depend on sources and options only, not on the number of processes. An interrupted run resumes
    after its last complete shard. `InputError` is raised before any work is done.
    """
    options = options or PrepareOptions()
    corpus = SourceCorpus(tuple(sources), options.source)
    options.split.check([file.name for file in corpus.files])
    plan = _plan(corpus, options)
    if jobs.begin(folder / MANIFEST, {"version": VERSION, **plan})["complete"]:
        return read_manifest(folder)
    try:
        _write_shards(corpus, folder, options, plan, processes or available_processors(), on_progress)
        return finish(folder, plan)
    except BrokenProcessPool:
        raise InputError(
            "a worker process was killed, probably for lack of memory; "
            "run the same command with fewer --processes to resume"
        ) from None
    except OSError as error:
        raise InputError(
            f"{error.filename or folder}: {error.strerror or error}; "
            "fix this and run the same command again to resume"
        ) from None


def _plan(corpus: SourceCorpus, options: PrepareOptions) -> dict[str, Any]:
    """Return everything the result depends on, as values that survive a round trip through JSON."""
    file = tokenizer_file(options.tokenizer)
    pieces = WordPieces(file)
    groups = {
        "recipe": asdict(options.recipe),
        "split": asdict(options.split),
        "selecting": asdict(options.source),
    }
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
        "shard_bytes": options.shard_bytes,
    }


def _write_shards(
    corpus: SourceCorpus,
    folder: Path,
    options: PrepareOptions,
    plan: dict[str, Any],
    processes: int,
    on_progress: OnProgress,
) -> None:
    shards = list(finished_shards(folder, plan))
    number, start = len(shards), position_after(shards[-1][1] if shards else None)
    documents, text_bytes = start.document, 0
    shard = _ShardBuilder(plan)
    blocks = read_blocks(corpus, options.split, start, min(BLOCK_BYTES, options.shard_bytes))
    arguments = (options.recipe, tokenizer_file(options.tokenizer))
    for block, result in map_in_order(make_instances, blocks, processes, start_worker, arguments):
        shard.add(block, result)
        documents += len(block.documents)
        text_bytes += block.size
        on_progress(PrepareProgress(documents, text_bytes, block.consumed, corpus.size))
        if shard.size >= options.shard_bytes or shard.records >= _SHARD_RECORDS:
            shard.write(shard_path(folder, number))
            number, shard = number + 1, _ShardBuilder(plan)
    if shard.results or number == 0:
        shard.write(shard_path(folder, number))


class _ShardBuilder:
    """Collects the results of blocks into a shard."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.results: list[BlockResult] = []
        self.size = self.records = 0
        self._plan = fingerprint(plan)
        self._documents = [0] * len(SPLITS)
        self._skipped: list[SkippedRecord] = []
        self._next: tuple[int, ...] = (0, 0, 0)

    def add(self, block: DocumentBlock, result: BlockResult) -> None:
        self.results.append(result)
        self.size += block.size
        self.records += block.records
        failed = {record.where for record in result.failed}
        for document in block.documents:
            self._documents[document.split] += document.where not in failed
        self._skipped += [*block.skipped, *result.failed]
        self._next = block.next

    def write(self, path: Path) -> None:
        """Write the splits one after the other, with notes for the manifest and for resuming."""
        results = self.results or [BlockResult.empty()]
        splits = range(len(SPLITS))
        notes = {
            "plan": self._plan,
            "next": self._next,
            "documents": self._documents,
            "instances": [sum(len(result.columns[split]) for result in results) for split in splits],
            "text_bytes": self.size,
            "skipped": Counter(record.reason for record in self._skipped),
            "listed": [record for record in self._skipped if record.reason != OTHER_FIELD],
            "dropped": sum((result.dropped for result in results), Counter()),
        }
        write_shard(path, join(result.columns[split] for split in splits for result in results), notes)


def finish(folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Write the list of skipped records, then the manifest, which marks the folder as complete."""
    shards = list(finished_shards(folder, plan))
    headers = [header for _, header in shards]
    skipped = [record for header in headers for record in header.notes["listed"]]
    lines = [json.dumps({"where": where, "reason": reason}) + "\n" for where, reason in skipped]
    write_whole(folder / SKIPPED, ["".join(lines).encode()])
    manifest = {
        "version": VERSION,
        "complete": True,
        **plan,
        "kinds": list(KINDS),
        "counts": _total(headers),
        "shards": [
            {
                "file": path.name,
                "bytes": header.end,
                "sha256": _checksum(path),
                "instances": dict(zip(SPLITS, header.notes["instances"], strict=True)),
            }
            for path, header in shards
        ],
    }
    jobs.write(folder / MANIFEST, manifest)
    return manifest


def _total(headers: list[ShardHeader]) -> dict[str, Any]:
    """Sum the counts of all shards, with the most frequent reasons first."""
    notes = [header.notes for header in headers]

    def by_split(name: str) -> dict[str, int]:
        return {split: sum(note[name][i] for note in notes) for i, split in enumerate(SPLITS)}

    def by_reason(name: str) -> dict[str, int]:
        return dict(sum((Counter(note[name]) for note in notes), Counter()).most_common())

    def length(column: str) -> int:
        return sum(int(header.layout[column]["shape"][0]) for header in headers)

    return {
        "documents": by_split("documents"),
        "instances": by_split("instances"),
        "text_bytes": sum(note["text_bytes"] for note in notes),
        "tokens": length("ids"),
        "numbers": length("values"),
        "skipped_documents": by_reason("skipped"),
        "dropped": by_reason("dropped"),
    }


def finished_shards(folder: Path, plan: dict[str, Any]) -> Iterator[tuple[Path, ShardHeader]]:
    """Yield the shards of a plan from the first on, up to one that is missing or damaged."""
    for number in itertools.count():
        path = shard_path(folder, number)
        header = read_header(path)
        if header is None or header.notes["plan"] != fingerprint(plan):
            return
        yield path, header


def fingerprint(plan: dict[str, Any]) -> str:
    """Return a hash of a plan; each shard stores that of its own."""
    return hashlib.sha256(json.dumps(plan).encode()).hexdigest()


def shard_path(folder: Path, number: int) -> Path:
    """Return the path of a shard."""
    return folder / f"shard-{number:05d}.safetensors"


def position_after(header: ShardHeader | None) -> Position:
    """Return the position in the corpus after a shard, or its start without one."""
    return Position(*header.notes["next"]) if header else Position()


def _checksum(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(1 << 20):
            digest.update(data)
    return digest.hexdigest()
