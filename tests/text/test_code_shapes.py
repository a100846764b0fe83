"""Codes by their shape."""

import re

import pytest

from numerate.text.code_shapes import code_at
from numerate.text.view import view


def code(text, digits):
    """Return the code that some digits of a text belong to."""
    start = text.index(digits)
    end = start + len(re.match(r"\d+", text[start:])[0])
    span = code_at(text, view(text), start, end)
    return text[slice(*span)] if span else None


@pytest.mark.parametrize(
    ("text", "digits", "expected"),
    [
        ("error 0x80070057 again", "0", "0x80070057"),
        ("call 020 7946 0123 now", "020", "020 7946 0123"),
        ("call (0161) 496 0123 now", "0161", "0161) 496 0123"),
        ("call 030/901820 now", "030", "030/901820"),
        ("lot 00317 arrived", "00317", "00317"),
        ("part 7F-22-QX arrived", "7", "7F-22-QX"),
        ("flat 4B/17 is free", "4", "4B/17"),
        ("part 7734-220-B arrived", "7734", "7734-220-B"),
        ("see INV/2023/0088-B there", "2023", "INV/2023/0088-B"),
        ("a 7-Eleven shop", "7", "7-Eleven"),
        ("the 3M tape", "3", "3M"),
        ("pack it with 7-Zip and go", "7", "7-Zip"),
        ("we unpacked it using 7-Zip.", "7", "7-Zip"),
        ("a glass of 5-Alive, please", "5", "5-Alive"),
        ("she joined 4-H as a girl", "4", "4-H"),
        ("oil it with 3-In-One first", "3", "3-In-One"),
    ],
)
def test_a_code_is_found_whole(text, digits, expected):
    assert code(text, digits) == expected


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("at 0645 hours", "0645"),  # a time
        ("about 0.5 of it", "0"),
        ("it rose 012% there", "012"),
        ("a 5-Day trip", "5"),
        ("between 7 and 9", "7"),
        ("km/50 of it", "50"),  # a small letter before the stroke
        ("the 3M tapes", "3"),  # three million
        ("a stay of 5-Star quality", "5"),
        ("open for 24-Hour service", "24"),
        ("it was rated 5-Star.", "5"),
        ("buy 3-Day, 5-Day or 7-Day passes", "3"),
        ("they won 2-Nil and left", "2"),
        ("from the 12-Mile marker on", "12"),
        ("between 2016-May and June", "2016"),
    ],
)
def test_other_digits_are_no_code(text, digits):
    assert code(text, digits) is None
