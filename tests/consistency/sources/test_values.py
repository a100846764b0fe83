import pytest

from tests.consistency.sources.helpers import verdicts

SOURCE = (
    "The mill was built in 1957. Not later than 18 months after that the owner shall report. A rate of at "
    "least 25 megabits per second is required. Of 342 samples, 12.9% were above the limit. Day nine was the "
    "worst: the boat capsized. Benny was on his second flight. Earnings per share were $1.47."
)


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        ("The mill dates from the 1950s.", "rounded"),
        ("The mill dates from the 1960s.", "absent"),
        ("The owner must report within a year and a half.", "rescaled"),
        ("The owner must report within two years.", "contradicted"),  # a limit is not rounded
        ("The rate required is at least 20 megabits per second.", "contradicted"),
        ("One in eight samples was above the limit.", "rounded"),
        ("One in four samples was above the limit.", "contradicted"),
        ("The boat capsized on the ninth day.", "same"),
        ("Benny was on his first flight.", "contradicted"),  # an ordinal that the source disputes
        ("EPS came to $1.47.", "same"),
    ],
)
def test_how_a_draft_states_a_value(draft: str, expected: str) -> None:
    [(_, verdict), *_] = verdicts(draft, SOURCE)
    assert verdict == expected


POLL = "In the poll 64% of voters agreed and 37% of women. The dam took ten years. It holds 3,240 litres."


@pytest.mark.parametrize(
    ("draft", "is_supported"),
    [
        ("In the poll nearly two thirds of voters agreed.", True),
        ("In the poll more than a third of women agreed.", True),
        ("In the poll more than half of women agreed.", False),
        ("The dam took over nine years.", False),  # that is less than ten
        ("The dam holds about 3,200 litres.", True),
        ("The dam holds about 3,300 litres.", False),
    ],
)
def test_a_hedge_opens_less_than_the_next_value(draft: str, is_supported: bool) -> None:
    [(_, verdict)] = verdicts(draft, POLL)
    assert (verdict in ("same", "rounded", "rescaled")) is is_supported


NOTATIONS = (
    "Sales rose 5% in the second half of 2021. Accuracy is 0.85, the recall 62%. The doors open at 14:30. "
    "Prices went up by 0.5%. The mill burned down in 1857. Disco was popular in the 1970s. Sales in Q4 were "
    "low."
)


@pytest.mark.parametrize(
    ("draft", "is_supported"),
    [
        ("H2 2021 saw sales rise by 5%.", True),
        ("H2 2020 saw sales rise by 5%.", False),
        ("Accuracy is 85%.", True),
        ("Accuracy is 58%.", False),
        ("The recall is 0.62.", True),
        ("The doors open at 2:30 p.m.", True),
        ("The doors open at 3:30 p.m.", False),
        ("Prices went up by half a percent.", True),
        ("The mill burned down in the 1800s.", True),
        ("Disco was popular in the 70s.", True),
        ("Disco was popular in the 80s.", False),
        ("Fourth-quarter sales were low.", True),
        ("Third-quarter sales were low.", False),
    ],
)
def test_a_value_in_another_notation(draft: str, is_supported: bool) -> None:
    stated = [verdict for _, verdict in verdicts(draft, NOTATIONS)]
    assert all(verdict in ("same", "rounded", "rescaled") for verdict in stated) is is_supported


@pytest.mark.parametrize(
    ("share", "expected"), [("41%", "rounded"), ("39%", "rounded"), ("45%", "contradicted")]
)
def test_a_fraction_in_words_may_be_off_by_three_percent(share: str, expected: str) -> None:
    [(_, verdict)] = verdicts("Two fifths of the staff are nurses.", f"Of the staff, {share} are nurses.")
    assert verdict == expected
