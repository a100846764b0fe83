"""What readers write, and where each character of it comes from."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import OBJECT
from numerate.documents.builder import BlockBuilder, DocumentBuilder
from numerate.documents.document import Cell
from numerate.documents.source_map import MappedSpan

SOURCES = st.text("ab5. \t\n\xa0", max_size=24)


def texts(draft: DocumentBuilder) -> list[str]:
    draft.end()
    return [block.text for block in draft.blocks]


def origins(block: BlockBuilder, source: str) -> list[tuple[str, str]]:
    """Each piece of a block, and what stands for it in the source."""
    assert sum(piece.length for piece in block.spans) == block.length == len(block.text)
    return [
        (block.text[start : start + length], source[at : at + long])
        for start, length, at, long in block.spans
    ]


def test_what_goes_on_where_the_last_ended_is_one_piece() -> None:
    draft, source = DocumentBuilder(), "It rose 5% then."
    draft.copy("It rose ", 0)
    draft.copy("5%", 8)
    draft.copy("then.", 11)
    draft.end()
    [block] = draft.blocks
    assert origins(block, source) == [("It rose 5%", "It rose 5%"), ("then.", "then.")]
    assert block.source_span == (0, 16)


def test_what_stands_for_something_else_is_a_piece_of_its_own() -> None:
    draft, source = DocumentBuilder(), "for &pound;5"
    draft.copy("for ", 0)
    draft.substitute("£", 4, 11)
    draft.copy("5", 11)
    draft.end()
    [block] = draft.blocks
    assert block.text == "for £5"
    assert origins(block, source) == [("for ", "for "), ("£", "&pound;"), ("5", "5")]


@given(st.lists(SOURCES, max_size=6))
def test_blocks_are_stripped_and_empty_ones_leave_no_trace(sources: list[str]) -> None:
    draft, at = DocumentBuilder(), 0
    for text in sources:
        draft.begin_block()
        draft.copy(text, at)
        at += len(text)
    assert texts(draft) == [text.strip() for text in sources if text.strip()]
    for block in draft.blocks:
        for shown, stands in origins(block, "".join(sources)):
            assert shown == stands


@given(st.lists(SOURCES, max_size=5))
def test_white_space_that_flows_is_one_space_however_it_is_cut(sources: list[str]) -> None:
    draft, at = DocumentBuilder(), 0
    for text in sources:
        draft.copy_collapsed(text, at)
        at += len(text)
    source = "".join(sources)
    shown = texts(draft)
    whole = DocumentBuilder()
    whole.copy_collapsed(source, 0)
    assert shown == texts(whole)
    assert "".join(shown).split() == source.split()
    assert not any(gap in "".join(shown) for gap in ("  ", "\t", "\n"))
    for block in draft.blocks:
        for one, other in origins(block, source):
            assert one.split() == other.split()


def test_other_spaces_are_kept() -> None:
    draft = DocumentBuilder()
    draft.copy_collapsed("5\xa0%  of it", 0)
    assert texts(draft) == ["5\xa0% of it"]


def test_a_space_is_written_once_and_never_first() -> None:
    draft = DocumentBuilder()
    draft.space(0, 1)
    draft.substitute(" ", 0, 1)
    draft.copy("5", 1)
    draft.space(2, 3)
    draft.space(3, 4)
    draft.copy("km", 4)
    draft.space(6, 7)
    assert texts(draft) == ["5 km"]


def test_a_note_follows_the_block_it_was_made_in() -> None:
    draft = DocumentBuilder()
    draft.begin_block("heading", 2)
    draft.copy("Profit", 0)
    draft.begin_note()
    draft.copy("Of 5.", 10)
    draft.begin_block()
    draft.copy("More of it.", 20)
    draft.end_note()
    draft.copy(" rose", 30)
    draft.begin_block("table", cell=Cell(1, 1, 1))
    draft.copy("7", 40)
    assert texts(draft) == ["Profit rose", "Of 5.", "More of it.", "7"]
    assert [block.kind for block in draft.blocks] == ["heading", "note", "note", "table"]
    assert (draft.blocks[0].level, draft.blocks[-1].cell) == (2, Cell(1, 1, 1))


def test_notes_that_never_end_are_ended() -> None:
    draft = DocumentBuilder()
    draft.copy("A", 0)
    draft.begin_note()
    draft.copy("B", 1)
    draft.begin_note()
    draft.copy("C", 2)
    assert sorted(texts(draft)) == ["A", "B", "C"]
    assert draft.blocks[0].text == "A"


def test_what_is_left_out_is_noted_and_marked_where_it_shows() -> None:
    draft = DocumentBuilder()
    draft.copy("See ", 0)
    draft.omit(4, 9, "formula", visible=True)
    draft.omit(9, 9, "nothing")
    draft.omit(10, 12, "comment")
    assert texts(draft) == [f"See {OBJECT}"]
    assert draft.omissions == [(4, 9, "formula"), (10, 12, "comment")]


def test_marks_of_the_author_are_noted() -> None:
    draft = DocumentBuilder()
    draft.mark("ignore-start", 3, 8)
    assert draft.marks == [("ignore-start", 3, 8)]
    assert texts(draft) == []


@pytest.mark.parametrize(
    ("first", "last", "pieces"),
    [
        (0, 6, [MappedSpan(0, 3, 0, 3), MappedSpan(3, 1, 3, 7), MappedSpan(4, 2, 10, 2)]),
        (1, 3, [MappedSpan(0, 2, 1, 2)]),
        (2, 5, [MappedSpan(0, 1, 2, 1), MappedSpan(1, 1, 3, 7), MappedSpan(2, 1, 10, 1)]),
        (5, 6, [MappedSpan(0, 1, 11, 1)]),
    ],
)
def test_a_block_that_is_cut_keeps_the_places_of_the_rest(
    first: int, last: int, pieces: list[MappedSpan]
) -> None:
    block = BlockBuilder()
    for text, start, end in (("for", 0, 3), ("£", 3, 10), ("57", 10, 12)):
        block.add(text, start, end)
    block.cut(first, last)
    assert block.text == "for£57"[first:last]
    assert (block.spans, block.length) == (pieces, last - first)
