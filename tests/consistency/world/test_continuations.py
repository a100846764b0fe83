"""Later clauses about the first subject of a sentence."""

import pytest

from numerate.consistency.world.continuations import continuations
from tests.consistency.world.lines import line


def clauses(text):
    return [
        " ".join(element.text for element in clause.elements[at + 1 :]).rstrip(" .")
        for clause, at in continuations(line(text))
    ]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Iceland is an island and has 390,000 inhabitants.", "has 390,000 inhabitants"),
        ("Iceland is smaller than Kentucky, with 390,000 inhabitants.", "with 390,000 inhabitants"),
        (
            "Norway is long: its 5.6 million people live.",
            "' s 5.6 million people live",
        ),
    ],
)
def test_the_first_subject_goes_on(text, clause):
    assert clauses(text) == [clause]


@pytest.mark.parametrize(
    "text",
    [
        "Iceland is an island, but Malta has 560,000 inhabitants.",
        "Iceland's capital is a harbour and has 140,000 inhabitants.",
        "Iceland lies west of Norway, with 5.6 million inhabitants.",
    ],
)
def test_another_subject_ends_it(text):
    assert clauses(text) == []
