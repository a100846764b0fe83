import pytest

from numerate import extract


@pytest.mark.parametrize(
    ("idiom", "quantity"),
    [
        ("the whole nine yards", "nine yards"),
        ("read the manual first", "she came first"),
        ("that one is mine", "one is missing"),
        ("thanks a million", "a million fans"),
        ("a second-rate film", "the second-largest film"),
    ],
)
def test_an_idiom_counts_nothing_where_the_same_word_elsewhere_does(idiom, quantity):
    assert extract(f"And {idiom}.") == []
    assert len(extract(f"And {quantity}.")) == 1
