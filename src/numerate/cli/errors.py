"""What the command line says when something is in the way: one line that names it and the way out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from numerate.errors import InputError


class UserError(Exception):
    """Something the user can put right. Shown as `numerate: message`, exit status 2, no traceback."""


@contextmanager
def guarded() -> Iterator[None]:
    """Turn the ends of a run into exit statuses: 2 for what the user can put right, 130 for Ctrl-C."""
    try:
        try:
            yield
        finally:
            # Here rather than at interpreter shutdown, where a closed pipe could no longer be caught.
            sys.stdout.flush()
    except (UserError, InputError) as error:
        print(f"numerate: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader (`| head`) has seen enough. What is still buffered has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Around imports that only an extra brings: a missing package becomes the command that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "numerate":
            raise
        raise UserError(
            f"this command needs the package {error.name!r}; install it with: pip install 'numerate[{extra}]'"
        ) from error
