"""`numerate rules`: list the rules that a finding may have."""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Format, OutputFormat
from numerate.errors import InputError

if TYPE_CHECKING:
    from numerate.consistency import Rule


def rules(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULE", help="Rules to show, all by default.", show_default=False),
    ] = None,
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
) -> None:
    """List the rules of a check, each with an example."""
    from numerate.report.rules import RULES, unknown

    if problem := unknown(names or ()):
        raise InputError(problem)
    shown = [rule for name, rule in RULES.items() if not names or name in names]
    if format is Format.json:
        print(json.dumps({"rules": [_record(rule) for rule in shown]}, indent=2, ensure_ascii=False))
    else:
        print("\n".join(_lines(rule) for rule in shown))


def _record(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "level": rule.level,
        "title": rule.title,
        "description": rule.description,
        "example": rule.example,
    }


def _lines(rule: Rule) -> str:
    example = indent(rule.example, "    ")
    return f"{rule.name}  ({rule.level})\n  {rule.title}. {rule.description}\n{example}\n"
