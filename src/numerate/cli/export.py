"""`numerate export`: turn a training checkpoint into a model for inference."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.cli.common import Format, OutputFormat
from numerate.errors import needs_extra

if TYPE_CHECKING:
    from numerate.training.export import ExportResult


class Weights(str, Enum):
    """Precision of the stored weights."""

    auto = "auto"
    fp32 = "fp32"
    bf16 = "bf16"
    int8 = "int8"
    int8_static = "int8-static"


def export(
    checkpoint: Annotated[
        str,
        typer.Argument(metavar="CHECKPOINT", help="Folder written by `numerate train`, or a hub id."),
    ],
    out: Annotated[Path, typer.Option(help="Folder of the model to write.")],
    data: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder written by `numerate prepare`, to choose the weights and calibrate on; repeatable.",
            show_default="none",
        ),
    ] = None,
    weights: Annotated[
        Weights,
        typer.Option(
            help="Precision of the stored weights; auto measures on --data and chooses; int8-static needs "
            "--data."
        ),
    ] = Weights.auto,
    calibrate: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="SOURCE",
            help="Held-out documents of correct text to calibrate on: Parquet, JSON lines, CSV or a folder; "
            "repeatable.",
            show_default="the instances of --data",
        ),
    ] = None,
    evaluation: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Output file of `numerate evaluate --format json`, for the model card; repeatable.",
            show_default="none",
        ),
    ] = None,
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
) -> None:
    """Turn a checkpoint into a model for inference.

    The folder that it writes is read by `numerate.load`, without PyTorch.
    """
    with needs_extra("train"):
        from numerate.training.export import export
    from numerate.io.progress import ProgressBar

    def report(step: str) -> None:
        if format is Format.text:
            print(f"{step} …", file=sys.stderr)

    with ProgressBar(hidden=format is not Format.text) as bar:
        exported = export(
            checkpoint,
            out,
            data or [],
            weights.value,
            evaluation or [],
            calibrate or [],
            report,
            progress=lambda count, total: bar.update(count, total, f"{count:,} numbers"),
        )
    if format is Format.json:
        print(json.dumps(_record(exported)))
    else:
        _show(exported)


def _record(exported: ExportResult) -> dict[str, object]:
    return {
        "folder": str(exported.folder),
        "megabytes": round(exported.megabytes, 2),
        "weights": exported.config.weights,
        "measured": {kind: asdict(measurement) for kind, measurement in exported.measured.items()},
        "calibrated_on": exported.calibration.numbers,
    }


def _show(exported: ExportResult) -> None:
    for kind, m in exported.measured.items():
        print(
            f"{kind:>12}: NLL {m.nll:.4f}, LMAE {m.lmae:.4f}, E-Acc {100 * m.e_acc:.2f}%, "
            f"{m.milliseconds:.1f} ms per window"
        )
    numbers = exported.calibration.numbers
    calibration = f"calibrated on {numbers:,} numbers" if numbers else "not calibrated"
    print(f"{exported.folder}: {exported.megabytes:.1f} MB, weights {exported.config.weights}, {calibration}")
