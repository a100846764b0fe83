from decimal import Decimal

import pytest

from numerate.text.phrases import read_phrase


@pytest.mark.parametrize(
    ("view", "phrase", "expected"),
    [
        ("a fifth of it", "a fifth", [("a fifth", Decimal("0.2"), "fraction")]),
        ("a fifth attempt", "a fifth", [("fifth", Decimal(5), "ordinal")]),
        ("a quarter of it", "a quarter", [("a quarter", Decimal("0.25"), "fraction")]),
        ("a quarter earlier", "a quarter", []),
        ("quarter of an hour", "quarter", [("quarter", Decimal("0.25"), "fraction")]),
        ("half of it", "half", [("half", Decimal("0.5"), "fraction")]),
        ("half asleep", "half", []),
        ("a single page", "a single", [("single", Decimal(1), "cardinal")]),
        ("a single mother", "a single", []),
        ("second half of it", "second half", [("second", Decimal(2), "ordinal")]),
        ("third-quarter sales", "third-quarter", [("third", Decimal(3), "ordinal")]),
        ("second floor", "second", [("second", Decimal(2), "ordinal")]),
        (
            "two hundred and five",
            "two hundred and five",
            [("two hundred and five", Decimal(205), "cardinal")],
        ),
    ],
)
def test_what_follows_decides_what_a_phrase_is(view, phrase, expected):
    read = read_phrase(view, 0, len(phrase))
    assert [(view[start:end], value, kind) for start, end, value, kind in read] == expected
