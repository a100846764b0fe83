import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.model import Prediction
from numerate.model.calibration import Calibration
from numerate.report.chart import LogAxis, nearly_all, short, short_percent, short_span
from tests.distributions.families import CASES, Case
from tests.report.made import prediction
from tests.text.reading import one

NUMBER = one("$3.4 billion")
VALUES = st.floats(1e-30, 1e30)


@given(st.lists(VALUES, min_size=1))
def test_an_axis_holds_its_values_and_a_decade_at_least(values: list[float]) -> None:
    axis = LogAxis.holding(*values)
    assert axis.high - axis.low > 1
    for value in values:
        assert 0 < axis.share(value) < 1
    # No more room than that is left on either side.
    assert axis.high - axis.low < 1.1 * max(1, math.log10(max(values) / min(values)))


@pytest.mark.parametrize("values", [(), (None,), (0.0,), (-3.0, math.inf), (math.nan,)])
def test_what_has_no_place_makes_no_axis(values: tuple[float | None, ...]) -> None:
    assert LogAxis.holding(*values, 50.0) == LogAxis.holding(50.0)
    axis = LogAxis.holding(*values)
    assert axis.low < -1 < 1 < axis.high


@given(VALUES, VALUES, VALUES)
def test_larger_values_stand_further_along(first: float, second: float, between: float) -> None:
    axis = LogAxis.holding(first, second)
    assert (axis.share(first) <= axis.share(between)) or first > between
    assert 0 <= axis.share(between) <= 1


def test_what_is_outside_is_put_at_the_end() -> None:
    axis = LogAxis(0, 3)
    assert [axis.share(value) for value in (-5, 0, 1e-9, 1, 1000, 1e9)] == [0, 0, 0, 0, 1, 1]
    assert axis.share(10) == pytest.approx(1 / 3)


@given(st.floats(-30, 30), st.floats(1, 60), st.integers(1, 80))
def test_the_parts_of_an_axis_are_equal_and_cover_it(low: float, length: float, parts: int) -> None:
    axis = LogAxis(low, low + length)
    edges = axis.edges(parts)
    np.testing.assert_allclose(np.diff(np.log10(edges)), length / parts)
    np.testing.assert_allclose([edges[0], edges[-1]], [10**low, 10 ** (low + length)])


@given(st.floats(-30, 30), st.floats(1, 60))
def test_ticks_are_round_and_on_the_axis(low: float, length: float) -> None:
    axis = LogAxis(low, low + length)
    ticks = axis.ticks()
    assert ticks == sorted(set(ticks))
    assert all(
        f"{tick:e}"[0] in "125" and f"{tick:.0e}" == f"{tick:.6e}".replace(".000000", "") for tick in ticks
    )
    assert all(10**axis.low <= tick * (1 + 1e-9) and tick <= 10**axis.high for tick in ticks)
    assert len(ticks) >= 2


def test_a_short_axis_has_more_ticks_to_a_decade_than_a_long_one() -> None:
    assert LogAxis(-0.1, 1.1).ticks() == [1, 2, 5, 10]
    assert LogAxis(-0.1, 5.1).ticks() == [1, 10, 100, 1000, 10_000, 100_000]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_nearly_all_of_a_distribution_is_on_the_axis(case: Case) -> None:
    predicted = Prediction(NUMBER, case.make(())[...], Calibration())
    axis = LogAxis.around(predicted, 7e5)
    zero = predicted.cdf(0.0)
    mass = axis.mass(predicted, 40)
    assert mass.shape == (40,)
    assert mass.min() >= 0
    assert 0.99 * (1 - zero) - 1e-6 <= mass.sum() <= 1 - zero + 1e-6
    assert 0 < axis.share(predicted.median) < 1
    assert 0 < axis.share(7e5) < 1


def test_mass_lies_where_it_is_probable() -> None:
    predicted = prediction(NUMBER, 3e9)
    axis = LogAxis.around(predicted)
    mass = axis.mass(predicted, 11)
    edges = axis.edges(11)
    assert mass[3] == pytest.approx(predicted.cdf(edges[4]) - predicted.cdf(edges[3]))
    assert edges[mass.argmax()] <= 3e9 <= edges[mass.argmax() + 1]


@given(st.floats(0, 0.99))
def test_all_but_one_in_a_hundred_are_asked_for(zero: float) -> None:
    low, high = nearly_all(zero)
    assert zero <= low < high <= 1
    assert high - low == pytest.approx(0.99 * (1 - zero))
    assert low - zero == pytest.approx(1 - high)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (0.5, "0.5"),
        (0.00012, "0.00012"),
        (0.000012, "1.2e-05"),
        (3.14159, "3.142"),
        (2014, "2014"),
        (9999.4, "9999"),
        (12345, "12,340"),
        (999_949, "999,900"),
        (3.4e6, "3.4 million"),
        (1e9, "1 billion"),
        (123.456e12, "123.5 trillion"),
        (1e15, "1e+15"),
    ],
)
def test_a_value_is_written_to_be_read_at_a_glance(value: float, shown: str) -> None:
    assert short(value) == shown


@given(VALUES)
def test_what_is_written_is_read_as_nearly_the_same(value: float) -> None:
    assert one(short(value)).value == pytest.approx(value, rel=6e-4)
    assert len(short(value)) <= 14


@given(VALUES, VALUES)
def test_a_range_names_both_ends_unless_they_are_one(low: float, high: float) -> None:
    assume(low != high)
    assert short_span(low, high) == f"{short(low)} to {short(high)}"
    assert short_span(low, low) == short(low)


@pytest.mark.parametrize(
    ("share", "shown"),
    [(1, "100.0%"), (0.1234, "12.3%"), (0.001, "0.1%"), (0.00042, "0.04%"), (3e-7, "3e-05%"), (0, "0%")],
)
def test_a_share_is_written_however_small(share: float, shown: str) -> None:
    assert short_percent(share) == shown
