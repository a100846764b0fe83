"""What a corpus gives: documents, and records that give none."""

from __future__ import annotations

from typing import NamedTuple

OTHER_FIELD = "another field of study"
"""The one reason that is a choice of the user's and no fault of the document: counted, never listed."""


class Document(NamedTuple):
    """A text, where it came from, and what splits go by."""

    text: str
    where: str
    """The file, and the record where a file holds several: "train.parquet:17"."""
    date: object = None
    size: int = 0
    """Bytes of the text in UTF-8."""


class Skipped(NamedTuple):
    """A record that gave no document."""

    where: str
    reason: str


class Position(NamedTuple):
    """How far a corpus has been read: the next record, by file and place in it, and the next document."""

    file: int = 0
    record: int = 0
    document: int = 0
