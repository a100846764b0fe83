import pytest

from numerate.text.candidates import candidates


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("", []),
        ("nothing here, nor there.", []),
        ("in 1,234.5, not 6", ["1,234.5", "6"]),
        ("5,,6", ["5", "6"]),
        ("1'000 of ten", ["1'000", "ten"]),
        ("2\xbd miles, \xbe of five", ["2", "\xbd", "\xbe", "five"]),
        ("twenty-three and 4 and a half million", ["twenty-three", "4", "a half million"]),
        ("one1two 3", ["1", "3"]),
    ],
)
def test_candidates_are_digits_and_number_words_in_order(view, expected):
    assert [view[start:end] for start, end in candidates(view)] == expected
