import pytest

from numerate.documents import read
from tests.documents.reading import blocks_of, ignored_of

TEXTS = {
    "text": "Up 12% on {}.\r\n\r\nCosts fell by 5 million.",
    "markdown": "# Up\r\n\r\nSales rose **12**% on {}.\r\n",
    "html": "<p>Up\r\n<b>12</b>% on {}.</p>",
    "rst": "Up **12**\\ % on {}.\r\n",
    "latex": "Up \\textbf{{12}}\\% on {}.\r\n",
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
@pytest.mark.parametrize("form", TEXTS)
def test_bytes_and_characters_hold_in_every_encoding(form, encoding):
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


def test_offsets_hold_far_into_a_long_file():
    text = "é" * 5000 + "\n\n" + "€ costs 7.\n\n" * 2000 + "At last 41,915."
    document = read(text.encode(), format="text")
    start = document.text.index("41,915")
    place = document.locate(start, start + 6)
    assert text[place.start : place.end] == "41,915"
    assert text.encode()[place.byte_start : place.byte_end] == b"41,915"
    assert place.line == text[: place.start].count("\n") + 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_any_of_the_three_ways(end):
    document = read(f"One.{end}Two 2.{end}{end}Three 33.".encode(), format="text")
    start = document.text.index("33")
    assert document.locate(start, start + 2)[3:5] == (4, 7)
    assert blocks_of(document) == ["One.\nTwo 2.", "Three 33."]


def test_a_block_is_found_by_any_of_its_characters():
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
def test_the_author_can_have_numbers_left_alone(form):
    assert ignored_of(IGNORED[form], form) == ["2", "3", "5", "6"]


def test_a_comment_shown_as_code_is_no_comment():
    assert (
        ignored_of(
            "```\n<!-- numerate: ignore-start -->\n```\n\nA 1 `<!-- numerate: ignore -->`.", "markdown"
        )
        == []
    )
