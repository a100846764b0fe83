"""The standard streams of a command, which its caller may have closed."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import BinaryIO, TextIO

from numerate.errors import InputError


def standard_input() -> BinaryIO:
    """Return the bytes of standard input. `InputError` if it is closed: nothing is no empty document."""
    if sys.stdin is None:
        raise InputError("-: standard input is closed; give a file, or pipe a text into this command")
    return sys.stdin.buffer


def prepare_output() -> bool:
    """Make both output streams usable by `print`, and return whether standard output leads anywhere.

    A closed stream becomes the null device: what is meant for standard error would otherwise be printed to
    standard output, and the next file that is opened would take its descriptor.
    """
    is_open = sys.stdout is not None
    if sys.stdout is None:
        sys.stdout = _null()
    if sys.stderr is None:
        sys.stderr = _null()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal without a character shows its code point; that is no reason to stop half-way.
        sys.stdout.reconfigure(errors="backslashreplace")
    return is_open


def _null() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def discard(stream: TextIO) -> None:
    """Send what a stream still holds to the null device: the end of the process would fail on it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def complain(message: str) -> None:
    """Print a line to standard error, if that can be written."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        discard(sys.stderr)
