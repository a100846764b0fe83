import pytest
from tests.checking.documents.reading import blocks_of, ignored_of, reasons_of

from numerate.checking.documents import read

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


def test_ignoring_before_a_table_means_all_its_cells():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    source = f"{table}\nSome 5.\n\n<!-- numerate: ignore -->\n\n{table.replace('1', '6')}\nMore 7.\n"
    assert ignored_of(source, "markdown") == ["6", "2", "3", "4"]


def test_ignoring_within_a_paragraph_means_its_next_line():
    source = "Of 1 and\n% numerate: ignore\nof 2 and\nof 3."
    assert ignored_of(source, "latex") == ["2"]


def test_an_ignore_that_never_ends_reaches_to_the_end():
    assert ignored_of("A 1.\n\nnumerate: ignore-start\n\nB 2.\n\nC 3.", "text") == ["2", "3"]


def test_a_comment_shown_as_code_is_no_comment():
    assert (
        ignored_of(
            "```\n<!-- numerate: ignore-start -->\n```\n\nA 1 `<!-- numerate: ignore -->`.", "markdown"
        )
        == []
    )
