"""Corpora as a stream of documents, with a reason for each record that has none."""

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
    DOCUMENT_FORMATS,
    ENCODING,
    END_ROW,
    TOO_LARGE,
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

MISSING_COLUMN = "missing column"
EMPTY = "empty"
OTHER_FIELD = "another field of study"
"""The only reason that is the user's choice rather than a defect: counted, but not listed one by one."""

_SAMPLED_RECORDS = 100
"""Records read before the work begins, to tell a mistyped column from a record that lacks it."""


class SourceDocument(NamedTuple):
    """A text, its origin, and its date for splits by date."""

    text: str
    where: str
    """The file, with the number of the record if the file has several: "train.parquet:17"."""
    date: object = None
    size: int = 0
    """Bytes of the text in UTF-8."""
    title: str = ""


class SkippedRecord(NamedTuple):
    """A record without a usable document."""

    where: str
    reason: str


class Position(NamedTuple):
    """A position in a corpus: the next record, by file and index in it, and the next document."""

    file: int = 0
    record: int = 0
    document: int = 0


@dataclass(frozen=True)
class SourceOptions:
    """Options that select the text of a record, and the documents to use."""

    text_column: str = "text"
    date_column: str | None = None
    title_column: str | None = None
    """Column with the title, which becomes the first paragraph; None for texts that begin with it."""
    fields: tuple[str, ...] = ()
    """Fields of study, as S2ORC names them; empty for all."""
    metadata: Path | None = None
    """S2ORC's metadata, for papers that do not name their fields themselves."""
    largest: int = 16 << 20
    """Size in bytes above which a document is skipped."""


class SourceEntry(NamedTuple):
    """A record of a corpus, and the position after it."""

    content: SourceDocument | SkippedRecord
    next: Position
    consumed: float
    """Bytes on disk read so far, to estimate the time left."""


class SourceCorpus:
    """The documents of one or more sources, in the order of their files.

    The constructor finds the files and checks the columns, and raises `InputError` before any work is done.
    """

    def __init__(self, sources: tuple[Path, ...], options: SourceOptions | None = None) -> None:
        self.options = options = options or SourceOptions()
        if not sources:
            raise InputError("no source given; name a file or a folder of documents")
        self._sources = {source: find_files(source).files for source in sources}
        self.files = [file for files in self._sources.values() for file in files]
        self.size = sum(file.size for file in self.files)
        """Bytes on disk."""
        own = (options.text_column, options.date_column or "", options.title_column or "")
        columns = (*own, *TEXT_COLUMNS, *FIELD_COLUMNS, *ID_COLUMNS)
        self._limits = RowLimits(options.largest, frozenset(columns))
        self._check_columns()

    def describe(self) -> list[dict[str, Any]]:
        """Return the path and a fingerprint of the files of each source."""
        return [describe(source, files) for source, files in self._sources.items()]

    def entries(self, start: Position = Position()) -> Iterator[SourceEntry]:  # noqa: B008 - immutable
        """Yield the records from `start` on."""
        before = float(sum(file.size for file in self.files[: start.file]))
        document = start.document
        for number, file in enumerate(self.files[start.file :], start.file):
            first = start.record if number == start.file else 0
            for row in read_rows(file, first, self._limits):
                content = self._document(file, row.number, row.content)
                document += isinstance(content, SourceDocument)
                next_position = Position(number, row.number + 1, document)
                yield SourceEntry(content, next_position, before + row.progress * file.size)
            before += file.size

    def _document(self, file: File, index: int, row: dict[str, Any] | str) -> SourceDocument | SkippedRecord:
        where = (
            file.name if file.format in DOCUMENT_FORMATS or index == END_ROW else f"{file.name}:{index + 1}"
        )
        if isinstance(row, str):
            return SkippedRecord(where, row)
        if self.options.fields and not self._has_field(row):
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
        if size > self.options.largest:
            return SkippedRecord(where, TOO_LARGE)
        if not text.strip():
            return SkippedRecord(where, EMPTY)
        date = row.get(self.options.date_column) if self.options.date_column else None
        title = row.get(self.options.title_column) if self.options.title_column else None
        return SourceDocument(text, where, date, size, str(title or "").strip())

    def _text(self, row: dict[str, Any]) -> str:
        column = self.options.text_column
        if column not in row and is_s2orc(row):
            return paper_text(row)
        text = row[column]
        return text.decode() if isinstance(text, bytes) else text or ""

    def _has_field(self, row: dict[str, Any]) -> bool:
        fields = fields_of_study(row)
        if fields is None:
            return self._selection is not None and row in self._selection
        return not fields.isdisjoint(self._fields)

    @cached_property
    def _fields(self) -> frozenset[str]:
        return frozenset(field.lower() for field in self.options.fields)

    @cached_property
    def _selection(self) -> FieldSelection | None:
        options = self.options
        return FieldSelection(options.metadata, options.fields, options.largest) if options.metadata else None

    def _check_columns(self) -> None:
        metadata = self.options.metadata
        if metadata and not metadata.exists():
            raise InputError(f"{metadata}: no such file or folder; check the path given with --metadata")
        for file in self.files:
            names = column_names(file)
            if names is not None:
                self._check_row(file, dict.fromkeys(names))
        sample = self._sample()
        if sample:
            self._check_row(*sample)

    def _sample(self) -> tuple[File, dict[str, Any]] | None:
        """Merge the first JSON records: a column that none of them has is taken to be unknown."""
        merged: dict[str, Any] = {}
        first = None
        files = (file for file in self.files if file.format in ("jsonl", "json"))
        rows = ((file, row.content) for file in files for row in read_rows(file, 0, self._limits))
        for file, content in islice(rows, _SAMPLED_RECORDS):
            if isinstance(content, dict):
                first = first or file
                merged |= content
        return (first, merged) if first else None

    def _check_row(self, file: File, row: dict[str, Any]) -> None:
        options = self.options
        columns = f"there are {', '.join(sorted(row))}"
        if options.text_column not in row and not is_s2orc(row):
            raise InputError(
                f'{file.path}: no column "{options.text_column}" ({columns}); name one with --text-column'
            )
        for name in ("date", "title"):
            column = getattr(options, f"{name}_column")
            if column and column not in row:
                raise InputError(
                    f'{file.path}: no column "{column}" ({columns}); name one with --{name}-column'
                )
        if options.fields and not options.metadata and not row.keys() & set(FIELD_COLUMNS):
            raise InputError(
                f"{file.path}: its records name no field of study ({columns}); "
                "give S2ORC's metadata folder with --metadata, or leave out --field"
            )
