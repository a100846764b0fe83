"""Tables of nothing but figures, the slowest of all documents: checked in linear time, at a bounded rate."""

from __future__ import annotations

import pytest

import numerate
from numerate.documents import read
from tests.growth import assert_linear, least_seconds
from tests.hostile.kinds import KINDS, Kind

pytestmark = pytest.mark.slow

FIGURES = Kind("text", "Of 5 ", "5 ")
"""As many figures, but in a paragraph."""
TABLES = [
    Kind("csv", "Of 5 ", "5,6\n"),
    Kind("markdown", "Of 5 ", "|5|6|\n|-|-|\n"),
    Kind("csv", "a", ",5", lines=3),
]
SIZE = 3_000
SLOWEST = 6
"""Times as long as the figures of a paragraph, which take 15 s a megabyte where `make attack` allows 120."""


def check(kind: Kind, size: int) -> None:
    numerate.check(read(kind.make(size).encode(), format=kind.format), unlikely=False)


def test_the_tables_are_among_the_kinds_of_the_attack() -> None:
    assert {FIGURES, *TABLES} <= set(KINDS)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_time_of_a_table_grows_with_its_size(table: Kind) -> None:
    assert_linear(lambda size: check(table, size), SIZE // 4, SIZE)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_table_of_figures_takes_little_longer_than_the_figures_alone(table: Kind) -> None:
    check(table, SIZE // 4)  # compiles what only tables need
    longest = SLOWEST * least_seconds(lambda size: check(FIGURES, size), SIZE)
    assert least_seconds(lambda size: check(table, size), SIZE) <= longest
