import pytest

from numerate.consistency.sources.announced import words_around
from numerate.text import extract
from tests.consistency.sources.helpers import supports

SOURCE = (
    "The old well is 8,178 metres deep, the new well 8,336 metres. A ticket is 63 euros for two, and the "
    "family ticket is 46 euros. Storm Ada cut 165,000 homes off; on Friday 45,000 were without power. "
    "The council has eight members of the left and three of the right."
)


def formulas(draft: str) -> list[str | None]:
    return [support.formula for support in supports(draft, SOURCE)]


def test_words_are_those_of_the_sentence() -> None:
    text = "It was cold. Sales rose by 12% in May; nobody knew why."
    assert words_around(text, extract(text)[0]) == " sales rose by  #  in may"


@pytest.mark.parametrize(
    ("draft", "formula"),
    [
        ("The new well is 8,336 metres deep, 158 metres deeper than the old one.", "8,336 − 8,178 = 158"),
        ("Two pay 63 euros for a ticket. The family ticket of 46 euros saves them 17 euros.", "63 − 46 = 17"),
    ],
)
def test_comparisons_and_savings_announce_a_difference(draft: str, formula: str) -> None:
    assert [each.split(" ")[0] for each in formulas(draft) if each] == [formula.split(" ")[0]]


@pytest.mark.parametrize(
    "draft",
    [
        "Storm Ada cut 120,000 homes off, of which 45,000 were without power.",  # a whole is no difference
        "The council of the left and the right voted 11 to 3.",  # nor is one side of a vote a sum
        "The new well is 8,336 metres deep, 158 metres less than the old one.",  # it is the deeper one
    ],
)
def test_words_exclude_a_formula(draft: str) -> None:
    assert [formula for formula in formulas(draft) if formula] == []


@pytest.mark.parametrize(
    ("draft", "source", "formula"),
    [
        ("Rovers were 9 down at the break.", "At the break Rovers trailed 40 to 31.", "40 − 31 = 9"),
        ("He has shed 21 kilos.", "I was 98 kilos then. I weigh 77 kilos now.", "98 − 77 = 21"),
        ("Grants of up to $7,500.", "A grant is $5,000 at most. The town pays 50 percent of it.", None),
        (
            "Sales would be about $600 million.",
            "Sales will be between $500 million and $700 million.",
            "($500 million + $700 million) / 2 = 600000000",
        ),
    ],
)
def test_words_of_change_limits_and_ranges(draft: str, source: str, formula: str | None) -> None:
    [support] = supports(draft, source)
    assert support.formula == formula
