from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from numerate.lsp.positions import Positions

TEXT = st.text(st.sampled_from("a5é😀\u2028\x0b\n\r"), max_size=30)


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
def test_columns_count_units_of_the_encoding(encoding: str, character: int) -> None:
    positions = Positions("1\r\na😀5 7", encoding)
    assert positions.position(6).character == character
    assert positions.offset(types.Position(1, character)) == 6


@given(TEXT, st.data(), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_an_offset_survives_the_round_trip(text: str, data: st.DataObject, encoding: str) -> None:
    offset = data.draw(st.integers(0, len(text)))
    if text[:offset].endswith("\r") and text[offset:].startswith("\n"):
        return  # within a line end there is no position
    positions = Positions(text, encoding)
    assert positions.offset(positions.position(offset)) == offset


def test_a_position_after_the_end_is_at_the_end() -> None:
    positions = Positions("ab\ncd")
    assert positions.offset(types.Position(0, 99)) == 2
    assert positions.offset(types.Position(9, 9)) == 5
