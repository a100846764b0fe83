"""What a prepared folder says of itself: how it was made, what is in it, and what was left out."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numerate.io import jobs as plans
from numerate.io.files import write_whole
from numerate.training.prepare.instances import KINDS
from numerate.training.prepare.reading import MANIFEST
from numerate.training.prepare.shards import SPLITS, VERSION, ShardHeader, read_header
from numerate.training.prepare.sources import Position

REPORT = "skipped.jsonl"


def begin(folder: Path, plan: dict[str, Any]) -> bool:
    """Take the folder for this plan; True where the plan is already carried out."""
    return bool(plans.begin(folder / MANIFEST, {"version": VERSION, **plan})["complete"])


def finish(folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Sum up all shards, write the report of skipped records, and then the manifest, which ends the work."""
    shards, counts = [], ShardCounts()
    report = []
    for path, header in finished_shards(folder, plan):
        counts.add(header)
        report += [json.dumps({"where": where, "reason": reason}) for where, reason in header.notes["listed"]]
        shards.append(
            {
                "file": path.name,
                "bytes": header.end,
                "sha256": _checksum(path),
                "instances": dict(zip(SPLITS, header.notes["instances"], strict=True)),
            }
        )
    write_whole(folder / REPORT, ["".join(f"{line}\n" for line in report).encode()])
    manifest = {
        "version": VERSION,
        "complete": True,
        **plan,
        "kinds": list(KINDS),
        "counts": counts.as_dict(),
        "shards": shards,
    }
    plans.write(folder / MANIFEST, manifest)
    return manifest


def finished_shards(folder: Path, plan: dict[str, Any]) -> Iterator[tuple[Path, ShardHeader]]:
    """Yield the shards of a plan from the first on, up to one that is missing or damaged."""
    for number in itertools.count():
        path = shard_path(folder, number)
        header = read_header(path)
        if header is None or header.notes["plan"] != fingerprint(plan):
            return
        yield path, header


def fingerprint(plan: dict[str, Any]) -> str:
    """Name a plan; every shard bears the name of its own."""
    return hashlib.sha256(json.dumps(plan).encode()).hexdigest()


def shard_path(folder: Path, number: int) -> Path:
    """Name a shard."""
    return folder / f"shard-{number:05d}.safetensors"


def position_after(header: ShardHeader | None) -> Position:
    """Tell where the corpus goes on after a shard."""
    return Position(*header.notes["next"]) if header else Position()


class ShardCounts:
    """Sums over shards."""

    def __init__(self) -> None:
        self.documents = [0] * len(SPLITS)
        self.instances = [0] * len(SPLITS)
        self.text_bytes = self.tokens = self.numbers = 0
        self.skipped: Counter[str] = Counter()
        self.dropped: Counter[str] = Counter()

    def add(self, header: ShardHeader) -> None:
        """Add a shard."""
        notes = header.notes
        self.documents = [a + b for a, b in zip(self.documents, notes["documents"], strict=True)]
        self.instances = [a + b for a, b in zip(self.instances, notes["instances"], strict=True)]
        self.text_bytes += notes["text_bytes"]
        self.tokens += header.places["ids"]["shape"][0]
        self.numbers += header.places["values"]["shape"][0]
        self.skipped.update(notes["skipped"])
        self.dropped.update(notes["dropped"])

    def as_dict(self) -> dict[str, Any]:
        """Give the sums under the names the manifest uses, the frequent reasons first."""
        return {
            "documents": dict(zip(SPLITS, self.documents, strict=True)),
            "instances": dict(zip(SPLITS, self.instances, strict=True)),
            "text_bytes": self.text_bytes,
            "tokens": self.tokens,
            "numbers": self.numbers,
            "skipped_documents": dict(self.skipped.most_common()),
            "dropped": dict(self.dropped.most_common()),
        }


def _checksum(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(1 << 20):
            digest.update(data)
    return digest.hexdigest()
