"""Measure claims: recall and false alarms on examples, and contradictions for 1,000 numbers of correct text.

    python -m experiments.consistency.claims [--unseen] [FOLDER]

The examples are those of examples/: seen.jsonl, and with --unseen, for one final run, unseen.jsonl.
FOLDER holds finnews/, sci/, ood/ and world/ (default: ../shared/data); of each corpus the first
documents of its test split are read, or of a corpus without splits those that were not looked at while
cues were chosen, up to a number of characters. Counts are written to claims.json; the contradictions, to
be read by eye, to work/consistency/claims.jsonl, which is never committed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from numerate.consistency import inconsistencies, relations
from numerate.text import extract

HERE = Path(__file__).parent
LOG = Path("work/consistency/claims.jsonl")
CHARACTERS = 250_000
"""Characters of each corpus that are read."""
LONGEST = 20_000
"""Characters of a document that are read."""
LOOKED_AT = {"centralbank": 195, "earningscalls": 195, "econabstracts": 3_500, "newswire1987": 3_000}
"""Documents of corpora without splits that were read while cues were chosen."""


def corpora(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Yield the name and file of every corpus, and how many of its documents to leave out."""
    for name in ("finnews", "sci"):
        yield name, folder / name / "test.parquet", 0
    for name, first in LOOKED_AT.items():
        yield name, folder / "ood" / f"{name}.parquet", first
    for each in sorted((folder / "world").iterdir()):
        yield f"world/{each.name}", each / "test.parquet", 0


def documents(path: Path, first: int) -> Iterator[str]:
    """Yield documents with their titles, until there are enough characters."""
    left = CHARACTERS
    batches = pq.ParquetFile(path).iter_batches(64)
    for row in islice((row for batch in batches for row in batch.to_pylist()), first, None):
        text = f"{row.get('title') or ''}\n\n{row['text']}"[:LONGEST]
        yield text
        left -= len(text)
        if left <= 0:
            return


def examples(name: str) -> dict[str, Any]:
    """Count, by kind, what is found of contradictory passages, and what is reported of consistent ones."""
    counts: dict[str, Counter[str]] = {}
    for line in (HERE / "examples" / name).read_text("utf-8").splitlines():
        passage = json.loads(line)
        levels = {finding.level for finding in inconsistencies(passage["text"])}
        counted = counts.setdefault(passage["kind"], Counter())
        what = "contradictory" if passage["contradictory"] else "consistent"
        counted[what] += 1
        counted[f"{what} certain"] += "error" in levels
        counted[f"{what} possible"] += bool(levels)
    total = Counter[str]()
    for counted in counts.values():
        total.update(counted)
    return {"all": dict(total)} | {kind: dict(counted) for kind, counted in sorted(counts.items())}


def measure(name: str, path: Path, first: int, log: Any) -> dict[str, Any]:
    """Count the contradictions in correct text."""
    figures: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for text in documents(path, first):
        figures["documents"] += 1
        figures["numbers"] += len(extract(text))
        for relation in relations(text):
            if relation.problem is None:
                figures["claims that hold"] += 1
                continue
            figures[relation.level] += 1
            start = min(number.start for number in relation.numbers)
            end = max(number.end for number in relation.numbers)
            shown = {
                "corpus": name,
                "rule": relation.kind,
                "level": relation.level,
                "problem": relation.problem,
            }
            log.write(json.dumps(shown | {"text": text[max(0, start - 200) : end + 150]}) + "\n")
            if relation.level == "error":
                rules[relation.kind] += 1
    per = {
        f"{level} per 1,000 numbers": round(1000 * figures[level] / max(1, figures["numbers"]), 3)
        for level in ("error", "possible")
    }
    return {**figures, **per, "rules": dict(rules)}


def main() -> None:
    """Measure, and write the counts."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--unseen"]
    folder = Path(arguments[0] if arguments else "../shared/data")
    results = json.loads((HERE / "claims.json").read_text()) if (HERE / "claims.json").exists() else {}
    results["seen"] = {"date": str(date.today())} | examples("seen.jsonl")
    if "--unseen" in sys.argv:
        results["unseen"] = {"date": str(date.today())} | examples("unseen.jsonl")
    LOG.parent.mkdir(parents=True, exist_ok=True)
    measured = {}
    with LOG.open("w") as log:
        for name, path, first in corpora(folder):
            measured[name] = measure(name, path, first, log)
            print(name, json.dumps(measured[name]), flush=True)
    counts = Counter[str]()
    for figures in measured.values():
        counts.update(
            {key: value for key, value in figures.items() if key in ("numbers", "error", "possible")}
        )
    rates = {
        f"{level} per 1,000 numbers": round(1000 * counts[level] / counts["numbers"], 3)
        for level in ("error", "possible")
    }
    results["corpora"] = {"date": str(date.today()), "all": dict(counts) | rates} | measured
    (HERE / "claims.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
