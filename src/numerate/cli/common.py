"""Options that several commands share."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from enum import Enum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.errors import InputError
from numerate.report.options import CheckOptions, Option, declared

if TYPE_CHECKING:
    from rich.progress import Progress

Device = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="What the network runs on: cpu, or with the train extra cuda, cuda:1 …"
    ),
]

ModelName = Annotated[
    str | None, typer.Option(help="A model's folder or hub id; else the one that comes with numerate.")
]


def takes_options(cls: type[CheckOptions]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command a flag for each option of a class.

    The command receives them as one parameter `given`: values by name, None for those that were not given.
    """

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        flags = {name: _flag(name, option) for name, option in declared(cls) if option.flag}

        @wraps(command)
        def run(**values: Any) -> None:
            command(given={name: values.pop(name) for name in flags}, **values)

        first, *others = inspect.signature(command, eval_str=True).parameters.values()
        others = [parameter for parameter in others if parameter.name != "given"]
        run.__signature__ = inspect.Signature([first, *flags.values(), *others])  # type: ignore[attr-defined]
        return run

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


class Format(str, Enum):
    """For people, or for programs."""

    text = "text"
    json = "json"


_LOOKED_AT = 8192
"""Bytes in which a NUL byte marks a file as binary; git looks at as many."""


def read_text(source: str) -> str:
    """Read the file `source`, or standard input where it is "-".

    Line ends stay as they are: offsets count the characters of the user's own file.
    """
    name = "standard input" if source == "-" else source
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except FileNotFoundError:
        raise InputError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{name}: is a directory; name a file in it, or - for standard input") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror or error}") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: not UTF-8 text: byte 0x{data[error.start]:02x} at offset {error.start}; "
            f"{_way_out(data, source)}"
        ) from None
    if "\0" in text[:_LOOKED_AT]:
        raise InputError(f"{name}: looks binary (a NUL byte near its start); give plain text")
    return text


def _way_out(data: bytes, source: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "UTF-16"
    elif b"\0" in data[:_LOOKED_AT]:
        return "it looks binary; give plain text"
    else:
        encoding = "WINDOWS-1252"
    file = "FILE" if source == "-" else source
    return f"convert it, for example: iconv -f {encoding} -t UTF-8 {file}"


def progress_bar(before: str, after: str = "{task.percentage:.0f}%", hidden: bool = False) -> Progress:
    """A bar on standard error with the time left, which goes when it is done; none where that is no terminal.

    before, after: what stands on its two sides, as rich formats a task.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        TextColumn(before),
        BarColumn(),
        TextColumn(after),
        TimeRemainingColumn(),
        console=console,
        disable=hidden or not console.is_terminal,
        transient=True,
    )
