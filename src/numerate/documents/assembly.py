"""From a draft to a document: what every format shares once its markup is read."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from numerate.documents.builder import Draft, DraftBlock
from numerate.documents.document import Block, Document, Format, Skipped
from numerate.documents.source_map import FilePlaces, Piece, Pieces, Places, joined

BETWEEN_BLOCKS = "\n\n"
_REFERENCES = re.compile(
    r"(?:[\dIVX]+(?:\.\d+)*\.?\s+)?(?:(?:list of |cited |selected )?references(?: and notes| cited)?"
    r"|bibliography|works cited|literature cited)\s*:?",
    re.IGNORECASE,
)
_AFTER_REFERENCES = re.compile(
    r"(?:[\dA-ZIVX]+(?:\.\d+)*\.?\s+)?"
    r"(?:appendix|appendices|annex|supplement\w*|acknowledg\w*|about the authors?)\b",
    re.IGNORECASE,
)
_SECTION = re.compile(r"((?:[A-Z]|\d{1,3})(?:\.\d{1,3})+\.?|\d{1,3}\.|[IVX]{1,5}\.|\d{1,2})\s+(?=[^\W\d_])")
_MAGNITUDE = re.compile(r"(?:hundred|thousand|million|billion|trillion|percent|per cent|points?)\b", re.I)

_LONGEST_TITLE = 200
_ENDS_SENTENCE = (".", ",", ";", ":", "!", "?")


def is_title(line: str) -> bool:
    """Whether a line that stands alone may be a title: short, and no sentence."""
    line = line.strip()
    return 0 < len(line) <= _LONGEST_TITLE and not line.endswith(_ENDS_SENTENCE)


def opens_references(line: str) -> bool:
    """Whether a line, or the text of a heading, announces a list of references."""
    line = line.strip()
    return len(line) <= _LONGEST_TITLE and not line[:1].islower() and _REFERENCES.fullmatch(line) is not None


def follows_references(line: str) -> bool:
    """Whether a line that stands alone announces what may come after the references."""
    return is_title(line) and not line[:1].islower() and _AFTER_REFERENCES.match(line.strip()) is not None


class Origin(NamedTuple):
    """Where a document comes from."""

    name: str
    path: Path | None
    format: Format
    encoding: str | None = None


def finish(draft: Draft, source: str, places: Places, origin: Origin) -> Document:
    """Make the document."""
    draft.end()
    blocks = _without_references(draft)
    _drop_heading_numbers(draft, blocks)
    _name_title(blocks)
    pieces: list[Piece] = []
    finished, texts, at = [], [], 0
    for block in blocks:
        pieces += [Piece(at + start, *rest) for start, *rest in block.pieces]
        finished.append(Block(at, at + block.length, block.kind, block.level, block.cell))
        texts.append(block.text)
        at += block.length + len(BETWEEN_BLOCKS)
    table = Pieces(pieces)
    return Document(
        origin.name,
        origin.path,
        origin.format,
        BETWEEN_BLOCKS.join(texts),
        tuple(finished),
        _ignored(draft, blocks, source, places, table),
        tuple(
            Skipped(places.place(start, end), reason)
            for start, end, reason in sorted(draft.omissions)
            if not source[start:end].isspace()
        ),
        origin.encoding,
        source,
        table,
        places,
    )


def _without_references(draft: Draft) -> list[DraftBlock]:
    """Leave out what stands under "References", up to the next heading that ends it."""
    kept: list[DraftBlock] = []
    level: int | None = None
    start = end = 0
    for block in draft.blocks:
        if block.kind in ("heading", "title"):
            if level is not None and _ends_references(block, level):
                level = None
            if level is None and opens_references(block.text):
                draft.omit(start, end, "reference list")
                level, start = block.level, block.span[0]
        if level is None or block.kind == "header":
            kept.append(block)
        else:
            end = block.span[1]
    draft.omit(start, end, "reference list")
    return kept


def _ends_references(block: DraftBlock, level: int) -> bool:
    """A heading of the same level or above; where the format knows no levels, one that is known to follow."""
    if level:
        return block.level <= level
    return block.level > 0 or follows_references(block.text)


def _drop_heading_numbers(draft: Draft, blocks: list[DraftBlock]) -> None:
    """Leave out the 3.2 of "3.2 Results", but not the 10 of "10 lessons" unless headings are counted."""
    numbered = []
    for block in blocks:
        if block.kind in ("heading", "title") and (match := _SECTION.match(block.text)):
            numbered.append((block, match))
    bare = [match[1] for _, match in numbered if match[1].isdigit()]
    counted = len(bare) > 1 and bare == [str(number) for number in range(1, len(bare) + 1)]
    for block, match in numbered:
        if (counted or not match[1].isdigit()) and not _MAGNITUDE.match(block.text, match.end()):
            start = block.span[0]
            block.cut(match.end(), block.length)
            draft.omit(start, block.span[0], "heading number")


def _name_title(blocks: list[DraftBlock]) -> None:
    """Call the first heading of the first level the title, where the format does not name one."""
    if any(block.kind == "title" for block in blocks):
        return
    for block in blocks:
        if block.kind == "heading" and block.level == 1:
            block.kind = "title"
            return


def _ignored(
    draft: Draft, blocks: list[DraftBlock], source: str, places: Places, pieces: Pieces
) -> tuple[tuple[int, int], ...]:
    """The spans of the text that the marks of the author cover."""
    if not draft.marks or not isinstance(places, FilePlaces):
        return ()
    spans = []
    opened: int | None = None
    ordered = sorted(blocks, key=lambda block: block.span)
    begins = [block.span[0] for block in ordered]
    for what, start, end in sorted(draft.marks, key=lambda mark: mark.start):
        if what == "ignore-start":
            opened = start if opened is None else opened
        elif what == "ignore-end":
            spans += pieces.text(opened, start) if opened is not None else []
            opened = None
        elif on_its_line := pieces.text(*places.lines.span(start, end)):
            spans += on_its_line
        else:
            index = bisect_left(begins, end)
            if index and ordered[index - 1].span[1] > end:  # within a paragraph: the next line of it
                spans += pieces.text(*places.lines.after(end))
            else:
                spans += [span for block in _next(ordered, index) for span in pieces.text(*block.span)]
    if opened is not None:
        spans += pieces.text(opened, len(source))
    return tuple(joined(spans))


def _next(ordered: list[DraftBlock], index: int) -> list[DraftBlock]:
    """The block that begins next; of a table, all its cells."""
    if index == len(ordered):
        return []
    cell = ordered[index].cell
    if cell is None:
        return [ordered[index]]
    same = takewhile(lambda block: block.cell is not None and block.cell.table >= cell.table, ordered[index:])
    return [block for block in same if block.cell is not None and block.cell.table == cell.table]


_BLANK_LINE = re.compile(r"\n\s*\n")
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


def paragraphs(text: str) -> list[tuple[int, int]]:
    """The stretches between the blank lines of a text that came from no document."""
    cuts = [0, *(at for blank in _BLANK_LINE.finditer(text) for at in blank.span()), len(text)]
    return [(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True) if start < end]
