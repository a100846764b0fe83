from numerate.documents import read
from tests.documents.helpers import blocks_of, reasons_of


def test_paragraphs_are_separated_by_blank_lines():
    document = read(b"\n\nCosts rose by\n5 million.\n \t\n\n  Then 7.\n", format="text")
    assert blocks_of(document) == ["Costs rose by\n5 million.", "Then 7."]
    assert {block.kind for block in document.blocks} == {"paragraph"}


def test_a_first_line_on_its_own_is_the_title():
    document = read(b"Profit up 12%\n\nIt rose by 12%.", format="text")
    assert [block.kind for block in document.blocks] == ["title", "paragraph"]
    document = read(b"It rose by 12%.\n\nMore.", format="text")
    assert [block.kind for block in document.blocks] == ["paragraph", "paragraph"]


def test_a_reference_list_ends_at_an_appendix():
    text = "We saw 5.\n\nREFERENCES\nDoe, 1999.\n\nRoe, 2001.\n\nAppendix B\n\nAnd 7."
    document = read(text.encode(), format="text")
    assert blocks_of(document) == ["We saw 5.", "Appendix B", "And 7."]
    assert reasons_of(document) == ["reference list"]


def test_the_word_references_inside_a_paragraph_opens_no_list():
    text = "Of the many\nreferences\nwe saw 5.\n\nAppendix B gives 7."
    assert read(text.encode(), format="text").text == text
