"""The progress bar of commands that take long."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress


def progress_bar(before: str, after: str = "{task.percentage:.0f}%", hidden: bool = False) -> Progress:
    """A bar on standard error with the time left, which goes when it is done; none where that is no terminal.

    before, after: what stands on its two sides, as rich formats a task.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        TextColumn(before),
        BarColumn(),
        TextColumn(after),
        TimeRemainingColumn(),
        console=console,
        disable=hidden or not console.is_terminal,
        transient=True,
    )
