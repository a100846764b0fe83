import math

import pytest

from numerate.consistency.learned.figures import COUNT, PERCENT, TYPES, members, size
from tests.consistency.learned.helpers import figures


def test_a_figure_stands_for_what_rounds_to_it() -> None:
    [figure] = figures("The pipe is 12.4 m long.")
    assert TYPES[figure.type] == "length"
    assert (figure.bounds.low, figure.bounds.high) == pytest.approx((12.35, 12.45))


def test_counts_and_prices_are_exact() -> None:
    visitors, price = figures("There were 36 visitors, who paid £7 each.")
    assert visitors.bounds.low == visitors.bounds.high == 36
    assert price.bounds.low == price.bounds.high == 7
    assert (visitors.group, price.group) == (COUNT, "GBP")


def test_units_of_one_dimension_are_one_group() -> None:
    long, short = figures("The rope of 1.2 km was cut, and 300 m were left.")
    assert long.group == short.group
    assert (long.bounds.value, short.bounds.value) == (1200, 300)


def test_a_bare_number_takes_the_unit_of_its_neighbour() -> None:
    amounts = figures("The wait fell from 36 hours to 8.")
    assert [bounds.value for _, bounds in members(amounts, amounts[0].group)] == [36 * 3600, 8 * 3600]


def test_basis_points_are_hundredths_of_a_percent() -> None:
    points, _, rate = figures("The bank lifted its rate by 25 basis points, from 4.25% to 4.5%.")
    assert points.group == rate.group == PERCENT
    assert points.bounds.value == 0.25


def test_verbs_of_multiples_are_figures() -> None:
    verb, *_ = figures("Sales doubled from 30 to 60 boxes.")
    assert (verb.slot.number.text, verb.mark, verb.bounds.value) == ("doubled", "X", 2)


def test_a_figure_without_a_limit_is_in_no_equation() -> None:
    hedged, plain = figures("At least 40 people came, and 12 stayed.")
    assert (hedged.group, hedged.mark) == ("", "")
    assert plain.group == COUNT


def test_a_figure_is_as_precise_as_those_it_is_compared_with() -> None:
    old, new = figures("Costs fell from €5 million to €4.8 million.")
    assert old.bounds.high > 5.4e6
    assert old.bounds.at_step(new.bounds.step).high == pytest.approx(5.05e6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add 250 ml of milk.", math.log10(250e-6)),
        ("Bake at 180 °C.", 4.5),
        ("Bake at 356 °F.", 4.5),
        ("It cost £3 million.", math.log10(3e6)),
        ("Stamps are 50p.", math.log10(0.5)),
    ],
)
def test_size_is_the_order_of_magnitude_in_base_units(text: str, expected: float) -> None:
    [figure] = figures(text)
    assert size(figure) == pytest.approx(expected)


@pytest.mark.parametrize("text", ["The hall holds 250 people.", "It grew by -4%.", "It rose two points."])
def test_counts_and_losses_have_no_size(text: str) -> None:
    [figure] = figures(text)
    assert math.isnan(size(figure))


def test_there_is_a_gap_between_shares_and_what_is_over_100_percent() -> None:
    whole, over = (size(figures(f"Turnout was {percent}.")[0]) for percent in ("100%", "101%"))
    assert over - whole > 1.9


def test_nothing_has_the_unit_of_its_neighbour_too() -> None:
    amounts = figures("The stock went from 0 km to 8.")
    assert [bounds.value for _, bounds in members(amounts, amounts[0].group)] == [0, 8000]


@pytest.mark.parametrize("written", ["1e200 km", "9e307 miles", "1e400 litres", "1e-300 kg", "9" * 400])
def test_a_figure_that_floats_cannot_calculate_with_is_in_no_equation(written: str) -> None:
    [figure] = figures(f"It came to {written} of it.")
    assert (figure.group, figure.mark) == ("", "")
    assert math.isnan(size(figure))


def test_a_number_of_packs_has_no_unit_of_its_neighbour() -> None:
    packs, ounces = figures("Add 1 (14.5 ounce) can of tomatoes.")
    assert not packs.is_bare
    assert ounces.mark == "U"


def test_a_number_does_not_have_the_unit_of_a_time_that_says_when() -> None:
    amounts = figures("They wait nine weeks, where two years ago it was 18.")
    weeks, eighteen = (dict(members(amounts, amounts[0].group))[i].value for i in (0, 2))
    assert eighteen == 2 * weeks
