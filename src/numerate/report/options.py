"""Options of a check, each declared once for Python, the command line, project files and HTTP.

A field of `CheckOptions` is an option everywhere; a field of `RunOptions` is one of the command line and of
project files. Its `Option` holds what each of them needs: help text, parser, flag.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from numerate.errors import InputError
from numerate.io.files import read_text
from numerate.report.outputs import FORMATS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

UNLIKELY = "unlikely"
"""The rule of the model's findings; contradictions have the names of their rules."""
FALSE_ALARMS = {"strict": 0.001, "balanced": 0.01, "sensitive": 0.05}
"""Named rates of false alarms."""
LIKELY = "likely"
"""Instead of a rate: flag numbers that are probably wrong, assuming that one number in 200 is."""

Options = TypeVar("Options", bound="CheckOptions")


@dataclass(frozen=True)
class Option:
    """The declaration of an option, kept in the metadata of its field."""

    help: str
    parse: Callable[[Any], Any]
    """Return the value to store, or raise a ValueError that says what it must be."""
    flag: str | None = None
    """The flag on the command line, in Typer's notation; None if there is none."""
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    shown_default: str | None = None
    schema: Mapping[str, Any] | None = None
    """JSON schema of the values, where the type alone does not say it."""
    python_only: bool = False
    anchor: Callable[[Any, Path], Any] = lambda value, folder: value
    """Resolve a value that a project file gives relative to the folder of that file."""


def declared(cls: type[CheckOptions]) -> Iterator[tuple[str, Option]]:
    """Yield the name and declaration of each option of a class."""
    return ((each.name, each.metadata["option"]) for each in fields(cls) if "option" in each.metadata)


def _option(default: Any, help: str, parse: Callable[[Any], Any], **details: Any) -> Any:  # noqa: A002
    return field(default=default, metadata={"option": Option(help, parse, **details)})


def _false_alarms(value: Any) -> float | str:
    if value == LIKELY:
        return LIKELY
    if isinstance(value, str) and value in FALSE_ALARMS:
        return FALSE_ALARMS[value]
    try:
        share = -1.0 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError(
            f"must be a share such as 0.01, or one of {', '.join((LIKELY, *FALSE_ALARMS))}; not {value!r}"
        )
    return share


def _bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def _string(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"must be a string, not {value!r}")
    return value


def _format(value: Any) -> str:
    if value not in FORMATS:
        raise ValueError(f"must be one of {', '.join(FORMATS)}; not {value!r}")
    return FORMATS[FORMATS.index(value)]


def _path(value: Any) -> Path:
    return value if isinstance(value, Path) else Path(_string(value))


def _sources(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def _patterns(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(pattern, str) for pattern in value):
        raise ValueError('must be a list of patterns, such as ["drafts", "*.tex"]')
    return tuple(pattern.removeprefix("./").strip("/") for pattern in value)


def _rules(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ValueError('must be a list of rules, such as "change,share"')
    names = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    # Imported here: most checks name no rule, and help is quick without the rules.
    from numerate.report.rules import unknown

    if problem := unknown(names):
        raise ValueError(problem)
    return names


class FailOn(NamedTuple):
    """The condition on which a run fails."""

    level: str
    """The least level of a finding: "error", "warning", or "never"."""
    unjudged: float | None = None
    """Share of numbers that may stay unjudged."""

    def fails(self, levels: Iterable[str], unjudged_share: float) -> bool:
        """Return whether a run with findings of some levels, and a share of unjudged numbers, fails."""
        if self.unjudged is not None and unjudged_share > self.unjudged:
            return True
        return any(self.level == "warning" or level == self.level for level in levels)


_FAILING_LEVELS = ("error", "warning", "never")


def _fail_on(value: Any) -> FailOn:
    if isinstance(value, FailOn):
        return value
    level, unjudged = "", None
    for part in str(value).split(","):
        name, _, share = part.strip().partition("=")
        if name == "unjudged":
            unjudged = _share(share, value)
        elif name in _FAILING_LEVELS and not level and not share:
            level = name
        else:
            raise ValueError(f"must be error, warning or never, or such as error,unjudged=0.2; not {value!r}")
    return FailOn(level or "warning", unjudged)


def _share(text: Any, value: Any) -> float:
    try:
        share = -1.0 if isinstance(text, bool) else float(text)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 <= share <= 1:
        raise ValueError(f"unjudged must be a share such as 0.2; not {value!r}")
    return share


@dataclass(frozen=True, kw_only=True)
class CheckOptions:
    """Options of a check: what to look for in a document, and how readily to report it."""

    false_alarms: float | str = _option(
        LIKELY,
        "Share of correct numbers that may be flagged: 0.01, or strict (0.001), balanced (0.01), "
        "sensitive (0.05). The default, likely, flags numbers that are wrong with a probability over 75%, "
        "assuming that one number in 200 is.",
        _false_alarms,
        flag="--false-alarms",
        metavar="SHARE",
        shown_default="likely",
        schema={
            "anyOf": [
                {"type": "number", "minimum": 0, "maximum": 1},
                {"enum": [LIKELY, *FALSE_ALARMS]},
            ],
        },
    )
    consistency: bool = _option(
        True,
        "Look for numbers that contradict each other.",
        _bool,
        flag="--consistency/--no-consistency",
        shown_default="on",
    )
    unlikely: bool = _option(
        True,
        "Look for numbers that the model finds unlikely. Without it no model is needed.",
        _bool,
        flag="--unlikely/--only-consistency",
        shown_default="on",
    )
    select: tuple[str, ...] | str | None = _option(
        None,
        "Rules to look for, separated by commas; `numerate rules` lists them.",
        _rules,
        flag="--select",
        metavar="RULES",
        shown_default="all rules",
    )
    ignore: tuple[str, ...] | str | None = _option(
        None,
        "Rules not to look for, separated by commas.",
        _rules,
        flag="--ignore",
        metavar="RULES",
        shown_default="none",
    )
    keep: bool = _option(
        False, "Keep the model's prediction for every number in the report.", _bool, python_only=True
    )

    against: tuple[Any, ...] = _option(
        (),
        "Sources that the numbers must follow from: texts, paths and documents.",
        _sources,
        python_only=True,
    )

    rate: float = field(init=False, repr=False, compare=False)
    """`false_alarms` as a number; the balanced rate if it is left to the model."""
    needs_model: bool = field(init=False, repr=False, compare=False)
    """Whether unlikely numbers are looked for."""

    def __post_init__(self) -> None:
        for name, option in declared(type(self)):
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, _parsed(name, option, value))
        rate = FALSE_ALARMS["balanced"] if self.false_alarms == LIKELY else self.false_alarms
        object.__setattr__(self, "rate", rate)
        object.__setattr__(self, "needs_model", self.looks_for(UNLIKELY))

    def looks_for(self, rule: str) -> bool:
        """Return whether findings of a rule are looked for."""
        chosen = (self.select is None or rule in self.select) and rule not in (self.ignore or ())
        return chosen and (self.unlikely if rule == UNLIKELY else self.consistency)


@dataclass(frozen=True, kw_only=True)
class RunOptions(CheckOptions):
    """Options of `numerate check`: those of a check, and those that concern many files."""

    model: str | None = _option(
        None,
        "Folder or Hugging Face hub id of the model.",
        _string,
        flag="--model",
        metavar="MODEL",
        shown_default="the model that comes with numerate",
        anchor=lambda name, folder: str(folder / name) if (folder / name).exists() else name,
    )
    exclude: tuple[str, ...] = _option((), "Patterns of files and folders to leave out.", _patterns)
    baseline: Path | None = _option(  # noqa: RUF009  it calls `field`
        None,
        "File of accepted findings, which are not shown again.",
        _path,
        flag="--baseline",
        metavar="FILE",
        shown_default="none",
        anchor=lambda path, folder: folder / path,
    )
    format: str = _option(
        "text",
        "Output format: text for people, json for programs, sarif for code scanning, github for pull "
        "requests, gitlab for merge requests, html for one page with every distribution.",
        _format,
        flag="--format",
        choices=FORMATS,
        shown_default="text",
    )
    fail_on: FailOn | str = _option(  # noqa: RUF009  it calls `field`
        "warning",
        "Findings that make the exit status 1: error, warning (any finding) or never; and the share of "
        "numbers that may stay unjudged, as in error,unjudged=0.2.",
        _fail_on,
        flag="--fail-on",
        metavar="LEVEL",
        shown_default="warning",
    )
    fail_on_unjudged: float | None = _option(
        None,
        "Share of numbers that may stay unjudged; more make the exit status 1.",
        lambda value: _share(value, value),
        flag="--fail-on-unjudged",
        metavar="SHARE",
        shown_default="any share",
    )
    together: bool = _option(
        False,
        "Compare the documents with each other: the same fact must have the same value in all of them.",
        _bool,
        flag="--together/--no-together",
        shown_default="off",
    )
    file: Path | None = None
    """The project file that was read, if any; patterns of `exclude` are relative to its folder."""

    def excludes(self, path: Path) -> bool:
        """Return whether a file, or a folder that contains it, matches a pattern of `exclude`."""
        if self.file is None or not self.exclude:
            return False
        folder, file = self.file.absolute().parent, path.absolute()
        if not file.is_relative_to(folder):
            return False
        parts = file.relative_to(folder).parts
        paths = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
        return any(_matches(pattern, path) for pattern in self.exclude for path in paths)


def _matches(pattern: str, path: str) -> bool:
    """Return whether a pattern matches a whole path; one without a slash matches a name in any folder."""
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    wildcards = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    return re.fullmatch("".join(wildcards.get(part, re.escape(part)) for part in parts), path) is not None


_RULES = {"consistency", "unlikely", "select"}
"""The options that choose rules: together they say what to look for."""


def from_command_line(
    cls: type[Options], given: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> Options:
    """Build options from what the command line gives, else from the settings of a project file.

    given: values by name, None for those that were not given.
    """
    values = {name: value for name, value in given.items() if value is not None}
    for name, option in declared(cls):
        if name in values:
            values[name] = _parsed(f"--{name.replace('_', '-')}", option, values[name])
    if values.get("consistency") is False and values.get("unlikely") is False:
        raise InputError(
            "--only-consistency and --no-consistency leave nothing to look for; give one of them"
        )
    settings = dict(settings or {})
    if values.keys() & _RULES:
        # A project that only looks for contradictions says nothing about a run that asks for something else.
        settings = {name: value for name, value in settings.items() if name not in _RULES}
    options = cls(**{**settings, **values})
    if options.select is not None or options.ignore:
        _require_rules(options)
    return options


def _require_rules(options: CheckOptions) -> None:
    from numerate.report.rules import RULES

    if not any(map(options.looks_for, RULES)):
        raise InputError(
            "--select, --ignore and the other options leave nothing to look for; select a rule that is not "
            "ignored (numerate rules lists them)"
        )


def resolve(given: Mapping[str, Any], file: Path | None = None) -> RunOptions:
    """Build the options of a run from the command line and the project file.

    given: values by name, None for those that were not given.
    file: the project file; else the nearest one of the working folder and its parents.
    """
    settings = find_settings(Path.cwd()) if file is None else read_settings(file)
    options = from_command_line(RunOptions, given, settings)
    return replace(options, keep=options.format == "html")


# -- project files -------------------------------------------------------------------------------------------

OWN = "numerate.toml"
SHARED = "pyproject.toml"


def find_settings(start: Path) -> dict[str, Any]:
    """Read the settings of the nearest project file, from a folder upwards; without one there are none."""
    for folder in (start.absolute(), *start.absolute().parents):
        for name in (OWN, SHARED):
            if (folder / name).is_file() and (settings := _read(folder / name)) is not None:
                return settings
    return {}


def read_settings(file: Path) -> dict[str, Any]:
    """Read the settings of a project file: values by the name of their option, and the file itself."""
    settings = _read(file)
    if settings is None:
        raise InputError(f"{file}: has no [tool.numerate]; add it, or name another file")
    return settings


def _read(file: Path) -> dict[str, Any] | None:
    try:
        content = tomllib.loads(read_text(file))
    except FileNotFoundError:
        raise InputError(f"{file}: no such file") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:  # invalid TOML or UTF-8, or nested too deeply
        raise InputError(
            f"{file}: not TOML: {error}; correct it, or name another file with --config"
        ) from None
    table = content.get("tool", {}).get("numerate") if file.name == SHARED else content
    return None if table is None else _settings(file, table)


def _settings(file: Path, table: Any) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise InputError(f"{file}: tool.numerate must be a table: [tool.numerate]")
    options = {
        name.replace("_", "-"): (name, option)
        for name, option in declared(RunOptions)
        if not option.python_only
    }
    if table.get("consistency") == "only":
        table = {"unlikely": False, **table, "consistency": True}
    if "rules" in table:
        table = {**table, **_chosen(file, table["rules"])}
        del table["rules"]
    settings: dict[str, Any] = {"file": file}
    for key, value in table.items():
        if key not in options:
            raise InputError(f"{file}: {key}: no such setting; there are {', '.join(options)}")
        name, option = options[key]
        settings[name] = option.anchor(_parsed(f"{file}: {key}", option, value), file.parent)
    return settings


def _chosen(file: Path, rules: Any) -> dict[str, Any]:
    """Return the settings that `rules` stands for: a list of those to look for, or a table of both lists."""
    if not isinstance(rules, dict):
        rules = {"select": rules}
    if names := set(rules) - {"select", "ignore"}:
        raise InputError(f"{file}: rules.{min(names)}: no such setting; there are select, ignore")
    return dict(rules)


def _parsed(label: str, option: Option, value: Any) -> Any:
    try:
        return option.parse(value)
    except ValueError as error:
        raise InputError(f"{label}: {error}") from None
