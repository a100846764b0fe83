"""The command line: one module per command.

At its top a command's module imports only the standard library, typer and the errors; the rest it imports
when it runs. So `numerate --help` is quick, and only the commands that train load PyTorch.
"""

from __future__ import annotations

import errno
import io
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from numerate import __version__
from numerate.cli.check import check
from numerate.cli.compare import compare
from numerate.cli.evaluate import evaluate
from numerate.cli.export import export
from numerate.cli.extract import extract
from numerate.cli.faithfulness import faithfulness
from numerate.cli.lsp import lsp
from numerate.cli.mcp import mcp
from numerate.cli.predict import predict
from numerate.cli.prepare import prepare
from numerate.cli.rules import rules
from numerate.cli.scan import scan
from numerate.cli.serve import serve
from numerate.cli.train import train
from numerate.errors import InputError

_INTERNAL_ERROR = 70
"""Exit status after a bug, as sysexits.h has it; 1 would say that something was found."""
_EXIT = (
    "Exit status: 0 on success, 2 if an input or option cannot be used, 70 after an internal error, "
    "130 if interrupted."
)
_EXIT_CHECK = (
    "Exit status: 0 without findings, 1 with findings, 2 if a document cannot be read or an option cannot be "
    "used, 70 after an internal error, 130 if interrupted."
)


class _Command(TyperCommand):
    """A command whose help also shows that a flag is off by default."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for option in self.params:
            if getattr(option, "is_flag", False) and option.default is False:
                option.show_default = "off"  # type: ignore[attr-defined]


app = typer.Typer(
    name="numerate",
    help="Number sense for text: read, predict and check the numbers of documents.",
    epilog=_EXIT,
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    # Markup would swallow [#MASK] and [tool.numerate].
    rich_markup_mode=None,
    # An unforeseen error is a bug: show the plain traceback, which people can paste into a report.
    pretty_exceptions_enable=False,
)
for command in (
    extract,
    predict,
    check,
    compare,
    faithfulness,
    rules,
    scan,
    serve,
    lsp,
    mcp,
    prepare,
    train,
    evaluate,
    export,
):
    app.command(cls=_Command, epilog=_EXIT_CHECK if command is check else _EXIT)(command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"numerate {__version__}")
        raise typer.Exit


@app.callback()
def _numerate(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Show the version and exit.",
            show_default=False,
        ),
    ] = False,
) -> None:
    """Declare the options that precede the command."""


def main() -> None:
    """Run the command line; the entry point of the `numerate` command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal without a character shows its code point; that is no reason to stop half-way.
        sys.stdout.reconfigure(errors="backslashreplace")
    with _exit_statuses():
        app(prog_name="numerate")


@contextmanager
def _exit_statuses() -> Iterator[None]:
    """Turn an input error into exit status 2, a bug into 70, Ctrl-C into 130, a closed pipe into 1."""
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
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            _report_bug()
        print(f"numerate: the output cannot be written: {error.strerror}; free some space", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
    except Exception:
        _report_bug()


def _report_bug() -> NoReturn:
    """Print the traceback, which people can paste into a report, and end with a status of its own."""
    traceback.print_exc()
    print("numerate: internal error; please report it with the lines above", file=sys.stderr)
    sys.exit(_INTERNAL_ERROR)
