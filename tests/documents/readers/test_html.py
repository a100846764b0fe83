import pytest

from numerate.documents import OBJECT, CellPosition, read
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
        ("a", CellPosition(1, 1, 1, header=True)),
        ("5", CellPosition(1, 1, 2, header=True)),
        ("b", CellPosition(1, 2, 1)),
        ("c", CellPosition(1, 2, 1)),
        ("6", CellPosition(1, 2, 2)),
        ("after", None),
        ("7", CellPosition(2, 1, 1)),
    ]
    assert blocks_of(document, "table") == ["a", "5", "b", "c", "6", "7"]


def test_cells_after_a_row_span_move_to_the_right():
    source = (
        "<table><thead><tr><td rowspan=2><td colspan='2'>2023<tr><td>Q1<td>Q2</thead>"
        "<tr><td rowspan=2>a<td>5<td>6<tr><td>7<td>8</table>"
    )
    [table] = read(source.encode(), format="html").tables
    assert [(cell.row, cell.column, cell.text) for cell in table.cells] == [
        *[(1, 2, "2023"), (2, 2, "Q1"), (2, 3, "Q2")],
        *[(3, 1, "a"), (3, 2, "5"), (3, 3, "6"), (4, 2, "7"), (4, 3, "8")],
    ]
    assert (table.header_rows, table.header_columns) == (2, 1)
    assert [cell.text for cell in table.column_labels(3)] == ["2023", "Q2"]
    assert [cell.text for cell in table.row_labels(4)] == ["a"]


def test_a_table_in_a_cell_is_a_table_of_its_own():
    source = "<table><tr><td>a<table><tr><td>5</table>b<td>6</table>"
    outer, inner = read(source.encode(), format="html").tables
    assert [(cell.text, cell.column) for cell in outer.cells] == [("a\n\nb", 1), ("6", 2)]
    assert [cell.text for cell in inner.cells] == ["5"]


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
