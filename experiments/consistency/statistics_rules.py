"""Measure the rules on statistics and repeated facts: own examples, and findings on published text.

    .venv/bin/python experiments/consistency/statistics_rules.py [FOLDER]

FOLDER holds the corpora (default: ../shared/data); of each, 150 validation documents are read. The examples
in examples/statistics.jsonl were written before the rules, but the rules were developed with them. Counts are
written to statistics.json next to it.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from numerate.consistency import inconsistencies, relations
from numerate.text import extract

HERE = Path(__file__).parent
RULES = ("significance", "estimate", "grim", "grimmer", "debit", "group", "degrees", "repeated")
DOCUMENTS = 150


def examples() -> dict[str, dict[str, int]]:
    """Count the examples of each kind, and those with a certain finding."""
    counts: dict[str, Counter[str]] = {}
    for line in (HERE / "examples/statistics.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kind = "contradictory" if row["contradictory"] else "decoy" if row["decoy"] else "twin"
        certain = any(finding.level == "error" for finding in inconsistencies(row["text"]))
        counts.setdefault(row["kind"], Counter()).update({kind: 1, f"{kind}, reported": int(certain)})
    return {kind: dict(sorted(count.items())) for kind, count in sorted(counts.items())}


def corpus(path: Path) -> dict[str, Any]:
    """Count the numbers of a sample of documents, and the certain findings among them."""
    rows = pq.read_table(path, columns=["title", "text"]).to_pylist()
    random.Random(3).shuffle(rows)
    numbers, certain, holding = 0, Counter[str](), Counter[str]()
    for row in rows[:DOCUMENTS]:
        title = row["title"] or ""
        text = f"{title}\n\n{row['text']}"
        numbers += len(extract(text))
        for relation in relations(text, [(0, len(title))] if title else [], RULES):
            if relation.problem is None:
                holding[relation.kind] += 1
            elif relation.level == "error":
                certain[relation.kind] += 1
    rate = round(1000 * certain.total() / max(1, numbers), 3)
    return {"numbers": numbers, "holding": dict(holding), "certain": dict(certain), "certain_per_1000": rate}


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data")
    patterns = ("*/valid.parquet", "ood/*.parquet", "world/*/valid.parquet")
    paths = [path for pattern in patterns for path in folder.glob(pattern)]
    results = {
        "examples": examples(),
        "corpora": {str(path.relative_to(folder).with_suffix("")): corpus(path) for path in sorted(paths)},
    }
    (HERE / "statistics.json").write_text(json.dumps(results, indent=1) + "\n")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
