"""`numerate predict`: what a number may be."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from numerate.cli.common import Device, Format, ModelName
from numerate.errors import InputError


def predict(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT|FILE|-", help="A text with [#MASK] for each number to predict; or a file, or -."
        ),
    ],
    at: Annotated[
        str | None,
        typer.Option(metavar="VALUE", help='Also tell how likely this value is: 12, "3.4 billion".'),
    ] = None,
    model: ModelName = None,
    device: Device = "cpu",
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text draws each distribution; json is one object.")
    ] = Format.text,
) -> None:
    """Predict the numbers that a text leaves open, and draw what each may be."""
    from numerate.model import load
    from numerate.text.wordpieces import MASK

    content = _read(text)
    if MASK not in content:
        raise InputError(
            f"no {MASK} in the text; write it for the number to predict: "
            f'numerate predict "Shares fell {MASK} percent on Friday"'
        )
    value = None if at is None else _value(at)
    predictions = load(model, device=device).predict(content)
    if format is Format.json:
        print(json.dumps({"predictions": [prediction.to_dict(value) for prediction in predictions]}))
        return
    from rich.console import Console

    from numerate.cli.terminal_chart import draw

    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
    for place, prediction in enumerate(predictions):
        if place:
            console.print()
        draw(content, prediction, value, console)


def _read(text: str) -> str:
    """Take the argument for the name of a file where there is one, else for the text itself."""
    from numerate.cli.common import read_text

    try:
        is_file = text == "-" or Path(text).exists()
    except OSError:  # a text may be too long to be a name
        is_file = False
    return read_text(text) if is_file else text


def _value(written: str) -> float:
    from numerate.text import extract

    numbers = extract(written)
    if len(numbers) != 1 or numbers[0].text != written.strip():
        raise InputError(f'--at {written}: not a number; write one such as 12, 0.5 or "3.4 billion"')
    return numbers[0].value
