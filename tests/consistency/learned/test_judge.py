from collections.abc import Sequence

import pytest

from numerate.consistency.learned.judge import (
    OF_SIDES,
    Failure,
    Judge,
    Judges,
    RuleFailure,
    Tree,
    weigh_sides,
)
from numerate.consistency.learned.network import FOLDER
from tests.consistency.learned.helpers import reading

PLAIN = Failure("sum", meant=0.99, unexplained=1.0, in_order=True, figures=3, is_distant=False, ratio=1.1)
RULE = RuleFailure("change", 0.95, True, True, False, others=1, symbols=0.0, typo=0.05, ratio=1.1)
JUDGES = Judges.read(FOLDER / "judge.json")


@pytest.mark.parametrize(
    "weaker",
    [
        PLAIN._replace(meant=0.3),
        PLAIN._replace(unexplained=0.02),
        PLAIN._replace(figures=20),
        PLAIN._replace(is_distant=True, kind="same"),
        PLAIN._replace(ratio=30.0),
    ],
)
def test_weaker_evidence_makes_an_error_less_likely(weaker: Failure) -> None:
    assert JUDGES.equations.log_odds(weaker) < JUDGES.equations.log_odds(PLAIN)


@pytest.mark.parametrize(
    "weaker",
    [
        RULE._replace(meant=0.02, is_failing=False),
        RULE._replace(is_sure=False, is_possible=True),
        RULE._replace(meant=None, is_failing=False),
        RULE._replace(symbols=0.4, typo=1.0),
    ],
)
def test_weaker_evidence_speaks_for_a_misreading_of_a_rule(weaker: RuleFailure) -> None:
    assert JUDGES.rules.log_odds(weaker) < JUDGES.rules.log_odds(RULE)


def test_a_typo_that_explains_the_failure_makes_an_error_more_likely() -> None:
    judge = JUDGES.equations
    assert judge.log_odds(PLAIN._replace(typo=0.01)) > judge.log_odds(PLAIN)


@pytest.mark.parametrize(
    ("judge", "failures"),
    [
        (JUDGES.equations, (PLAIN, PLAIN._replace(ratio=None))),
        (JUDGES.rules, (RULE, RULE._replace(meant=None))),
    ],
)
def test_the_trees_know_all_evidence(judge: Judge, failures: tuple[Failure | RuleFailure, ...]) -> None:
    for failure in failures:
        assert set(failure.evidence()) <= set(judge.evidence)


def test_leaves_of_trees_add_up() -> None:
    judge = Judge(
        -1.0, ("meant", "kind sum"), ([[0, 0.5, 1, 2], [-2.0], [1, 0.5, 3, 4], [0.5], [3.0]], [[0.25]])
    )
    assert judge.log_odds(PLAIN) == pytest.approx(2.25)
    assert judge.log_odds(PLAIN._replace(kind="of")) == pytest.approx(-0.25)
    assert judge.log_odds(PLAIN._replace(meant=0.5)) == pytest.approx(-2.75)


@pytest.mark.parametrize(
    ("text", "ratio", "is_typo"),
    [
        ("12 hens and 30 ducks, 24 birds.", 42 / 24, True),  # 42 with its digits swapped
        ("120 hens and 300 ducks, 777 birds.", 777 / 420, False),
    ],
)
def test_sides_tell_how_far_they_are_apart_and_whether_a_typo_explains_it(
    text: str, ratio: float, is_typo: bool
) -> None:
    equation = reading(text, "sum", 0, 1, 2).equation
    assert equation is not None
    weighed = weigh_sides(PLAIN, equation)
    assert weighed.ratio == pytest.approx(ratio)
    assert (weighed.typo < 1) is is_typo


def test_sides_of_zero_have_no_ratio() -> None:
    equation = reading("0 hens and 0 ducks, 24 birds.", "mean", 0, 1, 2).equation
    assert equation is not None
    assert weigh_sides(PLAIN, equation).ratio is None


@pytest.mark.parametrize("judge", [JUDGES.equations, JUDGES.rules])
def test_many_failures_are_judged_as_one_by_one(judge: Judge) -> None:
    failures = [PLAIN._replace(meant=i / 40, ratio=1 + i, figures=i) for i in range(40)]
    values = [[each.evidence().get(name, 0.0) for name in judge.evidence] for each in failures]
    expected = [judge.bias + sum(leaf(tree, each) for tree in judge.trees) for each in values]
    assert judge.most_log_odds(failures) == expected
    assert [judge.log_odds(each) for each in failures] == expected
    assert judge.most_log_odds([]) == []


def leaf(tree: Tree, values: Sequence[float]) -> float:
    node = tree[0]
    while len(node) > 1:
        which, threshold, below, above = node
        node = tree[int(below if values[int(which)] <= threshold else above)]
    return node[0]


@pytest.mark.parametrize("meant", [0.03, 0.4, 0.99])
def test_no_sides_make_an_error_more_likely_than_the_bound(meant: float) -> None:
    plain = PLAIN._replace(meant=meant)
    [most] = JUDGES.equations.most_log_odds([plain], unknown=OF_SIDES)
    typos, ratios = (1e-4, 0.01, 0.1, 0.5, 1.0), (None, 1.001, 1.1, 2.0, 10.0, 55.0, 1000.0)
    odds = [JUDGES.equations.log_odds(plain._replace(typo=t, ratio=r)) for t in typos for r in ratios]
    assert max(odds) <= most
    assert most < max(odds) + 5
