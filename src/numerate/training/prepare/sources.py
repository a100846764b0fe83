"""What a corpus gives: documents, and records that give none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from numerate.corpora.files import File, describe, find_files
from numerate.corpora.rows import (
    BROKEN_JSON,
    ENCODING,
    GIGANTIC,
    LAST,
    WHOLE,
    RowLimits,
    column_names,
    read_rows,
)
from numerate.corpora.s2orc import (
    FIELD_COLUMNS,
    ID_COLUMNS,
    TEXT_COLUMNS,
    FieldSelection,
    fields_of_study,
    is_s2orc,
    paper_text,
)
from numerate.errors import InputError

OTHER_FIELD = "another field of study"
"""The one reason that is a choice of the user's and no fault of the document: counted, never listed."""


class SourceDocument(NamedTuple):
    """A text, where it came from, and what splits go by."""

    text: str
    where: str
    """The file, and the record where a file holds several: "train.parquet:17"."""
    date: object = None
    size: int = 0
    """Bytes of the text in UTF-8."""


class SkippedRecord(NamedTuple):
    """A record that gave no document."""

    where: str
    reason: str


class Position(NamedTuple):
    """How far a corpus has been read: the next record, by file and place in it, and the next document."""

    file: int = 0
    record: int = 0
    document: int = 0


MISSING_COLUMN = "missing column"
EMPTY = "empty"

# Records looked at before the work begins, to tell a mistyped column from a record that lacks it.
_LOOKED_AT = 100


@dataclass(frozen=True)
class SourceOptions:
    """Which text of a record is the document, and which documents are wanted."""

    text_column: str = "text"
    date_column: str | None = None
    fields: tuple[str, ...] = ()
    """Fields of study, as S2ORC names them; none for all."""
    metadata: Path | None = None
    """S2ORC's metadata, where the papers themselves do not name their fields."""
    largest: int = 16 << 20
    """Bytes; a larger document is passed over."""


class SourceEntry(NamedTuple):
    """One record of a corpus, and where to go on after it."""

    content: SourceDocument | SkippedRecord
    next: Position
    consumed: float
    """Bytes on disk read so far, for the time left."""


class SourceCorpus:
    """The documents of some sources, in the order of the files.

    Finding the files and checking the columns happens here, before any work: `InputError` says what is wrong.
    """

    def __init__(self, sources: tuple[Path, ...], selecting: SourceOptions | None = None) -> None:
        self.selecting = chosen = selecting or SourceOptions()
        if not sources:
            raise InputError("no source given: name a file or a folder of documents")
        self._sources = {source: find_files(source) for source in sources}
        self.files = [file for files in self._sources.values() for file in files]
        self.size = sum(file.size for file in self.files)
        """Bytes on disk."""
        columns = (chosen.text_column, chosen.date_column or "", *TEXT_COLUMNS, *FIELD_COLUMNS, *ID_COLUMNS)
        self._limits = RowLimits(chosen.largest, frozenset(columns))
        self._check_columns()

    def describe(self) -> list[dict[str, Any]]:
        """Name each source and fingerprint its list of files, to tell it from another."""
        return [describe(source, files) for source, files in self._sources.items()]

    def entries(self, start: Position = Position()) -> Iterator[SourceEntry]:  # noqa: B008 - immutable
        """Stream every record from `start` on."""
        before = float(sum(file.size for file in self.files[: start.file]))
        document = start.document
        for number, file in enumerate(self.files[start.file :], start.file):
            first = start.record if number == start.file else 0
            for row in read_rows(file, first, self._limits):
                content = self._document(file, row.number, row.content)
                document += isinstance(content, SourceDocument)
                next_position = Position(number, row.number + 1, document)
                yield SourceEntry(content, next_position, before + row.done * file.size)
            before += file.size

    def _document(self, file: File, index: int, row: dict[str, Any] | str) -> SourceDocument | SkippedRecord:
        where = file.name if file.format in WHOLE or index == LAST else f"{file.name}:{index + 1}"
        if isinstance(row, str):
            return SkippedRecord(where, row)
        if self.selecting.fields and not self._wanted(row):
            return SkippedRecord(where, OTHER_FIELD)
        try:
            text = self._text(row)
            size = len(text.encode())
        except UnicodeEncodeError:
            return SkippedRecord(where, ENCODING)
        except LookupError:
            return SkippedRecord(where, MISSING_COLUMN)
        except (AttributeError, TypeError, ValueError):
            return SkippedRecord(where, BROKEN_JSON)
        if size > self.selecting.largest:
            return SkippedRecord(where, GIGANTIC)
        if not text.strip():
            return SkippedRecord(where, EMPTY)
        date = row.get(self.selecting.date_column) if self.selecting.date_column else None
        return SourceDocument(text, where, date, size)

    def _text(self, row: dict[str, Any]) -> str:
        column = self.selecting.text_column
        if column not in row and is_s2orc(row):
            return paper_text(row)
        text = row[column]
        return text.decode() if isinstance(text, bytes) else text or ""

    def _wanted(self, row: dict[str, Any]) -> bool:
        named = fields_of_study(row)
        if named is None:
            return self._selection is not None and row in self._selection
        return not named.isdisjoint(self._fields)

    @cached_property
    def _fields(self) -> frozenset[str]:
        return frozenset(field.lower() for field in self.selecting.fields)

    @cached_property
    def _selection(self) -> FieldSelection | None:
        chosen = self.selecting
        return FieldSelection(chosen.metadata, chosen.fields, chosen.largest) if chosen.metadata else None

    def _check_columns(self) -> None:
        chosen = self.selecting
        if chosen.metadata and not chosen.metadata.exists():
            raise InputError(f"{chosen.metadata}: no such file or folder; check the path of the metadata")
        for file in self.files:
            names = column_names(file)
            if names is not None:
                self._check_row(file, dict.fromkeys(names))
        sample = self._sample()
        if sample:
            self._check_row(*sample)

    def _sample(self) -> tuple[File, dict[str, Any]] | None:
        """Join the first records that name their own columns: a column none of them has is unknown."""
        named: dict[str, Any] = {}
        first = None
        files = (file for file in self.files if file.format in ("jsonl", "json"))
        rows = ((file, row.content) for file in files for row in read_rows(file, 0, self._limits))
        for file, content in islice(rows, _LOOKED_AT):
            if isinstance(content, dict):
                first = first or file
                named |= content
        return (first, named) if first else None

    def _check_row(self, file: File, row: dict[str, Any]) -> None:
        chosen = self.selecting
        there = f"there are {', '.join(sorted(row))}"
        if chosen.text_column not in row and not is_s2orc(row):
            raise InputError(
                f'{file.path}: no column "{chosen.text_column}" ({there}); name one with --text-column'
            )
        if chosen.date_column and chosen.date_column not in row:
            raise InputError(
                f'{file.path}: no column "{chosen.date_column}" ({there}); name one with --date-column'
            )
        if chosen.fields and not chosen.metadata and not row.keys() & set(FIELD_COLUMNS):
            raise InputError(
                f"{file.path}: its records name no field of study ({there}); "
                "give S2ORC's metadata folder with --metadata, or leave out --field"
            )
