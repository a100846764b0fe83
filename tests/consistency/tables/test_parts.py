from numerate.consistency.tables.figures import read_table
from numerate.consistency.tables.parts import find_parts_beyond_whole, parts_by_whole
from numerate.documents import read
from tests.consistency.tables.grids import grid


def messages(staff: str, female: str) -> list[str]:
    source = (
        f"| | 2023 | 2024 |\n|---|---|---|\n| {staff} | 412 | 398 |\n| of which female | 301 | {female} |"
    )
    document = read(source.encode(), name="table.md")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    return [contradiction.message for contradiction in find_parts_beyond_whole(document.text, reading)]


def test_the_lines_that_are_part_of_another():
    text = "Staff  412\nof which female  301\nof whom part-time  111\nRooms  40\nTotal  12"
    assert list(parts_by_whole(grid(text).lines())) == [(0, [1, 2])]
    assert not list(parts_by_whole(grid("of which female  301\nStaff  412").lines()))


def test_a_part_that_is_larger_than_its_whole():
    assert messages("Staff", "288") == []
    assert messages("Staff", "488") == ["of which female in “2024”: 488 is more than the whole, Staff, 398."]


def test_part_of_a_result_may_be_larger():
    assert messages("Net income", "488") == []


def test_a_part_may_grow_faster_than_its_whole():
    source = (
        "| | 2023 | 2024 | % change |\n|---|---|---|---|\n"
        "| Accesses | 4,120 | 4,165 | 1.1 |\n| of which contract | 3,010 | 3,097 | 2.9 |"
    )
    document = read(source.encode(), name="table.md")
    reading = read_table(document.text, document.tables[0])
    assert reading is not None
    assert not list(find_parts_beyond_whole(document.text, reading))
