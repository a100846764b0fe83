"""The data of charts, and the formatting of values."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.model import Judged
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.model.prediction import Prediction
from numerate.report.chart import (
    Chart,
    LogAxis,
    charts_of_judged,
    charts_of_predictions,
    format_range,
    format_share,
    format_value,
)
from tests.checking.stub import StubModel
from tests.distributions.families import CASES, Case
from tests.report.samples import prediction
from tests.text.reading import one

NUMBER = one("$3.4 billion")
VALUES = st.floats(1e-30, 1e30)
every_family = pytest.mark.parametrize("case", CASES, ids=str)


@given(st.lists(VALUES, min_size=1))
def test_an_axis_contains_its_values_and_at_least_a_decade(values: list[float]) -> None:
    axis = LogAxis.spanning(*values)
    assert axis.high - axis.low > 1
    for value in values:
        assert 0 < axis.position(value) < 1
    # The margins are narrow.
    assert axis.high - axis.low < 1.1 * max(1, math.log10(max(values) / min(values)))


@pytest.mark.parametrize("values", [(), (None,), (0.0,), (-3.0, math.inf), (math.nan,)])
def test_values_without_a_logarithm_are_left_out_of_the_axis(values: tuple[float | None, ...]) -> None:
    assert LogAxis.spanning(*values, 50.0) == LogAxis.spanning(50.0)
    axis = LogAxis.spanning(*values)
    assert axis.low < -1 < 1 < axis.high


@given(VALUES, VALUES, VALUES)
def test_larger_values_have_higher_positions(first: float, second: float, between: float) -> None:
    axis = LogAxis.spanning(first, second)
    assert (axis.position(first) <= axis.position(between)) or first > between
    assert 0 <= axis.position(between) <= 1


def test_values_outside_the_axis_are_placed_at_its_ends() -> None:
    axis = LogAxis(0, 3)
    assert [axis.position(value) for value in (-5, 0, 1e-9, 1, 1000, 1e9)] == [0, 0, 0, 0, 1, 1]
    assert axis.position(10) == pytest.approx(1 / 3)


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


def test_a_short_axis_has_more_ticks_per_decade_than_a_long_one() -> None:
    assert LogAxis(-0.1, 1.1).ticks() == [1, 2, 5, 10]
    assert LogAxis(-0.1, 5.1).ticks() == [1, 10, 100, 1000, 10_000, 100_000]


def judged(case: Case, calibration: Calibration | None = None) -> Judged:
    numbers = tuple(NUMBER._replace(value=value) for value in (3.0, 0.0, float("nan")))
    return Judged(numbers, np.arange(3), case.make((3,)), calibration or Calibration(), "all numbers")


def assert_matches(chart: Chart, predicted: Prediction) -> None:
    """Compare the fields of a chart with the prediction, asked for each of them alone."""
    edges = chart.axis.edges(len(chart.mass))
    mass = np.diff([predicted.cdf(edge) for edge in edges])
    assert chart.mass == pytest.approx(mass, rel=0.01, abs=1e-6)
    assert chart.median == pytest.approx(predicted.median)
    assert chart.half == pytest.approx(predicted.interval(0.5))
    assert chart.most == pytest.approx(predicted.interval(0.9))
    assert chart.zero == pytest.approx(predicted.cdf(0.0))


@every_family
def test_charts_of_many_numbers_match_the_prediction_of_each(case: Case) -> None:
    seen = judged(case)
    for chart, predicted in zip(charts_of_judged(seen), seen.predictions(), strict=True):
        assert_matches(chart, predicted)
        assert 0.985 <= sum(chart.mass) + chart.zero <= 1.005
        assert chart.axis.position(chart.median) < 1


@every_family
def test_predictions_have_the_charts_of_the_judged_numbers(case: Case) -> None:
    seen = judged(case)
    predictions = seen.predictions()
    values = [[predicted.number.value] for predicted in predictions]
    charts = charts_of_predictions(predictions, values)
    for chart, other in zip(charts, charts_of_judged(seen), strict=True):
        assert chart.mass == pytest.approx(other.mass, rel=0.01, abs=1e-9)
        assert chart.axis.low == pytest.approx(other.axis.low)
        assert chart._replace(mass=[], axis=other.axis) == other._replace(mass=[])


@every_family
def test_nearly_all_of_a_distribution_is_on_the_axis(case: Case) -> None:
    predicted = Prediction(NUMBER, case.make(())[...], Calibration())
    [chart] = charts_of_predictions([predicted], [[7e5]], 40)
    assert len(chart.mass) == 40
    assert min(chart.mass) >= 0
    assert 0.985 * (1 - chart.zero) - 1e-6 <= sum(chart.mass) <= 1.005 * (1 - chart.zero) + 1e-6
    assert 0 < chart.axis.position(predicted.median) < 1
    assert 0 < chart.axis.position(7e5) < 1


def test_the_highest_part_contains_the_median_of_a_symmetric_distribution() -> None:
    [chart] = charts_of_predictions([prediction(NUMBER, 3e9)], [[]], 11)
    highest = chart.mass.index(max(chart.mass))
    edges = chart.axis.edges(11)
    assert edges[highest] <= 3e9 <= edges[highest + 1]


@pytest.mark.parametrize("at", [1e-8, 7.0, 1e20])
def test_the_axis_contains_the_requested_value(at: float) -> None:
    [seen] = StubModel().stream("It rose 8%.")
    [predicted] = seen.predictions()
    [chart] = charts_of_predictions([predicted], [[at]])
    assert 0 < chart.axis.position(at) < 1
    assert 0 < chart.axis.position(predicted.median) < 1
    assert_matches(chart, predicted)


def test_a_value_of_zero_changes_nothing() -> None:
    [seen] = StubModel().stream("It rose 8%.")
    predictions = seen.predictions() * 2
    zero, nothing = charts_of_predictions(predictions, [[0.0], [None]])
    assert zero == nothing


def test_each_number_has_its_own_axis() -> None:
    [seen] = StubModel().stream("It rose 8000000% to $3 in 2014.")
    for chart, value in zip(charts_of_judged(seen), (8e6, 3, 2014), strict=True):
        assert 0 < chart.axis.position(value) < 1


def test_intervals_are_calibrated() -> None:
    narrow = Calibration(IntervalCalibration(LevelTable((0.0, 1.0), (0.0, 0.5))))
    wide, own = (charts_of_judged(judged(CASES[0], calibration))[0] for calibration in (None, narrow))
    assert wide.most[0] < own.most[0] < own.median < own.most[1] < wide.most[1]


def test_only_numbers_with_a_distribution_have_a_chart() -> None:
    [seen] = StubModel().stream("It rose 8% to $3 billion.")
    second = replace(seen, index=seen.index[1:], distributions=seen.distributions[1:])
    [chart] = charts_of_judged(second)
    assert chart.median == pytest.approx(3e9)
    assert charts_of_judged(replace(seen, index=seen.index[:0], distributions=seen.distributions[:0])) == []
    assert charts_of_predictions([], []) == []


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
def test_values_are_formatted_with_few_digits(value: float, shown: str) -> None:
    assert format_value(value) == shown


@given(VALUES)
def test_a_formatted_value_reads_as_nearly_the_same_number(value: float) -> None:
    assert one(format_value(value)).value == pytest.approx(value, rel=6e-4)
    assert len(format_value(value)) <= 14


@given(VALUES, VALUES)
def test_a_range_has_both_ends_unless_they_are_equal(low: float, high: float) -> None:
    assume(low != high)
    assert format_range(low, high) == f"{format_value(low)} to {format_value(high)}"
    assert format_range(low, low) == format_value(low)


@pytest.mark.parametrize(
    ("share", "shown"),
    [(1, "100.0%"), (0.1234, "12.3%"), (0.001, "0.1%"), (0.00042, "0.04%"), (3e-7, "3e-05%"), (0, "0%")],
)
def test_shares_are_formatted_however_small(share: float, shown: str) -> None:
    assert format_share(share) == shown
