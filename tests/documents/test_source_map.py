"""The map between a text and its source, held against one of every single character."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from numerate.documents.source_map import MappedSpan, SourceMap, merge_spans

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 8)).map(lambda s: (s[0], s[0] + s[1])))


@dataclass
class Made:
    """SourceMap that follow one another in the text, and stand anywhere, but apart, in the source."""

    pieces: list[MappedSpan]
    length: int
    source_length: int

    def sources(self, offset: int) -> set[int]:
        """The characters of the source that one of the text stands for."""
        for start, length, source, source_length in self.pieces:
            if start <= offset < start + length:
                if length == source_length:
                    return {source + offset - start}
                return set(range(source, source + source_length))
        return set()


@st.composite
def made(draw: st.DrawFn, in_order: bool = False) -> Made:
    lengths = st.tuples(st.integers(1, 4), st.integers(1, 5)) | st.integers(1, 5).map(lambda n: (n, n))
    parts = draw(st.lists(lengths, min_size=1, max_size=8))
    order = range(len(parts)) if in_order else draw(st.permutations(range(len(parts))))
    sources, at = {}, 0
    for index in order:
        at += draw(st.integers(0, 2))
        sources[index] = at
        at += parts[index][1]
    pieces, start = [], 0
    for index, (length, source_length) in enumerate(parts):
        start += draw(st.sampled_from([0, 0, 2])) if index else 0
        pieces.append(MappedSpan(start, length, sources[index], source_length))
        start += length
    return Made(pieces, start, at + 2)


@given(made())
def test_pieces_are_kept_as_they_were_given(one: Made) -> None:
    table = SourceMap(one.pieces)
    assert list(table) == [table[index] for index in range(len(table))] == one.pieces


@given(made())
def test_every_character_is_brought_to_where_it_comes_from(one: Made) -> None:
    table = SourceMap(one.pieces)
    for offset in range(one.length):
        if expected := one.sources(offset):
            assert set(range(*table.to_source(offset, offset + 1))) == expected


@given(made(in_order=True), st.data())
def test_a_stretch_reaches_from_its_first_character_to_its_last(one: Made, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, one.length))
    end = data.draw(st.integers(start, one.length))
    begin, stop = SourceMap(one.pieces).to_source(start, end)
    assert 0 <= begin <= stop <= one.source_length
    held = set().union(*(one.sources(offset) for offset in range(start, end)))
    assert held <= set(range(begin, stop))
    if held and one.sources(start) and one.sources(end - 1):
        assert (begin, stop) == (min(held), max(held) + 1)


@given(made())
def test_an_empty_stretch_has_a_place_but_no_length(one: Made) -> None:
    table = SourceMap(one.pieces)
    for offset in range(one.length + 1):
        begin, stop = table.to_source(offset, offset)
        assert begin == stop


@given(made(), st.data())
def test_what_comes_from_a_stretch_of_the_source_is_found(one: Made, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, one.source_length))
    end = data.draw(st.integers(start + 1, one.source_length + 1))
    wanted = set(range(start, end))
    expected = {offset for offset in range(one.length) if one.sources(offset) & wanted}
    spans = SourceMap(one.pieces).to_text(start, end)
    assert {offset for span in spans for offset in range(*span)} == expected
    assert all(first[1] < second[0] for first, second in pairwise(spans))


def test_no_pieces_come_from_the_beginning() -> None:
    assert SourceMap([]).to_source(0, 0) == SourceMap([]).to_source(0, 5) == (0, 0)
    assert SourceMap([]).to_text(0, 5) == []
    assert len(SourceMap([])) == 0


@given(SPANS)
def test_spans_that_touch_are_joined(spans: list[tuple[int, int]]) -> None:
    result = merge_spans(spans)
    assert {at for span in result for at in range(*span)} == {at for span in spans for at in range(*span)}
    assert all(first[1] < second[0] for first, second in pairwise(result))
    assert merge_spans(result) == result
