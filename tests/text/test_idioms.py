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
        ("for one thing the road is closed", "for one thing only he came"),
        ("for one thing it is late", "he is known for one thing"),
        ("by one means or another they won", "by one means they won"),
        ("for one reason or another she left", "for one reason she left"),
        ("at one shop or another it is sold", "at one shop or online it is sold"),
    ],
)
def test_an_idiom_counts_nothing_where_the_same_word_elsewhere_does(idiom, quantity):
    assert extract(f"And {idiom}.") == []
    assert len(extract(f"And {quantity}.")) == 1
