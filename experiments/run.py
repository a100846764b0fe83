"""Train and test: all runs, those of a table, or single ones by name, several side by side on one GPU.

    python -m experiments.run [table1 | table1/transformer-dexp | table1/transformer-dexp-seed0 …]
        --data ROOT --encoder CHECKPOINT [--jobs 3] [--minutes 8] [--lines FILE]

Each result is written as it comes, under experiments/results; runs that have theirs there are not repeated.
A corpus by name stands for all runs on it. With --lines, every result is also a line of that one file, from
which `python -m experiments.results FILE` writes them on another machine.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import queue
import tempfile
import time
import traceback
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import numpy as np

from .mixture import FILE
from .pack import encoder_name
from .results import RESULTS, UNIT, result_file, write_result
from .spec import Run
from .tables import TABLES, runs_of

TESTED = ("random", "string", "string-published", "transposed", "keypad", "decimal", "magnitude")
"""The anomalies of the tables; others take time for nothing."""
REPLICATES = 400
"""Replicates of the bootstrap that a result keeps."""


@dataclass(frozen=True)
class Options:
    """What all runs of a call share."""

    data: Path
    encoder: str | None
    results: Path
    lines: Path | None
    keep: Path | None
    deadline: float
    changes: dict[str, Any]
    """Fields of the recipe that differ, to try things out."""
    limit: int | None


def carry_out(run: Run, options: Options) -> dict[str, Any]:
    """Train and test one model."""
    from numerate.training.evaluation import answer, resample, summarize, to_dict

    cases = _cases(options.data / run.experiment.corpus, options.limit)
    model, training = _model(run, options)
    started = time.perf_counter()
    answers, weights = answer(model, cases), resample(cases.documents)
    evaluation = replace(summarize(answers, cases, weights), seconds=time.perf_counter() - started)
    return {
        "run": run.describe(),
        "training": training,
        "machine": _machine(),
        "evaluation": to_dict(evaluation),
        "replicates": replicates(answers, cases, weights),
    }


def replicates(answers: Any, cases: Any, weights: Any) -> dict[str, list[int]]:
    """By how much each replicate of the bootstrap deviates from each figure, to compare models."""
    from numerate.training.evaluation.bootstrap import replicate
    from numerate.training.evaluation.metrics import columns

    figures = {column.figure for table in TABLES.values() for column in table.columns}
    kept = {name: column for name, column in columns(answers, cases.values).items() if name in figures}
    found = replicate(kept, weights[:REPLICATES])
    return {name: (deviations / UNIT).round().astype(int).tolist() for name, (_, deviations) in found.items()}


def _model(run: Run, options: Options) -> tuple[Any, dict[str, Any]]:
    from numerate.training.nn import Constant

    folder = options.data / run.experiment.corpus
    numbers = _cases(folder, options.limit).training_numbers
    if run.experiment.model == "train-mean":
        return Constant.train_mean(numbers), {}
    if run.experiment.model == "train-median":
        return Constant.train_median(numbers), {}
    return _trained(run, folder, options)


def _trained(run: Run, folder: Path, options: Options) -> tuple[Any, dict[str, Any]]:
    import torch

    from numerate.training.nn import ModelConfig, NumberModel
    from numerate.training.run.loop import train

    assert isinstance(run.experiment.model, ModelConfig)
    encoder = options.encoder or run.experiment.model.checkpoint
    if run.experiment.layers is not None:
        encoder = str(options.data / encoder_name(run.experiment.layers))
    config = replace(run.experiment.model, checkpoint=encoder)
    recipe = replace(run.recipe, **options.changes)
    corpus = _corpus(folder, run.experiment.share)
    # What was compiled for the last model would count towards the limit of what is compiled for this one.
    torch.compiler.reset()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        out = options.keep / run.name if options.keep else Path(scratch, "model")
        start: ModelConfig | Path = config
        if run.experiment.mixture == "published":
            start = _with_published_mixture(config, options.data / FILE, Path(scratch, "start"), run.seed)
        result = train(start, recipe, corpus, out, checkpoint_seconds=float("inf"), tensorboard=False)
        model = NumberModel.from_pretrained(out)
    training = {
        "instances": len(corpus.train),
        "valid_loss": result.valid_loss,
        "best_epoch": result.best_epoch,
        "epochs": result.epochs,
        "instances_per_second": result.instances_per_second,
        "seconds": round(time.perf_counter() - started, 2),
        **({"changed": options.changes} if options.changes else {}),
    }
    return model.to("cuda" if torch.cuda.is_available() else "cpu"), training


def _with_published_mixture(config: Any, file: Path, folder: Path, seed: int) -> Path:
    """Write an untrained model with the components that the authors' code fits."""
    import torch

    from numerate.training.nn import NumberModel

    torch.manual_seed(seed)
    model = NumberModel.from_config(config)
    fitted = json.loads(file.read_text(encoding="utf-8"))[str(config.components)]
    for name, values in fitted.items():
        getattr(model.head, name).copy_(torch.tensor(values))
    model.save_pretrained(folder)
    return folder


@lru_cache(maxsize=4)
def _corpus(folder: Path, share: float) -> Any:
    """The training instances of a corpus, or a share of them, read once in a process for all its runs."""
    from numerate.training.batches.corpus import Corpus

    corpus = Corpus.open(folder)
    if share < 1:
        count = len(corpus.train)
        chosen = np.sort(np.random.default_rng(0).choice(count, round(share * count), replace=False))
        corpus = replace(corpus, train=corpus.train.read(chosen), digest=f"{corpus.digest}-{share:g}")
    return corpus.in_memory()


@lru_cache(maxsize=4)
def _cases(folder: Path, limit: int | None) -> Any:
    """The test cases of a corpus, drawn once in a process for all its runs."""
    from numerate.training.evaluation import draw_cases

    return draw_cases(folder, limit=limit, tested=TESTED)


def _machine() -> dict[str, str]:
    import torch

    device = torch.cuda.get_device_name() if torch.cuda.is_available() else platform.machine()
    return {"device": device, "torch": torch.__version__}


def work(names: Queue[str], failed: Queue[str], options: Options) -> None:
    """Take up run after run until there are none, or no time to start another."""
    while time.time() < options.deadline:
        try:
            [run] = runs_of([names.get_nowait()])
        except queue.Empty:
            return
        started = time.perf_counter()
        try:
            result = carry_out(run, options)
        except Exception:  # one run that fails must not take the others along
            traceback.print_exc()
            failed.put(run.name)
            continue
        write_result(result, options.results)
        if options.lines:
            # Without a buffer the line goes in one piece, and no other process comes between.
            with options.lines.open("ab", buffering=0) as file:
                file.write(json.dumps(result).encode() + b"\n")
        print(f"{run.name}: {time.perf_counter() - started:.1f} s  {_summary(result)}", flush=True)


def _summary(result: dict[str, Any]) -> str:
    figures = result["evaluation"]["figures"]
    shown = ("lmae.argmax", "e_acc.argmax", "nll.log", "auc.random.log", "auc.string.log")
    return "  ".join(f"{name} {figures[name][0]:.3f}" for name in shown if name in figures)


def parse(arguments: list[str] | None, *tables: str) -> tuple[list[str], int, Options]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", nargs="*", help="tables, experiments or runs; all where none is named")
    parser.add_argument("--data", type=Path, required=True, help="folder of the prepared corpora")
    parser.add_argument("--encoder", help="folder of the pretrained encoder; else it is downloaded")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no run after so many")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where results are written")
    parser.add_argument("--lines", type=Path, help="a file that all results are added to, one a line")
    parser.add_argument("--keep", type=Path, help="folder for the trained models; else they are thrown away")
    parser.add_argument("--recipe", type=json.loads, default={}, help='changes to try, such as {"epochs": 1}')
    parser.add_argument("--limit", type=int, help="test on so many instances only")
    given = parser.parse_args(arguments)
    options = Options(
        data=given.data,
        encoder=given.encoder,
        results=given.results,
        lines=given.lines,
        keep=given.keep,
        deadline=time.time() + 60 * given.minutes,
        changes=given.recipe,
        limit=given.limit,
    )
    return [*tables, *given.runs], given.jobs, options


def main(*tables: str, arguments: list[str] | None = None) -> None:
    wanted, jobs, options = parse(arguments, *tables)
    missing = [run for run in runs_of(wanted) if not result_file(run.name, options.results).exists()]
    print(f"{len(missing)} runs to do", flush=True)
    context = multiprocessing.get_context("spawn")
    names, failed = context.Queue(), context.Queue()
    for run in missing:
        names.put(run.name)
    # Side by side, processes that each took all cores would wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // jobs)))
    workers = [
        context.Process(target=work, args=(names, failed, options)) for _ in range(min(jobs, len(missing)))
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    left = [run.name for run in missing if not result_file(run.name, options.results).exists()]
    if left:
        print(f"not done: {' '.join(left)}")
    if not failed.empty() or any(worker.exitcode for worker in workers):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
