"""`numerate train`: train a model on prepared instances."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Format, OutputFormat, TrainingDevice
from numerate.errors import InputError, needs_extra
from numerate.io.files import read_text

if TYPE_CHECKING:
    from numerate.training.nn import ModelConfig
    from numerate.training.run.loop import TrainingResult
    from numerate.training.run.recipe import Recipe


def train(
    model: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|CONFIG|MODEL",
            help="A preset such as loo-digits, a JSON file with a model's configuration, or the "
            "folder of a trained model, to fine-tune it.",
        ),
    ],
    data: Annotated[
        list[Path], typer.Option(metavar="FOLDER", help="Folder written by `numerate prepare`; repeatable.")
    ],
    out: Annotated[Path, typer.Option(help="Folder to write; an interrupted run in it is resumed.")],
    recipe: Annotated[
        str, typer.Option(help="Training recipe: default, or paper for that of the paper.")
    ] = "default",
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="FIELD=VALUE",
            help="Change a field of the recipe or of the model's configuration; repeatable.",
            show_default="none",
        ),
    ] = None,
    device: TrainingDevice = None,
    sharded: Annotated[
        bool,
        typer.Option(
            "--sharded",
            help="Shard the model's parameters across the processes, for encoders too large for one GPU.",
        ),
    ] = False,
    checkpoint_seconds: Annotated[
        float, typer.Option(min=0, help="Time between checkpoints, in seconds.")
    ] = 300,
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
) -> None:
    """Train a model.

    A run that was interrupted or killed is resumed from its last checkpoint by the same command.
    """
    with needs_extra("train"):
        from numerate.training.run.loop import train as run
        from numerate.training.run.processes import exit_at_once, leave_process_group
    config, chosen_recipe = _settings(model, recipe, changes or [])
    try:
        result = run(
            config,
            chosen_recipe,
            data,
            out,
            device=device,
            sharded=sharded,
            checkpoint_seconds=checkpoint_seconds,
            display=format is Format.text,
        )
    finally:
        one_of_several = leave_process_group()
    if os.environ.get("RANK", "0") == "0":  # only the first of several processes prints
        _show(result, format)
    if one_of_several:
        exit_at_once()


def _settings(model: str, recipe: str, changes: list[str]) -> tuple[ModelConfig | Path, Recipe]:
    """Return the model to train, a configuration or the folder of a trained one, and the recipe."""
    from numerate.training.nn import PRESETS, ModelConfig
    from numerate.training.run import recipe as recipes

    try:
        is_trained = Path(model).is_dir() and model not in PRESETS
        model_fields = {} if is_trained else _model_fields(model)
        recipe_fields = recipes.recipe(recipe).to_dict()
        for name, value in map(_change, changes):
            if name in recipe_fields:
                recipe_fields[name] = value
            elif name not in ModelConfig.__dataclass_fields__:
                known = ", ".join([*recipe_fields, *ModelConfig.__dataclass_fields__])
                raise InputError(f"--set {name}: no such field; choose one of {known}")
            elif is_trained:
                raise InputError(
                    f"--set {name}: {model} is trained already, so its configuration cannot change"
                )
            else:
                model_fields[name] = value
        config = Path(model) if is_trained else ModelConfig.from_dict(model_fields)
        return config, recipes.Recipe.from_dict(recipe_fields)
    except (TypeError, ValueError) as error:
        raise InputError(str(error)) from None


def _model_fields(model: str) -> dict[str, Any]:
    """Return the fields of a preset, or of the configuration in a file."""
    from numerate.training.nn import PRESETS, preset

    path = Path(model)
    if model in PRESETS or not (path.suffix or path.exists()):
        return preset(model).to_dict()
    try:
        fields = json.loads(read_text(path))
    except OSError as error:
        raise InputError(f"{model}: neither a preset nor a readable file ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{model}: not JSON ({error})") from None
    if not isinstance(fields, dict):
        raise InputError(
            f'{model}: a configuration is an object, such as {{"checkpoint": …, "head": "digits"}}'
        )
    # The config.json of a model has these two in addition to the fields of its configuration.
    return {name: value for name, value in fields.items() if name not in ("format", "class")}


def _change(text: str) -> tuple[str, Any]:
    """Parse FIELD=VALUE; a value that is not JSON is a string."""
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--set {text}: write FIELD=VALUE, such as epochs=4")
    try:
        return name.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return name.strip(), value


def _show(result: TrainingResult, form: Format) -> None:
    if form is Format.json:
        print(json.dumps(asdict(result) | {"folder": str(result.folder)}))
        return
    print(
        f"{result.folder}: validation loss {result.valid_loss:.4f} after epoch {result.best_epoch} "
        f"of {len(result.epochs)}, in {result.seconds:.0f} s "
        f"({result.instances_per_second:,.0f} instances/s)"
    )
