"""Values that a document states more than once."""

from __future__ import annotations

import pytest

from numerate.checking.repetitions import Repetitions
from numerate.text import extract


def repeated(text: str) -> list[str]:
    numbers = extract(text)
    repetitions = Repetitions(numbers)
    return [number.text for number in numbers if repetitions.has(number)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It sold 4,812 cars. Of the 4,812 cars, most were red.", ["4,812", "4,812"]),
        ("Sales were $3.42 billion, or $3,418 million to be exact.", ["$3.42 billion", "$3,418 million"]),
        ("It has 48 stores and no other firm has 48 stores.", ["48", "48"]),
        ("Profit rose by 12% while costs rose by 12%.", ["12%", "12%"]),
    ],
)
def test_a_value_or_its_rounding_elsewhere_counts(text: str, expected: list[str]) -> None:
    assert repeated(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It sold 4,812 cars and 4,821 bikes.",
        "It has 48 stores and 48 trucks.",
        "In 2014 sales fell, as in 2014 profit did.",
        "It has 5 stores in 5 towns, and 5 stores closed.",
        "The third of March and the third of May.",
        "One number: 4,812.",
    ],
)
def test_other_values_years_and_small_counts_do_not(text: str) -> None:
    assert repeated(text) == []
