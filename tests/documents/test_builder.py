from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import OBJECT, Document, read
from numerate.documents.builder import BlockBuilder, DocumentBuilder, follows_references, opens_references
from numerate.documents.document import CellPosition
from numerate.documents.source_map import DocumentPart, FilePlaces, MappedSpan, PartPlaces
from tests.documents.helpers import blocks_of, ignored_of, reasons_of, source_of

SOURCES = st.text("ab5. \t\n\xa0", max_size=24)


def texts(builder: DocumentBuilder) -> list[str]:
    builder.end()
    return [block.text for block in builder.blocks]


def origins(block: BlockBuilder, source: str) -> list[tuple[str, str]]:
    """Return the text of each span of a block, and the source it was read from."""
    assert sum(span.length for span in block.spans) == block.length == len(block.text)
    return [
        (block.text[start : start + length], source[at : at + long])
        for start, length, at, long in block.spans
    ]


def test_adjacent_copies_are_one_span() -> None:
    builder, source = DocumentBuilder(), "It rose 5% then."
    builder.copy("It rose ", 0)
    builder.copy("5%", 8)
    builder.copy("then.", 11)
    builder.end()
    [block] = builder.blocks
    assert origins(block, source) == [("It rose 5%", "It rose 5%"), ("then.", "then.")]
    assert block.source_span == (0, 16)


def test_a_substitution_is_a_span_of_its_own() -> None:
    builder, source = DocumentBuilder(), "for &pound;5"
    builder.copy("for ", 0)
    builder.substitute("£", 4, 11)
    builder.copy("5", 11)
    builder.end()
    [block] = builder.blocks
    assert block.text == "for £5"
    assert origins(block, source) == [("for ", "for "), ("£", "&pound;"), ("5", "5")]


@given(st.lists(SOURCES, max_size=6))
def test_blocks_are_stripped_and_empty_ones_dropped(sources: list[str]) -> None:
    builder, at = DocumentBuilder(), 0
    for text in sources:
        builder.begin_block()
        builder.copy(text, at)
        at += len(text)
    assert texts(builder) == [text.strip() for text in sources if text.strip()]
    for block in builder.blocks:
        for text, source in origins(block, "".join(sources)):
            assert text == source


@given(st.lists(SOURCES, max_size=5))
def test_white_space_collapses_to_one_space_however_the_text_is_split(sources: list[str]) -> None:
    builder, at = DocumentBuilder(), 0
    for text in sources:
        builder.copy_collapsed(text, at)
        at += len(text)
    source = "".join(sources)
    collapsed = texts(builder)
    whole = DocumentBuilder()
    whole.copy_collapsed(source, 0)
    assert collapsed == texts(whole)
    assert "".join(collapsed).split() == source.split()
    assert not any(gap in "".join(collapsed) for gap in ("  ", "\t", "\n"))
    for block in builder.blocks:
        for text, original in origins(block, source):
            assert text.split() == original.split()


def test_no_break_spaces_are_kept() -> None:
    builder = DocumentBuilder()
    builder.copy_collapsed("5\xa0%  of it", 0)
    assert texts(builder) == ["5\xa0% of it"]


def test_a_space_is_written_once_and_never_at_the_start() -> None:
    builder = DocumentBuilder()
    builder.space(0, 1)
    builder.substitute(" ", 0, 1)
    builder.copy("5", 1)
    builder.space(2, 3)
    builder.space(3, 4)
    builder.copy("km", 4)
    builder.space(6, 7)
    assert texts(builder) == ["5 km"]


def test_a_note_follows_the_block_it_belongs_to() -> None:
    builder = DocumentBuilder()
    builder.begin_block("heading", 2)
    builder.copy("Profit", 0)
    builder.begin_note()
    builder.copy("Of 5.", 10)
    builder.begin_block()
    builder.copy("More of it.", 20)
    builder.end_note()
    builder.copy(" rose", 30)
    builder.begin_block("table", cell=CellPosition(1, 1, 1))
    builder.copy("7", 40)
    assert texts(builder) == ["Profit rose", "Of 5.", "More of it.", "7"]
    assert [block.kind for block in builder.blocks] == ["heading", "note", "note", "table"]
    assert (builder.blocks[0].level, builder.blocks[-1].cell) == (2, CellPosition(1, 1, 1))


def test_open_notes_are_closed_at_the_end() -> None:
    builder = DocumentBuilder()
    builder.copy("A", 0)
    builder.begin_note()
    builder.copy("B", 1)
    builder.begin_note()
    builder.copy("C", 2)
    assert sorted(texts(builder)) == ["A", "B", "C"]
    assert builder.blocks[0].text == "A"


def test_omissions_are_recorded_and_visible_ones_leave_a_placeholder() -> None:
    builder = DocumentBuilder()
    builder.copy("See ", 0)
    builder.omit(4, 9, "formula", visible=True)
    builder.omit(9, 9, "nothing")
    builder.omit(10, 12, "comment")
    assert texts(builder) == [f"See {OBJECT}"]
    assert builder.omissions == [(4, 9, "formula"), (10, 12, "comment")]


def test_ignore_marks_are_recorded() -> None:
    builder = DocumentBuilder()
    builder.mark("ignore-start", 3, 8, " change, share -- checked by hand")
    assert builder.marks == [("ignore-start", 3, 8, ("change", "share"))]
    assert texts(builder) == []


@pytest.mark.parametrize(
    ("first", "last", "spans"),
    [
        (0, 6, [MappedSpan(0, 3, 0, 3), MappedSpan(3, 1, 3, 7), MappedSpan(4, 2, 10, 2)]),
        (1, 3, [MappedSpan(0, 2, 1, 2)]),
        (2, 5, [MappedSpan(0, 1, 2, 1), MappedSpan(1, 1, 3, 7), MappedSpan(2, 1, 10, 1)]),
        (5, 6, [MappedSpan(0, 1, 11, 1)]),
    ],
)
def test_a_cut_block_keeps_the_source_of_the_rest(first: int, last: int, spans: list[MappedSpan]) -> None:
    block = BlockBuilder()
    for text, start, end in (("for", 0, 3), ("£", 3, 10), ("57", 10, 12)):
        block.add(text, start, end)
    block.cut(first, last)
    assert block.text == "for£57"[first:last]
    assert (block.spans, block.length) == (spans, last - first)


KINDS = st.sampled_from(["paragraph", "heading", "note"])
TEXTS = st.text("ab .\n", max_size=12)


def build(builder: DocumentBuilder, source: str) -> Document:
    return builder.build(source, FilePlaces(source, "utf-8", 0), name="a.txt", path=None, format="text")


def with_blocks(*blocks: tuple[str, str, int]) -> Document:
    """Return a document with one block a line, each given as (kind, text, level)."""
    builder, at = DocumentBuilder(), 0
    for kind, text, level in blocks:
        builder.begin_block(kind, level)
        builder.copy(text, at)
        at += len(text) + 1
    return build(builder, "\n".join(text for _, text, _ in blocks))


@given(st.lists(st.tuples(KINDS, TEXTS, st.integers(0, 3))))
def test_blocks_are_separated_by_blank_lines_and_mapped(
    blocks: list[tuple[str, str, int]],
) -> None:
    document = with_blocks(*blocks)
    texts = [document.text[block.start : block.end] for block in document.blocks]
    assert texts == [text.strip() for _, text, _ in blocks if text.strip()]
    assert document.text == "\n\n".join(texts)
    for block, text in zip(document.blocks, texts, strict=True):
        assert source_of(document, block.start, block.end) == text


def test_an_empty_builder_builds_an_empty_document() -> None:
    document = build(DocumentBuilder(), "")
    assert (document.text, document.blocks, document.ignored, document.skipped) == ("", (), (), ())


def test_the_first_heading_of_level_one_is_the_title_unless_there_is_one() -> None:
    untitled = with_blocks(
        ("paragraph", "A.", 0), ("heading", "B", 2), ("heading", "C", 1), ("heading", "D", 1)
    )
    assert [block.kind for block in untitled.blocks] == ["paragraph", "heading", "title", "heading"]
    titled = with_blocks(("heading", "A", 1), ("title", "B", 0))
    assert [block.kind for block in titled.blocks] == ["heading", "title"]


def test_skipped_spans_are_in_order_and_not_blank() -> None:
    builder, source = DocumentBuilder(), "a bb   cc d"
    builder.copy("a ", 0)
    builder.omit(7, 9, "code")
    builder.omit(4, 7, "white space")
    builder.omit(2, 4, "formula")
    document = build(builder, source)
    assert [(source[s.place.start : s.place.end], s.reason) for s in document.skipped] == [
        ("bb", "formula"),
        ("cc", "code"),
    ]


@pytest.mark.parametrize(
    "line", ["References", "REFERENCES", "7. References", "IV Bibliography", "Works cited:"]
)
def test_headings_of_reference_lists(line: str) -> None:
    assert opens_references(line)


@pytest.mark.parametrize("line", ["references", "References to 5 others", "Preferences", "", "Reference"])
def test_lines_that_open_no_reference_list(line: str) -> None:
    assert not opens_references(line)


@pytest.mark.parametrize(
    ("line", "follows"),
    [("Appendix B", True), ("A. Appendix", True), ("Acknowledgements", True), ("Supplementary data", True),
     ("About the Authors", True), ("Appendix B gives 7.", False), ("appendix", False), ("Doe, 1999", False)],
)  # fmt: skip
def test_headings_that_may_follow_a_reference_list(line: str, follows: bool) -> None:
    assert follows_references(line) is follows


def test_without_levels_a_reference_list_ends_at_a_known_heading() -> None:
    document = with_blocks(
        ("heading", "References", 0),
        ("paragraph", "Doe, 1999.", 0),
        ("heading", "Online", 0),
        ("header", "Page 5", 0),
        ("heading", "Appendix", 0),
        ("paragraph", "And 7.", 0),
    )
    assert blocks_of(document) == ["Page 5", "Appendix", "And 7."]


def test_a_document_may_have_two_reference_lists() -> None:
    document = with_blocks(
        ("heading", "References", 1),
        ("paragraph", "Doe, 1999.", 0),
        ("heading", "Outlook", 1),
        ("heading", "References", 1),
        ("paragraph", "Roe, 2001.", 0),
    )
    assert document.text == "Outlook"
    first, second = (document.source[s.place.start : s.place.end] for s in document.skipped)
    assert (first, second) == ("References\nDoe, 1999.", "References\nRoe, 2001.")


def test_ignore_marks_work_in_parts_too() -> None:
    builder = DocumentBuilder()
    builder.copy("Of 5.", 0)
    builder.mark("ignore", 0, 5)
    places = PartPlaces([DocumentPart(0, "page 1", 1)], 5)
    assert builder.build("Of 5.", places, name="a.pdf", path=None, format="pdf").ignored == ((0, 5),)


def test_nested_ignore_starts_end_together_and_a_stray_end_has_no_effect() -> None:
    source = "A 1. B 2. C 3. D 4."
    builder = DocumentBuilder()
    builder.copy(source, 0)
    for keyword, at in (("ignore-end", 2), ("ignore-start", 5), ("ignore-start", 10), ("ignore-end", 15)):
        builder.mark(keyword, at, at)
    assert build(builder, source).ignored == ((5, 15),)


def test_an_ignore_before_a_table_does_not_cover_a_table_inside_it() -> None:
    builder, source = DocumentBuilder(), "% 1 22 333 4"
    builder.mark("ignore", 0, 1)
    for cell, at, length in (
        (CellPosition(1, 1, 1), 2, 1),
        (CellPosition(2, 1, 1), 4, 2),
        (CellPosition(1, 1, 2), 7, 3),
    ):
        builder.begin_block("table", cell=cell)
        builder.copy(source[at : at + length], at)
    builder.begin_block()
    builder.copy("4", 11)
    # Put the mark on a line of its own.
    source = source.replace("% ", "%\n")
    document = build(builder, source)
    assert [document.text[start:end] for start, end in document.ignored] == ["1", "333"]


@pytest.mark.parametrize("level", ["#", "##"])
def test_a_reference_list_ends_at_the_next_heading_of_its_level(level):
    references = f"{level} References\n\nDoe, 1999.\n\n### Online\n\nRoe, 2001."
    source = f"{level} Results\n\nWe saw 5.\n\n{references}\n\n{level} Notes\n\nAnd 7.\n"
    document = read(source.encode(), format="markdown")
    assert blocks_of(document) == ["Results", "We saw 5.", "Notes", "And 7."]
    assert reasons_of(document) == ["reference list"]
    place = document.skipped[0].place
    assert source[place.start : place.end].startswith("References")
    assert source[place.start : place.end].endswith("2001.")


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("3.2 Results", "Results"),
        ("A.1 Proofs", "Proofs"),
        ("4. Outlook", "Outlook"),
        ("3.2 million jobs", "3.2 million jobs"),
        ("10 lessons", "10 lessons"),
        ("1 lesson", "1 lesson"),
        ("2016 in review", "2016 in review"),
    ],
)
def test_the_number_of_a_heading_is_left_out(heading, text):
    document = read(f"# {heading}\n\nText.\n".encode(), format="markdown")
    assert blocks_of(document)[0] == text
    assert (document.locate(0, 1).start > 2) == (heading != text)


def test_headings_that_count_up_lose_their_numbers():
    source = "# Title\n\n## 1 Aims\n\nA.\n\n## 2 Means\n\nB.\n\n## 3 Ends\n\nC."
    assert blocks_of(read(source.encode(), format="markdown"), "heading") == ["Aims", "Means", "Ends"]


def test_an_ignore_before_a_table_covers_all_its_cells():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    source = f"{table}\nSome 5.\n\n<!-- numerate: ignore -->\n\n{table.replace('1', '6')}\nMore 7.\n"
    assert ignored_of(source, "markdown") == ["6", "2", "3", "4"]


def test_an_ignore_inside_a_paragraph_covers_its_next_line():
    source = "Of 1 and\n% numerate: ignore\nof 2 and\nof 3."
    assert ignored_of(source, "latex") == ["2"]


def test_an_ignore_start_without_an_end_reaches_to_the_end_of_the_file():
    assert ignored_of("A 1.\n\nnumerate: ignore-start\n\nB 2.\n\nC 3.", "text") == ["2", "3"]


def test_spans_and_headers_may_be_known_only_after_a_cell_began():
    builder = DocumentBuilder()
    for table, row in ((1, 1), (2, 1), (2, 2)):
        builder.begin_block("table", cell=CellPosition(table, row, 1))
        builder.copy("5", 0)
    builder.set_cell(CellPosition(2, 2, 1, column_span=3))
    builder.declare_header(2, 1)
    builder.end()
    assert [block.cell for block in builder.blocks] == [
        CellPosition(1, 1, 1),
        CellPosition(2, 1, 1, header=True),
        CellPosition(2, 2, 1, column_span=3),
    ]
