"""The documents of a partition, one after the other: of each one record, whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from numerate.corpora.files import File, open_stream
from numerate.corpora.rows import TOO_LARGE, Row, read_span
from numerate.corpora.s2orc import is_s2orc, paper_text
from numerate.documents import Limits as DocumentLimits
from numerate.errors import InputError
from numerate.scan.options import ScanOptions
from numerate.scan.sources import IDS, TEXT, Cut, limits


class Record(NamedTuple):
    """A document to check."""

    document: str
    """Its name, which no other has: the file, and the place in it where that has several."""
    id: str | None
    source: str
    content: str | bytes
    """A text, or the bytes of a file."""
    error: str | None = None
    """Why it cannot be checked."""


def read_records(files: Sequence[File], first: Cut, stop: Cut, settings: ScanOptions) -> Iterator[Record]:
    """Read what lies between two cuts."""
    for index in range(first.file, min(stop.file + 1, len(files))):
        file = files[index]
        begin = first.at if index == first.file else 0
        end = stop.at if index == stop.file else None
        if end == 0:
            continue
        try:
            if file.format == "document":
                yield _whole(file)
            else:
                for row in read_span(file, begin, end, limits(settings)):
                    yield _record(file, row, settings)
        except InputError:
            raise
        except Exception as error:  # each of the many file systems has errors of its own
            raise InputError(
                f"{file.path}: cannot be read: {error}; put it right and run the same command again, "
                "it goes on from here"
            ) from error


def _whole(file: File) -> Record:
    """Bytes only: taking a stranger's file apart is left to a process that may be lost."""
    source = file.path.replace("\\", "/").rpartition("/")[0] or "."
    try:
        with open_stream(file).content as content:
            # One more than is read of a document, so that it is told that it is too large.
            return Record(file.path, None, source, content.read(DocumentLimits().file_bytes + 1))
    except FileNotFoundError:
        return Record(file.path, None, source, b"", "no such file")
    except PermissionError:
        return Record(file.path, None, source, b"", "may not be read")
    except (ConnectionError, TimeoutError):
        raise
    except (OSError, EOFError) as error:
        return Record(file.path, None, source, b"", f"cannot be read: {error}")


def _record(file: File, row: Row, settings: ScanOptions) -> Record:
    name = f"{file.path}:{row.number + 1}" if file.format == "parquet" else f"{file.path}@{row.number}"
    too_large = f"is too large (over {settings.largest:,} bytes)"
    if isinstance(row.content, str):
        return Record(name, None, file.path, "", too_large if row.content == TOO_LARGE else row.content)
    named = _first(row.content, [settings.id] if settings.id else IDS)
    source = _first(row.content, [settings.source]) if settings.source else None
    record = Record(name, named, source or file.path, "")
    try:
        text = _text(row.content, settings.text or TEXT)
        size = len(text.encode())
    except UnicodeError:
        return record._replace(error="wrong encoding")
    except LookupError:
        return record._replace(error=f'no column "{settings.text or TEXT}"')
    except (AttributeError, TypeError, ValueError):
        return record._replace(error="what should be its text is something else")
    if size > settings.largest:
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
