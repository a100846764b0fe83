"""The command line: one module per command.

A command's module imports only the standard library and typer at its top, and what it works with when it
runs; so `numerate --help` is quick, and PyTorch is loaded by nobody who does not train.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from numerate import __version__
from numerate.cli.check import check
from numerate.cli.evaluate import evaluate
from numerate.cli.export import export
from numerate.cli.extract import extract
from numerate.cli.predict import predict
from numerate.cli.prepare import prepare
from numerate.cli.scan import scan
from numerate.cli.serve import serve
from numerate.cli.train import train
from numerate.errors import InputError

app = typer.Typer(
    name="numerate",
    help="Number sense for text.",
    no_args_is_help=True,
    add_completion=False,
    # An unforeseen error is a bug: show the plain traceback, which people can paste into a report.
    pretty_exceptions_enable=False,
)
app.command()(extract)
app.command()(predict)
app.command()(check)
app.command()(scan)
app.command()(serve)
app.command()(prepare)
app.command()(train)
app.command()(evaluate)
app.command()(export)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"numerate {__version__}")
        raise typer.Exit


@app.callback()
def _numerate(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Hold the options that stand before any command."""


def main() -> None:
    """Run the command line; the `numerate` command starts here."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal without the character shows its code; it is no reason to stop half-way.
        sys.stdout.reconfigure(errors="backslashreplace")
    with _exit_statuses():
        app(prog_name="numerate")


@contextmanager
def _exit_statuses() -> Iterator[None]:
    """Turn an input error into exit status 2, Ctrl-C into 130, and a closed pipe into 1."""
    try:
        try:
            yield
        finally:
            # Here rather than at interpreter shutdown, where a closed pipe could no longer be caught.
            sys.stdout.flush()
    except InputError as error:
        print(f"numerate: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader (`| head`) has closed its end. What is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
