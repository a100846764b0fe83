"""Fit how evidence is weighed when a claim fails: `src/numerate/consistency/learned/judge.py`.

    python -m experiments.claim_reader.judge_cases --out work/judge
    python -m experiments.claim_reader.fit_judge label work/judge --to FILE     # to be read by eye
    python -m experiments.claim_reader.fit_judge keep FILE
    python -m experiments.claim_reader.fit_judge fit work/judge --out src/numerate/models/claims/judge.json

`label` writes failures in published documents with their passages. A reader adds "label" to each: right (the
document, or its extraction, is wrong), debatable or wrong. `keep` notes that in judge_labels.json, by a hash
and without any text.

`fit` boosts decision trees (scikit-learn) for each judge. What was labelled right is an error like the
planted ones, debatable failures are left out. The bias is set so that certain contradictions in published
documents that are not right are as rare as --rates says, by trees that have not seen them. What is found in
each of the unseen sets, with trees that have not seen it, is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier

from experiments.claim_reader.judge_cases import CORPORA, SETS, Row
from numerate.consistency.learned.judge import Failure, Judge, RuleFailure, Tree
from numerate.consistency.learned.second_opinion import READ_BY_BOTH

LABELS = Path(__file__).parent / "judge_labels.json"
RIGHT, DEBATABLE, WRONG = "right", "debatable", "wrong"
WEIGHT_OF_WRONG = 3.0
"""Failures that somebody read count for more: they were the likeliest errors."""
TYPES: dict[str, type[Failure] | type[RuleFailure]] = {"equations": Failure, "rules": RuleFailure}
BOOSTING: dict[str, dict[str, Any]] = {
    "equations": {"max_iter": 150, "max_leaf_nodes": 12, "learning_rate": 0.06, "min_samples_leaf": 40},
    "rules": {"max_iter": 120, "max_leaf_nodes": 6, "learning_rate": 0.08, "min_samples_leaf": 10},
}
"""Chosen by what trees find in sets that they have not seen (LOG)."""
BAGS, SHARE_OF_BAG = 4, 0.75
"""How often trees are boosted, each time on a share of the texts; what they say is averaged."""
RATES = {"equations": 0.01, "rules": 0.02}
"""Wrong certain contradictions in 1,000 published numbers that each judge may leave."""
ORDER, WEIGHT_OF_ORDER = "order", 10.0
"""Kind of equations that are rarely errors, and half of the wrong ones in published documents."""
FOLDS = 4

Floats = npt.NDArray[np.float64]


def name_of(row: Row) -> str:
    """Return the hash by which the label of a failure is kept."""
    return hashlib.sha1((row["problem"] + row["passage"]).encode()).hexdigest()[:12]


def read_rows(folder: Path) -> tuple[list[Row], int]:
    """Read failures with their labels, and how many numbers the published documents have."""
    labels = json.loads(LABELS.read_text("utf-8")) if LABELS.exists() else {}
    rows: list[Row] = []
    numbers = 0
    for line in (line for file in sorted(folder.glob("*.jsonl")) for line in file.open(encoding="utf-8")):
        row = json.loads(line)
        numbers += row.get("numbers", 0) if "kind" not in row else 0
        if "kind" in row and len(set(row.get("numbers", "ab"))) > 1:
            rows.append(row | {"label": labels.get(name_of(row), "") if "passage" in row else ""})
    return rows, numbers


class Sample(NamedTuple):
    """The failures that one judge learns from."""

    rows: list[Row]
    names: list[str]
    """The evidence, by column."""
    evidence: Floats
    is_error: npt.NDArray[np.bool_]
    weights: Floats
    is_wrong: npt.NDArray[np.bool_]
    """Whether a failure stands in a published document and is no error."""
    folds: npt.NDArray[np.int64]
    """A set is a fold of its own; other texts are spread over a few."""


def sample(rows: Sequence[Row], judge: str) -> Sample:
    """Return the failures for a judge, with their evidence."""
    chosen = [row for row in rows if row["judge"] == judge and row["label"] != DEBATABLE and _is_telling(row)]
    kinds = TYPES[judge]
    evidence = [kinds(**{field: row[field] for field in kinds._fields}).evidence() for row in chosen]
    names = sorted({name for each in evidence for name in each})
    is_error = np.array([row["is_error"] or row["label"] == RIGHT for row in chosen])
    return Sample(
        chosen,
        names,
        np.array([[each.get(name, 0.0) for name in names] for each in evidence]),
        is_error,
        np.array([_weight(row, judge) for row in chosen]),
        np.array([row["file"] in CORPORA for row in chosen]) & ~is_error,
        np.array([_fold(row) for row in chosen]),
    )


def _is_telling(row: Row) -> bool:
    """Leave out equations that a planted error breaks in published documents: most hold there by accident."""
    is_accident = row["judge"] == "equations" and row["is_error"] and row["file"] in CORPORA
    return not is_accident and (row["judge"] == "equations" or row["kind"] in READ_BY_BOTH)


def _weight(row: Row, judge: str) -> float:
    """Return for how many failures one counts.

    A planted error also breaks equations that nobody meant: it counts by how likely they are meant.
    """
    if row["file"] in CORPORA and not row["is_error"] and row["kind"] == ORDER:
        return WEIGHT_OF_ORDER
    if row["label"] == WRONG:
        return WEIGHT_OF_WRONG
    chance = row["meant"] if judge == "equations" and row["is_error"] else 1.0
    return float(row.get("weight", 1.0) * chance)


def _fold(row: Row) -> int:
    own = next((i for i, name in enumerate(SETS) if row["file"].startswith(name)), None)
    return zlib.crc32(f"{row['file']}{row['text']}".encode()) % FOLDS if own is None else FOLDS + own


def boosted(data: Sample, rows: npt.NDArray[np.bool_], judge: str) -> list[HistGradientBoostingClassifier]:
    """Fit trees on some of the failures, several times."""
    models = []
    for bag in range(BAGS):
        chosen = rows & np.array([_is_in_bag(row, bag) for row in data.rows])
        model = HistGradientBoostingClassifier(
            **BOOSTING[judge], l2_regularization=5.0, early_stopping=False, random_state=bag
        )
        models.append(
            model.fit(data.evidence[chosen], data.is_error[chosen], sample_weight=data.weights[chosen])
        )
    return models


def _is_in_bag(row: Row, bag: int) -> bool:
    """Return whether a bag has the text of a failure."""
    return zlib.crc32(f"{bag} {row['file']}{row['text']}".encode()) < SHARE_OF_BAG * 2**32


def unseen_scores(data: Sample, judge: str) -> Floats:
    """Return the log odds of each failure by trees that have not seen its fold."""
    scores = np.zeros(len(data.rows))
    for fold in np.unique(data.folds):
        held = data.folds == fold
        bags = boosted(data, ~held, judge)
        scores[held] = np.mean([each.decision_function(data.evidence[held]) for each in bags], axis=0)
    return scores


def threshold(scores: Floats, numbers: int, rate: float) -> float:
    """Return the score that failures in published documents exceed at a rate for a thousand numbers."""
    allowed = int(rate * numbers / 1000)
    return float(np.sort(scores)[::-1][allowed]) if allowed < len(scores) else -np.inf


def trees_of(bags: Sequence[HistGradientBoostingClassifier]) -> tuple[float, list[Tree]]:
    """Return the constant and the trees of fitted models; scikit-learn has no public way to them."""
    trees: list[Tree] = []
    for [predictor] in (predictors for model in bags for predictors in model._predictors):
        nodes = predictor.nodes
        trees.append(
            [
                [round(float(node["value"]) / len(bags), 4)]
                if node["is_leaf"]
                else [
                    int(node["feature_idx"]),
                    _rounded(node["num_threshold"]),
                    int(node["left"]),
                    int(node["right"]),
                ]
                for node in nodes
            ]
        )
    return float(np.mean([model._baseline_prediction.item() for model in bags])), trees


def _rounded(value: float) -> float:
    return float(f"{value:.6g}")


def fit(folder: Path, out: Path | None, rates: dict[str, float]) -> None:
    """Fit both judges, and say what they find in sets that they were not fitted on."""
    rows, numbers = read_rows(folder)
    judges = {}
    for judge, rate in rates.items():
        data = sample(rows, judge)
        scores = unseen_scores(data, judge)
        above = threshold(scores[data.is_wrong], numbers, rate)
        report(judge, data, scores - above)
        constant, trees = trees_of(boosted(data, np.ones(len(data.rows), bool), judge))
        judges[judge] = Judge(round(constant - above, 4), data.names, trees).__dict__
    if out is not None:
        out.write_text(json.dumps(judges, separators=(",", ":")) + "\n", "utf-8")


def report(judge: str, data: Sample, scores: Floats) -> None:
    """Print how many texts with an error, and how many without, have a score above 0."""
    certain = {
        (row["file"], row["text"], bool(is_error))
        for row, score, is_error in zip(data.rows, scores, data.is_error, strict=True)
        if score > 0
    }
    for name in (*SETS, "documents", "published"):
        own = [
            (file, is_error)
            for file, _, is_error in certain
            if (file in CORPORA if name == "published" else _group(file) == name)
        ]
        errors = sum(is_error for _, is_error in own)
        print(f"{judge}, {name}: {errors} errors, {len(own) - errors} others")


def _group(file: str) -> str:
    return "documents" if file.endswith(" documents") else file.removesuffix(" traps")


def label(folder: Path, out: Path, judge: str, count: int) -> None:
    """Write the likeliest errors in published documents that have no label yet, in random order."""
    rows, _ = read_rows(folder)
    data = sample(rows, judge)
    scores = unseen_scores(data, judge)
    order = [i for i in np.argsort(-scores) if data.is_wrong[i] and not data.rows[i]["label"]][:count]
    random.Random(0).shuffle(order)
    lines = [
        {"id": name_of(row), "problem": row["problem"], "passage": row["passage"]}
        for row in (data.rows[i] for i in order)
    ]
    out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")


def keep(file: Path) -> None:
    """Note the labels that a reader has added."""
    labels = json.loads(LABELS.read_text("utf-8")) if LABELS.exists() else {}
    labels |= {line["id"]: line["label"] for line in map(json.loads, file.read_text("utf-8").splitlines())}
    LABELS.write_text(json.dumps(dict(sorted(labels.items())), indent=0) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("step", choices=("fit", "label", "keep"))
    parser.add_argument("source", type=Path, help="folder of judge_cases.py, or the labelled file")
    parser.add_argument("--out", type=Path, help="file of the judges")
    parser.add_argument("--to", type=Path, help="file to be labelled")
    parser.add_argument("--judge", choices=TYPES, default="rules", help="whose failures to label")
    parser.add_argument("--count", type=int, default=300, help="failures to label")
    parser.add_argument(
        "--rates",
        type=json.loads,
        default=RATES,
        help="wrong certain contradictions in 1,000 numbers, by judge, as JSON",
    )
    given = parser.parse_args()
    if given.step == "fit":
        fit(given.source, given.out, given.rates)
    elif given.step == "label":
        label(given.source, given.to, given.judge, given.count)
    else:
        keep(given.source)


if __name__ == "__main__":
    main()
