"""Values in cells of a table."""

import pytest

from numerate.consistency import inconsistencies
from numerate.documents import read
from tests.growth import assert_linear


def wrong(source):
    """Return the figures reported in a Markdown document."""
    document = read(source.encode(), name="table.md")
    findings = inconsistencies(document.text, document.headings, rules=["known"])
    return [finding.numbers[0].text for finding in findings]


@pytest.mark.parametrize(("height", "figures"), [("230 m", ["230"]), ("330 m", [])])
def test_the_label_tells_the_property(height, figures):
    assert wrong(f"# Eiffel Tower\n\n| Fact | Value |\n|---|---|\n| Height | {height} |\n") == figures


@pytest.mark.parametrize(("height", "figures"), [("8,489 m", ["8,489"]), ("8,849 m", [])])
def test_the_header_tells_the_property_of_a_name(height, figures):
    assert wrong(f"# Peaks\n\n| Peak | Height |\n|---|---|\n| Mount Everest | {height} |\n") == figures


def test_two_headers_of_one_property_tell_nothing():
    header = "| City | Population in the city | Population of the region |\n|---|---|---|\n"
    assert wrong(f"# Cities\n\n{header}| Vienna | 20,000,000 | 30,000,000 |\n") == []


def test_a_column_of_something_else_is_left_alone():
    header = "| Property | Earth | Mars |\n|---|---|---|\n"
    assert wrong(f"# Mars\n\n{header}| Rotation | 23 h 56 min | 24 h 37 min |\n") == []


@pytest.mark.parametrize("row", ["| Mount Everest | 8,849 m |", "| Some thing | 5 m |", "| Height | 5 m |"])
def test_long_tables_take_linear_time(row):
    def table(rows):
        return "# Mars\n\n| Peak | Height |\n|---|---|\n" + f"{row}\n" * rows

    assert_linear(wrong, table(100), table(400))
