import pytest

from numerate.consistency.tables.sports import sport_sums
from tests.consistency.tables.grids import grid

TABLE = "Ashby  10  7  2  1  23\nBrent  10  6  1  3  19\nColne  10  4  3  3  15"
LABELS = ("P", "W", "D", "L", "Pts")


def sums(text: str, labels: tuple[str, ...] = LABELS) -> dict[int, dict[int, float]]:
    formulas = sport_sums(grid(text, labels).lines(by_column=True))
    return {formula.target: {term.line: term.factor for term in formula.terms} for formula in formulas}


def test_played_and_points():
    assert sums(TABLE) == {0: {1: 1, 2: 1, 3: 1}, 4: {1: 3, 2: 1}}
    assert sums(TABLE.replace("19", "91")) == sums(TABLE)


def test_two_points_for_a_win():
    two = TABLE.replace("23", "16").replace("19", "13").replace("15", "11")
    assert sums(two)[4] == {1: 2, 2: 1}


PLAYERS = "Arden  6  2  5  23\nBohl  3  4  1  19\nCosta  2  3  0  13"


@pytest.mark.parametrize(
    "labels", [("Twos", "Threes", "Free throws", "Points"), ("2PM", "3-pt", "FT", "Pts")]
)
def test_points_of_basketball_players(labels: tuple[str, ...]) -> None:
    assert sums(PLAYERS, labels) == {3: {0: 2, 1: 3, 2: 1}}


def test_field_goals_include_three_pointers() -> None:
    field_goals = "Arden  8  2  5  23\nBohl  7  4  1  19\nCosta  5  3  0  13"
    assert sums(field_goals, ("FG", "Threes", "FT", "Points")) == {3: {0: 2, 1: 1, 2: 1}}


@pytest.mark.parametrize(
    "labels", [("P", "W", "W", "L", "Pts"), ("A", "B", "C", "E", "G"), ("P", "W", "D", "", "")]
)
def test_other_labels_name_nothing(labels):
    assert sums(TABLE, labels) == {}


def test_points_by_another_rule():
    assert 4 not in sums(TABLE.replace("23", "31").replace("19", "27").replace("15", "18"))
