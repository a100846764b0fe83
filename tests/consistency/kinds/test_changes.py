import pytest

from numerate.consistency import relations
from tests.consistency.helpers import holds, kinds, only

FITTING = [
    "Net profit rose 62% to $3.4 billion from $2.1 billion a year ago.",
    "Net profit rose 62% to $3.4 billion, or 26 cents a share, in the third quarter, from $2.1 billion.",
    "Net profit rose 62% to $3.4 billion (2.6 billion euros) from $2.1 billion (1.6 billion euros).",
    "Sales of $3.4 billion were up 62 percent from $2.1 billion in 2011.",
    "Sales climbed 62% to $3.4 billion, compared with $2.1 billion a year earlier.",
    "Visits fell to 45 from 60, a drop of 25%.",
    "Visits fell from 60 to 45, a drop of 25%.",
    "The index was up 5 percent from 200 to 210.",
    "The margin rose 25 basis points to 3.75% from 3.50%.",
    "The margin fell 1.2 percentage points to 3.8% from 5.0%.",
    "Claims rose by 11,000 to 393,000 from 382,000.",
    "The dividend was raised; it rose 5 cents to $1.05 from $1.00.",
    "A 62% rise in sales to $3.4 billion from $2.1 billion surprised nobody.",
    "Profit rose to $3.4 billion from $2.1 billion.",
]


def test_a_compound_adjective_is_no_change() -> None:
    assert kinds("It raised its cost-cutting goal to $3 billion from $1 billion.") == []


@pytest.mark.parametrize("text", FITTING)
def test_a_correct_change_is_read_and_holds(text):
    assert holds(text, "change")


@pytest.mark.parametrize(
    "text",
    [
        "Net profit rose 12% to $3.4 billion from $2.1 billion a year ago.",
        "Sales of $3.4 billion were up 26 percent from $2.1 billion in 2011.",
        "Visits fell to 45 from 60, a drop of 20%.",
        "The index was up 5 percent from 200 to 230.",
        "The margin rose 25 basis points to 4.25% from 3.50%.",
        "The margin fell 1.2 percentage points to 2.8% from 5.0%.",
        "Claims rose by 11,000 to 373,000 from 382,000.",
        "Profit rose to $2.1 billion from $3.4 billion.",
        "Profit rose 10% to $3.3 million from $3.0 billion.",
    ],
)
def test_a_wrong_change_is_reported(text):
    assert kinds(text) == ["change"]


def test_the_message_shows_the_arithmetic():
    assert only("Net profit rose 12% to $3.4 billion from $2.1 billion a year ago.").message == (
        "$2.1 billion × 1.12 = $2.35 billion, not $3.4 billion; "
        "from $2.1 billion to $3.4 billion is a rise of 62%."
    )
    assert only("The margin rose 25 basis points to 4.25% from 3.50%.").message == (
        "3.50% + 25 basis points = 3.75%, not 4.25%; from 3.50% to 4.25% is a rise of 75 basis points."
    )


@pytest.mark.parametrize(
    "text",
    [
        # Every figure is known only to the digits it is written with.
        "Sales rose 1.5% to $2.2 billion from $2.1 billion.",
        "Sales rose 58% to $1.2 billion from $746 million.",
        # Writers round down as well as to the nearest.
        "Net income fell 60 percent to $38.1 million from $96.7 million.",
    ],
)
def test_rounding_is_not_an_error(text):
    assert holds(text, "change")


@pytest.mark.parametrize(
    "text",
    [
        "Sales rose 10 percent to $7.79 billion, compared with the $7.74 billion that analysts expected.",
        "Profit rose 12% to $3.4 billion, while costs fell to $1.1 billion from $2.1 billion.",
        "It now expects $14.6 billion to $14.9 billion, up from $14.2 billion to $14.6 billion.",
        "The yen rose to 110.2 per dollar from 111.4.",
        "She jumped to 34 from 62 on the list.",
        "The rig count was up 14 to 164, against 422 one year ago.",
        "Profit of $5 million compares with a fall to $2 million from a loss of $7 million.",
        "Growth of up to 15 percent is a slowdown from 20.3 percent.",
        "Revenue is seen at $3.4 billion. It rose 12%. From $2.1 billion it had fallen.",
        "These contracts have terms ranging from one month to one year.",
        "Bids fell within a band ranging from 40 to 55 euros.",
        "Shops saw sales drop at rates ranging from 4 percent in Bath to 31 percent in Wells.",
        "The index climbed to 52.0 from 48.9 in May, its first rise above 50 this year.",
        "The share was up 12 percent at $31.20, still far from the old high above $70.",
    ],
)
def test_figures_that_may_be_unrelated_are_not_reported(text):
    assert kinds(text) == []


def test_a_change_is_read_once():
    assert len(relations("Profit rose 62% to $3.4 billion, up from $2.1 billion a year ago.")) == 1


def test_corrections_are_written_in_the_style_of_the_text():
    finding = only("Net profit rose 12% to $34 billion from $3.0 billion.")
    offered = {suggestion.number.text: suggestion.text for suggestion in finding.suggestions}
    assert offered["$34 billion"] == "$3.4 billion"
    assert offered["$3.0 billion"] == "$30.0 billion"


def test_a_change_that_came_twice_is_no_single_one() -> None:
    assert kinds("Fares rose by 10% and by the same again a year later, from £100 to £121.") == []
