"""Output formats of a run: one module each, `NAME.py` with a function `to_NAME`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numerate.report.report import Run

FORMATS = ("text", "json", "sarif", "github", "gitlab", "html")
FINDINGS_ONLY = ("sarif", "github", "gitlab")
"""Formats that have no place for the other numbers."""


# Control characters become their Unicode pictures, one character for one.
_VISIBLE = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\t\n\r"}
_VISIBLE |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
# Bidirectional controls make a text read differently from what it is.
_VISIBLE |= dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
# The object replacement character stands for a formula, code or picture; few fonts have it.
_VISIBLE |= {0xFFFC: ord("…")}


class Layout(NamedTuple):
    """The layout of a run; a format ignores what does not concern it."""

    numbers: bool = False
    """List every number, not only the findings (text, json; html has them anyway)."""
    width: int = 80
    """Columns of the terminal (text)."""
    colour: bool = False
    """Use the colours of a terminal (text)."""
    coverage: bool = False
    """Say how many numbers of each document its sources support, and how (text; json always has it)."""


PLAIN = Layout()
"""Findings only, for a file or a pipe."""


def write(run: Run, format: str, layout: Layout) -> str:  # noqa: A002  the option is called --format
    """Write a run in one of the `FORMATS`."""
    module = import_module(f"{__name__}.{format}")
    content: str = getattr(module, f"to_{format}")(run, layout)
    return content


def visible(text: str) -> str:
    """Return the text, of the same length, with every control character but white space replaced."""
    return text.translate(_VISIBLE)


def one_line(text: str) -> str:
    """Replace line breaks and invisible characters, one for one."""
    return visible("".join(" " if character.isspace() else character for character in text))
