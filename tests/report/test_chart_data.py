from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from numerate.model import Judged
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.model.prediction import Prediction
from numerate.report.chart import Drawing, LogAxis, of_judged, of_prediction
from tests.checking.stub import StubModel
from tests.distributions.families import CASES, Case
from tests.text.reading import one

every_family = pytest.mark.parametrize("case", CASES, ids=str)


def judged(case: Case, calibration: Calibration | None = None) -> Judged:
    number = one("$3.4 billion")
    numbers = tuple(number._replace(value=value) for value in (3.0, 0.0, float("nan")))
    return Judged(numbers, np.arange(3), case.make((3,)), calibration or Calibration(), "all numbers")


def check(drawing: Drawing, prediction: Prediction) -> None:
    assert len(drawing.mass) > 40
    assert drawing.median == prediction.median
    assert drawing.half == prediction.interval(0.5)
    assert drawing.most == prediction.interval(0.9)
    assert drawing.zero == pytest.approx(prediction.cdf(0.0))
    assert drawing.mass == pytest.approx(drawing.axis.mass(prediction, len(drawing.mass)), rel=0.01, abs=1e-9)


@every_family
def test_what_is_drawn_of_many_is_what_is_predicted_of_each(case: Case) -> None:
    seen = judged(case)
    for drawing, prediction in zip(of_judged(seen), seen.predictions(), strict=True):
        check(drawing, prediction)
        assert 0.985 <= sum(drawing.mass) + drawing.zero <= 1.005
        assert drawing.axis.share(drawing.median) < 1


@every_family
def test_one_is_drawn_as_among_others(case: Case) -> None:
    seen = judged(case)
    for drawing, prediction in zip(of_judged(seen), seen.predictions(), strict=True):
        alone = of_prediction(prediction, prediction.number.value)
        assert alone.mass == pytest.approx(drawing.mass, rel=0.01, abs=1e-9)
        assert alone.axis.low == pytest.approx(drawing.axis.low)
        assert alone._replace(mass=[], axis=drawing.axis) == drawing._replace(mass=[])


@pytest.mark.parametrize("at", [1e-8, 7.0, 1e20])
def test_the_axis_holds_what_is_asked_for(at: float) -> None:
    [seen] = StubModel().stream("It rose 8%.")
    [prediction] = seen.predictions()
    drawing = of_prediction(prediction, at)
    assert 0 < drawing.axis.share(at) < 1
    assert 0 < drawing.axis.share(prediction.median) < 1
    check(drawing, prediction)


@pytest.mark.parametrize("at", [None, 0.0])
def test_what_has_no_place_on_the_axis_changes_nothing(at: float | None) -> None:
    [seen] = StubModel().stream("It rose 8%.")
    [prediction] = seen.predictions()
    axis = of_prediction(prediction, at).axis
    assert axis.low == pytest.approx(LogAxis.around(prediction).low)
    assert axis.high == pytest.approx(LogAxis.around(prediction).high)


def test_each_number_is_on_its_own_axis() -> None:
    [seen] = StubModel().stream("It rose 8000000% to $3 in 2014.")
    drawings = of_judged(seen)
    assert [
        0 < drawing.axis.share(value) < 1 for drawing, value in zip(drawings, (8e6, 3, 2014), strict=True)
    ]
    for drawing, value in zip(drawings, (8e6, 3, 2014), strict=True):
        assert 0 < drawing.axis.share(value) < 1


def test_intervals_are_those_of_the_calibration() -> None:
    narrow = Calibration(IntervalCalibration(LevelTable((0.0, 1.0), (0.0, 0.5))))
    wide, own = (of_judged(judged(CASES[0], calibration))[0] for calibration in (None, narrow))
    assert wide.most[0] < own.most[0] < own.median < own.most[1] < wide.most[1]


def test_only_numbers_with_a_distribution_are_drawn() -> None:
    [seen] = StubModel().stream("It rose 8% to $3 billion.")
    second = replace(seen, index=seen.index[1:], distributions=seen.distributions[1:])
    [drawing] = of_judged(second)
    assert drawing.median == pytest.approx(3e9)
    assert of_judged(replace(seen, index=seen.index[:0], distributions=seen.distributions[:0])) == []
