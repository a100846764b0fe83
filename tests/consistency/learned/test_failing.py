"""Equations that fail, and what explains their figures instead."""

import pytest

from numerate.consistency.learned.failing import Explanations, Scored, failures
from numerate.consistency.learned.kinds import candidates
from tests.consistency.learned.helpers import figures

TICKETS = "The hall has 2,400 seats; 2,187 were sold, so that it was 81% full and 213 were empty."
"""That is 91%: the percentage fails, the remainder holds."""


def scored(text: str, **probabilities: float) -> list[Scored]:
    """Return the candidates of some kinds, with a probability for each kind."""
    read = figures(text)
    return [
        Scored.of(each, read, probabilities[each.kind])
        for each in candidates(read)
        if each.kind in probabilities
    ]


def numbers(each: Scored) -> list[str]:
    return [figure.slot.number.text for figure in each.roles]


def test_a_percentage_is_not_explained_by_an_equation_without_it() -> None:
    [sold] = [each for each in scored(TICKETS, of=0.99) if numbers(each) == ["81%", "2,187", "2,400"]]
    holding = [each for each in scored(TICKETS, sum=0.99) if each.candidate.holds]
    assert holding
    assert Explanations(holding).unexplained(sold) == 1


@pytest.mark.parametrize(("probability", "explained"), [(0.99, True), (1e-6, False)])
def test_an_equation_that_holds_explains_its_figures(probability: float, explained: bool) -> None:
    text = "The club has 640 members, 380 women and 260 men; 300 women and 340 members sing."
    read = scored(text, sum=probability)
    wrong = next(each for each in read if set(numbers(each)) == {"300", "640", "260"})
    unexplained = Explanations(each for each in read if each.candidate.holds).unexplained(wrong)
    assert (unexplained < 0.2) is explained


def test_of_two_readings_of_the_same_figures_one_fails() -> None:
    text = "Of 78% and 65%, that is 20% more."
    failing = [each for each in failures(scored(text, sum=0.5)) if len(each.starts) == 3]
    assert len(failing) == 1
    assert failing[0].failure.meant > 0.5


def test_what_is_hardly_meant_is_no_failure() -> None:
    assert not list(failures(scored(TICKETS, of=0.001, sum=0.001)))


def test_small_counts_are_counted() -> None:
    [failing] = failures(scored("She has 5 hens, 6 ducks and 13 birds.", sum=0.9))
    assert failing.failure.small == 2


def test_a_percentage_does_not_explain_the_difference_of_its_amounts() -> None:
    read = scored("It cost £400 and now costs £360, a saving of £60, or 10%.", sum=0.9, fall=0.99)
    wrong = next(each for each in read if set(numbers(each)) == {"£400", "£360", "£60"})
    change = [each for each in read if each.kind == "fall" and each.candidate.holds]
    assert change
    assert Explanations(change).unexplained(wrong) == 1


def test_where_figures_stand_is_evidence() -> None:
    failing = next(
        each
        for each in failures(scored("She has 500 hens and, on 7 farms, 64 ducks: 5,640 birds.", sum=0.9))
        if [number.text for number in each.claim.numbers] == ["500", "64", "5,640"]
    )
    assert (failing.failure.between, failing.failure.digits) == (1, 2)
    assert failing.failure.gap > 10
