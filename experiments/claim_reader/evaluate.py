"""Measure the reader of claims on passages it may be chosen on, and on correct documents.

    python -m experiments.claim_reader.evaluate [--documents 12]

Passages: experiments/unseen, with the rules alone, the network alone and both. Nothing was chosen on the
fourth set, of which this counts what its own run reports, and the share of the rules. Documents:
validation documents of all corpora, the first 6,000 characters each; certain findings by the rules and by
the network, most of which are false. Counts are written to results/evaluation.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as parquet

from numerate.consistency import Inconsistency, inconsistencies
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.reading import read_claims
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract

HERE = Path(__file__).parent
SETS = ("first", "second", "third", "fourth")
CORPORA = Path("../shared/data")
LONGEST = 6000
CERTAIN = "error"

Counts = dict[str, int]


def by_network(text: str) -> bool:
    """Return whether the network alone finds a certain contradiction."""
    skeleton = Skeleton(text, extract(text, identifiers=True))
    return any(each.problem and each.level == CERTAIN for each in read_claims(skeleton, claim_model()))


def certain(findings: Iterator[Inconsistency]) -> int:
    """Count certain contradictions."""
    return sum(finding.level == CERTAIN for finding in findings)


def reported(text: str) -> dict[str, bool]:
    """Return whether a passage is reported, by the rules, by the network and by both together."""
    return {
        "rules": certain(inconsistencies(text)) > 0,
        "network": by_network(text),
        "both": certain(inconsistencies(text, reader=claim_model())) > 0,
    }


def passages(name: str) -> dict[str, Counts]:
    """Count contradictions that are found, and twins and traps that are reported."""
    folder = HERE.parent / "unseen" / name
    counts: dict[str, Counter[str]] = {}
    for file in ("claims", "singles", "traps"):
        for line in (folder / f"{file}.jsonl").read_text("utf-8").splitlines():
            record = json.loads(line)
            texts = {"found": "wrong", "twins": "right"} if file != "traps" else {"traps": "text"}
            for what, field in texts.items():
                counted = counts.setdefault(what, Counter())
                counted["of"] += 1
                counted.update(by for by, is_reported in reported(record[field]).items() if is_reported)
    return {what: dict(counted) for what, counted in counts.items()}


def documents(number: int) -> Counts:
    """Count certain findings in validation documents of all corpora."""
    counts: Counter[str] = Counter()
    for file in sorted(CORPORA.glob("**/valid.parquet")):
        texts = parquet.read_table(file, columns=["text"])["text"].to_pylist()
        for text in texts[:: max(1, len(texts) // number)][:number]:
            text = text[:LONGEST]
            skeleton = Skeleton(text, extract(text, identifiers=True))
            read = [each for each in read_claims(skeleton, claim_model()) if each.problem]
            sure = [each for each in read if each.level == CERTAIN]
            counts["documents"] += 1
            counts["numbers"] += len(skeleton.numbers)
            counts["rules"] += certain(inconsistencies(text))
            counts["both"] += certain(inconsistencies(text, reader=claim_model()))
            counts["network: equations"] += sum(each.kind != "implausible" for each in sure)
            counts["network: sizes"] += sum(each.kind == "implausible" for each in sure)
            counts["network: possible"] += len(read) - len(sure)
    return dict(counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--documents", type=int, default=12, help="of each corpus")
    given = parser.parse_args()
    results = {**{name: passages(name) for name in SETS}, "documents": documents(given.documents)}
    (HERE / "results" / "evaluation.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
