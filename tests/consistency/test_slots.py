"""Sentences with their quantities masked."""

from __future__ import annotations

import pytest

from numerate.consistency.masking import read_sentences
from numerate.consistency.slots import comparable
from numerate.text import extract
from tests.consistency.sentences import read_one


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Sales\n\n5\n\n6", [False, True, True]),
        ("5,120", [True]),
        ("130%\n\n$5", [False, False]),  # a share of more than all, an amount
        ("5 apples", [False]),
        ("It has 5.\n6", [False, False]),  # one paragraph
    ],
)
def test_a_bare_sentence_is_a_plain_number_alone_in_its_paragraph(text: str, bare: list[bool]) -> None:
    assert [sentence.is_bare for sentence in read_sentences(text, extract(text))] == bare


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("We saw 12 wolves and 9 children.", ["wolf", "child"]),
        ("Of 30 guests 27 stayed.", ["guest", None]),  # a verb
        ("It has 12 cities and 3 boxes.", ["city", "box"]),
    ],
)
def test_what_a_count_counts(text: str, nouns: list[str | None]) -> None:
    assert [slot.noun for slot in read_one(text).slots] == nouns


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was £40, then £52.", True),
        ("It was £40, then $52.", False),
        ("It was 40 km, then 52 miles.", True),
        ("It was 40 km, then 52 kg.", False),
        ("It was 48 cents a share, then 16 cents.", True),
        ("It was $6.1 billion, then $5 a share.", False),
        ("It had 40 goats, then 52 goats.", True),
        ("It had 40 goats, then 52 hens.", False),
        ("It had 40 goats, then 52%.", False),
    ],
)
def test_quantities_are_comparable_by_currency_unit_and_noun(text: str, expected: bool) -> None:
    first, second = read_one(text).slots
    assert comparable(first, second) is expected
    assert comparable(second, first) is expected


def test_a_reference_may_be_a_count() -> None:
    [slot] = read_one("The winner was Meyer [17].").slots
    assert slot.mark == "I"
    count = slot.as_count()
    assert count is not None
    assert (count.mark, count.value) == ("N", 17)


def test_a_quantity_takes_the_unit_of_another() -> None:
    hours, bare = read_one("It fell from 36 hours to 8.").slots
    assert bare.quantity().value == 8
    assert bare.quantity(like=hours).value == 8 * 3600


def test_a_difference_of_temperatures_has_no_offset() -> None:
    [slot] = read_one("It rose by 10 °C.").slots
    assert slot.quantity().value == pytest.approx(283.15)
    assert slot.quantity(step=True).value == pytest.approx(10)


def test_a_price_or_a_tax_is_exact_and_other_round_amounts_are_not() -> None:
    for text, exact in (
        ("The fee is £80.", True),
        ("She had £80.", False),
        ("The tax is 20%.", True),
        ("Growth is 20%.", False),
    ):
        [slot] = read_one(text).slots
        values = slot.quantity().values()
        assert (values.low == values.high) is exact
