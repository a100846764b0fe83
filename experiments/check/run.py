"""What a check flags in correct documents, and what it finds of errors planted in them.

    .venv/bin/python -m experiments.check.run --model FOLDER [--baseline FOLDER] [--data FOLDER]
        [--numbers N] [--elsewhere N] [--others N] [--planted N] [--calibrate N]

See README.md. Nothing of the corpora is written, only figures: results.json, and RESULTS.md made of it.
They are written as they come, and a run that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from numerate.documents import Document, DocumentError, read
from numerate.model import load
from numerate.text import extract
from numerate.training.export.measuring import sample
from numerate.training.prepare.sources import SourceCorpus

from .planting import KINDS, Planted, plant
from .report import to_markdown
from .systems import Check, Density, Marginal, Remembering, Streaming, System, load_baseline

HERE = Path(__file__).parent
TRAINED_ON = ("finnews", "sci")
OTHERS = ("newswire1987", "earningscalls", "centralbank", "econabstracts")
RATES = (0.001, 0.01, 0.05)
SEED = 20
MOST = 5000
CHECK = "numerate check"

T, R = TypeVar("T"), TypeVar("R")
_work: Callable[[Any], Any]


def texts(file: Path, count: int) -> list[str]:
    """The running text of documents of a file, drawn at random."""
    found = []
    for record in sample(SourceCorpus((file,)), count, SEED):
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


def side_by_side(work: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Work in as many processes as there are cores; they are forked, and so know all that `work` does."""
    global _work
    _work = work
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("fork")) as pool:
        return list(pool.map(_do, items, chunksize=4))


def _do(item: Any) -> Any:
    return _work(item)


def untouched(system: System, of: Sequence[str]) -> dict[str, Any]:
    """How many numbers are judged, and how many of these are flagged at each rate."""
    outcomes = side_by_side(lambda text: system.judge(Document.from_text(text)), of)
    judged = [p for outcome in outcomes for p in outcome.p_values if p is not None]
    return {
        "documents": len(of),
        "numbers": sum(len(outcome.p_values) for outcome in outcomes),
        "judged": len(judged),
        "flagged": {f"{rate:g}": sum(p <= rate for p in judged) for rate in RATES},
        "contradictions": sum(found.certain for outcome in outcomes for found in outcome.found),
    }


def planted(system: System, of: Sequence[str], pool: Sequence[float]) -> dict[str, dict[str, int]]:
    """For each kind of error, one in each document: how often it is found, found first, and put right."""

    def outcomes(place: int) -> dict[str, Counter[str]]:
        made = {kind: plant(of[place], kind, pool, random.Random(f"{SEED} {place} {kind}")) for kind in KINDS}
        return {kind: _outcome(system, error) for kind, error in made.items() if error is not None}

    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for found in side_by_side(outcomes, range(len(of))):
        for kind, count in found.items():
            counts[kind].update(count)
    return {kind: dict(counts[kind]) for kind in KINDS if kind in counts}


def _outcome(system: System, made: Planted) -> Counter[str]:
    """What becomes of one error."""
    found = system.judge(made.document).found
    there = [i for i, one in enumerate(found) if one.start < made.end and one.end > made.start]
    count = Counter(planted=1, found=int(bool(there)), first=int(0 in there))
    if there:
        suggested = found[there[0]].suggestion
        count["contradiction"] = int(found[there[0]].certain)
        count["right"] = int(suggested is not None and math.isclose(suggested, made.true, rel_tol=1e-9))
    return count


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="the exported model to check with")
    parser.add_argument("--baseline", type=Path, help="BERT-DExp: its checkpoint, or an exported model")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the corpora")
    parser.add_argument("--numbers", type=int, default=60_000, help="of finnews and of sci, untouched")
    parser.add_argument("--elsewhere", type=int, default=25_000, help="of each of the other corpora")
    parser.add_argument("--others", type=int, default=1000, help="of any, for what it is compared with")
    parser.add_argument("--planted", type=int, default=50, help="documents of each corpus with errors")
    parser.add_argument("--calibrate", type=int, default=2500, help="held-out numbers for the others")
    parser.add_argument("--out", type=Path, default=HERE)
    return parser.parse_args()


def systems(given: argparse.Namespace, pool: list[float]) -> dict[str, tuple[str, Callable[[], System]]]:
    """What is compared: by what it is known again, and how it is made when its turn has come."""
    model = load(given.model, threads=1)
    if not model.calibration.p_values.overall.numbers:
        raise SystemExit(f"{given.model}: not calibrated; export it with --calibrate, see README.md")
    model.network = Remembering(model.network)

    def density(knowing: Streaming) -> System:
        system = Density(knowing, model.calibration.min_prose_share)
        files = (given.data / corpus / "valid.parquet" for corpus in TRAINED_ON)
        held_out = [text for file in files for text in first(texts(file, MOST), given.calibrate)]
        found = side_by_side(lambda text: system.surprises(Document.from_text(text)), held_out)
        system.rank_among([surprise for some in found for surprise in some])
        return system

    alike = f"from {model.calibration.min_prose_share} prose"  # all that the others have of the model
    every: dict[str, tuple[str, Callable[[], System]]] = {
        CHECK: (_digest(given.model), lambda: Check(model)),
        "marginal": (alike, lambda: density(Marginal(pool))),
    }
    if given.baseline:
        every["BERT-DExp density"] = (
            f"{_digest(given.baseline)} {alike}",
            lambda: density(load_baseline(given.baseline, model.config.tokens)),
        )
    return every


def begun(given: argparse.Namespace) -> dict[str, Any]:
    """The results so far of a run that asked for the same; else none."""
    names = ("numbers", "elsewhere", "others", "planted", "calibrate")
    asked = {name: getattr(given, name) for name in names}
    file = given.out / "results.json"
    results: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return results if results.get("asked") == asked else {"asked": asked, "systems": {}}


def _digest(folder: Path) -> str:
    """What a model says depends on: all of its folder but the card and the licence."""
    files = (file for file in sorted(folder.iterdir()) if file.suffix in (".onnx", ".json", ".safetensors"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


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
    for name, (made_of, make) in systems(given, pool).items():
        found = results["systems"].get(name, {})
        if found.get("made_of") != made_of:
            found = results["systems"][name] = {"made_of": made_of, "untouched": {}, "planted": {}}
        left = {corpus: some for corpus, some in of.items() if corpus not in found["untouched"]}
        if not left:
            continue
        system = make()
        for corpus, some in left.items():
            started = time.perf_counter()
            if corpus in TRAINED_ON:
                found["planted"][corpus] = planted(system, some[: given.planted], pool)
            numbers = given.numbers if corpus in TRAINED_ON else given.elsewhere
            numbers = numbers if name == CHECK else given.others
            found["untouched"][corpus] = untouched(system, first(some, numbers))
            print(f"{name}, {corpus}: {time.perf_counter() - started:.0f} s", flush=True)
            write(results, given.out)


if __name__ == "__main__":
    main()
