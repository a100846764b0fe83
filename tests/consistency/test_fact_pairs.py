"""Facts with two values: which pairs are one fact, and which are certain."""

from __future__ import annotations

import pytest

from numerate.consistency.fact_pairs import conflicting_facts
from numerate.consistency.facts import read_facts
from numerate.text import extract


def pairs(*texts: str, across: bool = False) -> list[tuple[str, str, bool]]:
    facts = [read_facts(text, [part for n in extract(text) for part in n.split()]) for text in texts]
    return [
        (pair.first.number.text, pair.second.number.text, pair.certain)
        for _, _, pair in conflicting_facts(texts, facts, across)
    ]


STONE = "The new harbour wall cost 4,520 tonnes of stone."
FILLER = "\n\nNobody had asked for it, and few were pleased with it when it came.\n\n"


@pytest.mark.parametrize(
    ("other", "certain"),
    [
        ("4,250", True),  # two digits swapped
        ("452", True),  # a digit left out
        ("6,800", False),  # another value, which may be of another wall
    ],
)
def test_only_a_typo_is_certain(other: str, certain: bool) -> None:
    second = STONE.replace("4,520", other)
    assert pairs(STONE + FILLER + second) == [("4,520", other, certain)]
    assert pairs(STONE, second, across=True) == [("4,520", other, certain)]


def test_another_value_of_the_same_year_in_the_same_words_is_certain() -> None:
    first = "In 2019 the museum counted 48,300 visitors."
    assert pairs(first + FILLER + first.replace("48,300", "61,700")) == [("48,300", "61,700", True)]
    next_year = first.replace("48,300", "61,700").replace("2019", "2020")
    assert pairs(first + FILLER + next_year) == []


def test_the_same_value_rounded_is_no_contradiction() -> None:
    assert pairs(STONE + FILLER + STONE.replace("4,520", "about 4,500")) == []
    assert pairs(STONE + FILLER + STONE) == []


def test_a_fact_with_three_values_is_a_series() -> None:
    values = ("4,520", "4,250", "4,052")
    assert pairs(FILLER.join(STONE.replace("4,520", value) for value in values)) == []


def test_facts_of_one_text_are_not_compared_across_texts() -> None:
    text = STONE + FILLER + STONE.replace("4,520", "4,250")
    assert pairs(text, "Nothing.", across=True) == []
