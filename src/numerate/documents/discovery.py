"""Finding documents by the paths, folders and patterns that a user names."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from numerate.documents.readers import SUFFIXES
from numerate.documents.reading import format_by_suffix
from numerate.errors import DocumentError


class Discovery(NamedTuple):
    """The files to read, in order and without duplicates; paths that failed; and files of unknown format."""

    files: list[Path]
    problems: list[DocumentError]
    left_out: list[Path]


def find(paths: Iterable[str | os.PathLike[str]]) -> Discovery:
    """Find the documents named by paths, folders and patterns such as `notes/**/*.md`.

    A file named by its path is included whatever its suffix. A folder is searched recursively for files with
    a known suffix, including links to files; hidden files and folders and links to folders are skipped.
    """
    discovery = Discovery([], [], [])
    seen: set[Path] = set()
    for path in paths:
        for file in _files(os.fspath(path), discovery):
            # A link or a second pattern may lead to the same file.
            if (real := file.resolve()) not in seen:
                seen.add(real)
                discovery.files.append(file)
    return discovery


def _files(name: str, discovery: Discovery) -> Iterator[Path]:
    path = Path(name)
    if path.is_dir():
        yield from _folder(path, discovery)
    elif os.path.lexists(path) or not glob.has_magic(name):
        if path.exists():
            yield path
        else:
            problem = "broken link; repair or remove it" if path.is_symlink() else "no such file or folder"
            discovery.problems.append(DocumentError(name, problem))
    else:
        # Path.glob takes no absolute pattern.
        matches = [Path(match) for match in sorted(glob.glob(name, recursive=True))]  # noqa: PTH207
        if not matches:
            discovery.problems.append(DocumentError(name, "no file matches this pattern; put it in quotes?"))
        for match in matches:
            # A pattern with ** lists folders as well as the files in them.
            if match.is_file():
                if format_by_suffix(match.name):
                    yield match
                else:
                    discovery.left_out.append(match)
            elif "**" not in name:
                yield from _folder(match, discovery)


def _folder(folder: Path, discovery: Discovery) -> Iterator[Path]:
    def report(error: OSError) -> None:
        problem = "may not be read; change its permissions"
        discovery.problems.append(DocumentError(str(error.filename), problem))

    empty = True
    for here, folders, names in os.walk(folder, onerror=report):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            file = Path(here, name)
            if name.startswith("."):
                continue
            if format_by_suffix(name) is None:
                discovery.left_out.append(file)
            elif file.is_file():
                empty = False
                yield file
            else:
                problem = "broken link, or not a regular file; remove it"
                discovery.problems.append(DocumentError(str(file), problem))
    if empty:
        problem = f"no file in this folder ends in one of {' '.join(SUFFIXES)}"
        discovery.problems.append(DocumentError(str(folder), problem))
