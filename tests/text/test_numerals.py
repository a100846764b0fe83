import pytest

from numerate import extract

from .reading import one


def values(text):
    return [number.value for number in extract(text)]


@pytest.mark.parametrize("space", [" ", "\xa0", "\u2009", "\u202f"])
@pytest.mark.parametrize("after", ["", ",", ", they said", ".", ";", ")", "?", ": yes"])
def test_thousands_apart_by_spaces_end_at_punctuation(space, after):
    written = f"$30{space}000"
    number = one(f"It cost {written}{after}")
    assert (number.text, number.value, number.currency) == (written, 30_000, "USD")


def test_thousands_apart_by_spaces_may_be_listed_and_span_a_range():
    assert values("1 200, 3 400 and 5 600 units") == [1200, 3400, 5600]
    assert values("30 000-40 000 people") == [30_000, 40_000]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 100-seat halls", [5, 100]),
        ("5 100,000 bills", [5, 100_000]),
        ("5 100-150 seats", [5, 100, 150]),
    ],
)
def test_two_numbers_side_by_side_stay_two(text, expected):
    assert values(text) == expected


@pytest.mark.parametrize("text", ["hit at.57 of it", "a rate of.57", "more than.57", ".57", "(.57)", "p=.57"])
def test_a_point_begins_a_decimal(text):
    number = one(text)
    assert (number.text, number.value) == (".57", 0.57)


@pytest.mark.parametrize("text", ["in the end.57", "format.57", "see No.57"])
def test_a_point_may_end_a_word(text):
    assert values(text) == [57]
