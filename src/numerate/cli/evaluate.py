"""`numerate evaluate`: measure a model on held-out text."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.cli.common import Format, OutputFormat, TrainingDevice
from numerate.errors import InputError, needs_extra

if TYPE_CHECKING:
    from numerate.training.evaluation import Cases, Evaluation
    from numerate.training.export import ExportedModel
    from numerate.training.nn import Constant, NumberModel


def evaluate(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="Folder or hub id of a trained or exported model; or a baseline: train-mean, train-median.",
        ),
    ],
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder written by `numerate prepare`.")],
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
    plots: Annotated[
        Path | None,
        typer.Option(
            help="Folder for plots: PIT histogram, reliability and ROC curves.", show_default="none"
        ),
    ] = None,
    split: Annotated[str, typer.Option(help="Split to evaluate on: train, valid or test.")] = "test",
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Instances to evaluate on, sampled at random.", show_default="all"),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="Random seed of the sampled numbers, the anomalies and the bootstrap.")
    ] = 0,
    device: TrainingDevice = None,
) -> None:
    """Measure a model on held-out text.

    The measures are of prediction, likelihood, anomaly detection and calibration.
    """
    with needs_extra("train"):
        from numerate.training.evaluation import MismatchError, draw_cases, evaluate, to_dict

    cases = draw_cases(data, seed, limit, split)
    try:
        evaluation = evaluate(_load(model, cases, device), cases, seed=seed)
    except MismatchError as error:
        raise InputError(f"{model} on {data}: {error}") from None
    if format is Format.json:
        record = {"model": model, "data": str(data), "split": split, "seed": seed, **to_dict(evaluation)}
        print(json.dumps(record))
    else:
        from rich.console import Console

        from numerate.training.evaluation.report import show

        show(evaluation, Console(width=None if sys.stdout.isatty() else 140))
    if plots is not None:
        _plot(evaluation, plots, quiet=format is Format.json)


def _load(name: str, cases: Cases, device: str | None) -> NumberModel | Constant | ExportedModel:
    from numerate.training.evaluation import to_device
    from numerate.training.nn import Constant, NumberModel

    if name == "train-mean":
        return Constant.train_mean(cases.training_numbers)
    if name == "train-median":
        return Constant.train_median(cases.training_numbers)
    if (Path(name) / "model.onnx").exists():
        from numerate.training.export import ExportedModel

        return ExportedModel.load(name, device or "cpu")
    return to_device(NumberModel.from_pretrained(name), device)


def _plot(evaluation: Evaluation, folder: Path, quiet: bool) -> None:
    from numerate.training.evaluation.report import plot

    try:
        files = plot(evaluation, folder)
    except OSError as error:
        raise InputError(f"--plots {folder}: cannot be written: {error.strerror or error}") from None
    if not quiet:
        print("\n".join(map(str, files)))
