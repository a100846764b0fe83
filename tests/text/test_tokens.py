from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from numerate.text.wordpieces import EDGE, to_ids, to_tokens, token


@given(st.lists(st.integers(0, 250_000)))
def test_ids_survive_being_text(ids: list[int]) -> None:
    tokens = to_tokens(ids)
    assert len(tokens) == len(ids)
    assert to_ids(tokens).tolist() == ids
    assert EDGE not in tokens


def test_ids_of_surrogates_are_ids() -> None:
    assert to_ids(token(0xD800) + token(0xDBFF) + token(0xDFFF)).tolist() == [0xD800, 0xDBFF, 0xDFFF]
