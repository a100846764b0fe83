"""Findings to read by eye: those of `numerate check` at its default setting, over all sixteen corpora.

    .venv/bin/python experiments/default-model/findings.py draw --data ../shared/data --out FILE [--seed 1]
    .venv/bin/python experiments/default-model/findings.py count RATED [--results findings.json]

Draws documents of the test splits until every corpus has its findings or 12,000 of its numbers were checked;
with `--split valid --half 1` (or 2) every second document of the validation splits: one half to develop with,
the other to measure on. Writes each finding with its passage as a line of JSON, in random order. FILE has
text of the corpora and stays out of the repository. A reader adds "rating" to each line: useful (an editor
would want to be asked), debatable or useless; with "why" in a few words. `count` writes the counts alone to
results/.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from numerate.training.export.measuring import held_out_corpora

HERE = Path(__file__).parent
MOST_NUMBERS = 12_000
CONTEXT = 300
RATINGS = ("useful", "debatable", "useless")


def draw_corpus(folder: Path, each: int, split: str, half: int, seed: int) -> list[dict[str, Any]]:
    """Check documents of a corpus until there are enough findings."""
    from numerate import load

    model = load(threads=1)
    [documents] = held_out_corpora([folder / f"{split}.parquet"], seed=seed)
    documents = islice(documents, half - 1, None, 2) if half else documents
    lines: list[dict[str, Any]] = []
    numbers = 0
    for document in documents:
        report = model.check(document)
        numbers += len(report.numbers)
        for finding in report.findings:
            before, after = max(0, finding.start - CONTEXT), finding.end + CONTEXT
            lines.append(
                {
                    "corpus": folder.name,
                    "rule": finding.rule,
                    "level": finding.level,
                    "number": finding.text,
                    "message": finding.message,
                    "probability": finding.error_probability,
                    "passage": f"{report.text[before : finding.start]}⟦{finding.text}⟧"
                    f"{report.text[finding.end : after]}",
                }
            )
        if len(lines) >= each or numbers >= MOST_NUMBERS:
            break
    print(f"{folder.name}: {len(lines)} findings in {numbers} numbers", flush=True)
    return lines[:each]


def draw(data: Path, out: Path, each: int, split: str, half: int, seed: int, processes: int) -> None:
    """Write findings of all corpora in random order."""
    corpora = [data / "finnews", data / "sci", *sorted((data / "world").iterdir())]
    checked = partial(draw_corpus, each=each, split=split, half=half, seed=seed)
    with ProcessPoolExecutor(processes) as pool:
        lines = [line for own in pool.map(checked, corpora) for line in own]
    random.Random(seed).shuffle(lines)
    out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def count(rated: Path, results: str) -> None:
    """Count ratings by rule and by corpus."""
    lines = [json.loads(line) for line in rated.read_text("utf-8").splitlines()]
    unrated = [line for line in lines if line.get("rating") not in RATINGS]
    if unrated:
        raise SystemExit(f"{rated}: {len(unrated)} of {len(lines)} findings have no rating")
    counts: dict[str, Counter[str]] = {}
    for line in lines:
        kind = "unlikely" if line["rule"] == "unlikely" else "contradiction"
        for name in ("all", kind, line["corpus"]):
            counts.setdefault(name, Counter())[line["rating"]] += 1
    (HERE / "results" / results).write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    for name, own in counts.items():
        print(name, ", ".join(f"{rating} {own[rating]}" for rating in RATINGS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("draw", "count"))
    parser.add_argument("rated", type=Path, nargs="?")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--each", type=int, default=25)
    parser.add_argument("--split", default="test")
    parser.add_argument("--half", type=int, choices=(1, 2), default=0)
    parser.add_argument("--seed", type=int, default=2026, help="of the order in which documents are drawn")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--results", default="findings.json")
    given = parser.parse_args()
    if given.what == "draw" and given.out:
        draw(given.data, given.out, given.each, given.split, given.half, given.seed, given.processes)
    elif given.what == "count" and given.rated:
        count(given.rated, given.results)
    else:
        parser.error("draw needs --out, count needs the rated file")


if __name__ == "__main__":
    main()
