import pytest

from numerate.documents import OBJECT, CellPosition, DocumentError, read
from tests.documents.helpers import blocks_of, numbers_of, reasons_of, text_of


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("3.4** billion", "3.4 billion"),
        (r"3\.4", "3.4"),
        ("&pound;5&nbsp;million", "£5\xa0million"),
        ("3.4\nbillion", "3.4 billion"),
        ("1</b>.4", "1.4"),
        ("10<sup>5", "10⁵"),
        ("12](http://a.b/99)%", "12%"),
    ],
)
def test_a_number_is_read_through_its_markup(source, number):
    opening = {"3.4** billion": "**", "1</b>.4": "<b>", "12](http://a.b/99)%": "["}.get(source, "")
    assert numbers_of(f"It was {opening}{source}", "markdown") == {number: source}


def test_text_is_what_the_rendering_shows():
    source = """---
title: 1
---

Up 2
====

Some ![alt 3](4.png), `5`, <https://six.com/6>, [seven][7] and \\*8*.  \nNew line[^9].

[7]: http://ten.com/10

- item *11*
  1. nested
     12

      not code 13

> quoted
14

    code 15

~~~
16
~~~
"""
    document = read(source.encode(), format="markdown")
    assert blocks_of(document) == [
        "Up 2",
        f"Some {OBJECT}, {OBJECT}, {OBJECT}, seven and *8*.\nNew line.",
        "item 11",
        "nested 12",
        "not code 13",
        "quoted 14",
    ]
    assert reasons_of(document) == ["front matter", "image", "code", "address", "code", "code"]


def test_headings_have_levels_and_the_first_is_the_title():
    document = read(b"# One #\n\n## Two\n\nThree\n-----\n", format="markdown")
    assert [(block.kind, block.level) for block in document.blocks] == [
        ("title", 1),
        ("heading", 2),
        ("heading", 2),
    ]
    assert [document.source[document.locate(b.start, b.end).start] for b in document.blocks] == [
        "O",
        "T",
        "T",
    ]


@pytest.mark.parametrize(
    ("first", "rest", "bar"),
    [
        ("", "", "|"),
        ("", "", ""),
        ("> ", "> ", "|"),
        ("> ", ">", ""),
        ("- ", "  ", "|"),
        ("7. > ", "   > ", "|"),
    ],
)
def test_cells_map_to_their_rows(first, rest, bar):
    rows = [f"{bar}{row}{bar}" for row in ("a | b 11", "--|--", r"12 \| 13 | **14**", "15| 16 ")]
    source = "\n".join([first + rows[0], *(rest + row for row in rows[1:])])
    document = read(source.encode(), format="markdown")
    assert blocks_of(document) == ["a", "b 11", "12 | 13", "14", "15", "16"]
    assert [block.cell for block in document.blocks] == [
        CellPosition(1, row, column, header=row == 1) for row in (1, 2, 3) for column in (1, 2)
    ]
    for number in ("11", "12", "13", "14", "15", "16"):
        start = document.text.index(number)
        assert document.locate(start, start + 2).start == source.index(number)


def test_html_inside_markdown():
    source = "<div>\n<p>First 1</p>\n\nA *second* 2 <code>3</code><br>line.\n\n</div>\n\n"
    source += "> <table>\n> <td>4\n> </table>\n"
    document = read(source.encode(), format="markdown")
    assert blocks_of(document) == ["First 1", f"A second 2 {OBJECT}\nline.", "4"]
    assert document.blocks[-1].kind == "table"
    start = document.text.index("4")
    assert document.locate(start, start + 1).start == source.index("4")


def test_nesting_beyond_the_limit_is_an_error():
    assert text_of("> " * 30 + "5", "markdown") == "5"
    with pytest.raises(DocumentError, match="nested more than 39 deep"):
        read(b"> " * 60 + b"5", format="markdown")


def test_a_rule_at_the_start_is_not_front_matter():
    assert text_of("---\n\nText of 5.\n\n---\n\nMore.", "markdown") == "Text of 5.\n\nMore."


def test_a_footnote_of_one_word_is_no_link():
    assert blocks_of(read(b"Sales rose.[^1]\n\n[^1]: 2023\n[^b]: 5%\n\n[c]: 6\n", format="markdown")) == [
        "Sales rose.",
        "2023 5%",
    ]
