"""The tree of errors that the caller can put right; each message names the input and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EMPTY_NAME = "an empty name; name a file or folder (. is the current folder)"
"""The problem of a name that a variable was to give which is not set; as a path it is the current folder."""


class InputError(ValueError):
    """An input that cannot be used. The command line prints it as one line, with exit status 2."""


class DocumentError(InputError):
    """A document that cannot be read. Other documents of the same run still can."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name
        self.problem = problem


class ModelFolderError(InputError):
    """A folder that is not a model, is damaged, or has a format or class that cannot be loaded."""


class TrainingError(InputError):
    """A training run that cannot start or continue."""


class BrokenDataError(TrainingError):
    """Prepared instances that are inconsistent or do not match the model."""


class DivergedError(TrainingError):
    """A loss that is not finite or grows without bound."""


class MissingExtraError(InputError):
    """A feature that needs a package which only an optional extra installs."""

    @classmethod
    def from_import(
        cls, error: ModuleNotFoundError, extra: str, subject: str = "this command"
    ) -> MissingExtraError:
        """Turn a failed import into the command that installs the package.

        A missing module of numerate itself is a bug, and raised again.

        extra: the extra of numerate that has the package.
        subject: what needs the package, as the message begins.
        """
        if error.name is None or error.name.partition(".")[0] == "numerate":
            raise error
        return cls(
            f"{subject} needs the package {error.name!r}; install it: pip install 'numerate[{extra}]', "
            f"or pip install '.[{extra}]' in a checkout"
        )


class UnreadableError(Exception):
    """A problem that a reader met, before the document's name is added to it."""


@contextmanager
def needs_extra(extra: str, subject: str = "this command") -> Iterator[None]:
    """Turn failed imports in a `with` block into `MissingExtraError`."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError.from_import(error, extra, subject) from error
