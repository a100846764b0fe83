import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from numerate.documents.source_map import DocumentPart, FilePlaces, Lines, PartPlaces, Place

TEXTS = st.text("a5é€😀\n\r\u2028", max_size=40)


@given(TEXTS)
@example("a\r\n\rb\n\n")
def test_every_character_is_on_a_line(text: str) -> None:
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
    # Widened once, it is as wide as it gets.
    assert lines.span(first, last) == (first, last)


def test_a_span_does_not_take_the_line_on_which_it_ends_before_the_first_character() -> None:
    lines = Lines("one\ntwo\nthree")
    assert lines.span(0, 4) == (0, 4)
    assert lines.span(0, 5) == (0, 8)
    assert lines.span(5, 5) == (4, 8)
    assert lines.span(9, 10) == (8, 13)


def test_the_line_after() -> None:
    lines = Lines("one\r\ntwo\rthree")
    assert [lines.after(offset) for offset in (0, 4, 5, 9, 13)] == [
        (5, 9),
        (5, 9),
        (9, 14),
        (14, 14),
        (14, 14),
    ]


@given(TEXTS, st.sampled_from(["utf-8", "utf-16-le", "utf-32-be"]), st.sampled_from([0, 3]), st.data())
def test_a_place_is_found_in_characters_bytes_lines_and_words(
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
def test_bytes_are_found_far_into_a_long_file(chars: list[str], offset: int) -> None:
    text = ("".join(chars) * 12_500)[:12_500]
    place = FilePlaces(text, "utf-8", 0).place(offset, len(text))
    assert place.byte_start == len(text[:offset].encode())
    assert place.byte_end == len(text.encode())


def test_a_broken_byte_is_one_byte() -> None:
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
def test_a_place_is_counted_from_its_part_and_stays_in_it(span: tuple[int, int], place: Place) -> None:
    assert PartPlaces(PARTS, 35).place(*span) == place
