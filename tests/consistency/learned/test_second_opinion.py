"""Contradictions of rules, judged with what the network makes of their numbers."""

from dataclasses import replace

import pytest

from numerate.consistency import read_by_rules
from numerate.consistency.learned.failing import Scored
from numerate.consistency.learned.figures import read_figures
from numerate.consistency.learned.judge import Judge, Judges
from numerate.consistency.learned.kinds import Candidate
from numerate.consistency.learned.network import FOLDER
from numerate.consistency.learned.reading import Claims, RuleProbabilities
from numerate.consistency.learned.second_opinion import agree, describe
from numerate.consistency.relation import Relation
from tests.consistency.learned.helpers import skeleton

TEXT = skeleton("It fell from $22.5 million to $18.0 million, a decline of 25%. In all it was -3 visitors.")
[CHANGE, *_] = [each for each in read_by_rules(TEXT) if each.kind == "change"]
JUDGES = Judges.read(FOLDER / "judge.json")
DOUBT = replace(JUDGES, rules=Judge(-100.0, (), ()))
"""Takes no contradiction of a rule for certain."""


def claims(
    *relations: Relation, meant: float | None = None, is_failing: bool = False, judges: Judges = JUDGES
) -> Claims:
    """Return what a network reads that gives the numbers of the change a probability."""
    probabilities = RuleProbabilities([CHANGE])
    if meant is not None:
        figures = read_figures(TEXT.sentences)
        probabilities.note([Scored.of(Candidate("fall", (2, 1, 0), False, 0.01), figures, meant)])
    failing = frozenset([CHANGE.starts]) if is_failing else frozenset[frozenset[int]]()
    return Claims(list(relations), probabilities, failing, judges)


def test_what_the_network_reads_too_is_certain() -> None:
    [relation] = agree([CHANGE], claims(meant=0.99, is_failing=True), TEXT)
    assert relation.level == "error"


def test_what_the_network_takes_for_unrelated_is_less_likely_an_error() -> None:
    odds = [
        JUDGES.rules.log_odds(describe(CHANGE, claims(meant=meant, is_failing=True), TEXT))
        for meant in (0.01, 0.99)
    ]
    assert odds[0] < odds[1]


def test_what_a_judge_doubts_is_possible() -> None:
    [relation] = agree([CHANGE], claims(judges=DOUBT), TEXT)
    assert relation == replace(CHANGE, level="possible")


@pytest.mark.parametrize(
    "relation",
    [
        replace(CHANGE, is_written=True),  # a calculation that is written out
        replace(CHANGE, problem=None),  # holds
        Relation("range", CHANGE.numbers[:2], "Backwards."),  # the network has no equation
        Relation("significance", CHANGE.numbers, "p = 0.2, not 0.3.", level="possible"),
    ],
)
def test_other_relations_are_not_judged(relation: Relation) -> None:
    assert list(agree([relation], claims(meant=0.02, judges=DOUBT), TEXT)) == [relation]


def test_relations_of_the_network_are_kept() -> None:
    relation = Relation("total", CHANGE.numbers)
    assert list(agree([], claims(relation), TEXT)) == [relation]


def test_what_is_known_of_a_contradiction() -> None:
    failure = describe(CHANGE, claims(meant=0.7), TEXT)
    assert (failure.kind, failure.is_failing, failure.others, failure.symbols) == ("change", False, 0, 0)
    assert failure.meant == pytest.approx(0.7)
    assert failure.typo == 1  # 25 is one digit from 20, as are many others
    assert failure.ratio is not None
    assert 1 < failure.ratio < 1.5
