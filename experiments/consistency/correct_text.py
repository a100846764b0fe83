"""Count contradictions that a check reports in published text, which has few.

    python -m experiments.consistency.correct_text [FOLDER] [--minutes 4] [--longest 6000]

Documents are drawn from the training and validation files of every corpus in FOLDER (../shared/data),
never from a test file, in an order that depends on the corpus alone: one of each file in turn, until the time
is up. What the network reads is kept in work/consistency/network, so that a run after a change of the
rules goes over the same documents in a fraction of the time, and then on to new ones. Counts are written to
correct_text.json; the contradictions, to be read by eye, to work/consistency/correct_text.jsonl, which is
never committed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pickle
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

from numerate.consistency import RULES, Relation
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.reading import read_claims
from numerate.consistency.settling import settle
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract

HERE = Path(__file__).parent
WORK = Path("work/consistency")
MOST = 2000
"""Documents of a file that may be drawn."""
AROUND = 250
"""Characters before and after a finding that are kept for reading it."""


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of every training and validation split."""
    for split in ("train", "valid"):
        for path in sorted(folder.glob(f"**/{split}.parquet")):
            yield str(path.parent.relative_to(folder)), path


def documents(path: Path, longest: int) -> Iterator[str]:
    """Yield the beginnings of documents of a file, in an order of its own."""
    file = parquet.ParquetFile(path)
    order = random.Random(str(path.relative_to(path.parents[2])))
    group = order.randrange(file.num_row_groups)
    texts = file.read_row_group(group, columns=["text"])["text"].to_pylist()
    for text in order.sample(texts, min(MOST, len(texts))):
        yield text[:longest]


def network_relations(skeleton: Skeleton, version: str) -> list[Relation]:
    """Return what the network reads in a text, from an earlier run where there is one."""
    name = hashlib.sha256(f"{version}\n{skeleton.text}".encode()).hexdigest()
    path = WORK / "network" / f"{name}.pickle"
    if path.exists():
        relations: list[Relation] = pickle.loads(path.read_bytes())
        return relations
    relations = list(read_claims(skeleton, claim_model()))
    path.write_bytes(pickle.dumps(relations))
    return relations


def findings(text: str, version: str) -> tuple[int, list[tuple[Relation, str]]]:
    """Return how many numbers a text has, and its contradictions with who reads them."""
    skeleton = Skeleton(text, extract(text, identifiers=True))
    ruled = [
        relation
        for rule in RULES.values()
        if rule.hint is None or rule.hint.search(text)
        for relation in rule.find(skeleton)
    ]
    read = network_relations(skeleton, version)
    networks = {id(relation) for relation in read}
    return len(skeleton.numbers), [
        (relation, "network" if id(relation) in networks else "rules")
        for relation in settle([*ruled, *read])
        if relation.problem
    ]


def version() -> str:
    """Return a digest of the network and of the code that tests what it reads."""
    import numerate

    package = Path(numerate.__file__).parent
    parts = [*sorted((package / "models/claims").glob("*.onnx"))]
    parts += sorted((package / "consistency/learned").rglob("*.py"))
    return hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()


def measure(folder: Path, minutes: float, longest: int) -> dict[str, Any]:
    """Count the contradictions by corpus, rule and reader."""
    end = time.monotonic() + 60 * minutes
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    names = list(files(folder))
    digest = version()
    with (WORK / "correct_text.jsonl").open("w", encoding="utf-8") as log:
        for texts in zip_longest(*(documents(path, longest) for _, path in names)):
            for (corpus, _), text in zip(names, texts, strict=True):
                if text is None or time.monotonic() > end:
                    continue
                numbers, found = findings(text, digest)
                for counted in (counts["all"], counts[corpus]):
                    counted.update({"documents": 1, "numbers": numbers})
                    counted.update(f"{relation.level}, {by}" for relation, by in found)
                    counted.update(
                        f"error, {relation.kind}" for relation, _ in found if relation.level == "error"
                    )
                for relation, by in found:
                    log.write(json.dumps(shown(corpus, text, relation, by), ensure_ascii=False) + "\n")
            if time.monotonic() > end:
                break
    return {corpus: dict(sorted(counted.items())) for corpus, counted in sorted(counts.items())}


def shown(corpus: str, text: str, relation: Relation, by: str) -> dict[str, str]:
    """Return a contradiction with the text around it."""
    start = min(number.start for number in relation.numbers)
    end = max(number.end for number in relation.numbers)
    return {
        "corpus": corpus,
        "by": by,
        "rule": relation.kind,
        "level": relation.level,
        "problem": relation.problem or "",
        "text": text[max(0, start - AROUND) : end + AROUND],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("../shared/data"))
    parser.add_argument("--minutes", type=float, default=4.0, help="time for this run")
    parser.add_argument("--longest", type=int, default=6000, help="characters of a document")
    given = parser.parse_args()
    (WORK / "network").mkdir(parents=True, exist_ok=True)
    counts = measure(given.folder.resolve(), given.minutes, given.longest)
    (HERE / "correct_text.json").write_text(json.dumps(counts, indent=1) + "\n", "utf-8")
    print(json.dumps(counts["all"], indent=1))


if __name__ == "__main__":
    main()
