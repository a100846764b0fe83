"""`numerate extract`: show every number of a text."""

from __future__ import annotations

from typing import Annotated

import typer

from numerate.cli.common import Format


def extract(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A UTF-8 text file, or - for standard input.")
    ],
    format: Annotated[  # noqa: A002  the option is called --format
        Format, typer.Option("--format", help="text marks the numbers; json is one object per line.")
    ] = Format.text,
    identifiers: Annotated[
        bool,
        typer.Option("--identifiers", help="Also show what only looks like a number: A380, version 2.0.1."),
    ] = False,
) -> None:
    """Show every number of a text: where it stands, its value, its kind, its unit."""
    import numerate
    from numerate.cli.common import read_text
    from numerate.cli.numbers import write_json, write_text

    text = read_text(file)
    numbers = numerate.extract(text, identifiers=identifiers)
    if format is Format.json:
        write_json(text, numbers)
    else:
        write_text(text, numbers)
