import pytest

from numerate import extract


@pytest.mark.parametrize(
    ("text", "written", "value", "kind", "counted"),
    [
        ("forty tins", "forty", 40, "cardinal", "tins"),
        ("two-thirds of a mile", "two-thirds", 2 / 3, "fraction", "mi"),
        ("minus ten degrees", "minus ten", 10, "cardinal", "°"),
        ("half an hour", "half", 0.5, "fraction", "h"),
        ("a year and a half", "a year and a half", 1.5, "fraction", "yr"),
        ("children aged five", "five", 5, "age", None),
        ("May third", "third", 3, "date", None),
        ("the March third quarter", "third", 3, "ordinal", None),
        ("Chapter Seven", "Seven", 7, "identifier", None),
        ("season three", "three", 3, "identifier", None),
        ("at this stage two men left", "two", 2, "cardinal", "men"),
        ("half million million", "half million million", 5e11, "cardinal", None),
    ],
)
def test_number_words_are_read_with_what_belongs_to_them(text, written, value, kind, counted):
    [number] = extract(text, identifiers=True)
    assert (number.text, number.kind) == (written, kind)
    assert number.value == pytest.approx(value)
    assert (number.unit.symbol if number.unit else number.noun) == counted
