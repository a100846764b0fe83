"""A text that comes from no file, as a document: every offset is one of the text as it was given."""

from __future__ import annotations

from numerate.checking.context import paragraphs
from numerate.checking.documents import Block, Document
from numerate.checking.documents.finishing import is_title
from numerate.checking.documents.pieces import Piece, Pieces
from numerate.checking.documents.places import FilePlaces

NAME = "the text"


def document_of(text: str) -> Document:
    """The document that is `text`, character by character, its paragraphs between blank lines."""
    spans = paragraphs(text)
    head = text[slice(*spans[0])].strip() if len(spans) > 1 else ""
    blocks = [Block(start, end, "paragraph") for start, end in spans]
    if is_title(head) and "\n" not in head:
        blocks[0] = blocks[0]._replace(kind="title")
    return Document(
        name=NAME,
        path=None,
        format="text",
        text=text,
        blocks=tuple(blocks),
        ignored=(),
        skipped=(),
        encoding=None,
        source=text,
        pieces=Pieces([Piece(0, len(text), 0, len(text))]),
        places=FilePlaces(text, "utf-8", 0),
    )
