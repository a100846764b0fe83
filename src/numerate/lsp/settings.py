"""The client's settings: those of a project file, and how the server shows what it knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from numerate.errors import InputError
from numerate.report.options import RunOptions, declared, find_settings, from_command_line

PICTURES = ("auto", "svg", "text", "none")
_NOT_HERE = {"format", "exclude", "keep"}
"""Options of a run over files, which have no meaning in an editor or belong into the project file."""


@dataclass(frozen=True)
class Settings:
    """Settings of the client; the others come from the project file of each document."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of a check, by name."""
    picture: str = "auto"
    """How a hover draws the distribution: an SVG picture, text, not at all, or as the editor allows."""

    @classmethod
    def from_client(cls, values: Mapping[str, Any] | None) -> Settings:
        """Read settings, whose names may be written like falseAlarms, false-alarms or false_alarms."""
        values = dict(values or {})
        values = values.get("numerate", values)
        if not isinstance(values, Mapping):
            raise InputError(f"numerate: the settings must be an object, not {values!r}")
        names = {name for name, option in declared(RunOptions) if not option.python_only} - _NOT_HERE
        options, picture = {}, "auto"
        for key, value in values.items():
            name = re.sub(r"(?<=[a-z])([A-Z])", r"_\1", key).lower().replace("-", "_")
            if name == "picture" and value in PICTURES:
                picture = value
            elif name == "picture":
                raise InputError(f"numerate.{key}: must be one of {', '.join(PICTURES)}; not {value!r}")
            elif name not in names:
                known = ", ".join(sorted([*names, "picture"]))
                raise InputError(f"numerate.{key}: no such setting; there are {known}")
            elif value is not None:
                options[name] = value
        settings = cls(options, picture)
        settings.for_folder(None)  # raises on a value that cannot be used
        return settings

    def for_folder(self, folder: Path | None) -> RunOptions:
        """Return the options for the documents of a folder, with those of its project file."""
        project = find_settings(folder) if folder is not None else {}
        try:
            options = from_command_line(RunOptions, self.options, project)
        except InputError as error:
            raise InputError(f"numerate settings: {error}") from None
        if folder is not None and options.baseline and not options.baseline.is_absolute():
            options = replace(options, baseline=folder / options.baseline)
        return replace(options, keep=True)
