"""Output formats of a run: one module each, `NAME.py` with a function `to_NAME`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from numerate.report.report import Run

FORMATS = ("text", "json", "sarif", "github", "html")
FINDINGS_ONLY = ("sarif", "github")
"""Formats that have no place for the other numbers."""


class Layout(NamedTuple):
    """How to lay out a run; a format ignores what does not concern it."""

    numbers: bool = False
    """List every number, not only the findings (text, json; html has them anyway)."""
    width: int = 80
    """Columns of the terminal (text)."""
    colour: bool = False
    """Use the colours of a terminal (text)."""


PLAIN = Layout()
"""Findings only, for a file or a pipe."""


def write(run: Run, format: str, layout: Layout) -> str:  # noqa: A002  the option is called --format
    """Write a run in one of the `FORMATS`."""
    module = import_module(f"{__name__}.{format}")
    content: str = getattr(module, f"to_{format}")(run, layout)
    return content
