"""Options that several commands share."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.errors import InputError

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

FALSE_ALARMS = typer.Option(
    metavar="SHARE",
    help="The share of correct numbers that may be flagged: 0.01, or strict, balanced, sensitive.",
)
"""What is flagged; without it `check` asks the configuration, which `scan` has not."""


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
