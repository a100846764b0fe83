"""Count contradictions that a check reports in published text, which has few.

    python -m experiments.consistency.correct_text [FOLDER] [--documents 100] [--splits train valid]
    python -m experiments.consistency.correct_text --splits test ood --seed 5 --results fresh_text.json

Documents are drawn from the files of every corpus in FOLDER (../shared/data), in an order of each file's own
and of the seed. Training and validation files are for development; the test files, and the odd documents of
`ood`, for final figures. Counts are written to a file beside this one; the contradictions, to be read by eye,
to work/consistency/correct_text.jsonl, which is never committed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

from numerate.consistency import Relation, relations
from numerate.consistency.learned.network import claim_model
from numerate.text import extract

HERE = Path(__file__).parent
WORK = Path("work/consistency")
AROUND = 250
"""Characters before and after a finding that are kept for reading it."""

Finding = dict[str, str]


def documents(
    folder: Path, splits: list[str], count: int, longest: int, seed: str
) -> Iterator[tuple[str, str]]:
    """Yield the corpus and the beginning of documents of every file."""
    patterns = ["ood/*.parquet" if split == "ood" else f"**/{split}.parquet" for split in splits]
    for path in sorted(path for pattern in patterns for path in folder.glob(pattern)):
        is_ood = path.parent.name == "ood"
        corpus = str((path.with_suffix("") if is_ood else path.parent).relative_to(folder))
        file = parquet.ParquetFile(path)
        order = random.Random(f"{corpus}/{path.name}{seed}")
        group = order.randrange(file.num_row_groups)
        texts = file.read_row_group(group, columns=["text"])["text"].to_pylist()
        texts = texts[1::2] if is_ood else texts
        yield from ((corpus, text[:longest]) for text in order.sample(texts, min(count, len(texts))))


def findings(corpus: str, text: str) -> tuple[str, int, list[Finding]]:
    """Return how many numbers a text has, and its contradictions."""
    stated = relations(text, reader=claim_model(1))
    found = [shown(corpus, text, relation) for relation in stated if relation.problem]
    return corpus, len(extract(text)), found


def shown(corpus: str, text: str, relation: Relation) -> Finding:
    """Return a contradiction with the text around it."""
    start = min(number.start for number in relation.numbers)
    end = max(number.end for number in relation.numbers)
    return {
        "corpus": corpus,
        "rule": relation.kind,
        "level": relation.level,
        "problem": relation.problem or "",
        "text": text[max(0, start - AROUND) : end + AROUND],
    }


def measure(drawn: list[tuple[str, str]], processes: int) -> dict[str, Any]:
    """Count the contradictions by corpus and rule."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    WORK.mkdir(parents=True, exist_ok=True)
    with (
        ProcessPoolExecutor(processes) as pool,
        (WORK / "correct_text.jsonl").open("w", encoding="utf-8") as log,
    ):
        for corpus, numbers, found in pool.map(findings, *zip(*drawn, strict=True), chunksize=4):
            for counted in (counts["all"], counts[corpus]):
                counted.update({"documents": 1, "numbers": numbers})
                counted.update(each["level"] for each in found)
                counted.update(f"error, {each['rule']}" for each in found if each["level"] == "error")
            for each in found:
                log.write(json.dumps(each, ensure_ascii=False) + "\n")
    return {corpus: dict(sorted(counted.items())) for corpus, counted in sorted(counts.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("../shared/data"))
    parser.add_argument("--documents", type=int, default=100, help="of each file, at most")
    parser.add_argument(
        "--splits", nargs="+", default=["train", "valid"], choices=["train", "valid", "test", "ood"]
    )
    parser.add_argument("--longest", type=int, default=6000, help="characters of a document that are read")
    parser.add_argument("--seed", default="", help="for other documents")
    parser.add_argument("--results", default="correct_text.json")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    drawn = list(documents(given.folder, given.splits, given.documents, given.longest, given.seed))
    counts = measure(drawn, given.processes)
    (HERE / given.results).write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    print(counts["all"])


if __name__ == "__main__":
    main()
