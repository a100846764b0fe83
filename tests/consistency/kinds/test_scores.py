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


def test_the_winner_of_a_final_may_have_lost_a_set() -> None:
    assert kinds("Sarr took the final 6–3, 4–6, 6–2.") == []
    assert kinds("Sarr took the final two sets 6–3 and 4–6.") == ["score"]
