"""Trace what `numerate check` on a DOCX goes through: files, functions and switches between packages.

    python docs/walk.py           # the figures
    python docs/walk.py --list    # and the functions, in the order in which they are first called

A switch is two consecutive functions of this list that are in different packages (`text`, `documents`, …).
Modules that are only imported, comprehensions and lambdas do not count.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import threading
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import docx

import numerate
import numerate.cli

SOURCE = Path(numerate.__file__).resolve().parent
_OPTIMIZED = 1
"""The flag of code that is a function, not a module or the body of a class."""

_LOADED = (
    "numerate.checking.files",
    "numerate.consistency.learned.reading",
    "numerate.consistency.tables.failures",
    "numerate.documents.readers.docx",
    "numerate.report.outputs.text",
)
"""What the command imports; while functions are recorded, imports would take ten seconds."""

PARAGRAPHS = (
    "Net profit rose 12% to $3.4 billion from $2.1 billion a year ago, the group said on Tuesday.",
    "It plans to open 14 of the 20 branches that it had promised for the north of the country by 2017.",
)


class Step(NamedTuple):
    """A function of numerate."""

    file: str
    function: str

    @property
    def package(self) -> str:
        """The top-level package, or the file of a module at the top."""
        return self.file.partition("/")[0]


class Walk(NamedTuple):
    """The functions that a command goes through, in the order in which they are first called."""

    steps: tuple[Step, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The files of these functions, each once."""
        return tuple(dict.fromkeys(step.file for step in self.steps))

    @property
    def switches(self) -> int:
        """The number of times that a function is in another package than the one before it."""
        return sum(first.package != second.package for first, second in pairwise(self.steps))


def walk() -> Walk:
    """Check a small DOCX with the command line, and record the functions that it calls."""
    for name in _LOADED:
        import_module(name)
    steps: dict[CodeType, Step] = {}

    def record(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or code in steps or not _is_function(code) or _is_importing(frame):
            return
        file = Path(code.co_filename).relative_to(SOURCE).as_posix()
        steps[code] = Step(file, getattr(code, "co_qualname", code.co_name))

    with _document() as file, contextlib.redirect_stdout(io.StringIO()):
        sys.argv[1:] = ["check", str(file)]
        threading.setprofile(record)
        sys.setprofile(record)
        try:
            numerate.cli.main()
        except SystemExit as end:
            if end.code not in (0, 1):
                raise
        finally:
            sys.setprofile(None)
            threading.setprofile(None)  # type: ignore[arg-type]
    return Walk(tuple(steps.values()))


def lines_of_code() -> int:
    """Return the number of lines in src/."""
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCE.rglob("*.py"))


def _is_function(code: CodeType) -> bool:
    is_named = not code.co_name.startswith("<")
    return is_named and bool(code.co_flags & _OPTIMIZED) and code.co_filename.startswith(f"{SOURCE}/")


def _is_importing(frame: FrameType | None) -> bool:
    """Return whether a frame runs because a module of numerate is being imported."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(f"{SOURCE}/"):
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def _document() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        document = docx.Document()
        document.add_heading("Profit of $3.4 billion at Acme", level=0)
        for paragraph in PARAGRAPHS:
            document.add_paragraph(paragraph)
        document.add_table(2, 2).cell(1, 1).text = "12"
        document.save(f"{folder}/report.docx")
        yield Path(folder, "report.docx")


def main() -> None:
    """Print the figures, and with --list the functions, a line between packages."""
    with_list = "--list" in sys.argv[1:]
    steps = walk()
    if with_list:
        package = ""
        for step in steps.steps:
            if step.package != package:
                package = step.package
                print(f"{package}")
            print(f"    {step.file}  {step.function}")
    print(f"{len(steps.files)} files, {len(steps.steps)} functions, {steps.switches} switches of package")
    print(f"{lines_of_code():,} lines in src/")


if __name__ == "__main__":
    main()
