from dataclasses import replace

import pytest

from numerate.consistency.learned.figures import read_figures
from numerate.consistency.learned.kinds import Candidate
from numerate.consistency.learned.reading import Claims, RuleProbabilities, Scored
from numerate.consistency.relation import Relation
from numerate.consistency.settling import agree, settle
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract

TEXT = "It fell from $22.5 million to $18.0 million, a decline of 25%."
SKELETON = Skeleton(TEXT, extract(TEXT, identifiers=True))
OLD, NEW, CUT = extract(TEXT)
NUMBERS = (OLD, NEW, CUT)


def contradiction(kind: str = "change", *, sure: bool = True) -> Relation:
    return Relation(kind, NUMBERS, "That is 20%.", sure=sure)


def holding(kind: str, *, sure: bool = False) -> Relation:
    return Relation(kind, NUMBERS, sure=sure)


def problems(*relations: Relation) -> list[Relation]:
    return [relation for relation in settle(relations) if relation.problem]


def test_another_kind_of_relation_explains_a_contradiction() -> None:
    assert not problems(contradiction(), holding("share"))


def test_the_same_kind_the_other_way_round_does_not() -> None:
    assert problems(contradiction(), holding("change")) == [contradiction()]


def test_it_does_where_the_words_leave_a_doubt() -> None:
    assert not problems(contradiction(sure=False), holding("change"))


def test_of_two_contradictions_about_the_same_numbers_the_surer_remains() -> None:
    assert problems(contradiction("share", sure=False), contradiction()) == [contradiction()]


def test_relations_that_hold_are_kept() -> None:
    relations = [holding("share"), holding("change", sure=True)]
    assert sorted(settle(relations), key=lambda each: each.kind) == sorted(
        relations, key=lambda each: each.kind
    )


def claims(*relations: Relation, meant: float | None = None) -> Claims:
    """Return what a network reads that gives the numbers of this file a probability."""
    probabilities = RuleProbabilities([contradiction()])
    if meant is not None:
        figures = read_figures(SKELETON.sentences)
        probabilities.note([Scored(Candidate("rise", (2, 1, 0), False, 0.01), figures, meant)])
    return Claims(list(relations), probabilities)


def test_what_rules_and_network_each_doubt_is_certain() -> None:
    doubt = replace(contradiction(sure=False), level="possible")
    other = Relation("repeated", (OLD, NEW), "Two values.", level="possible")
    assert [each.level for each in agree([doubt], claims(doubt, other))] == ["error", "error", "possible"]
    assert {each.level for each in agree([doubt, doubt], claims(other))} == {"possible"}


@pytest.mark.parametrize(
    ("kind", "meant", "level"),
    [
        ("change", 0.02, "possible"),
        ("change", 0.8, "error"),
        ("change", None, "error"),  # the network has no equation for it
        ("range", 0.02, "error"),  # nor for the kind
    ],
)
def test_what_the_network_takes_for_unrelated_is_not_certain(
    kind: str, meant: float | None, level: str
) -> None:
    [relation] = agree([contradiction(kind)], claims(meant=meant))
    assert relation.level == level


def test_a_calculation_that_is_written_out_is_not_doubted() -> None:
    written = replace(contradiction(), is_written=True)
    assert agree([written], claims(meant=0.02)) == [written]


def test_what_holds_needs_no_probability() -> None:
    assert agree([holding("change")], claims(meant=0.02)) == [holding("change")]
