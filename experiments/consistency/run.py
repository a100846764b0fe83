"""Count contradictions in published texts, and how many planted contradictions are found.

    .venv/bin/python experiments/consistency/run.py [FOLDER]

FOLDER holds finnews/, sci/ and ood/ (default: ../shared/data). For each corpus, the relations are counted by
form, and those that do not hold; `judged.json` says which of these findings, read in their sentence, are true
contradictions. Then one number of a relation that holds is replaced, once by each typo that it allows, and
the text is checked again. Counts are written to results.json; the findings, to be read, to
work/consistency/findings.jsonl, which is never committed.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from numerate.consistency import Relation, inconsistencies, relations
from numerate.text import Number
from numerate.training.evaluation.anomalies import alter

HERE = Path(__file__).parent
FINDINGS = Path("work/consistency/findings.jsonl")
CORPORA = {
    "finnews": ("finnews/test", None),
    "sci": ("sci/test", None),
    "newswire1987": ("ood/newswire1987", None),
    "earningscalls": ("ood/earningscalls", None),
    "centralbank": ("ood/centralbank", None),
    "econabstracts": ("ood/econabstracts", None),
    # The patterns were developed on the corpora above, on news up to here and on science up to row 16,000;
    # the rows of science below were read only afterwards. No news was left.
    "finnews-train": ("finnews/train", (60_000, 74_000)),
    "sci-fresh": ("sci/train", (16_000, 20_000)),
}
TYPOS = ("missing", "repeated", "transposed", "keypad", "decimal", "unit", "magnitude")
PLANTED_IN = ("finnews", "sci", "newswire1987", "earningscalls")
PLANTED = 100
"""Relations of each form and corpus that have a number replaced."""


Case = tuple[str, list[tuple[int, int]], Relation]
"""A text, the spans of its headings, and a relation in it that holds."""


def documents(path: Path, rows: tuple[int, int] | None) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Yield each document with its title above it."""
    batches = pq.ParquetFile(path).iter_batches(256, columns=["title", "text"])
    for row in islice((row for batch in batches for row in batch.to_pylist()), *(rows or (None,))):
        title = row["title"] or ""
        yield f"{title}\n\n{row['text']}", [(0, len(title))] if title else []


def measure(name: str, folder: Path, judged: dict[str, bool], log: Any) -> tuple[dict[str, Any], list[Case]]:
    path, rows = CORPORA[name]
    read: Counter[str] = Counter()
    verdicts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    holding: defaultdict[str, list[Case]] = defaultdict(list)
    count = 0
    for row, (text, headings) in enumerate(documents(folder / f"{path}.parquet", rows)):
        count += 1
        for relation in relations(text, headings):
            read[form(relation)] += 1
            start = min(number.start for number in relation.numbers)
            if relation.problem is None:
                holding[form(relation)].append((text, headings, relation))
                continue
            key = f"{name}:{row}:{start}"
            verdict = {True: "true", False: "false", None: "unjudged"}[judged.get(key)]
            verdicts[relation.kind][verdict] += 1
            end = max(number.end for number in relation.numbers)
            shown = {
                "key": key,
                "kind": relation.kind,
                "problem": relation.problem,
                "judged": judged.get(key),
            }
            log.write(json.dumps(shown | {"text": text[max(0, start - 150) : end + 100]}) + "\n")
    findings = sum(sum(counts.values()) for counts in verdicts.values())
    figures = {
        "documents": count,
        "relations": dict(sorted(read.items())),
        "findings": {kind: dict(counts) for kind, counts in sorted(verdicts.items())},
        "findings_per_1000_documents": round(1000 * findings / count, 2),
    }
    return figures, [case for cases in holding.values() for case in sample(cases)]


def sample(cases: list[Case]) -> list[Case]:
    return random.Random(1).sample(cases, min(PLANTED, len(cases)))


def plant(cases: list[Case]) -> dict[str, Any]:
    """Replace one number of each relation, once by each typo, and count what is found and suspected."""
    rng = random.Random(2)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text, headings, relation in cases:
        number = rng.choice([n for n in relation.numbers if n.kind != "identifier"] or [None])
        for typo in TYPOS if number else ():
            altered = alter(number, typo, rng)
            if altered is None or altered.text == number.text:
                continue
            changed = text[: number.start] + altered.text + text[number.end :]
            spans = [
                (a, b + (len(altered.text) - len(number.text)) * (number.start < b)) for a, b in headings
            ]
            place = (number.start, number.start + len(altered.text))
            findings = [f for f in inconsistencies(changed, spans) if touches(f.numbers, place)]
            for row in (form(relation), f"by {typo}"):
                tally(counts[row], findings, place, number)
    return {row: dict(count) for row, count in sorted(counts.items())}


def form(relation: Relation) -> str:
    """Return the kind of a relation, and whether its numbers determine or only bound each other."""
    needed = {"share": 2, "change": 3, "repeated": 2, "total": 2, "significance": 3}
    value = len(relation.numbers) >= needed.get(relation.kind, 99)
    return f"{relation.kind}: {'value' if value else 'bound'}"


def tally(counts: Counter[str], findings: list[Any], place: tuple[int, int], number: Number) -> None:
    counts["planted"] += 1
    if findings:
        first = findings[0]
        counts["found"] += 1
        counts["suspect_named"] += first.suspect is not None
        counts["suspect_right"] += first.suspect is not None and touches([first.suspect], place)
        corrections = [s for s in first.suggestions if touches([s.number], place)]
        counts["suggestion_right"] += bool(corrections) and corrections[0].value == number.value


def touches(numbers: Any, place: tuple[int, int]) -> bool:
    return any(number.start < place[1] and place[0] < number.end for number in numbers)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data")
    judged = json.loads((HERE / "judged.json").read_text())
    FINDINGS.parent.mkdir(parents=True, exist_ok=True)
    results: dict[str, Any] = {}
    with FINDINGS.open("w") as log:
        for name in CORPORA:
            results[name], cases = measure(name, folder, judged, log)
            results[name]["planted"] = plant(cases) if name in PLANTED_IN else {}
            print(name, json.dumps(results[name], indent=1), flush=True)
    (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
