import pytest

from numerate import extract
from numerate.consistency.relation import (
    are_swapped,
    comparable,
    count_digits,
    has_digits,
    in_style,
    three_digits,
)
from tests.text.reading import one


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
    assert in_style(12.5, one("10%")) == "13%"
    assert in_style(-12.5, one("10%")) == "-13%"
    assert in_style(0.4, one("12%")) == "0.4%"
    assert in_style(0.0, one("12%")) == "0%"


@pytest.mark.parametrize(
    ("text", "expected"), [("12,480 hens", (True, 5)), ("forty hens", (False, 1)), ("3.5 t", (True, 2))]
)
def test_digits_of_a_number(text: str, expected: tuple[bool, int]) -> None:
    [number] = extract(text)
    assert (has_digits(number), count_digits(number)) == expected


@pytest.mark.parametrize(
    ("value", "text"), [(1181.8, "1,180"), (61.904, "61.9"), (2.0, "2"), (0.00004, "0.00004")]
)
def test_three_digits_are_never_a_power_of_ten(value: float, text: str) -> None:
    assert three_digits(value) == text


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("1234", "1324", True), ("1234", "1234", False), ("1234", "3214", False), ("1234", "1254", False)],
)
def test_only_neighbouring_digits_are_swapped(first: str, second: str, expected: bool) -> None:
    assert are_swapped(first, second) is expected
