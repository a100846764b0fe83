"""`numerate evaluate`: how good a model is."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.cli.common import Format
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
            help="A trained or exported model's folder, or hub id; or train-mean, train-median.",
        ),
    ],
    data: Annotated[Path, typer.Option(help="A folder that `numerate prepare` made.")],
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text for people; json is one object.")
    ] = Format.text,
    plots: Annotated[
        Path | None, typer.Option(help="Draw PIT histogram, reliability and ROC curves into this folder.")
    ] = None,
    split: Annotated[str, typer.Option(help="The split to test on.")] = "test",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Test on so many instances, drawn at random.")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="Of the numbers that are chosen, the anomalies and the resampling.")
    ] = 0,
    device: Annotated[str | None, typer.Option(help="cpu or cuda; else a GPU where there is one.")] = None,
) -> None:
    """Measure a model on held-out text: prediction, likelihood, anomalies, calibration."""
    with needs_extra("train"):
        from numerate.training.evaluation import MismatchError, draw_cases, evaluate, to_dict

    try:
        cases = draw_cases(data, seed, limit, split)
    except ValueError as error:
        raise InputError(str(error)) from None
    try:
        found = evaluate(_load(model, cases, device), cases, seed=seed)
    except MismatchError as error:
        raise InputError(f"{model} on {data}: {error}") from None
    if format is Format.json:
        print(json.dumps({"model": model, "data": str(data), "split": split, "seed": seed, **to_dict(found)}))
    else:
        from rich.console import Console

        from numerate.training.evaluation.report import show

        show(found, Console(width=None if sys.stdout.isatty() else 140))
    if plots is not None:
        _plot(found, plots, quiet=format is Format.json)


def _load(name: str, cases: Cases, device: str | None) -> NumberModel | Constant | ExportedModel:
    import torch

    from numerate.training.nn import Constant, NumberModel

    if name == "train-mean":
        return Constant.train_mean(cases.training_numbers)
    if name == "train-median":
        return Constant.train_median(cases.training_numbers)
    if (Path(name) / "model.onnx").exists():
        from numerate.training.export import ExportedModel

        return ExportedModel.load(name, device or "cpu")
    model: NumberModel = NumberModel.from_pretrained(name)
    try:
        return model.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    except (RuntimeError, AssertionError) as error:  # torch says the latter where it was built without CUDA
        raise InputError(f"--device {device}: {str(error).splitlines()[0]}") from None


def _plot(found: Evaluation, folder: Path, quiet: bool) -> None:
    from numerate.training.evaluation.report import plot

    try:
        written = plot(found, folder)
    except OSError as error:
        raise InputError(f"--plots {folder}: cannot be written: {error.strerror or error}") from None
    if not quiet:
        print("\n".join(map(str, written)))
