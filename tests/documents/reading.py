"""Short ways to read a text and to see what was read."""

from numerate import extract
from numerate.documents import Document, read


def text_of(source: str, form: str) -> str:
    return read(source.encode(), format=form).text


def blocks_of(document: Document, kind: str | None = None) -> list[str]:
    wanted = [block for block in document.blocks if kind in (None, block.kind)]
    return [document.text[block.start : block.end] for block in wanted]


def source_of(document: Document, start: int, end: int) -> str:
    """What stands in the file where a stretch of the text is said to stand."""
    place = document.locate(start, end)
    return document.source[place.start : place.end]


def numbers_of(source: str, form: str) -> dict[str, str]:
    """Every number of the text, and what the file says where it stands."""
    document = read(source.encode(), format=form)
    return {n.text: source_of(document, n.start, n.end) for n in extract(document.text)}


def reasons_of(document: Document) -> list[str]:
    return [skipped.reason for skipped in document.skipped]


def ignored_of(source: str, form: str) -> list[str]:
    """The numbers that the author wants left alone."""
    document = read(source.encode(), format=form)
    return [n.text for n in extract(document.text) if document.is_ignored(n.start, n.end)]
