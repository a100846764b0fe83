"""The command line: one module per command.

At its top a command's module imports only the standard library, typer and the errors; the rest it imports
when it runs. So `numerate --help` is quick, and only the commands that train load PyTorch.
"""

from __future__ import annotations

import errno
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
from numerate.io.streams import complain, discard, prepare_output
from numerate.report.outputs import one_line

_INTERNAL_ERROR = 70
"""Exit status after a bug, as sysexits.h has it; 1 would say that something was found."""
_CLOSED_PIPE = 141
"""Exit status after the reader of the output went away, as shells report SIGPIPE."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of a disk that takes no more: it is full, or a limit is reached."""
_UNUSABLE_NAME = (
    *(errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR),
    *(errno.EACCES, errno.EPERM, errno.EROFS),
)
"""Errors of a path that the user named, at whichever of its uses they come up."""
_EXIT = (
    "Exit status: 0 on success, 2 if an input or option cannot be used, 70 after an internal error, "
    "130 if interrupted."
)
_EXIT_CHECK = (
    "Exit status: 0 without findings, 1 with findings, 2 if a document cannot be read or an option cannot be "
    "used, 70 after an internal error, 130 if interrupted."
)
_EXIT_COMPARE = (
    "Exit status: 0 without changes, 1 with changes, 2 if a document cannot be read or an option cannot be "
    "used, 70 after an internal error, 130 if interrupted."
)
_EPILOGS: dict[Callable[..., None], str] = {check: _EXIT_CHECK, compare: _EXIT_COMPARE}


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
    app.command(cls=_Command, epilog=_EPILOGS.get(command, _EXIT))(command)


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
    is_open = prepare_output()
    with _exit_statuses():
        _check_folder()
        try:
            app(prog_name="numerate")
        except SystemExit as ended:
            # Typer makes exit status 1 of a closed pipe, which would say that something was found.
            if isinstance(ended.__context__, BrokenPipeError):
                raise ended.__context__ from None
            if not is_open:
                raise InputError("standard output is closed: what was to be printed is lost") from None
            raise


def _check_folder() -> None:
    """Raise `InputError` if the current folder was deleted: no path can be followed from there."""
    try:
        Path.cwd()
    except OSError as error:
        raise InputError(f"the current folder cannot be used: {error.strerror}; change to another") from None


@contextmanager
def _exit_statuses() -> Iterator[None]:
    """Turn an input error into exit status 2, a bug into 70, Ctrl-C into 130, a closed pipe into 141."""
    try:
        try:
            yield
        finally:
            # Here rather than at interpreter shutdown, where a closed pipe could no longer be caught.
            sys.stdout.flush()
    except InputError as error:
        complain(f"numerate: {one_line(str(error))}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader (`| head`) has closed its end. What is still buffered has nowhere to go.
        discard(sys.stdout)
        sys.exit(_CLOSED_PIPE)
    except OSError as error:
        if error.filename is not None and error.errno in _UNUSABLE_NAME:
            complain(
                f"numerate: {one_line(str(error.filename))}: cannot be used: {error.strerror}; name another"
            )
            sys.exit(2)
        if error.errno not in _FULL:
            _report_bug()
        complain(f"numerate: the output cannot be written: {error.strerror}; free some space")
        discard(sys.stdout)
        sys.exit(2)
    except Exception:
        _report_bug()


def _report_bug() -> NoReturn:
    """Print the traceback, which people can paste into a report, and end with a status of its own."""
    complain(traceback.format_exc() + "numerate: internal error; please report it with the lines above")
    sys.exit(_INTERNAL_ERROR)
