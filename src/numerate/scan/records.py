"""The documents of a partition as records; a document that cannot be read is a record with an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from numerate.corpora.files import File, open_stream
from numerate.corpora.rows import TOO_LARGE, Row, read_span
from numerate.corpora.s2orc import is_s2orc, paper_text
from numerate.documents import Limits as DocumentLimits
from numerate.errors import InputError
from numerate.scan.options import ScanOptions
from numerate.scan.sources import ID_COLUMNS, TEXT_COLUMN, Cut, row_limits


class Record(NamedTuple):
    """A document to check."""

    document: str
    """Unique name: the file, with the position in it if it has several documents."""
    id: str | None
    source: str
    content: str | bytes
    """A text, or the bytes of a file."""
    error: str | None = None
    """Why it cannot be checked."""


def read_records(files: Sequence[File], first: Cut, stop: Cut, options: ScanOptions) -> Iterator[Record]:
    """Read the documents between two cuts."""
    for index in range(first.file, min(stop.file + 1, len(files))):
        file = files[index]
        begin = first.at if index == first.file else 0
        end = stop.at if index == stop.file else None
        if end == 0:
            continue
        try:
            if file.format == "document":
                yield _file_record(file)
            else:
                for row in read_span(file, begin, end, row_limits(options)):
                    yield _row_record(file, row, options)
        except InputError:
            raise
        except Exception as error:  # every remote file system has errors of its own
            raise InputError(
                f"{file.path}: cannot be read: {error}; correct that and run the same command again to resume"
            ) from error


def _file_record(file: File) -> Record:
    """Read only the bytes: parsing an untrusted file is left to the worker process."""
    source = file.path.replace("\\", "/").rpartition("/")[0] or "."
    try:
        with open_stream(file).content as content:
            # One byte more than the limit, so that a file over it is recognised.
            return Record(file.path, None, source, content.read(DocumentLimits().file_bytes + 1))
    except FileNotFoundError:
        return Record(file.path, None, source, b"", "no such file")
    except PermissionError:
        return Record(file.path, None, source, b"", "may not be read")
    except (ConnectionError, TimeoutError):
        raise
    except (OSError, EOFError) as error:
        return Record(file.path, None, source, b"", f"cannot be read: {error}")


def _row_record(file: File, row: Row, options: ScanOptions) -> Record:
    name = f"{file.path}:{row.number + 1}" if file.format == "parquet" else f"{file.path}@{row.number}"
    too_large = f"is too large (over {options.max_record_bytes:,} bytes)"
    if isinstance(row.content, str):
        return Record(name, None, file.path, "", too_large if row.content == TOO_LARGE else row.content)
    identifier = _first(row.content, [options.id_column] if options.id_column else ID_COLUMNS)
    source = _first(row.content, [options.source_column]) if options.source_column else None
    record = Record(name, identifier, source or file.path, "")
    column = options.text_column or TEXT_COLUMN
    try:
        text = _text(row.content, column)
        size = len(text.encode())
    except UnicodeError:
        return record._replace(error="wrong encoding")
    except LookupError:
        return record._replace(error=f'no column "{column}"')
    except (AttributeError, TypeError, ValueError):
        return record._replace(error=f'column "{column}" does not hold a text')
    if size > options.max_record_bytes:
        return record._replace(error=too_large)
    return record._replace(content=text)


def _text(row: dict[str, Any], column: str) -> str:
    if column not in row and is_s2orc(row):
        return paper_text(row)
    text = row[column]
    text = text.decode() if isinstance(text, bytes) else text
    if not isinstance(text, str):
        raise TypeError
    return text


def _first(row: dict[str, Any], columns: Sequence[str]) -> str | None:
    value = next((row[column] for column in columns if row.get(column) is not None), None)
    return None if value is None else str(value)
