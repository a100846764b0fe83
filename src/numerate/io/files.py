"""Atomic writes of files and folders: readers find the old content or the new, never a part of it.

And reading small files, no further than such a file goes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from numerate.errors import InputError

_LARGEST = 64 << 20
"""Bytes of a file that is read at once, such as a baseline; that of a large project has a few megabytes."""


def write_whole(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file atomically, with the permissions of the old one; on an error the old file is kept."""
    unfinished = _unfinished(path)
    try:
        with unfinished.open("wb") as file:
            if path.exists():
                shutil.copymode(path, unfinished)
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync(path.parent)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield a folder to write into, which is renamed to `path` once all of it is on the disk."""
    unfinished = _unfinished(path)
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    yield unfinished
    for file in unfinished.iterdir():
        sync(file)
    sync(unfinished)
    unfinished.rename(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Flush the content of a file, or the entries of a folder, to the disk."""
    if path.is_dir() and os.name != "posix":  # other systems do not open folders
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _unfinished(path: Path) -> Path:
    return path.with_name(f".{path.name}.unfinished")


def read_text(path: Path) -> str:
    """Read a file of settings or the like. `ValueError` if it is too large for one: a device never ends."""
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST:,} bytes")
    return data.decode("utf-8")


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically, as UTF-8; lone surrogates are written as escapes."""
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file atomically, or into a device or pipe."""
    try:
        target = path.resolve()  # replace the file that a link points to, not the link
        if target.exists() and not target.is_file():  # /dev/stdout, a named pipe
            target.write_bytes(data)
            return
        write_whole(target, [data])
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from None
