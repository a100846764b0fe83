import pytest

from numerate.consistency.sources.quantity import Quantity
from numerate.consistency.sources.reading import read_quantities
from numerate.consistency.sources.words import stem
from numerate.documents import Document


def quantities(text: str) -> list[Quantity]:
    return read_quantities(Document.from_text(text)).quantities


@pytest.mark.parametrize(
    ("text", "measure", "base"),
    [
        ("It cost $3 million.", "money", 3e6),
        ("A quarter of them left.", "percent", 0.25),
        ("It is 2 km long.", "length", 2000.0),
        ("It lasted 180 consecutive days.", "time", 180 * 86_400.0),
        ("It lasted two quarters.", "time", 2 * 7_889_400.0),
        ("It opened in 1907.", "year", 1907.0),
        ("There were 40 boats.", "count", 40.0),
    ],
)
def test_what_numbers_measure(text: str, measure: str, base: float) -> None:
    [quantity] = quantities(text)
    assert (quantity.measure, quantity.base) == (measure, pytest.approx(base))


def test_the_words_near_a_number_are_its_own() -> None:
    [lamps, bollards] = quantities("The quay has 40 lamps, and the market has 12 bollards.")
    assert lamps.noun == "lamp"
    assert lamps.near["quay"] > lamps.near["market"]
    assert "market" not in lamps.own
    assert bollards.head == "market"
    assert lamps.others == {12.0}


def test_a_part_of_an_amount_of_money_is_money() -> None:
    used, whole = quantities("We used 412,000 of the 600,000 dollars.")
    assert used.measure == whole.measure == "money"


@pytest.mark.parametrize("words", ["each", "for each vehicle", "per vehicle", "for every vehicle"])
def test_the_word_after_a_price_says_that_it_is_one(words: str) -> None:
    [price] = quantities(f"A licence is 35 euros {words}.")
    assert price.after in ("each", "every", "per")


def test_a_part_counts_what_the_whole_counts() -> None:
    part, whole = quantities("Some 90 of its 540 employees left.")
    assert part.noun == whole.noun


def test_numbers_of_the_sentence_before() -> None:
    first, second, third = quantities("They pay 63 euros now. That saves 17 euros. It rained for 3 days.")
    assert [first.preceding, second.preceding, third.preceding] == [frozenset(), {63.0}, {17.0}]


def test_a_number_that_others_are_compared_with() -> None:
    first, second = quantities("Sales were 45 boats, up from 32 boats.")
    assert [first.is_compared, second.is_compared] == [False, True]


def test_two_counts_of_one_noun() -> None:
    text = "We hired 12 senior and 30 junior nurses, and nine of our twenty-four cooks left."
    assert [quantity.noun for quantity in quantities(text)][:2] == [stem("nurses")] * 2
    assert "twenty" not in [quantity.noun for quantity in quantities(text)]
