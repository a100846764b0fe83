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
