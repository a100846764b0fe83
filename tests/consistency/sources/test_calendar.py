import pytest

from numerate.consistency.sources.calendar import Calendar
from tests.consistency.sources.helpers import verdicts

SOURCE = "The mill reopens on Tuesday, and the kiln in October. It may be fired twice on Sunday 4 May."


def missing(draft: str, source: str = SOURCE) -> list[str]:
    return [name.text for name in Calendar([source]).missing(draft)]


@pytest.mark.parametrize(
    ("draft", "names"),
    [
        ("The mill reopens on Thursday.", ["Thursday"]),
        ("From Monday, the kiln is open until early November.", ["Monday", "November"]),
        ("The mill reopens on Tuesday, the kiln in October, and again in May.", []),
        ("Tuesdays are free, and so are Sundays in October.", []),
    ],
)
def test_months_and_days_that_no_source_names(draft: str, names: list[str]) -> None:
    assert missing(draft) == names


@pytest.mark.parametrize(
    "draft", ["April Dunne fired it.", "On 3 June it closed.", "The August Press has it."]
)
def test_names_and_dates_are_left_alone(draft: str) -> None:
    assert missing(draft) == []


@pytest.mark.parametrize(
    "source",
    [
        "The mill reopens soon.",
        "It reopens on Monday; tomorrow it is closed.",
        "Fired on mon, wed and thurs.",
    ],
)
def test_a_source_that_leaves_the_day_open_says_nothing_about_it(source: str) -> None:
    assert missing("The mill reopens on Thursday.", source) == []


@pytest.mark.parametrize("source", ["It was dug on 2024-11-03, not in May.", "From sept to nov, and in may."])
def test_months_may_be_short_or_numbers(source: str) -> None:
    assert missing("It was dug in November.", source) == []


def test_may_is_a_month_only_where_it_is_written_as_one() -> None:
    assert missing("It reopens in May.", "It may reopen in June.") == ["May"]


def test_they_are_absent() -> None:
    assert verdicts("The kiln is fired in November.", SOURCE) == [("November", "absent")]
