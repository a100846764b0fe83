import pytest

from numerate.documents import OBJECT, CellPosition, read
from tests.documents.helpers import blocks_of, numbers_of, reasons_of, source_of, text_of


@pytest.mark.parametrize(
    ("source", "number", "written"),
    [
        ("**3.4** billion", "3.4 billion", "3.4** billion"),
        ("*12*\\ %", "12%", "12*\\ %"),
        ("3\\.4", "3.4", "3\\.4"),
        ("10\\ :sup:`5`", "10⁵", "10\\ :sup:`5"),
        (":math:`5\\%`", "5%", "5\\%"),
        ("`12% <http://a.b/99>`_", "12%", "12%"),
        ("3.4\nbillion", "3.4 billion", "3.4\nbillion"),
    ],
)
def test_a_number_is_read_through_its_markup(source, number, written):
    assert numbers_of(f"It was {source}", "rst") == {number: written}


def test_text_is_what_the_rendering_shows():
    source = """
=====
Title
=====

:Date: 1 May

Results
-------

It took ``2``, |three|, :ref:`four`, :doc:`five <six7>`, foo_, 8 * 9 and 10*11 [12]_::

    code 13

      more 14

* First
  item 15
* second

  still 16

#. third
.. note:: Mind
   the 17.
   :class: x18

   And 19.

.. figure:: fig20.png
   :width: 21

   Caption 22.

.. _target: http://a.b/23
.. [12] Note 24.
.. comment 25
   goes on 26

>>> 27

Term 28
   meaning 29

| Line 30
| line 31

----

.. raw:: html

   32, 33

End.
"""
    document = read(source.encode(), format="rst")
    assert blocks_of(document) == [
        "Title",
        "Results",
        f"It took {OBJECT}, {OBJECT}, {OBJECT}, five, foo, 8 * 9 and 10*11 :",
        "First item 15",
        "second",
        "still 16",
        "third",
        "Mind the 17.",
        "And 19.",
        "Caption 22.",
        "Note 24.",
        "Term 28",
        "meaning 29",
        "Line 30",
        "line 31",
        "End.",
    ]
    assert reasons_of(document) == [
        "front matter",
        "code",
        "code",
        "image",
        "comment",
        "code",
        "raw directive",
    ]
    assert [block.kind for block in document.blocks[:3]] == ["title", "heading", "paragraph"]


def test_title_styles_get_levels_in_order_of_appearance():
    source = "A\n=\n\nText.\n\n===\nBbb\n===\n\nCc\n--\n\nD\n=\n"
    document = read(source.encode(), format="rst")
    headings = [
        (block.level, document.text[block.start : block.end]) for block in document.blocks if block.level
    ]
    assert headings == [(1, "A"), (2, "Bbb"), (3, "Cc"), (1, "D")]


def test_grid_and_simple_tables():
    source = """
+-----+-------+
| a   | **5** |
+=====+=======+
| b   | 6     |
| c   |       |
+-----+-------+
| whole 7     |
+-----+-------+

===  ====
x    8
===  ====
y    9
     10
z    11
===  ====
"""
    document = read(source.encode(), format="rst")
    cells = [(document.text[block.start : block.end], block.cell) for block in document.blocks]
    assert cells == [
        ("a", CellPosition(1, 1, 1, header=True)),
        ("5", CellPosition(1, 1, 2, header=True)),
        ("b c", CellPosition(1, 2, 1)),
        ("6", CellPosition(1, 2, 2)),
        ("whole 7", CellPosition(1, 3, 1, column_span=2)),
        ("x", CellPosition(2, 1, 1, header=True)),
        ("8", CellPosition(2, 1, 2, header=True)),
        ("y", CellPosition(2, 2, 1)),
        ("9 10", CellPosition(2, 2, 2)),
        ("z", CellPosition(2, 3, 1)),
        ("11", CellPosition(2, 3, 2)),
    ]
    for number in ("5", "7", "10", "11"):
        start = document.text.index(number)
        assert document.locate(start, start + len(number)).start == source.index(number)


def cells_of(source: str) -> list[tuple[int, int, int, int, str]]:
    [table] = read(source.encode(), format="rst").tables
    return [(cell.row, cell.column, cell.row_span, cell.column_span, cell.text) for cell in table.cells]


def test_cells_of_a_grid_table_span_columns_and_rows():
    source = """
+-------+-------------+
|       | Year        |
|       +------+------+
|       | 2023 | 2022 |
+=======+======+======+
| North | 5    | a+b  |
| East  +------+------+
|       | 7    |      |
+-------+------+------+
"""
    assert cells_of(source) == [
        (1, 2, 1, 2, "Year"),
        (2, 2, 1, 1, "2023"),
        (2, 3, 1, 1, "2022"),
        (3, 1, 2, 1, "North East"),
        (3, 2, 1, 1, "5"),
        (3, 3, 1, 1, "a+b"),
        (4, 2, 1, 1, "7"),
    ]


def test_hyphens_below_a_row_of_a_simple_table_show_spans():
    source = """
=====  =====  ======
   Inputs     Output
------------  ------
A      B      Either
=====  =====  ======
False  1      2
=====  =====  ======
"""
    assert cells_of(source)[:3] == [(1, 1, 1, 2, "Inputs"), (1, 3, 1, 1, "Output"), (2, 1, 1, 1, "A")]


def test_list_tables_and_csv_tables():
    source = """
.. list-table:: Sales
   :header-rows: 1
   :stub-columns: 1

   * - a
     - 2023
   * - b
     - 5,000
       more
   * -
     - 7

.. csv-table:: Staff
   :header: "x"; "2020"
   :delim: ;

   "a; b"; 5
   c; 6

End.
"""
    document = read(source.encode(), format="rst")
    first, second = document.tables
    assert [cell.text for cell in first.cells] == ["a", "2023", "b", "5,000 more", "7"]
    assert (first.at(3, 2).text, first.header_rows, first.header_columns, first.caption) == (
        "7",
        1,
        1,
        "Sales",
    )
    assert [cell.text for cell in second.cells] == ["x", "2020", "a; b", "5", "c", "6"]
    assert second.caption == "Staff"
    for cell in first.cells[:3]:
        assert source_of(document, cell.start, cell.end) == cell.text
    assert document.text.endswith("End.")


def test_a_literal_block_ends_with_its_indentation():
    assert text_of("Like::\n\n  5\n\n  6\n\nThen 7.", "rst") == "Like:\n\nThen 7."
    assert text_of("::\n\n  5\n\nThen 7.", "rst") == "Then 7."


def test_an_escaped_digit_belongs_to_its_number():
    document = read(rb"It sold 5\5 ships.", format="rst")
    at = document.text.index("55")
    place = document.locate(at, at + 2)
    assert document.source[place.start : place.end] == r"5\5"
