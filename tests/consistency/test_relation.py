import pytest

from numerate import extract
from numerate.consistency import Inconsistency, inconsistencies
from numerate.consistency.relation import Interval, comparable, in_style, known, precision
from tests.text.reading import one


@pytest.mark.parametrize(
    ("written", "step"),
    [
        ("$3.4 billion", 1e8),
        ("$3 billion", 1e9),
        ("$200 million", 1e7),
        ("12%", 1),
        ("12.50%", 0.01),
        (".042", 0.001),
        ("60", 1),
        ("200", 1),
        ("15,000", 1000),
        ("15,300", 100),
        ("15,321", 1),
        ("0", 1),
        ("twelve", 1),
        ("two thousand", 100),
        ("1/3", 0),
    ],
)
def test_precision_is_that_of_the_last_written_digit(written, step):
    assert precision(one(written)) == pytest.approx(step)


def test_known_values_are_those_that_round_to_the_number():
    assert known(one("$3.4 billion")) == pytest.approx((3.35e9, 3.45e9))


def test_intervals_meet_where_they_overlap():
    assert Interval(1, 2).meets(Interval(2, 3))
    assert Interval(0.1 + 0.2, 1).meets(Interval(0, 0.3))
    assert not Interval(1, 2).meets(Interval(2.1, 3))


def test_interval_arithmetic_gives_the_extreme_values():
    assert Interval(2, 3).over(Interval(4, 5)) == (2 / 5, 3 / 4)
    assert Interval(2, 3).minus(Interval(1, 5)) == (-3, 2)
    assert Interval(2, 3).times(-1) == (-3, -2)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("$3 billion and $2 million", True),
        ("$3 and €2", False),
        ("3 km and 2 km", True),
        ("3 km and 2 kg", False),
        ("3% and 2", False),
        ("3% and 2 percentage points", False),
        ("3.4 billion euros and 2.1 billion", True),
        ("3.4 billion euros and 2.1", False),
        ("591 million and 536", False),
        ("-3 and 2", False),
        ("$455/460 and $3", False),
    ],
)
def test_only_amounts_of_the_same_unit_are_comparable(text, same):
    first, second = extract(text)
    assert comparable(first, second) is same


def test_a_result_is_written_like_the_given_number():
    assert in_style(2.352e9, one("$3.4 billion"), finer=10) == "$2.35 billion"
    assert in_style(61.904, one("12%")) == "62%"
    assert in_style(0.4, one("12%")) == "0.4%"
    assert in_style(0.0, one("12%")) == "0%"


def only(text: str) -> Inconsistency:
    [finding] = inconsistencies(text)
    return finding


def ranked(finding: Inconsistency) -> list[str]:
    """The numbers, the one whose error would explain it best first."""
    pairs = zip(finding.error_costs, finding.numbers, strict=True)
    return [number.text for _, number in sorted(pairs, key=lambda pair: pair[0])]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("We saw 45 of 60 patients (57%).", "57%"),
        ("We saw 54 of 60 patients (75%).", "54"),
        ("We saw 123 of 456 patients (37.0%).", "37.0%"),
        ("Visits fell to 54 million from 60 million, a drop of 25%.", "54 million"),
    ],
)
def test_a_common_typo_identifies_the_wrong_number(text: str, wrong: str) -> None:
    finding = only(text)
    assert ranked(finding)[0] == wrong
    assert finding.suspect is not None
    assert finding.suspect.text == wrong


@pytest.mark.parametrize("text", ["In all, 180 of 240 (65%) agreed.", "We saw 123 of 456 cases (26.0%)."])
def test_without_a_typo_the_calculated_figure_is_blamed(text: str) -> None:
    finding = only(text)
    assert finding.suspect is None  # it need not be: both counts may be those of another year
    assert ranked(finding)[0] == finding.numbers[-1].text
    assert finding.suggestions[0].number == finding.numbers[-1]


def test_a_count_stays_whole() -> None:
    finding = only("We saw 45 of 60 patients (7.5%).")
    assert [s.text for s in finding.suggestions if s.number.text == "45"] == []
    assert all(s.value % 1 == 0 for s in finding.suggestions if s.number.kind == "cardinal")


def test_a_number_without_a_correction_may_be_the_wrong_one() -> None:
    # From $100 million to $250 million is a rise of anything from 138% to 168%: too many to suggest one.
    finding = only("Sales rose 25% to $250 million from $100 million.")
    assert "25%" not in [suggestion.number.text for suggestion in finding.suggestions]
    assert finding.suspect is None
