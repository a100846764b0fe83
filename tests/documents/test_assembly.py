"""From drafts to documents: what is left out, what is ignored, what is called the title."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import Document, read
from numerate.documents.builder import DocumentBuilder, follows_references, opens_references
from numerate.documents.document import Cell, is_title
from numerate.documents.source_map import DocumentPart, FilePlaces, PartPlaces
from tests.documents.reading import blocks_of, ignored_of, reasons_of, source_of

KINDS = st.sampled_from(["paragraph", "heading", "note"])
TEXTS = st.text("ab .\n", max_size=12)


def finished(draft: DocumentBuilder, source: str) -> Document:
    return draft.build(source, FilePlaces(source, "utf-8", 0), name="a.txt", path=None, format="text")


def of_blocks(*blocks: tuple[str, str, int]) -> Document:
    """A document of blocks that stand in its file line by line, each (kind, text, level)."""
    draft, at = DocumentBuilder(), 0
    for kind, text, level in blocks:
        draft.begin_block(kind, level)
        draft.copy(text, at)
        at += len(text) + 1
    return finished(draft, "\n".join(text for _, text, _ in blocks))


@given(st.lists(st.tuples(KINDS, TEXTS, st.integers(0, 3))))
def test_blocks_are_joined_by_blank_lines_and_found_in_the_file(blocks: list[tuple[str, str, int]]) -> None:
    document = of_blocks(*blocks)
    texts = [document.text[block.start : block.end] for block in document.blocks]
    assert texts == [text.strip() for _, text, _ in blocks if text.strip()]
    assert document.text == "\n\n".join(texts)
    for block, text in zip(document.blocks, texts, strict=True):
        assert source_of(document, block.start, block.end) == text


def test_an_empty_draft_is_an_empty_document() -> None:
    document = finished(DocumentBuilder(), "")
    assert (document.text, document.blocks, document.ignored, document.skipped) == ("", (), (), ())


def test_the_first_heading_of_the_first_level_is_the_title() -> None:
    one = of_blocks(("paragraph", "A.", 0), ("heading", "B", 2), ("heading", "C", 1), ("heading", "D", 1))
    assert [block.kind for block in one.blocks] == ["paragraph", "heading", "title", "heading"]
    other = of_blocks(("heading", "A", 1), ("title", "B", 0))
    assert [block.kind for block in other.blocks] == ["heading", "title"]


def test_what_is_skipped_comes_in_order_and_is_not_blank() -> None:
    draft, source = DocumentBuilder(), "a bb   cc d"
    draft.copy("a ", 0)
    draft.omit(7, 9, "code")
    draft.omit(4, 7, "white space")
    draft.omit(2, 4, "formula")
    document = finished(draft, source)
    assert [(source[s.place.start : s.place.end], s.reason) for s in document.skipped] == [
        ("bb", "formula"),
        ("cc", "code"),
    ]


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Profit up 12%", True),
        ("It rose by 12%.", False),
        ("What now?", False),
        ("", False),
        ("x" * 201, False),
    ],
)
def test_a_short_line_that_is_no_sentence_may_be_a_title(line: str, title: bool) -> None:
    assert is_title(line) is is_title(f"  {line}\n") is title


@pytest.mark.parametrize(
    "line", ["References", "REFERENCES", "7. References", "IV Bibliography", "Works cited:"]
)
def test_a_line_that_opens_references(line: str) -> None:
    assert opens_references(line)


@pytest.mark.parametrize("line", ["references", "References to 5 others", "Preferences", "", "Reference"])
def test_a_line_that_opens_none(line: str) -> None:
    assert not opens_references(line)


@pytest.mark.parametrize(
    ("line", "follows"),
    [("Appendix B", True), ("A. Appendix", True), ("Acknowledgements", True), ("Supplementary data", True),
     ("About the Authors", True), ("Appendix B gives 7.", False), ("appendix", False), ("Doe, 1999", False)],
)  # fmt: skip
def test_a_line_that_follows_references(line: str, follows: bool) -> None:
    assert follows_references(line) is follows


def test_references_without_levels_end_where_something_known_follows() -> None:
    document = of_blocks(
        ("heading", "References", 0),
        ("paragraph", "Doe, 1999.", 0),
        ("heading", "Online", 0),
        ("header", "Page 5", 0),
        ("heading", "Appendix", 0),
        ("paragraph", "And 7.", 0),
    )
    assert blocks_of(document) == ["Page 5", "Appendix", "And 7."]


def test_there_may_be_two_lists_of_references() -> None:
    document = of_blocks(
        ("heading", "References", 1),
        ("paragraph", "Doe, 1999.", 0),
        ("heading", "Outlook", 1),
        ("heading", "References", 1),
        ("paragraph", "Roe, 2001.", 0),
    )
    assert document.text == "Outlook"
    first, second = (document.source[s.place.start : s.place.end] for s in document.skipped)
    assert (first, second) == ("References\nDoe, 1999.", "References\nRoe, 2001.")


def test_a_mark_in_a_file_of_no_lines_ignores_nothing() -> None:
    draft = DocumentBuilder()
    draft.copy("Of 5.", 0)
    draft.mark("ignore", 0, 5)
    places = PartPlaces([DocumentPart(0, "page 1", 1)], 5)
    assert draft.build("Of 5.", places, name="a.pdf", path=None, format="pdf").ignored == ()


def test_marks_that_open_twice_are_closed_once_and_a_stray_end_closes_none() -> None:
    source = "A 1. B 2. C 3. D 4."
    draft = DocumentBuilder()
    draft.copy(source, 0)
    for what, at in (("ignore-end", 2), ("ignore-start", 5), ("ignore-start", 10), ("ignore-end", 15)):
        draft.mark(what, at, at)
    assert finished(draft, source).ignored == ((5, 15),)


def test_a_mark_before_a_table_with_another_inside_means_the_outer_only() -> None:
    draft, source = DocumentBuilder(), "% 1 22 333 4"
    draft.mark("ignore", 0, 1)
    for cell, at, length in ((Cell(1, 1, 1), 2, 1), (Cell(2, 1, 1), 4, 2), (Cell(1, 1, 2), 7, 3)):
        draft.begin_block("table", cell=cell)
        draft.copy(source[at : at + length], at)
    draft.begin_block()
    draft.copy("4", 11)
    # The mark stands on a line of its own.
    source = source.replace("% ", "%\n")
    document = finished(draft, source)
    assert [document.text[start:end] for start, end in document.ignored] == ["1", "333"]


@pytest.mark.parametrize("level", ["#", "##"])
def test_references_reach_to_the_next_heading_of_their_level(level):
    references = f"{level} References\n\nDoe, 1999.\n\n### Online\n\nRoe, 2001."
    source = f"{level} Results\n\nWe saw 5.\n\n{references}\n\n{level} Notes\n\nAnd 7.\n"
    document = read(source.encode(), format="markdown")
    assert blocks_of(document) == ["Results", "We saw 5.", "Notes", "And 7."]
    assert reasons_of(document) == ["reference list"]
    place = document.skipped[0].place
    assert source[place.start : place.end].startswith("References")
    assert source[place.start : place.end].endswith("2001.")


@pytest.mark.parametrize(
    ("heading", "shown"),
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
def test_the_number_of_a_heading_is_left_out(heading, shown):
    document = read(f"# {heading}\n\nText.\n".encode(), format="markdown")
    assert blocks_of(document)[0] == shown
    assert (document.locate(0, 1).start > 2) == (heading != shown)


def test_headings_that_count_are_numbered():
    source = "# Title\n\n## 1 Aims\n\nA.\n\n## 2 Means\n\nB.\n\n## 3 Ends\n\nC."
    assert blocks_of(read(source.encode(), format="markdown"), "heading") == ["Aims", "Means", "Ends"]


def test_ignoring_before_a_table_means_all_its_cells():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    source = f"{table}\nSome 5.\n\n<!-- numerate: ignore -->\n\n{table.replace('1', '6')}\nMore 7.\n"
    assert ignored_of(source, "markdown") == ["6", "2", "3", "4"]


def test_ignoring_within_a_paragraph_means_its_next_line():
    source = "Of 1 and\n% numerate: ignore\nof 2 and\nof 3."
    assert ignored_of(source, "latex") == ["2"]


def test_an_ignore_that_never_ends_reaches_to_the_end():
    assert ignored_of("A 1.\n\nnumerate: ignore-start\n\nB 2.\n\nC 3.", "text") == ["2", "3"]
