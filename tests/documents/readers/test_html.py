import pytest

from numerate.documents import OBJECT, Cell, read
from tests.documents.helpers import blocks_of, numbers_of, reasons_of, text_of


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("&pound;5&nbsp;million", "£5\xa0million"),
        ("3</b>.4 <i>billion", "3.4 billion"),
        ("3.4\n   billion", "3.4 billion"),
        ("12<span class='a>b'>%", "12%"),
        ("&#49;&#x32;&percnt;", "12%"),
        ("10<sup>5", "10⁵"),
    ],
)
def test_a_number_is_read_through_its_markup(source, number):
    assert numbers_of(f"<p>It was {source}</p>", "html") == {number: source}


def test_text_is_what_a_browser_shows():
    source = """<!DOCTYPE html><html><head><title>5</title><style>p { width: 6px }</style></head>
    <body><h1>Up 12%</h1><script>if (7 < 8) alert("</p>")</script><p title="9">One<br>line
    of <a href="http://x.y/10">text</a>.<p hidden>11</p><div style="display: none"><div>12</div>13</div>
    <ul><li>First<li>Second</ul><template>14</template>3 < 4 &amp; more</body></html>"""
    document = read(source.encode(), format="html")
    assert blocks_of(document) == ["Up 12%", "One\nline of text.", "First", "Second", "3 < 4 & more"]
    assert document.blocks[0].kind == "title"
    assert reasons_of(document) == ["head", "script", "hidden", "hidden", "template"]


def test_cells_are_blocks_of_their_table():
    source = (
        "<table><caption>Costs<tr><th>a<th>5<tr><td><p>b</p><p>c</p><td>6</table>after<table><td>7</table>"
    )
    document = read(source.encode(), format="html")
    assert [(document.text[block.start : block.end], block.cell) for block in document.blocks] == [
        ("Costs", None),
        ("a", Cell(1, 1, 1)),
        ("5", Cell(1, 1, 2)),
        ("b", Cell(1, 2, 1)),
        ("c", Cell(1, 2, 1)),
        ("6", Cell(1, 2, 2)),
        ("after", None),
        ("7", Cell(2, 1, 1)),
    ]
    assert blocks_of(document, "table") == ["a", "5", "b", "c", "6", "7"]


def test_code_is_left_out():
    source = "<p>Set <code>x = 5 <b>6</b></code> or <kbd>7</kbd>.</p><pre>8</pre><p>Then 9.</p>"
    document = read(source.encode(), format="html")
    assert document.text == f"Set {OBJECT} or {OBJECT}.\n\nThen 9."
    assert reasons_of(document) == ["code"] * 3


@pytest.mark.parametrize(
    "source", ["a<", "a<b", "a<b c='", "a<!--", "a</", "a<!", "a&", "a&#", "<script>", "a<svg/>b"]
)
def test_broken_markup_is_read_to_the_end(source):
    assert text_of(f"5 {source}", "html").startswith("5")
