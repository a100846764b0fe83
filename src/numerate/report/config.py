"""What a project wants of every check: `[tool.numerate]` of its pyproject.toml, or a numerate.toml."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from numerate.errors import InputError
from numerate.report.options import false_alarms
from numerate.report.outputs import FORMATS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

OWN = "numerate.toml"
SHARED = "pyproject.toml"


@dataclass(frozen=True)
class Configuration:
    """What the file says; None where it says nothing. Its paths and patterns count from its folder."""

    file: Path | None = None
    false_alarms: float | None = None
    model: str | None = None
    exclude: tuple[str, ...] = ()
    consistency: bool | str | None = None
    """Whether to look for contradictions; "only" is for nothing else."""
    baseline: Path | None = None
    format: str | None = None

    def excludes(self, path: Path) -> bool:
        """Whether a file, or a folder that it lies in, matches a pattern of `exclude`."""
        if self.file is None or not self.exclude:
            return False
        folder, file = self.file.absolute().parent, path.absolute()
        if not file.is_relative_to(folder):
            return False
        parts = file.relative_to(folder).parts
        paths = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
        return any(_matches(pattern, path) for pattern in self.exclude for path in paths)


def find_configuration(start: Path) -> Configuration:
    """Read the nearest file, from a folder upwards, that speaks of numerate; without one nothing is set."""
    for folder in (start.absolute(), *start.absolute().parents):
        for name in (OWN, SHARED):
            if (folder / name).is_file() and (found := _read(folder / name)) is not None:
                return found
    return Configuration()


def read_configuration(file: Path) -> Configuration:
    """Read the file that a user names."""
    found = _read(file)
    if found is None:
        raise InputError(f"{file}: has no [tool.numerate]; add it, or name another file")
    return found


def _read(file: Path) -> Configuration | None:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{file}: no such file") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # of TOML, and of UTF-8
        raise InputError(f"{file}: not TOML: {error}; mend it, or name another file with --config") from None
    table = content.get("tool", {}).get("numerate") if file.name == SHARED else content
    return None if table is None else _configuration(file, table)


def _configuration(file: Path, table: dict[str, Any]) -> Configuration:
    known = {field.name.replace("_", "-"): field.name for field in fields(Configuration)[1:]}
    if not isinstance(table, dict):
        raise InputError(f"{file}: tool.numerate must be a table: [tool.numerate]")
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            raise InputError(f"{file}: {key}: no such setting; there are {', '.join(known)}")
        try:
            values[known[key]] = _READ[key](value, file.parent)
        except (TypeError, ValueError) as error:
            raise InputError(f"{file}: {key}: {error}") from None
    return Configuration(file, **values)


def _false_alarms(value: Any, folder: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("must be a share such as 0.01, or a name such as strict")
    return false_alarms(value)


def _model(value: Any, folder: Path) -> str:
    """A folder beside the file, or a hub id."""
    name = _string(value)
    return str(folder / name) if (folder / name).exists() else name


def _exclude(value: Any, folder: Path) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(pattern, str) for pattern in value):
        raise ValueError('must be a list of patterns, such as ["drafts", "*.tex"]')
    return tuple(pattern.removeprefix("./").strip("/") for pattern in value)


def _consistency(value: Any, folder: Path) -> bool | str:
    if value is not True and value is not False and value != "only":
        raise ValueError('must be true, false or "only"')
    return bool(value) if isinstance(value, bool) else "only"


def _format(value: Any, folder: Path) -> str:
    if value not in FORMATS:
        raise ValueError(f"must be one of {', '.join(FORMATS)}")
    return str(value)


def _string(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError("must be a text in quotes")
    return value


_READ: dict[str, Callable[[Any, Path], Any]] = {
    "false-alarms": _false_alarms,
    "model": _model,
    "exclude": _exclude,
    "consistency": _consistency,
    "baseline": lambda value, folder: folder / _string(value),
    "format": _format,
}


def _matches(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path whole; one without a slash matches a name in any folder."""
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    wild = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    expression = "".join(wild.get(part, re.escape(part)) for part in re.split(r"(\*\*/|\*\*|\*|\?)", pattern))
    return re.fullmatch(expression, path) is not None
