"""What a user can put right: the message names the input and the way out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class InputError(ValueError):
    """Something that was given is in the way; the command line shows it in one line, exit status 2."""


class ModelFolderError(InputError):
    """A folder that is not a model, is damaged, of a newer format, or of another kind."""


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


class TrainingError(ValueError):
    """Says what is in the way of a run and what to do about it."""


class BrokenDataError(TrainingError):
    """Instances that do not hold together, or that do not suit the model."""


class DivergedError(TrainingError):
    """A loss that is no number any more, or grows without bound."""
