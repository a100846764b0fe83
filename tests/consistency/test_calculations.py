"""Simple calculations with the quantities before a figure."""

import pytest

from numerate.consistency import calculations
from numerate.consistency.equation import Equation
from tests.consistency.sentences import read


def written(calculate, text):
    """Return the calculations of a sort for the last quantity of a text."""
    *before, slot = [slot for sentence in read(text) for slot in sentence.slots]
    return [each.written for each in calculate(slot, before)]


def gives(calculate, text):
    """Return whether a calculation of a sort gives the last quantity of a text."""
    *before, slot = [slot for sentence in read(text) for slot in sentence.slots]
    step = calculate in calculations.STEPS
    return any(
        Equation(each.term, calculations.result(slot, step=step)).holds() for each in calculate(slot, before)
    )


@pytest.mark.parametrize(
    ("calculate", "text"),
    [
        (calculations.sums, "A hat is £12, a coat £40, a scarf £8: £48"),
        (calculations.differences, "A hat is £12, a coat £40, a bag £19: £28"),
        (calculations.remainders, "A hat is £12, a scarf £9, of £60: £39"),
        (calculations.products, "Three hats at £12: £36"),
        (calculations.discounts, "A coat is £40, less 20%: £32"),
        (calculations.ratios, "A hat is £12, a coat £40: 30%"),
        (calculations.changes, "A hat was £40, then £50: 25%"),
        (calculations.means, "A hat is £12, a coat £40: £26"),
        (calculations.quotients, "For £40 there are 5 hats: £8"),
    ],
)
def test_every_sort_of_calculation_gives_its_result(calculate, text):
    assert gives(calculate, text)
    others = set(calculations.ALL_CALCULATIONS) - {calculate}
    assert not [other for other in others if gives(other, text)]


def test_the_suggested_sum_is_that_of_all():
    assert written(calculations.sum_of_all, "A hat is £12. A coat is £40, a scarf £8: £60") == [
        "£40 + £8",
        "£12 + £40 + £8",
    ]
    assert written(calculations.sum_here, "A hat is £12. A coat is £40, a scarf £8: £60") == ["£40 + £8"]


def test_a_product_is_suggested_where_only_one_fits():
    assert written(calculations.near_product, "Three hats at £12: £36") == ["Three × £12"]
    assert written(calculations.near_product, "Three hats at £12, coats at £40: £36") == []


def test_a_share_is_suggested_of_two_quantities_only():
    assert written(calculations.only_ratio, "We saw 12 of 40 guests: 30%") == ["12 ÷ 40"]
    assert written(calculations.only_ratio, "We saw 12 of 40 guests and 8 hosts: 30%") == []


def test_what_is_left_is_taken_from_the_largest():
    assert written(calculations.last_difference, "A hat is £12, of £40: £28") == ["£40 − £12"]


def test_the_last_whole_is_divided_by_the_count_next_to_the_figure():
    assert written(calculations.last_quotient, "Of 360 guests we made four groups of 90") == ["360 ÷ four"]


def test_a_rough_result_may_be_off():
    assert gives(calculations.sums, "A hat is £12, a coat £41: about £54")
    assert not gives(calculations.sums, "A hat is £12, a coat £41: £54")


def test_quantities_of_another_kind_are_no_operands():
    assert written(calculations.sums, "A hat is £12, a coat $40, a scarf 8 kg: £60") == []
