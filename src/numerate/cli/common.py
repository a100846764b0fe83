"""Options that several commands share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import typer

from numerate.errors import InputError
from numerate.report.options import CheckOptions, Option, declared

Device = Annotated[
    str,
    typer.Option(
        metavar="DEVICE", help="Device for the network: cpu; with the train extra also cuda or cuda:1."
    ),
]

ModelName = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="Folder or Hugging Face hub id of the model.",
        show_default="the model that comes with numerate",
    ),
]


def takes_options(cls: type[CheckOptions]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command a flag for each option of a class, in place of its parameter `**given`.

    The command receives their values by name, None for those that were not given.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        flags = [_flag(name, option) for name, option in declared(cls) if option.flag]
        first, *others, _ = inspect.signature(command, eval_str=True).parameters.values()
        command.__signature__ = inspect.Signature([first, *flags, *others])  # type: ignore[attr-defined]
        return command

    return decorate


def _flag(name: str, option: Option) -> inspect.Parameter:
    value_type: Any = bool if "/" in str(option.flag) else str
    if option.choices:
        value_type = _choice(name, option.choices)
    default = option.shown_default or False
    info = typer.Option(option.flag, help=option.help, metavar=option.metavar, show_default=default)
    annotation = Annotated[value_type | None, info]
    return inspect.Parameter(
        name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=annotation
    )


def _choice(name: str, choices: tuple[str, ...]) -> Any:
    return Enum(name, [(choice, choice) for choice in choices], type=str)


TrainingDevice = Annotated[
    str | None,
    typer.Option(
        metavar="DEVICE", help="Device for the network: cpu or cuda.", show_default="cuda if there is a GPU"
    ),
]


class Format(str, Enum):
    """Output for people, or for programs."""

    text = "text"
    json = "json"


OutputFormat = Annotated[
    Format, typer.Option("--format", help="Output format: text for people, json (one object) for programs.")
]


def megabytes(value: float, option: str) -> int:
    """Return a size given in megabytes as bytes."""
    return max(1, int(positive(value, option) * (1 << 20)))


def positive(value: float, option: str) -> float:
    """Return the value of an option that must be positive."""
    if not value > 0:
        raise InputError(f"{option} {value:g}: must be more than 0")
    return value
