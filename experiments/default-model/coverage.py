"""Conditional coverage: correct numbers flagged and planted errors found, by corpus and by group.

    .venv/bin/python experiments/default-model/coverage.py [--split valid] [--numbers 2000] [--report]

Reads test documents of all sixteen corpora, which nothing was trained, tuned or calibrated on, and writes
coverage.json and COVERAGE.md. Errors are typos drawn by the probabilities of the noisy channel, one at a
time, in half of the numbers. Run once for a model that ships. With `--split valid`, which may be run often,
it reads validation documents in another order than the calibration did, and writes reliability.json and
RELIABILITY.md.
"""

from __future__ import annotations

import argparse
import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from numerate.checking.calibrate import DocumentScores
from numerate.model import Predictor, load
from numerate.model.error_model import ERROR_RATE, FLAGGED
from numerate.training.export.measuring import held_out_corpora

HERE = Path(__file__).parent
RATES = {"1%": 0.01, "0.1%": 0.001}
MIN_NUMBERS = 300
"""Numbers that a row of the table needs: fewer say nothing about 1%."""

MIN_ERRORS = 30
BINS = (0.0001, 0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97)
"""Bounds between the rows of the table of reliability."""

Counts = dict[str, int]


def count(model: Predictor, document: DocumentScores, tables: dict[str, Counts], corpus: str) -> None:
    """Add the numbers and planted errors of a document to the counts of its corpus and of their groups."""
    calibration = model.calibration
    errors, judged = calibration.errors, document.judged
    kept = np.flatnonzero(judged)
    p_values = np.ones(len(judged))
    scores = errors.log_odds(document.features)
    p_values[kept] = calibration.p_values.look_up(scores[kept], [document.groups[i] for i in kept])
    adjusted = np.ones(len(judged))
    adjusted[kept] = calibration.p_values.adjust_for_document(p_values[kept])
    probabilities = errors.probabilities(scores, document.says)
    for i, groups in enumerate(document.groups):
        flagged = {rate: adjusted[i] <= threshold for rate, threshold in RATES.items()}
        flagged["default"] = probabilities[i] > FLAGGED
        for name in (corpus, groups[0], "all"):
            tables[name]["numbers"] += 1
            tables[name]["judged"] += int(judged[i])
            for rate, flag in flagged.items():
                tables[name][f"flagged {rate}"] += int(judged[i] and flag)
            tables[name][_bin("correct", probabilities[i])] += int(judged[i])
    for planted in document.planted:
        i = planted.replaced
        wrong, [score] = p_values.copy(), errors.log_odds(planted.features[None])
        [wrong[i]] = calibration.p_values.look_up(np.array([score]), [planted.groups])
        p_value = calibration.p_values.adjust_for_document(wrong[kept])[np.searchsorted(kept, i)]
        [probability] = errors.probabilities(np.array([score]), [planted.says])
        found = {rate: p_value <= threshold for rate, threshold in RATES.items()}
        found["default"] = probability > FLAGGED
        for name in (corpus, document.groups[i][0], f"typo: {planted.kind}", "all"):
            tables[name]["planted"] += 1
            for rate, flag in found.items():
                tables[name][f"found {rate}"] += int(flag)
            tables[name][_bin("wrong", probability)] += 1


def _bin(label: str, probability: float) -> str:
    """Return the name of the count of correct or wrong numbers of about this probability of an error."""
    return f"{label} {bisect_right(BINS, probability)}"


def measure(data: Path, split: str, numbers: int, seed: int, processes: int) -> dict[str, Any]:
    """Score documents of every corpus until there are enough numbers."""
    tables: dict[str, Counts] = defaultdict(lambda: defaultdict(int))
    corpora = [data / "finnews", data / "sci", *sorted((data / "world").iterdir())]
    with ProcessPoolExecutor(processes) as pool:
        for own in pool.map(partial(measure_corpus, split=split, numbers=numbers, seed=seed), corpora):
            for name, counts in own.items():
                for key, value in counts.items():
                    tables[name][key] += value
    return {"corpora": [folder.name for folder in corpora], "split": split, "counts": tables}


def measure_corpus(folder: Path, split: str, numbers: int, seed: int) -> dict[str, Counts]:
    """Score documents of a corpus until there are enough numbers."""
    model, rng = load(threads=1), np.random.default_rng(1)
    tables: dict[str, Counts] = defaultdict(lambda: defaultdict(int))
    [documents] = held_out_corpora([folder / f"{split}.parquet"], seed=seed)
    total = 0
    for document in documents:
        scores = DocumentScores.of(document, model, rng)
        count(model, scores, tables, folder.name)
        total += len(scores.kinds)
        if total >= numbers:
            break
    print(folder.name, total, flush=True)
    return {name: dict(counts) for name, counts in tables.items()}


def table(result: dict[str, Any]) -> str:
    """Return the tables in Markdown."""
    rates = [*RATES, "default"]
    flagged, found = [f"flagged {rate}" for rate in rates], [f"found {rate}" for rate in rates]
    head = ["", "numbers", "judged", *flagged, "errors", *found]
    counts = {name: defaultdict(int, own) for name, own in result["counts"].items()}
    groups = sorted(set(counts) - {"all", *result["corpora"]})
    rows = [
        [
            name,
            f"{own['numbers']:,}",
            f"{own['judged'] / own['numbers']:.1%}",
            *(f"{own[column] / max(1, own['judged']):.2%}" for column in flagged),
            f"{own['planted']:,}",
            *(f"{own[column] / max(1, own['planted']):.0%}" for column in found),
        ]
        for name in ("all", *result["corpora"], *groups)
        if (own := counts[name])["numbers"] >= MIN_NUMBERS
    ]
    typos = [
        [
            name.removeprefix("typo: "),
            f"{own['planted']:,}",
            *(f"{own[c] / own['planted']:.0%}" for c in found),
        ]
        for name in groups
        if name.startswith("typo: ") and (own := counts[name])["planted"] >= MIN_ERRORS
    ]
    return "\n".join(
        [
            "# Conditional coverage",
            "",
            f"Generated by coverage.py from coverage.json, {result['split']} documents; do not edit.",
            "",
            f"Default: wrong with a probability over {FLAGGED:.0%} if one number in 200 is. Groups of a kind "
            "by magnitude: 0 under 1, 1 from 1 to 10, 2 to 100, 3 to 1,000, 4 to a million, 5 above.",
            "",
            *_markdown(head, rows),
            "",
            "## By kind of typo",
            "",
            *_markdown(["", "errors", *found], typos),
            "",
            "## Reliability of the probability of an error",
            "",
            "Correct numbers and planted errors by the probability that they are wrong, and the share that "
            f"is wrong, if {ERROR_RATE:.1%} of all numbers are.",
            "",
            *_markdown(
                ["probability", "correct", "errors", "share wrong"], list(_reliability(counts["all"]))
            ),
            "",
        ]
    )


def _reliability(counts: Counts) -> Iterator[list[str]]:
    correct, wrong = (
        sum(counts[f"{name} {i}"] for i in range(len(BINS) + 1)) for name in ("correct", "wrong")
    )
    for i, (low, high) in enumerate(pairwise((0, *BINS, 1))):
        right, planted = counts[f"correct {i}"], counts[f"wrong {i}"]
        errors, rest = ERROR_RATE * planted / max(1, wrong), (1 - ERROR_RATE) * right / max(1, correct)
        share = f"{errors / (errors + rest):.2%}" if right + planted else ""
        yield [f"{low:.2%} to {high:.2%}", f"{right:,}", f"{planted:,}", share]


def _markdown(head: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---|" + "--:|" * (len(head) - 1)
    yield from (f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--split", default="test", choices=("valid", "test"))
    parser.add_argument("--numbers", type=int, default=2000, help="of each corpus")
    parser.add_argument("--seed", type=int, default=2, help="of the order of documents")
    parser.add_argument("--report", action="store_true", help="measure nothing, write the tables again")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    name = "coverage" if given.split == "test" else "reliability"
    file = HERE / "results" / f"{name}.json"
    if not given.report:
        counts = measure(given.data, given.split, given.numbers, given.seed, given.processes)
        file.write_text(json.dumps(counts) + "\n")
    (HERE / f"{name.upper()}.md").write_text(table(json.loads(file.read_text())))


if __name__ == "__main__":
    main()
