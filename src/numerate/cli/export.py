"""`numerate export`: a trained checkpoint to a model that judges text."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.cli.common import Format, progress_bar
from numerate.errors import needs_extra

if TYPE_CHECKING:
    from rich.progress import Progress

    from numerate.training.export import Exported


class Weights(str, Enum):
    """How the weights are kept."""

    auto = "auto"
    fp32 = "fp32"
    bf16 = "bf16"
    int8 = "int8"
    int8_static = "int8-static"


def export(
    checkpoint: Annotated[
        str, typer.Argument(metavar="CHECKPOINT", help="A folder that `numerate train` made, or a hub id.")
    ],
    out: Annotated[Path, typer.Option(help="The model's folder to write.")],
    data: Annotated[
        list[Path] | None,
        typer.Option(
            help="A folder that `numerate prepare` made, to choose weights and calibrate on; repeatable."
        ),
    ] = None,
    weights: Annotated[
        Weights,
        typer.Option(
            help="How to keep the weights; auto measures on --data and chooses; int8-static needs --data."
        ),
    ] = Weights.auto,
    calibrate: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="SOURCE",
            help="Held-out documents of correct text (Parquet, JSON lines, CSV, a folder), to calibrate on; "
            "repeatable.",
        ),
    ] = None,
    evaluation: Annotated[
        list[Path] | None,
        typer.Option(help="A file of `numerate evaluate --format json`, for the model's card; repeatable."),
    ] = None,
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text for people; json is one object.")
    ] = Format.text,
) -> None:
    """Make a model of a checkpoint: a folder that `numerate.load` reads, and that needs no PyTorch."""
    with needs_extra("train"):
        from numerate.training.export import export

    def report(doing: str) -> None:
        if format is Format.text:
            print(f"{doing} …", file=sys.stderr)

    with _bar(hidden=format is not Format.text) as bar:
        made = export(
            checkpoint,
            out,
            data or [],
            weights.value,
            evaluation or [],
            calibrate or [],
            report,
            progress=lambda count, most: bar.update(
                bar.task_ids[0], completed=count, total=most, visible=True
            ),
        )
    if format is Format.json:
        print(json.dumps(_record(made)))
    else:
        _show(made)


@contextmanager
def _bar(hidden: bool) -> Iterator[Progress]:
    """A bar of the numbers to calibrate on, seen once there are some."""
    with progress_bar("{task.completed:,} numbers", hidden=hidden) as bar:
        bar.add_task("", total=None, visible=False)
        yield bar


def _record(made: Exported) -> dict[str, object]:
    return {
        "folder": str(made.folder),
        "megabytes": round(made.megabytes, 2),
        "weights": made.config.weights,
        "measured": {kind: asdict(measurement) for kind, measurement in made.measured.items()},
        "calibrated_on": made.calibration.numbers,
    }


def _show(made: Exported) -> None:
    for kind, m in made.measured.items():
        print(
            f"{kind:>12}: NLL {m.nll:.4f}, LMAE {m.lmae:.4f}, E-Acc {100 * m.e_acc:.2f}%, "
            f"{m.milliseconds:.1f} ms a window"
        )
    how = (
        f"calibrated on {made.calibration.numbers:,} numbers"
        if made.calibration.numbers
        else "not calibrated"
    )
    print(f"{made.folder}: {made.megabytes:.1f} MB, weights {made.config.weights}, {how}")
