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
