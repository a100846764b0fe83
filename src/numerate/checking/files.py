"""Files that are there whole or as they were, whatever happens while they are written."""

from __future__ import annotations

from pathlib import Path

from numerate.errors import InputError


def write_whole(path: Path, text: str) -> None:
    """Write a text under its name in one step. What UTF-8 cannot hold is written as its code."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        target = path.resolve()  # what a link points to, not the link
        if target.exists() and not target.is_file():  # /dev/stdout, a named pipe
            target.write_bytes(data)
            return
        unfinished = target.with_name(f".{target.name}.unfinished")
        try:
            unfinished.write_bytes(data)
            unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
