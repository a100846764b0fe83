"""`numerate compare`: the numbers that changed between two versions of a document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numerate.cli.common import Format, OutputFormat
from numerate.errors import InputError

if TYPE_CHECKING:
    from numerate.consistency.sources.support import Evidence
    from numerate.consistency.sources.versions import NumberChange
    from numerate.documents import Document


def compare(
    old: Annotated[
        str, typer.Argument(metavar="OLD|-", help="The earlier version, or - for standard input.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW|-", help="The later version, or - for standard input.")],
    format: OutputFormat = Format.text,  # noqa: A002  the option is called --format
) -> None:
    """List the numbers that differ between two versions."""
    from numerate.checking.against import read_sources
    from numerate.consistency.sources.versions import compare_documents
    from numerate.report.outputs import visible
    from numerate.report.report import plural

    if old == new == "-":
        raise InputError("-: only one of the versions can be standard input; give the other as a file")
    versions = [read_sources([name]) for name in (old, new)]
    for name, documents in zip((old, new), versions, strict=True):
        if len(documents) != 1:
            raise InputError(f"{name}: is not one document; name the file to compare")
    [[before], [after]] = versions
    changes = compare_documents(before, after)
    compared = [_describe(document) for document in (before, after)]
    if format is Format.json:
        content = {"old": compared[0], "new": compared[1], "changes": [c.to_dict() for c in changes]}
        print(json.dumps(content, ensure_ascii=False, indent=1))
    else:
        for change in changes:
            print(visible("\n".join(_lines(change))))
        print(f"{plural(len(changes), 'number')} changed, appeared or vanished.")
        for version in compared:
            unread = f"; not read: {plural(version['unread'], 'part')}" if version["unread"] else ""
            assumed = f"; {version['assumption']}" if version["assumption"] else ""
            print(visible(f"{version['file']}: {plural(version['numbers'], 'number')}{unread}{assumed}."))
    raise typer.Exit(int(bool(changes)))


def _describe(document: Document) -> dict[str, Any]:
    """Return what was compared of a version: no change among no numbers says nothing."""
    from numerate.text import extract

    return {
        "file": document.name,
        "numbers": len(extract(document.text)),
        "unread": document.unread.total(),
        "assumption": document.assumption,
    }


def _lines(change: NumberChange) -> list[str]:
    if change.old and change.new:
        lines = [f"{_where(change.new)}  {change.old.text} → {change.new.text}"]
    else:
        place = change.new or change.old
        lines = [f"{_where(place)}  {place.text} {change.kind}"] if place else []
    for place in filter(None, (change.old, change.new)):
        sign = "-" if place is change.old else "+"
        lines.append(f"  {sign} {place.quote}")
    lines += [f"  {place.text} still stands in {_where(place)}: {place.quote}" for place in change.still]
    return [*lines, ""]


def _where(place: Evidence) -> str:
    where = place.place
    if where.line is not None and where.page is None:
        return f"{place.source}:{where.line}:{where.column}"
    return f"{place.source}, {where.where}"
