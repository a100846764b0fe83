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


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("After three quarters the board read 69–{}, a lead of seven.", "67", "62"),
        ("The Foxes were ahead 43–{}, with an advantage of two.", "47", "41"),
        ("At half-time the teams were level at 62–{}.", "64", "62"),
        ("At half-time they were level at 62–{}, and the visitors looked happier.", "64", "62"),
        (
            "A burst took the Lions from 49–50 to 60–50, and the board read 69–{}, a lead of seven.",
            "67",
            "62",
        ),
        ("The sides were deadlocked at 62–{} with a minute to play.", "26", "62"),
    ],
)
def test_a_score_fits_its_lead(text: str, wrong: str, right: str) -> None:
    assert kinds(text.format(wrong)) == ["score"]
    assert kinds(text.format(right)) == []


@pytest.mark.parametrize(
    "text",
    [
        "They led 30–21 and never let a lead of seven slip below five.",
        "Level after an hour, they lost 31–24.",
        "The vote was tied at 6, and 3–2 in the committee.",
    ],
)
def test_other_leads_are_not_of_a_score(text: str) -> None:
    assert kinds(text) == []


def test_the_winner_of_a_final_may_have_lost_a_set() -> None:
    assert kinds("Sarr took the final 6–3, 4–6, 6–2.") == []
    assert kinds("Sarr took the final two sets 6–3 and 4–6.") == ["score"]
