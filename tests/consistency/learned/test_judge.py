import pytest

from numerate.consistency.learned.judge import Failure, Judge, weigh_sides
from numerate.consistency.learned.kinds import KINDS
from numerate.consistency.learned.network import FOLDER
from tests.consistency.learned.helpers import reading

PLAIN = Failure("sum", meant=0.9, unexplained=1.0, in_order=True, figures=3, is_distant=False, ratio=1.1)
JUDGE = Judge.read(FOLDER / "judge.json")


@pytest.mark.parametrize(
    "weaker",
    [
        PLAIN._replace(meant=0.5),
        PLAIN._replace(unexplained=0.2),
        PLAIN._replace(in_order=False),
        PLAIN._replace(figures=12),
        PLAIN._replace(ratio=3.0),
        PLAIN._replace(ratio=70.0),
    ],
)
def test_weaker_evidence_makes_an_error_less_likely(weaker: Failure) -> None:
    assert JUDGE.log_odds(weaker) < JUDGE.log_odds(PLAIN)


def test_a_typo_that_explains_the_failure_makes_an_error_more_likely() -> None:
    assert JUDGE.log_odds(PLAIN._replace(typo=0.01)) > JUDGE.log_odds(PLAIN)


def test_every_kind_and_all_evidence_have_a_weight() -> None:
    assert set(JUDGE.kinds) == set(KINDS)
    for failure in (PLAIN, PLAIN._replace(ratio=None)):
        assert set(failure.evidence()) <= set(JUDGE.weights)


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
