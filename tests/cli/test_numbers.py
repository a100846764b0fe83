"""The numbers of a text as `numerate extract` writes them."""

from __future__ import annotations

import json

import pytest

from numerate.cli.numbers import write_json, write_text
from numerate.cli.source import TextSource
from numerate.documents import read
from numerate.text import extract


def source_of(text: str, format: str = "text") -> TextSource:  # noqa: A002
    return TextSource(read(text.encode(), format=format))


def table(text: str, capsys: pytest.CaptureFixture[str], format: str = "text") -> list[str]:  # noqa: A002
    """Return the lines that are written for a text."""
    source = source_of(text, format)
    write_text(source, extract(source.text, identifiers=True))
    return capsys.readouterr().out.splitlines()


def test_numbers_are_marked_and_listed_with_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    lines = table("It paid $3.4 million\nfor 12,500 trees in 2019.\n", capsys)
    assert lines[:2] == ["It paid ⟦$3.4 million⟧", "for ⟦12,500⟧ trees in ⟦2019⟧."]
    assert [line.split() for line in lines[3:]] == [
        ["line:column", "number", "value", "kind", "unit"],
        ["1:9", "$3.4", "million", "3,400,000", "money", "USD"],
        ["2:5", "12,500", "12,500", "cardinal", "trees"],
        ["2:21", "2019", "2019", "year"],
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("minus 5 °C", "-5"),
        ("a third of them", "0.333333"),
        ("0.0000001 grams", "1e-07"),
        ("the 1990s", "1990"),
        ("1.50 metres", "1.50"),
        ("1,000,000 people", "1,000,000"),
    ],
)
def test_values_are_formatted_for_reading(text: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert value in table(text, capsys)[-1].split()


def test_a_long_cell_is_clipped(capsys: pytest.CaptureFixture[str]) -> None:
    row = table("It has " + "9" * 60 + " pages.", capsys)[-1]
    assert "9" * 39 + "…" in row
    assert "9" * 40 not in row


def test_a_text_without_numbers_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert table("Nothing here.", capsys) == ["Nothing here.", "", "No numbers."]


def test_offsets_of_records_are_those_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    written = "It grew **12** km, then _5_ miles."
    source = source_of(written, "markdown")
    write_json(source, extract(source.text))
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [written[record["start"] : record["end"]] for record in records] == ["12", "5"]
    assert [written[slice(*record["numeral"])] for record in records] == ["12", "5"]
    units = [written[record["unit"]["start"] : record["unit"]["end"]] for record in records]
    assert units == ["km", "miles"]
    assert [(record["line"], record["column"]) for record in records] == [(1, 11), (1, 26)]
