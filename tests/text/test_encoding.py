from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from numerate.text import extract
from numerate.text.wordpieces import DEFAULT, Stretch, WordPieces, assign, cut, lower

PIECES = WordPieces(DEFAULT)


def test_a_boundary_inside_a_number_is_none() -> None:
    text = "It sold 3.4 million units."
    [number] = extract(text)
    middle = number.numeral[0] + 2
    assert assign([(0, middle), (middle, len(text))], [number]) == [Stretch(0, len(text), [number])]


def test_lower_case_keeps_offsets() -> None:
    assert lower("ABC É İ ß") == "abc é İ ß"


@given(st.text("ab", max_size=60), st.integers(1, 20))
def test_cutting_loses_nothing_and_breaks_only_words_that_do_not_fit(shape: str, room: int) -> None:
    word, more = (next(iter(t)) for t in (PIECES.encode("bank"), PIECES.continuing))
    tokens = "".join(word if letter == "a" else more for letter in shape)
    parts = list(cut(tokens, room, PIECES))
    assert "".join(parts) == tokens
    assert all(len(part) <= room for part in parts)
    for before, after in pairwise(parts):
        assert after[0] == word or (len(before) == room and word not in before[1:])
