"""The progress bar of every command that takes long."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self


class ProgressBar:
    """A bar on standard error with the time left, removed at the end; nothing where that is no terminal."""

    def __init__(self, label: str = "", total: float | None = None, hidden: bool = False) -> None:
        """Prepare a bar, which is visible as soon as it has a label.

        label: the text before the bar, such as "12 documents".
        total: the amount of work; None where it is not known yet.
        hidden: never show it.
        """
        # Loading rich takes longer than starting most commands.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:.0f}%{task.fields[detail]}"),
            TimeRemainingColumn(),
            console=self._console,
            disable=hidden or not self._console.is_terminal,
            transient=True,
        )
        self._task = self._progress.add_task(label, total=total, visible=bool(label), detail="")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def update(self, completed: float, total: float, label: str, detail: str = "") -> None:
        """Show the amount of work done, with a label before the bar and a detail such as speed after it."""
        detail = f"  {detail}" if detail else ""
        self._progress.update(
            self._task, completed=completed, total=total, description=label, detail=detail, visible=True
        )

    def print(self, line: str) -> None:
        """Print a line on standard error, above the bar."""
        self._console.print(line, markup=False, highlight=False, emoji=False, soft_wrap=True)
