"""`numerate extract`: list the numbers of a text."""

from __future__ import annotations

from typing import Annotated

import typer

from numerate.cli.common import Format


def extract(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help="Text file, document (Markdown, HTML, LaTeX, DOCX, XLSX, PDF and others) or address, "
            "or - for standard input.",
        ),
    ],
    format: Annotated[  # noqa: A002  the option is called --format
        Format,
        typer.Option(
            "--format", help="Output format: text marks and lists the numbers, json is one object per line."
        ),
    ] = Format.text,
    identifiers: Annotated[
        bool,
        typer.Option(
            "--identifiers", help="Also list identifiers, which only look like numbers: A380, version 2.0.1."
        ),
    ] = False,
) -> None:
    """List the numbers of a text: place, value, kind and unit."""
    from numerate.cli.numbers import write_json, write_text
    from numerate.cli.source import read_source
    from numerate.text import extract

    source = read_source(file)
    numbers = extract(source.text, identifiers=identifiers)
    if format is Format.json:
        write_json(source, numbers)
    else:
        write_text(source, numbers)
