"""What a user asks to have written, or one line that says why not."""

from __future__ import annotations

from pathlib import Path

from numerate.errors import InputError
from numerate.files import write_whole


def write_text(path: Path, text: str) -> None:
    """Write a text under its name in one step. What UTF-8 cannot hold is written as its code."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        target = path.resolve()  # what a link points to, not the link
        if target.exists() and not target.is_file():  # /dev/stdout, a named pipe
            target.write_bytes(data)
            return
        write_whole(target, [data])
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
