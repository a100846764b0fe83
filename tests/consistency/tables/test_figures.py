from numerate.consistency.tables.figures import read_table
from numerate.documents import read


def test_the_numbers_of_notes_are_no_figures():
    text = "| | Note | 2024 |\n|---|---|---|\n| Rent | 4 | 1,204 |\n| Food | 12 | 930 |\n| Sum | 3 | 2,134 |"
    document = read(text.encode(), name="table.md")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert sorted(reading.figures) == [(0, 1), (1, 1), (2, 1)]


def test_notes_below_a_header_that_spans_several_columns():
    source = (
        "<table><tr><th></th><th colspan=2>Year ended</th></tr><tr><th></th><th>Note</th><th>2024</th></tr>"
        "<tr><td>Rent</td><td>4</td><td>1,204</td></tr><tr><td>Food</td><td>12</td><td>930</td></tr></table>"
    )
    document = read(source.encode(), name="table.html")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert sorted(reading.figures) == [(0, 1), (1, 1)]


def test_a_figure_that_spans_a_column_which_another_has_joined_to_a_third():
    rows = ("<td>a<td><td colspan=2>5", "<td>b<td colspan=2>6<td>", "<td>c<td><td><td>7")
    source = f"<table>{''.join(f'<tr>{row}' for row in rows)}</table>"
    document = read(source.encode(), name="table.html")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert [figure.quantity.value for _, figure in sorted(reading.figures.items())] == [5, 6, 7]
    assert {column for _, column in reading.figures} == {0}


def test_a_header_over_all_columns_names_none_of_them():
    source = (
        "<table><tr><th></th><th colspan=2>In millions, except per share data</th></tr>"
        "<tr><th></th><th>2024</th><th>2023</th></tr>"
        "<tr><td>Rent</td><td>1,310</td><td>1,204</td></tr><tr><td>Food</td><td>871</td><td>930</td></tr></table>"
    )
    document = read(source.encode(), name="table.html")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert reading.grid.column_labels == ("2024", "2023")


def test_a_dash_that_spans_the_column_of_the_sign_is_zero():
    rows = (
        "<td>$</td><td>1,204</td><td>$</td><td>871</td>",
        "<td colspan=2>—</td><td colspan=2>930</td>",
        "<td>$</td><td>310</td><td>$</td><td>—</td>",
    )
    lines = "".join(f"<tr><td>Item {number}</td>{row}</tr>" for number, row in enumerate(rows))
    head = "<tr><td></td><td colspan=2>2024</td><td colspan=2>2023</td></tr>"
    document = read(f"<table>{head}{lines}</table>".encode(), name="table.html")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert [[entry and (entry.known, int(entry.value)) for entry in row] for row in reading.grid.rows] == [
        [(True, 1204), (True, 871)],
        [(True, 0), (True, 930)],
        [(True, 310), (True, 0)],
    ]
