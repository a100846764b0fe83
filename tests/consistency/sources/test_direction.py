import pytest

from tests.consistency.sources.helpers import supports, verdicts

SOURCE = (
    "A survey gave the coalition 38 percent support, 5 points less than in spring. Spending on health goes "
    "up by 4.5 percent to 2.9 billion crowns. The new remote has 16 buttons; the old one had 34. A high dose "
    "raised the risk of falls by 15 percent."
)


@pytest.mark.parametrize(
    ("draft", "number"),
    [
        ("Support for the coalition has risen by 5 points to 38 percent.", "5"),
        ("Spending on health decreases by 4.5 percent.", "4.5 percent"),
        ("The number of buttons of the remote is raised from 34 to 16.", "34"),
        ("The remote has 16 buttons, up from 34.", "34"),
    ],
)
def test_a_change_that_is_turned_around_is_contradicted(draft: str, number: str) -> None:
    [support] = [support for support in supports(draft, SOURCE) if support.number.text == number]
    assert support.verdict == "contradicted"
    assert support.reason is not None
    assert "opposite direction" in support.reason


@pytest.mark.parametrize(
    "draft",
    [
        "Support for the coalition has fallen by 5 points to 38 percent.",
        "Spending on health increases by 4.5 percent.",
        "The number of buttons of the remote is reduced from 34 to 16.",
        "The remote has 16 buttons, down from 34.",
        "Falls rose by 15 percent with a high dose.",
    ],
)
def test_a_change_in_other_words_is_supported(draft: str) -> None:
    assert {support.verdict for support in supports(draft, SOURCE)} <= {"same", "rounded", "rescaled"}


def test_the_start_of_a_change_is_not_its_end() -> None:
    source = "The crash rate of the app went down from 0.8 percent to 0.3 percent this spring."
    assert verdicts("The app's crash rate dropped to 0.8%.", source) == [("0.8%", "contradicted")]
    assert verdicts("The app's crash rate dropped to 0.3%.", source) == [("0.3%", "same")]


def test_a_limit_is_not_turned_around() -> None:
    source = (
        "A State shall use not less than 35 percent of its grant for training, at most 75 dollars a rider."
    )
    assert verdicts("States must spend at most 35 percent on training.", source) == [
        ("35 percent", "contradicted")
    ]
    assert verdicts("States must spend at least 35 percent on training.", source) == [("35 percent", "same")]
    assert verdicts("Riders pay no more than 75 dollars.", source) == [("75 dollars", "same")]
