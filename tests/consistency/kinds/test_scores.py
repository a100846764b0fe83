import pytest

from tests.consistency.helpers import kinds


@pytest.mark.parametrize(
    "text",
    [
        "He won the medal after a 3-14 to 0-17 victory over Clare.",
        "Cork and Galway drew 1-19 apiece.",
    ],
)
def test_goals_and_points_are_one_score(text: str) -> None:
    assert kinds(text) == []


def test_a_winner_with_fewer_goals_is_reported() -> None:
    assert kinds("The Rovers won 1–3 at home.") == ["score"]
