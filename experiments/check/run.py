"""What a check flags in correct documents, and what it finds of errors planted in them.

    .venv/bin/python -m experiments.check.run --model FOLDER [--baseline FOLDER] [--data FOLDER]
        [--numbers N] [--others N] [--planted N] [--calibrate N]

See README.md. Nothing of the corpora is written, only figures: results.json, and RESULTS.md made of it.
They are written as they come, and a run that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numerate.checking.documents import Document, DocumentError, read
from numerate.checking.texts import document_of
from numerate.model import load
from numerate.text import extract
from numerate.training.data.sources import Corpus
from numerate.training.export.documents import sample

from .planting import KINDS, plant
from .report import to_markdown
from .systems import Check, Density, Marginal, Remembering, Streaming, System, load_baseline

HERE = Path(__file__).parent
TRAINED_ON = ("finnews", "sci")
OTHERS = ("newswire1987", "earningscalls", "centralbank", "econabstracts")
RATES = (0.001, 0.01, 0.05)
SEED = 20
MOST = 5000
CHECK = "numerate check"


def texts(file: Path, count: int) -> list[str]:
    """The running text of documents of a file, drawn at random."""
    found = []
    for record in sample(Corpus((file,)), count, SEED):
        try:
            document = read(record.text.encode("utf-8", "replace"), name=record.where, format="text")
        except DocumentError:
            continue
        found.append(document.text)
    return found


def first(of: list[str], numbers: int) -> list[str]:
    """The first of some texts, until there are so many numbers in them."""
    count, some = 0, []
    for text in of:
        if count >= numbers:
            break
        some.append(text)
        count += len(extract(text))
    return some


def documents(file: Path) -> Iterator[Document]:
    return (document_of(text) for text in texts(file, MOST))


def untouched(system: System, of: list[str]) -> dict[str, Any]:
    """How many numbers are judged, and how many of these are flagged at each rate."""
    p_values: list[float | None] = []
    contradictions = 0
    for text in of:
        outcome = system.judge(document_of(text))
        p_values += outcome.p_values
        contradictions += sum(found.certain for found in outcome.found)
    judged = [p for p in p_values if p is not None]
    return {
        "documents": len(of),
        "numbers": len(p_values),
        "judged": len(judged),
        "flagged": {f"{rate:g}": sum(p <= rate for p in judged) for rate in RATES},
        "contradictions": contradictions,
    }


def planted(system: System, of: list[str], pool: list[float]) -> dict[str, dict[str, int]]:
    """For each kind of error, one in each document: how often it is found, found first, and put right."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for n, text in enumerate(of):
        for kind in KINDS:
            made = plant(text, kind, pool, random.Random(f"{SEED} {n} {kind}"))
            if made is None:
                continue
            found = system.judge(made.document).found
            there = [i for i, one in enumerate(found) if one.start < made.end and one.end > made.start]
            count = counts[kind]
            count["planted"] += 1
            count["found"] += bool(there)
            count["contradiction"] += bool(there) and found[there[0]].certain
            count["first"] += 0 in there
            if there and (suggested := found[there[0]].suggestion) is not None:
                count["right"] += math.isclose(suggested, made.true, rel_tol=1e-9)
    return {kind: dict(count) for kind, count in counts.items()}


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the exported model to check with")
    parser.add_argument("--baseline", type=Path, help="BERT-DExp: its checkpoint, or an exported model")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the corpora")
    parser.add_argument("--numbers", type=int, default=60_000, help="of each corpus, untouched")
    parser.add_argument("--others", type=int, default=5000, help="the same, for what it is compared with")
    parser.add_argument("--planted", type=int, default=80, help="documents of each corpus with errors")
    parser.add_argument("--calibrate", type=int, default=5000, help="held-out numbers for the others")
    parser.add_argument("--out", type=Path, default=HERE)
    return parser.parse_args()


def systems(given: argparse.Namespace, pool: list[float]) -> dict[str, Callable[[], System]]:
    """What is compared, made when its turn has come."""
    model = load(given.model)
    if not model.calibration.p_values.every.numbers:
        raise SystemExit(f"{given.model}: not calibrated; export it with --calibrate, see README.md")
    model.network = Remembering(model.network)

    def density(knowing: Streaming) -> System:
        held_out = (documents(given.data / corpus / "valid.parquet") for corpus in TRAINED_ON)
        return Density(knowing, held_out, given.calibrate, model.calibration.least_prose)

    every: dict[str, Callable[[], System]] = {CHECK: lambda: Check(model)}
    every["marginal"] = lambda: density(Marginal(pool))
    if given.baseline:
        every["BERT-DExp density"] = lambda: density(load_baseline(given.baseline, model.config.tokens))
    return every


def begun(given: argparse.Namespace) -> dict[str, Any]:
    """The results so far of a run with the same models that asked for the same; else none."""
    asked = {name: getattr(given, name) for name in ("numbers", "others", "planted", "calibrate")}
    folders = [folder for folder in (given.model, given.baseline) if folder]
    asked["models"] = [
        hashlib.sha256(b"".join(file.read_bytes() for file in sorted(folder.iterdir()))).hexdigest()[:16]
        for folder in folders
    ]
    file = given.out / "results.json"
    results: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return results if results.get("asked") == asked else {"asked": asked, "systems": {}}


def write(results: dict[str, Any], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (out / "RESULTS.md").write_text(to_markdown(results), encoding="utf-8")


def main() -> None:
    given = parse()
    train = [text for corpus in TRAINED_ON for text in texts(given.data / corpus / "train.parquet", 1000)]
    pool = [number.value for text in train for number in extract(text) if number.value > 0]
    files = {name: given.data / name / "test.parquet" for name in TRAINED_ON}
    files |= {name: given.data / "ood" / f"{name}.parquet" for name in OTHERS}
    of = {name: texts(file, MOST) for name, file in files.items()}
    results = begun(given)
    for name, make in systems(given, pool).items():
        found = results["systems"].setdefault(name, {"untouched": {}, "planted": {}})
        left = {corpus: some for corpus, some in of.items() if corpus not in found["untouched"]}
        if not left:
            continue
        system = make()
        for corpus, some in left.items():
            started = time.perf_counter()
            if corpus in TRAINED_ON:
                found["planted"][corpus] = planted(system, some[: given.planted], pool)
            numbers = given.numbers if name == CHECK else given.others
            found["untouched"][corpus] = untouched(system, first(some, numbers))
            print(f"{name}, {corpus}: {time.perf_counter() - started:.0f} s", flush=True)
            write(results, given.out)


if __name__ == "__main__":
    main()
