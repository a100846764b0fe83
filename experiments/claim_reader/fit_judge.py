"""Fit how evidence is weighed when an equation fails: `src/numerate/consistency/learned/judge.py`.

    python -m experiments.claim_reader.fit_judge collect --out work/judge [--processes 2] [--documents 120]
    python -m experiments.claim_reader.fit_judge fit work/judge --out src/numerate/models/claims/judge.json

`collect` writes what is known of every equation that fails:

- in passages and documents that the network was not trained on, with a number altered: those that held before
  are errors of the text, the others are left out;
- in the same texts as they were written, in traps, and in validation documents: none is an error.

`fit` learns the weights. The bias is set so that certain contradictions in correct documents are as rare as
--rate says, and that of a kind so that its share of them is not above its share of the planted errors.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.claim_reader.mine import LONGEST, NONE, Text, text_of
from numerate.consistency.learned.judge import Failure, Judge, weigh_sides
from numerate.consistency.learned.kinds import KINDS, equation_of
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.reading import Scored, failures, read_distant, read_part
from numerate.consistency.learned.topics import encode_text
from numerate.consistency.skeleton import Skeleton
from numerate.documents import read
from numerate.text import extract

HERE = Path(__file__).parent
UNSEEN = HERE.parent / "unseen"
SETS = ("sixth", "seventh", "eighth")
PASSAGES = ("g", "x2")
"""The sets and passages that the network was not trained on (HELD_OUT of train.py)."""
CORPORA = (
    "finnews", "sci", "world/diplomacy", "world/economy", "world/encyclopedia", "world/filings",
    "world/geography", "world/health", "world/institutions", "world/law", "world/manuals", "world/news",
    "world/press", "world/recipes", "world/sport", "world/textbooks",
)  # fmt: skip
PENALTY = 1.0
"""Half the inverse variance of a weight, in standard deviations of its evidence."""
PRIORS = {"same": 0.1, "mean": 0.03}
"""Odds of kinds that are rare in documents and frequent in passages. With 0.1, 2 of 21 wrong quantities with
two values remained in 111,233 numbers of training documents; without it, 5 of the 15 certain findings
in 28,428 numbers of validation documents were such."""
DIGITS = "0123456789"

Key = tuple[str, tuple[int, ...]]
Row = dict[str, Any]
"""A failure with where it comes from: file, text, numbers of the text, and whether it is an error."""


def scored(text: Text) -> tuple[list[Scored], list[Scored]]:
    """Return the equations of a text within and across paragraphs."""
    model = claim_model(1)
    skeleton = Skeleton(text.text, extract(text.text, identifiers=True), text.headings)
    encoded = encode_text(skeleton, model.pieces)
    near = read_part(encoded, model).equations if encoded else []
    return near, list(read_distant(encoded, model))


def key(each: Scored) -> Key:
    """Return what tells an equation from others of its text."""
    return each.kind, tuple(figure.slot.number.start for figure in each.roles)


def judged(text: Text) -> Iterator[tuple[Failure, Key]]:
    """Yield the equations that fail and that nothing rules out."""
    near, far = scored(text)
    for equations, is_distant in ((near, False), (far, True)):
        for failure, best in failures(equations, is_distant):
            claim = equation_of(best.candidate, best.figures)
            if claim.is_possible:
                equation = claim.equation
                yield (failure if equation is None else weigh_sides(failure, equation)), key(best)


def correct(name: str, text: Text) -> list[Row]:
    """Return the failures of a text without errors."""
    return [_row(name, text, failure, False) for failure, _ in judged(text)]


def altered(name: str, pair: tuple[Text, Text]) -> list[Row]:
    """Return the failures of a text that its right version does not have, and those of the latter."""
    wrong, right = pair
    letters = enumerate(zip(wrong.text, right.text, strict=False))
    at = next((i for i, (a, b) in letters if a != b), len(wrong.text))
    shift = len(right.text) - len(wrong.text)
    near, far = scored(right)
    holding = {
        (kind, tuple(start if start <= at else start - shift for start in starts))
        for kind, starts in map(key, (each for each in (*near, *far) if each.candidate.holds))
    }
    rows = [_row(name, wrong, failure, True) for failure, where in judged(wrong) if where in holding]
    return rows + correct(name, right)


def _row(name: str, text: Text, failure: Failure, is_error: bool) -> Row:
    return {"file": name, "text": text.text[:60], "is_error": is_error, **failure._asdict()}


def alter(passage: Text, draw: random.Random) -> Text | None:
    """Return a passage with one figure of a telling equation miswritten; None if there is none."""
    near, _ = scored(passage)
    numbers = {
        figure.slot.number
        for each in near
        if each.candidate.holds and each.candidate.chance < 0.05
        for figure in each.roles
        if sum(char.isdigit() for char in figure.slot.number.text) > 1
    }
    if not numbers:
        return None
    number = draw.choice(sorted(numbers, key=lambda each: each.start))
    text = passage.text
    places = [i for i in range(number.start, number.end) if text[i].isdigit()]
    chars = list(text)
    first, second = draw.sample(places, 2)
    if draw.random() < 0.3:
        chars[first], chars[second] = chars[second], chars[first]
    else:
        chars[first] = draw.choice(DIGITS[1:])
    changed = "".join(chars)
    return passage._replace(text=changed) if changed != text else None


def planted(name: str, passage: Text) -> list[Row]:
    """Alter a passage, and return what fails then."""
    changed = alter(passage, random.Random(passage.text))
    return correct(name, passage) if changed is None else altered(name, (changed, passage))


def document(name: str, text: Text) -> list[Row]:
    """Return the failures of a correct document, and a line that counts its numbers."""
    try:
        return [*correct(name, text), {"file": name, "numbers": len(extract(text.text))}]
    except Exception as error:  # a document that cannot be read is not worth the others
        print(f"left out: {error!r}")
        return []


def everyday() -> Iterator[tuple[str, tuple[Text, Text]]]:
    """Yield the everyday documents of all unseen sets with one contradiction each, and without."""
    for file in sorted(UNSEEN.glob("*/documents/*.json")):
        right = file.with_name(f"{file.stem}.right.md").read_text("utf-8").split("\n")
        wrong = file.with_suffix(".md").read_text("utf-8").split("\n")
        for error in json.loads(file.read_text("utf-8")):
            if error["kind"] == "contradiction":
                at = error["line"] - 1
                planted = "\n".join([*right[:at], wrong[at], *right[at + 1 :]])
                texts = (read(text.encode(), format="markdown") for text in (planted, "\n".join(right)))
                yield f"{file.parts[-3]} documents", tuple(map(text_of, texts))  # type: ignore[misc]


def documents(data: Path, count: int) -> Iterator[tuple[str, Text]]:
    """Yield validation documents of every corpus."""
    import pyarrow.parquet as parquet

    for corpus in CORPORA:
        texts = parquet.read_table(data / corpus / "valid.parquet", columns=["text"])["text"].to_pylist()
        yield from ((corpus, Text("", text[:LONGEST])) for text in texts[:count])


def collect(out: Path, data: Path, processes: int, count: int) -> None:
    """Write the failures of passages and documents."""
    out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        for name in SETS:
            records = [
                json.loads(line)
                for file in ("claims", "singles", "traps")
                for line in (UNSEEN / name / f"{file}.jsonl").read_text("utf-8").splitlines()
            ]
            pairs = [(Text("", r["wrong"]), Text("", r["right"])) for r in records if "wrong" in r]
            traps = [Text("", record["text"]) for record in records if "text" in record]
            rows = list(pool.map(partial(altered, name), pairs, chunksize=10))
            rows += pool.map(partial(correct, f"{name} traps"), traps, chunksize=10)
            _write(out / f"{name}.jsonl", rows)
        for name in PASSAGES:
            lines = (HERE / "passages" / f"{name}.tsv").read_text("utf-8").splitlines()
            passages = [Text("", text, label=label) for label, _, text in (x.partition("\t") for x in lines)]
            related = [each for each in passages if each.label != NONE]
            others = [each for each in passages if each.label == NONE]
            rows = list(pool.map(partial(planted, name), related, chunksize=10))
            rows += pool.map(partial(correct, f"{name} none"), others, chunksize=10)
            _write(out / f"{name}.jsonl", rows)
        names, pairs = zip(*everyday(), strict=True)
        _write(out / "everyday.jsonl", pool.map(altered, names, pairs, chunksize=2))
        names, texts = zip(*documents(data, count), strict=True) if count else ((), ())
        _write(out / "documents.jsonl", pool.map(document, names, texts, chunksize=2))


def _write(file: Path, parts: Any) -> None:
    with file.open("w", encoding="utf-8") as out:
        for part in parts:
            out.writelines(json.dumps(row) + "\n" for row in part)
    print(file, flush=True)


def read_rows(folder: Path) -> tuple[list[Row], int]:
    """Read failures, and how many numbers the correct documents have."""
    rows = [
        json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.open(encoding="utf-8")
    ]
    return [row for row in rows if "kind" in row], sum(row.get("numbers", 0) for row in rows)


def table(rows: Sequence[Row]) -> tuple[list[str], npt.NDArray[np.float64]]:
    """Return the names of the evidence, and its values, a row for each failure."""
    evidence = [Failure(**{name: row[name] for name in Failure._fields}).evidence() for row in rows]
    names = sorted({name for each in evidence for name in each})
    values = [
        [each.get(name, 0.0) for name in names] + [float(row["kind"] == kind) for kind in KINDS]
        for each, row in zip(evidence, rows, strict=True)
    ]
    return names, np.array(values)


def regress(x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the weights of a logistic regression, the bias last."""
    from scipy.optimize import minimize

    scale = x.std(0) + 1e-6
    z = np.c_[x / scale, np.ones(len(x))]

    def loss(w: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        logit = z @ w
        slope = z.T @ (1 / (1 + np.exp(-logit)) - y) + np.r_[PENALTY * w[:-1], 0]
        return float((np.logaddexp(0, logit) - y * logit).sum() + PENALTY * (w[:-1] ** 2).sum() / 2), slope

    w = minimize(loss, np.zeros(z.shape[1]), jac=True).x
    return np.r_[w[:-1] / scale, w[-1]]


def fit(folder: Path, out: Path | None, rate: float) -> None:
    """Fit the weights, and say what they find in sets that they were not fitted on."""
    rows, numbers = read_rows(folder)
    names, x = table(rows)
    y = np.array([float(row["is_error"]) for row in rows])
    is_document = np.array(["/" in row["file"] or row["file"] in CORPORA for row in rows])
    for name in SETS:
        held = np.array([row["file"].startswith(name) for row in rows])
        w = regress(x[~held], y[~held])
        bias = threshold(x[is_document] @ w[:-1], numbers, rate)
        report(name, [row for row, chosen in zip(rows, held, strict=True) if chosen], x[held] @ w[:-1] - bias)
    w = regress(x, y)
    bias = threshold(x[is_document] @ w[:-1], numbers, rate)
    kinds = dict(zip(KINDS, w[len(names) :].tolist(), strict=False))
    for kind in kinds:
        mine = np.array([row["kind"] == kind for row in rows])
        share = y[mine].sum() / y.sum()
        excess = threshold(x[is_document & mine] @ w[:-1], numbers, rate * share) - bias
        kinds[kind] += log(PRIORS.get(kind, 1.0)) - max(0.0, excess)
    judge = Judge(
        round(-bias, 3),
        {kind: round(value, 3) for kind, value in kinds.items()},
        {name: round(float(value), 3) for name, value in zip(names, w, strict=False)},
    )
    print(json.dumps(judge.__dict__, indent=1))
    if out is not None:
        out.write_text(json.dumps(judge.__dict__, indent=1) + "\n", "utf-8")


def threshold(scores: npt.NDArray[np.float64], numbers: int, rate: float) -> float:
    """Return the score that failures in correct documents exceed at a rate for a thousand numbers."""
    allowed = int(rate * numbers / 1000)
    return float(np.sort(scores)[::-1][allowed]) if allowed < len(scores) else -np.inf


def report(name: str, rows: Sequence[Row], scores: npt.NDArray[np.float64]) -> None:
    """Print how many passages with an error, and how many without, have a score above 0."""
    certain = {
        (row["file"], row["text"], row["is_error"])
        for row, score in zip(rows, scores, strict=True)
        if score > 0
    }
    found = sum(is_error for _, _, is_error in certain)
    traps = sum(file.endswith("traps") for file, _, _ in certain)
    print(f"{name}: found {found}, twins {len(certain) - found - traps}, traps {traps}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("step", choices=("collect", "fit"))
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--documents", type=int, default=120, help="of each corpus")
    parser.add_argument(
        "--rate", type=float, default=0.2, help="certain contradictions in 1,000 correct numbers"
    )
    given = parser.parse_args()
    if given.step == "collect":
        collect(given.out, given.data, given.processes, given.documents)
    else:
        fit(given.folder, given.out, given.rate)


if __name__ == "__main__":
    main()
