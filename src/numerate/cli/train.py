"""`numerate train`: prepared instances to a model."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Format
from numerate.errors import InputError, needs_extra

if TYPE_CHECKING:
    from numerate.training.nn import ModelConfig
    from numerate.training.run.loop import TrainingResult
    from numerate.training.run.recipe import Recipe


def train(
    model: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|CONFIG|MODEL",
            help="A preset such as loo-digits, a JSON file with a model's fields, or the folder of a trained "
            "model, to train it further.",
        ),
    ],
    data: Annotated[
        list[Path], typer.Option(help="A folder that `numerate prepare` made; repeat it for several.")
    ],
    out: Annotated[Path, typer.Option(help="The folder to write; a run begun there before goes on.")],
    recipe: Annotated[
        str, typer.Option(help="How to train: default, or the paper's way: paper.")
    ] = "default",
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="Change a field of the recipe or of the model; repeatable."
        ),
    ] = None,
    device: Annotated[str | None, typer.Option(help="cpu or cuda; else a GPU where there is one.")] = None,
    sharded: Annotated[
        bool,
        typer.Option(
            "--sharded",
            help="Of several processes let each keep a part of the model only: for large encoders.",
        ),
    ] = False,
    checkpoint_seconds: Annotated[float, typer.Option(min=0, help="Seconds between checkpoints.")] = 300,
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text for people; json is one object.")
    ] = Format.text,
) -> None:
    """Train a model. Killed at any moment and started again, it goes on from its last checkpoint."""
    with needs_extra("train"):
        from numerate.training.run.loop import train as run
        from numerate.training.run.processes import leave_process_group
    config, how = _settings(model, recipe, changes or [])
    try:
        result = run(
            config,
            how,
            data,
            out,
            device=device,
            sharded=sharded,
            checkpoint_seconds=checkpoint_seconds,
            display=format is Format.text,
        )
    finally:
        leave_process_group()
    if os.environ.get("RANK", "0") == "0":  # of several processes, one speaks
        _show(result, format)


def _settings(model: str, recipe: str, changes: list[str]) -> tuple[ModelConfig | Path, Recipe]:
    from numerate.training.nn import PRESETS, ModelConfig
    from numerate.training.run import recipe as recipes

    try:
        trained = Path(model).is_dir() and model not in PRESETS
        fields, how = {} if trained else _model_fields(model), recipes.recipe(recipe).to_dict()
        for name, value in map(_change, changes):
            if name in how:
                how[name] = value
            elif trained and name in ModelConfig.__dataclass_fields__:
                raise InputError(f"--set {name}: {model} is trained already, and stays the model that it is")
            elif name in ModelConfig.__dataclass_fields__:
                fields[name] = value
            else:
                known = ", ".join([*how, *ModelConfig.__dataclass_fields__])
                raise InputError(f"--set {name}: no such field; there are {known}")
        return Path(model) if trained else ModelConfig.from_dict(fields), recipes.Recipe.from_dict(how)
    except (TypeError, ValueError) as error:
        raise InputError(str(error)) from None


def _model_fields(model: str) -> dict[str, Any]:
    """The fields of a preset, or of the configuration in a file."""
    from numerate.training.nn import PRESETS, preset

    path = Path(model)
    if model in PRESETS or not (path.suffix or path.exists()):
        return preset(model).to_dict()
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{model}: neither a preset nor a file to read ({error.strerror})") from None
    except ValueError as error:
        raise InputError(f"{model}: not JSON ({error})") from None
    if not isinstance(fields, dict):
        raise InputError(
            f'{model}: a configuration is an object, such as {{"checkpoint": …, "head": "digits"}}'
        )
    # A model's own config.json will do: these two say what the file is, not what the model is.
    return {name: value for name, value in fields.items() if name not in ("format", "class")}


def _change(text: str) -> tuple[str, Any]:
    """Read FIELD=VALUE, the value as JSON where it is that, else as the text it is."""
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--set {text}: write FIELD=VALUE, such as epochs=4")
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value


def _show(result: TrainingResult, form: Format) -> None:
    if form is Format.json:
        figures = {
            "folder": str(result.folder),
            "valid_loss": result.valid_loss,
            "best_epoch": result.best_epoch,
            "epochs": result.epochs,
            "seconds": result.seconds,
            "instances_per_second": result.instances_per_second,
        }
        print(json.dumps(figures))
        return
    print(
        f"{result.folder}: validation loss {result.valid_loss:.4f} after epoch {result.best_epoch} "
        f"of {len(result.epochs)}, in {result.seconds:.0f} s "
        f"({result.instances_per_second:,.0f} instances/s)"
    )
