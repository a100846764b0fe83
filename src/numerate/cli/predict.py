"""`numerate predict`: predict the numbers that a text leaves open."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from numerate.cli.common import Device, Format, ModelName
from numerate.errors import InputError

if TYPE_CHECKING:
    from numerate.cli.source import TextSource


def predict(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT|FILE|-",
            help="Text with [#MASK] in place of each number to predict; or a file, or - for standard input.",
        ),
    ],
    at: Annotated[
        str | None,
        typer.Option(
            metavar="VALUE",
            help='Value to locate in the distribution, such as 12 or "3.4 billion".',
            show_default="none",
        ),
    ] = None,
    model: ModelName = None,
    device: Device = "cpu",
    format: Annotated[  # noqa: A002  the option is called --format
        Format,
        typer.Option("--format", help="Output format: text draws each distribution, json is one object."),
    ] = Format.text,
) -> None:
    """Predict each number that a text leaves open."""
    from numerate.model import load
    from numerate.text.wordpieces import MASK

    source = _source(text)
    if MASK not in source.text:
        raise InputError(
            f"no {MASK} in the text; write it for the number to predict: "
            f'numerate predict "Shares fell {MASK} percent on Friday"'
        )
    value = None if at is None else _value(at)
    predictions = load(model, device=device).predict(source.text)
    if format is Format.json:
        records = [prediction.to_dict(value) for prediction in predictions]
        for record in records:
            place = source.locate(record["start"], record["end"])
            record |= {"start": place.start, "end": place.end}
        print(json.dumps({"predictions": records}))
        return
    from rich.console import Console

    from numerate.report.chart.terminal import print_chart

    console = Console(width=None if sys.stdout.isatty() else 80, highlight=False)
    for index, prediction in enumerate(predictions):
        if index:
            console.print()
        print_chart(source.text, prediction, value, console)


def _source(text: str) -> TextSource:
    """Read the file that the argument names, or take the argument itself as the text."""
    from numerate.cli.source import TextSource, read_source
    from numerate.documents import Document

    try:
        is_file = text == "-" or Path(text).exists()
    except OSError:  # a text may be too long for a file name
        is_file = False
    return read_source(text) if is_file else TextSource(Document.from_text(text))


def _value(text: str) -> float:
    from numerate.text import extract

    numbers = extract(text)
    if len(numbers) != 1 or numbers[0].text != text.strip():
        raise InputError(f'--at {text}: not a number; write one such as 12, 0.5 or "3.4 billion"')
    return numbers[0].value
