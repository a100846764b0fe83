from numerate.consistency.sources.grid import grids, scale_of
from numerate.documents import Document
from tests.consistency.sources.helpers import verdicts


def labelled(text: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the labels of row and column of each figure of the tables of a text."""
    return {
        text[cell.start : cell.end]: (cell.row_labels, cell.column_labels)
        for grid in grids(Document.from_text(text))
        for cell in grid.cells
    }


def test_lines_fields_and_objects_are_tables() -> None:
    expected = {"21": (("Mia Torres",), ("PTS",)), "7": (("Mia Torres",), ("REB",))}
    lines = labelled("Player | PTS | REB\nMia Torres | 21 | 7\nJo Lind | 9 | 12\n")
    fields = labelled("Mia Torres: PTS 21, REB 7\nJo Lind: PTS 9, REB 12\n")
    objects = labelled(
        '[{"name": "Mia Torres", "PTS": 21, "REB": 7}, {"name": "Jo Lind", "PTS": 9, "REB": 12}]'
    )
    for table in (lines, fields, objects):
        assert {key: table[key] for key in expected} == expected


def test_prose_is_no_table() -> None:
    assert (
        grids(Document.from_text("The quay has 40 lamps, 12 bollards, and a crane.\nIt opened in 2014."))
        == []
    )


def test_scales() -> None:
    assert [scale_of(label) for label in ("in millions of dollars", "€000s", "$bn", "Jobs")] == [
        1e6,
        1e3,
        1e9,
        1,
    ]


def test_rows_of_plain_text_belong_to_their_names() -> None:
    source = "Player | Team | PTS | REB\nMia Torres | Comets | 21 | 7\nJo Lind | Comets | 9 | 12\n"
    assert verdicts("Mia Torres had 21 points, and Jo Lind 12 rebounds.", source) == [
        ("21", "same"),
        ("12", "same"),
    ]
    assert ("9", "contradicted") in verdicts("Mia Torres scored 9 points.", source)


def test_years_with_a_unit_are_the_header_of_a_plain_table() -> None:
    table = "| Item | 2024 (£) | FY 2025 |\n|---|---|---|\n| Rents | 11,640 | 12,905 |\n| Fuel | 3 | 7 |\n"
    draft = "Rents came to 12,905 in 2025. The club was founded in 1919."
    assert verdicts(draft, table) == [("12,905", "same"), ("2025", "same"), ("1919", "absent")]
