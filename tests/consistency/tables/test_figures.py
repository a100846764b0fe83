from numerate.consistency.tables.figures import read_table
from numerate.documents import read


def test_the_numbers_of_notes_are_no_figures():
    text = "| | Note | 2024 |\n|---|---|---|\n| Rent | 4 | 1,204 |\n| Food | 12 | 930 |\n| Sum | 3 | 2,134 |"
    document = read(text.encode(), name="table.md")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert sorted(reading.figures) == [(0, 1), (1, 1), (2, 1)]
