from numerate.consistency.relation import Relation
from numerate.consistency.settling import settle
from numerate.text import extract

TEXT = "It fell from $22.5 million to $18.0 million, a decline of 25%."
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


def test_a_day_that_there_is_explains_nothing() -> None:
    known = Relation("known", (NEW,), "It was another year.")
    assert problems(known, Relation("date", (OLD, NEW))) == [known]


def test_a_sum_of_its_amounts_does_not_explain_a_share() -> None:
    share, part, whole, rest = extract("81% of the seats, 2,187 of 2,400, were sold; 213 were empty.")
    contradiction = Relation("share", (share, part, whole), "That is 91%.", sure=False)
    assert problems(contradiction, Relation("total", (part, rest, whole), sure=False)) == [contradiction]
