from decimal import Decimal
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate import extract
from numerate.text.extract import candidates
from tests.growth import assert_linear

from .reading import one

FRAGMENTS = (
    "$ US$ € £ - – − + ( ) [ ] . , ' / : % ^ × x e 10 5 12 007 1,234 3.5 ½ ⅓ ² ⁴ million bn m K percent per"
    " cent points two hundred and a half third second quarter of nineteen eighty dozen point one twice fold"
    " st th s p.m. March May 2016 17 in the Figure No. @ http:// www. # km year -old dollars cents \u2010 \n"
    " \t \u2009 \xa0 д 字 ٣ \u0301 \ud83d 👍 2.0.1 31.12.2016"
).split(" ")
TEXTS = st.text() | st.lists(st.sampled_from([*FRAGMENTS, " "])).map("".join)


@given(TEXTS)
@settings(max_examples=600)
def test_any_text_gives_sorted_disjoint_exact_spans(text):
    numbers = extract(text, identifiers=True)
    end = 0
    for number in numbers:
        assert end <= number.start < number.end <= len(text)
        assert number.text == text[number.start : number.end]
        assert number.start <= number.numeral[0] < number.numeral[1] <= number.end
        assert number.kind == "identifier" or (number.value >= 0 and float(number.decimal) == number.value)
        end = number.end
    assert extract(text) == [number for number in numbers if number.kind != "identifier"]


@given(TEXTS)
@settings(max_examples=200)
def test_case_does_not_change_the_values_of_words(text):
    words = "".join(char for char in text if char.isalpha() or char == " ")
    upper = words.upper()
    if len(upper) == len(words):
        assert [n.value for n in extract(words.lower())] == [n.value for n in extract(words.lower().title())]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5 apples", "cardinal"),
        ("the 21st", "ordinal"),
        ("twenty-first", "ordinal"),
        ("the October-December third quarter", "ordinal"),
        ("cost $5", "money"),
        ("26 cents", "money"),
        ("8 billion pounds", "money"),
        ("up 5 per cent", "percent"),
        ("25 basis points", "percent"),
        ("in 1999", "year"),
        ("nineteen eighty-four", "year"),
        ("the 1990s", "decade"),
        ("March 5", "date"),
        ("5th of March", "date"),
        ("at 5 p.m.", "time"),
        ("a 17-year-old", "age"),
        ("aged 17", "age"),
        ("aged twenty-three", "age"),
        ("3/4", "fraction"),
        ("1 1/2", "fraction"),
        ("two-thirds", "fraction"),
        ("twofold", "multiple"),
        ("10x", "multiple"),
        ("three times", "multiple"),
    ],
)
def test_kinds(text, kind):
    assert one(text).kind == kind


def test_the_decimal_is_exact():
    assert str(one("0.10 mm").decimal) == "0.10"
    assert one("12345678901234567.89").decimal == Decimal("12345678901234567.89")


def test_the_ends_of_a_range_share_what_is_written_once():
    low, high = extract("$5-10 million")
    assert (low.value, low.currency, high.value, high.currency) == (5e6, "USD", 1e7, "USD")
    assert [n.kind for n in extract("5-10%")] == ["percent", "percent"]
    assert [n.unit.symbol for n in extract("10–15 km")] == ["km", "km"]


@pytest.mark.parametrize("text", ["31.12.2016", "31/12/2016", "31-12-2016"])
def test_the_parts_of_a_date_are_read_once(text):
    assert [(n.value, n.kind) for n in extract(text)] == [(31, "date"), (12, "date"), (2016, "year")]


def test_number_words_go_on_after_a_magnitude():
    assert [n.value for n in extract("$1.5 billion three-month bills")] == [1.5e9, 3]
    assert [n.value for n in extract("12 million two")] == [12e6, 2]


def test_exponents_take_any_hyphen():
    for hyphen in "-\u2010\u2011\u2212":
        assert one(f"1.2 × 10{hyphen}6").value == pytest.approx(1.2e-6)


def test_letters_beyond_ascii_belong_to_the_word():
    assert extract("naïone éfive") == []


HOSTILE = (
    "7", ",", "[(", "1,", "1.", "1-", "1/", "1:", "5a", "a5", "$5", "1 ", "000 ", "one ", "one and ",
    "hundred and ", "million ", "5 million ", "point one ", "half a ", "a@b5 ", "@5", "://", "[1,", "1e5",
    "1×10^", "½", "д5字７٣", "5\u0301", "(5", "123,", "\n5. ", "5 - ", "2016-17-", "1 1/2", "twenty-", "aone",
    ".5", "www.5", "second ", "-5", "'5", "Figs. 3, ", "0$.0",
    "part number 1-", "AB/1", "11:", "1F-", "7-1-", "00", "0x0", "John 3:", "1. e4 ", "DE12 3456 ", "dial 1 ",
    "version 1.", "5\" ", "8- to ", "5 s-", "1.234,",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
def test_time_is_linear_whatever_the_text(piece):
    text = piece * (40_000 // len(piece))
    assert_linear(partial(extract, identifiers=True), text[:10_000], text)


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["7", ",", "[(", "x", "д", "1,", "a5", "5\u0301" * 10 + " " * 200])
def test_two_megabytes_of_nonsense(piece):
    text = (piece * (2_000_000 // len(piece) + 1))[:2_000_000]
    numbers = extract(text, identifiers=True)
    assert all(number.text == text[number.start : number.end] for number in numbers[:1000])


def test_a_currency_before_the_second_number_is_not_shared_with_the_first():
    half, to, _ = extract("It fell by half to $51 million from $102 million.")
    assert (half.kind, half.unit) == ("fraction", None)
    assert (to.kind, to.unit.symbol) == ("money", "USD")


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
    assert [view[start:end] for start, end in candidates(view, view)[0]] == expected
