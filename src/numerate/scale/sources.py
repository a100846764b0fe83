"""What is to be scanned: the files of some sources, those with many records and those that are documents."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from numerate.checking.documents import SUFFIXES
from numerate.corpora.files import File, Format, describe, find
from numerate.corpora.rows import Limits, column_names, read_span
from numerate.corpora.s2orc import ID_COLUMNS, TEXT_COLUMNS, is_s2orc
from numerate.errors import InputError
from numerate.scale.settings import ScanSettings

FORMATS: dict[str, Format] = {".parquet": "parquet", ".jsonl": "jsonl", ".ndjson": "jsonl"}
FORMATS |= dict.fromkeys(SUFFIXES, "document")

TEXT = "text"
IDS = ("id", "doc_id", "document_id", *ID_COLUMNS, "url")
"""Columns that name a record, where none is chosen: the first that there is."""

# Records looked at before the work begins, to tell a mistyped column from a record that lacks it.
_LOOKED_AT = 100


class Sources(NamedTuple):
    """Files in order, each once."""

    files: tuple[File, ...]
    left_out: tuple[str, ...]
    """What in the folders is of no known format."""
    described: list[dict[str, Any]]


def find_sources(sources: list[str], settings: ScanSettings) -> Sources:
    """Find the files, and check that the columns asked for are there, before any work is done."""
    files: dict[str, File] = {}
    left_out: list[str] = []
    described = []
    for source in sources:
        found = find(source, FORMATS)
        described.append(describe(source, found.files))
        left_out += found.left_out
        for file in found.files:
            files.setdefault(file.path, file)
    _check_columns(list(files.values()), settings)
    return Sources(tuple(files.values()), tuple(left_out), described)


def limits(settings: ScanSettings) -> Limits:
    """What of a file need not be read."""
    chosen = (settings.text or TEXT, settings.id or "", settings.source or "")
    return Limits(settings.largest, frozenset((*chosen, *IDS, *TEXT_COLUMNS)))


def _check_columns(files: list[File], settings: ScanSettings) -> None:
    """Look at the first file of each kind of table."""
    tables = (next((file for file in files if file.format == form), None) for form in ("parquet", "jsonl"))
    for file in filter(None, tables):
        row = _first_rows(file, settings)
        for column, option in (
            (settings.text or TEXT, "--text"),
            (settings.id, "--id"),
            (settings.source, "--source"),
        ):
            if not row or column is None or column in row or (option == "--text" and is_s2orc(row)):
                continue
            there = ", ".join(sorted(map(str, row)))
            raise InputError(f'{file.path}: no column "{column}" (there are {there}); name one with {option}')


def _first_rows(file: File, settings: ScanSettings) -> dict[str, Any]:
    """Join the first records: a column that none of them has is unknown."""
    named: dict[str, Any] = dict.fromkeys(column_names(file) or ())
    try:
        for row in islice(read_span(file, 0, None, limits(settings)), _LOOKED_AT):
            named |= row.content if isinstance(row.content, dict) else {}
    except OSError as error:
        raise InputError(f"{file.path}: cannot be read: {error.strerror or error}") from None
    return named
