"""The source map, compared with one that maps every character on its own."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numerate.documents.source_map import (
    DocumentPart,
    FilePlaces,
    Lines,
    MappedSpan,
    PartPlaces,
    Place,
    SourceMap,
    merge_spans,
)

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 8)).map(lambda s: (s[0], s[0] + s[1])))


@dataclass
class Example:
    """Spans in text order, with disjoint sources in any order."""

    spans: list[MappedSpan]
    length: int
    source_length: int

    def sources(self, offset: int) -> set[int]:
        """Return the source characters of one character of the text."""
        for start, length, source, source_length in self.spans:
            if start <= offset < start + length:
                if length == source_length:
                    return {source + offset - start}
                return set(range(source, source + source_length))
        return set()


@st.composite
def examples(draw: st.DrawFn, in_order: bool = False) -> Example:
    lengths = st.tuples(st.integers(1, 4), st.integers(1, 5)) | st.integers(1, 5).map(lambda n: (n, n))
    parts = draw(st.lists(lengths, min_size=1, max_size=8))
    order = range(len(parts)) if in_order else draw(st.permutations(range(len(parts))))
    sources, at = {}, 0
    for index in order:
        at += draw(st.integers(0, 2))
        sources[index] = at
        at += parts[index][1]
    spans, start = [], 0
    for index, (length, source_length) in enumerate(parts):
        start += draw(st.sampled_from([0, 0, 2])) if index else 0
        spans.append(MappedSpan(start, length, sources[index], source_length))
        start += length
    return Example(spans, start, at + 2)


@given(examples())
def test_spans_are_kept_as_given(sample: Example) -> None:
    source_map = SourceMap(sample.spans)
    assert list(source_map) == [source_map[index] for index in range(len(source_map))] == sample.spans


@given(examples())
def test_every_character_maps_to_its_source(sample: Example) -> None:
    source_map = SourceMap(sample.spans)
    for offset in range(sample.length):
        if expected := sample.sources(offset):
            assert set(range(*source_map.to_source(offset, offset + 1))) == expected


@given(examples(in_order=True), st.data())
def test_a_span_maps_from_its_first_character_to_its_last(sample: Example, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, sample.length))
    end = data.draw(st.integers(start, sample.length))
    begin, stop = SourceMap(sample.spans).to_source(start, end)
    assert 0 <= begin <= stop <= sample.source_length
    covered = set().union(*(sample.sources(offset) for offset in range(start, end)))
    assert covered <= set(range(begin, stop))
    if covered and sample.sources(start) and sample.sources(end - 1):
        assert (begin, stop) == (min(covered), max(covered) + 1)


@given(examples())
def test_an_empty_span_maps_to_an_empty_span(sample: Example) -> None:
    source_map = SourceMap(sample.spans)
    for offset in range(sample.length + 1):
        begin, stop = source_map.to_source(offset, offset)
        assert begin == stop


@given(examples(), st.data())
def test_a_source_span_maps_to_all_text_read_from_it(sample: Example, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, sample.source_length))
    end = data.draw(st.integers(start + 1, sample.source_length + 1))
    source = set(range(start, end))
    expected = {offset for offset in range(sample.length) if sample.sources(offset) & source}
    spans = SourceMap(sample.spans).to_text(start, end)
    assert {offset for span in spans for offset in range(*span)} == expected
    assert all(first[1] < second[0] for first, second in pairwise(spans))


def test_an_empty_map_maps_to_the_start() -> None:
    assert SourceMap([]).to_source(0, 0) == SourceMap([]).to_source(0, 5) == (0, 0)
    assert SourceMap([]).to_text(0, 5) == []
    assert len(SourceMap([])) == 0


@given(SPANS)
def test_spans_that_touch_are_merged(spans: list[tuple[int, int]]) -> None:
    merged = merge_spans(spans)
    assert {at for span in merged for at in range(*span)} == {at for span in spans for at in range(*span)}
    assert all(first[1] < second[0] for first, second in pairwise(merged))
    assert merge_spans(merged) == merged


TEXTS = st.text("a5é€😀\n\r\u2028", max_size=40)


@given(TEXTS)
@example("a\r\n\rb\n\n")
def test_every_character_has_a_line_and_column(text: str) -> None:
    lines = Lines(text)
    line, column = 1, 1
    for offset, char in enumerate(text):
        assert lines.position(offset) == (line, column)
        if char == "\n" or (char == "\r" and text[offset + 1 : offset + 2] != "\n"):
            line, column = line + 1, 1
        else:
            column += 1
    assert lines.position(len(text)) == (line, column)


@given(TEXTS, st.data())
def test_a_span_is_widened_to_whole_lines(text: str, data: st.DataObject) -> None:
    lines = Lines(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = lines.span(start, end)
    assert 0 <= first <= start <= end <= last <= len(text)
    assert first in lines.starts
    assert last in (*lines.starts, len(text))
    # Widening again changes nothing.
    assert lines.span(first, last) == (first, last)


def test_a_span_that_ends_at_the_start_of_a_line_does_not_include_it() -> None:
    lines = Lines("one\ntwo\nthree")
    assert lines.span(0, 4) == (0, 4)
    assert lines.span(0, 5) == (0, 8)
    assert lines.span(5, 5) == (4, 8)
    assert lines.span(9, 10) == (8, 13)


def test_the_span_of_the_line_after() -> None:
    lines = Lines("one\r\ntwo\rthree")
    assert [lines.after(offset) for offset in (0, 4, 5, 9, 13)] == [
        (5, 9),
        (5, 9),
        (9, 14),
        (14, 14),
        (14, 14),
    ]


@given(TEXTS, st.sampled_from(["utf-8", "utf-16-le", "utf-32-be"]), st.sampled_from([0, 3]), st.data())
def test_a_place_has_characters_bytes_lines_and_a_description(
    text: str, encoding: str, mark: int, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    place = FilePlaces(text, encoding, mark).place(start, end)
    assert (place.start, place.end, place.page) == (start, end, None)
    stored = b"\0" * mark + text.encode(encoding)
    assert stored[place.byte_start : place.byte_end].decode(encoding) == text[start:end]
    assert (place.line, place.column) == Lines(text).position(start)
    assert (place.end_line, place.end_column) == Lines(text).position(end)
    assert place.where == f"line {place.line}, column {place.column}"


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["é", "a\n", "€", "😀"]), min_size=1, max_size=6), st.integers(0, 12_500))
def test_byte_offsets_are_exact_far_into_a_long_file(chars: list[str], offset: int) -> None:
    text = ("".join(chars) * 12_500)[:12_500]
    place = FilePlaces(text, "utf-8", 0).place(offset, len(text))
    assert place.byte_start == len(text[:offset].encode())
    assert place.byte_end == len(text.encode())


def test_an_invalid_byte_has_length_one() -> None:
    places = FilePlaces("é\udcff5", "utf-8", 0)
    assert places.place(2, 3)[-2:] == (3, 4)


PARTS = [
    DocumentPart(0, "paragraph 1"),
    DocumentPart(10, "page 4", 4, Lines("On it.\nThere are 5.\n")),
    DocumentPart(30, "page 5", 5),
]


@pytest.mark.parametrize(
    ("span", "place"),
    [
        ((2, 5), Place(2, 5, "paragraph 1")),
        ((2, 15), Place(2, 10, "paragraph 1")),
        ((10, 12), Place(0, 2, "page 4, line 1", 1, 1, 1, 3, page=4)),
        ((27, 28), Place(17, 18, "page 4, line 2", 2, 11, 2, 12, page=4)),
        ((30, 99), Place(0, 5, "page 5", page=5)),
    ],
)
def test_a_place_counts_from_its_part_and_ends_in_it(span: tuple[int, int], place: Place) -> None:
    assert PartPlaces(PARTS, 35).place(*span) == place
