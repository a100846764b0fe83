"""Which files are meant by the paths, folders and patterns a user names."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from numerate.documents.formats import SUFFIXES, by_suffix
from numerate.errors import DocumentError


class Found(NamedTuple):
    """The files to read, in order and each once; what was in the way; and what in a folder is no document."""

    files: list[Path]
    problems: list[DocumentError]
    left_out: list[Path]


def find(paths: Iterable[str | os.PathLike[str]]) -> Found:
    """Find the documents that paths, folders and patterns such as `notes/**/*.md` mean.

    A file that is named is taken whatever its suffix. Of a folder, and the folders in it, the files with a
    known suffix are taken, links to files too; hidden files and folders and links to folders are not.
    """
    found = Found([], [], [])
    seen: set[Path] = set()
    for path in paths:
        for file in _files(os.fspath(path), found):
            # Not twice by way of a link, or of two patterns.
            if (real := file.resolve()) not in seen:
                seen.add(real)
                found.files.append(file)
    return found


def _files(name: str, found: Found) -> Iterator[Path]:
    path = Path(name)
    if path.is_dir():
        yield from _folder(path, found)
    elif os.path.lexists(path) or not glob.has_magic(name):
        if path.exists():
            yield path
        else:
            problem = (
                "a link to nothing; mend or remove it" if path.is_symlink() else "no such file or folder"
            )
            found.problems.append(DocumentError(name, problem))
    else:
        # Path.glob takes no absolute pattern.
        matches = [Path(match) for match in sorted(glob.glob(name, recursive=True))]  # noqa: PTH207
        if not matches:
            found.problems.append(DocumentError(name, "no file matches this pattern; put it in quotes?"))
        for match in matches:
            # A pattern with ** names folders beside the files in them.
            if match.is_file():
                if by_suffix(match.name):
                    yield match
                else:
                    found.left_out.append(match)
            elif "**" not in name:
                yield from _folder(match, found)


def _folder(folder: Path, found: Found) -> Iterator[Path]:
    def note(error: OSError) -> None:
        found.problems.append(DocumentError(str(error.filename), "may not be read; change its permissions"))

    empty = True
    for here, folders, names in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(here, name)
            if name.startswith("."):
                continue
            if by_suffix(name) is None:
                found.left_out.append(file)
            elif file.is_file():
                empty = False
                yield file
            else:
                found.problems.append(DocumentError(str(file), "a link to nothing, or no file; remove it"))
    if empty:
        suffixes = " ".join(SUFFIXES)
        found.problems.append(DocumentError(str(folder), f"no file in this folder ends in one of {suffixes}"))
