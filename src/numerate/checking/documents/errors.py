"""What stands in the way of reading one document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numerate.errors import InputError


class DocumentError(InputError):
    """One document that cannot be read: the message names it and the way out. The others still can."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name
        self.problem = problem


class UnreadableError(Exception):
    """What a reader found wrong, before anybody has put the name of the document to it."""


@contextmanager
def needs_documents() -> Iterator[None]:
    """Around imports that only the `documents` extra brings."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "numerate":
            raise
        raise UnreadableError(
            f"reading it needs the package {error.name!r}; install it: pip install 'numerate[documents]'"
        ) from error
