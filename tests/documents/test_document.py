import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.documents import Document, read
from numerate.documents.document import is_title, paragraph_spans
from tests.documents.helpers import blocks_of, ignored_of

TEXTS = {
    "text": "Up 12% on {}.\r\n\r\nCosts fell by 5 million.",
    "markdown": "# Up\r\n\r\nSales rose **12**% on {}.\r\n",
    "html": "<p>Up\r\n<b>12</b>% on {}.</p>",
    "rst": "Up **12**\\ % on {}.\r\n",
    "latex": "Up \\textbf{{12}}\\% on {}.\r\n",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
@pytest.mark.parametrize("form", TEXTS)
def test_offsets_and_byte_offsets_are_exact_in_every_encoding(form, encoding):
    text = TEXTS[form].format("the café’s £ wages")
    data = text.encode(encoding)
    document = read(data, format=form)
    start = document.text.index("12")
    place = document.locate(start, start + 2)
    assert text[place.start : place.end] == "12"
    assert data[place.byte_start : place.byte_end].decode(document.encoding) == "12"
    line = text.split("\r\n")[place.line - 1]
    assert line[place.column - 1 : place.end_column - 1] == "12"
    assert place.where == f"line {place.line}, column {place.column}"


def test_offsets_are_exact_far_into_a_long_file():
    text = "é" * 5000 + "\n\n" + "€ costs 7.\n\n" * 2000 + "At last 41,915."
    document = read(text.encode(), format="text")
    start = document.text.index("41,915")
    place = document.locate(start, start + 6)
    assert text[place.start : place.end] == "41,915"
    assert text.encode()[place.byte_start : place.byte_end] == b"41,915"
    assert place.line == text[: place.start].count("\n") + 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_lf_crlf_or_cr(end):
    document = read(f"One.{end}Two 2.{end}{end}Three 33.".encode(), format="text")
    start = document.text.index("33")
    assert document.locate(start, start + 2)[3:5] == (4, 7)
    assert blocks_of(document) == ["One.\nTwo 2.", "Three 33."]


def test_the_block_of_a_character():
    document = read(b"# Head\n\nText of 5.\n", format="markdown")
    assert document.block(0).kind == "title"
    assert document.block(document.text.index("5")).kind == "paragraph"


IGNORED = {
    "text": "A 1.\n\n# numerate: ignore\n\nB 2.\n\nC 3 (numerate: ignore)\nD 4.\n\n"
    "numerate: ignore-start\n\nE 5.\n\nF 6.\n\nnumerate: ignore-end\n\nG 7.",
    "markdown": "A 1.\n\n<!-- numerate: ignore -->\n\nB 2.\n\nC 3 <!-- numerate: ignore -->\nD 4.\n\n"
    "<!-- numerate: ignore-start -->\n\nE 5.\n\nF 6.\n\n<!-- numerate: ignore-end -->\n\nG 7.",
    "html": "<p>A 1.</p>\n<!-- numerate: ignore -->\n<p>B 2.</p>\n<p>C 3 <!-- numerate: ignore -->\nD 4.\n"
    "<!-- numerate: ignore-start -->\n<p>E 5.</p><p>F 6.</p>\n<!-- numerate: ignore-end -->\n<p>G 7.</p>",
    "rst": "A 1.\n\n.. numerate: ignore\n\nB 2.\n\nC.\n\n.. numerate: ignore\n\n3\n\nD 4.\n\n"
    ".. numerate: ignore-start\n\nE 5.\n\nF 6.\n\n.. numerate: ignore-end\n\nG 7.",
    "latex": "A 1.\n\n% numerate: ignore\nB 2.\n\nC 3. % numerate: ignore\nD 4.\n\n"
    "% numerate: ignore-start\nE 5.\n\nF 6.\n% numerate: ignore-end\n\nG 7.",
}


@pytest.mark.parametrize("form", IGNORED)
def test_ignore_comments_cover_lines_blocks_and_ranges(form):
    assert ignored_of(IGNORED[form], form) == ["2", "3", "5", "6"]


def test_an_ignore_comment_inside_code_has_no_effect():
    assert (
        ignored_of(
            "```\n<!-- numerate: ignore-start -->\n```\n\nA 1 `<!-- numerate: ignore -->`.", "markdown"
        )
        == []
    )


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
def test_a_short_line_that_is_not_a_sentence_may_be_a_title(line: str, title: bool) -> None:
    assert is_title(line) is is_title(f"  {line}\n") is title


@given(st.text("ab5 .\n", max_size=30))
def test_a_string_is_a_document_character_by_character(text):
    document = Document.from_text(text)
    assert document.text == document.source == text
    assert [(block.start, block.end) for block in document.blocks] == paragraph_spans(text)
    for offset in range(len(text)):
        assert document.locate(offset, offset + 1)[:2] == (offset, offset + 1)


def test_the_first_line_of_a_string_may_be_its_title():
    document = Document.from_text("Profit up 12%\n\nIt rose by 12%.\n \nMore.")
    assert [block.kind for block in document.blocks] == ["title", "paragraph", "paragraph"]
    assert blocks_of(document) == ["Profit up 12%", "It rose by 12%.", "More."]
    assert Document.from_text("Profit up 12%").blocks[0].kind == "paragraph"


def test_headings_are_the_spans_of_the_title_and_what_stands_below_it() -> None:
    document = read(b"# Mars\n\nIt is red.\n\n## Moons\n\nIt has two.\n", format="markdown")
    assert [document.text[start:end] for start, end in document.headings] == ["Mars", "Moons"]
