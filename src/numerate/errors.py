"""What a user can put right: the message names the input and the way out."""

from __future__ import annotations


class InputError(ValueError):
    """Something that was given is in the way; the command line shows it in one line, exit status 2."""


class ModelFolderError(InputError):
    """A folder that is not a model, is damaged, of a newer format, or of another kind."""
