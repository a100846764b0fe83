"""Helpers to read a source and to look at the resulting document."""

from numerate import extract
from numerate.documents import Document, read


def text_of(source: str, form: str) -> str:
    return read(source.encode(), format=form).text


def blocks_of(document: Document, kind: str | None = None) -> list[str]:
    blocks = [block for block in document.blocks if kind in (None, block.kind)]
    return [document.text[block.start : block.end] for block in blocks]


def source_of(document: Document, start: int, end: int) -> str:
    """Return the part of the file that `start:end` of the text is mapped to."""
    place = document.locate(start, end)
    return document.source[place.start : place.end]


def numbers_of(source: str, form: str) -> dict[str, str]:
    """Return the numbers of the text, each with the part of the file it is mapped to."""
    document = read(source.encode(), format=form)
    return {n.text: source_of(document, n.start, n.end) for n in extract(document.text)}


def reasons_of(document: Document) -> list[str]:
    return [skipped.reason for skipped in document.skipped]


def ignored_of(source: str, form: str) -> list[str]:
    """Return the numbers covered by ignore comments."""
    document = read(source.encode(), format=form)
    return [n.text for n in extract(document.text) if document.is_ignored(n.start, n.end)]
