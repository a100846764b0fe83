from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import numpy.testing as npt
import pytest

from numerate.distributions import FAMILIES
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.model.prediction import Judged
from numerate.text import extract
from tests.distributions.families import CASES, Case

every_family = pytest.mark.parametrize("case", CASES, ids=str)
NUMBERS = extract("Of 5 people 0.0000001 rose 12% to $3 in 2016.")
# The second is out of range, and the fourth is a mask.
NUMBERS[3] = NUMBERS[3]._replace(text="$[#MASK]", value=math.nan)
INDEX = np.array([0, 2, 3])


def judged(case: Case, precision: type = np.float64) -> Judged:
    batch = case.make((3,))
    arrays = {name: array.astype(precision) for name, array in batch.parameters().items()}
    distributions = FAMILIES[case.name].from_parameters(arrays, case.support)
    return Judged(tuple(NUMBERS), INDEX, distributions, Calibration(max_unlikely_share=0.7), "1 to 10")


@every_family
def test_each_prediction_is_of_its_own_number(case: Case) -> None:
    seen = judged(case)
    predictions = seen.predictions()
    assert [prediction.number for prediction in predictions] == [NUMBERS[i] for i in INDEX]
    for n, prediction in enumerate(predictions):
        assert prediction.cdf(5.0) == pytest.approx(float(seen.distributions.cdf(5.0)[n]))
        assert prediction.calibration is seen.calibration


def test_values_are_those_of_the_judged_and_masks_have_none() -> None:
    npt.assert_array_equal(judged(CASES[0]).values, [5, 12, math.nan])


@every_family
def test_intervals_are_those_of_the_predictions(case: Case) -> None:
    own = IntervalCalibration(kinds={"percent": LevelTable((0.0, 1.0), (0.0, 0.5))})
    seen = replace(judged(case), calibration=Calibration(own))
    assert seen.kinds == ["cardinal", "percent", "money"]
    for n, (low, high) in enumerate(zip(*seen.interval(0.8), strict=True)):
        assert (low, high) == pytest.approx(seen.prediction(n).interval(0.8))


def test_masks_are_what_is_open() -> None:
    [mask] = judged(CASES[0]).open()
    assert mask.number.text == "$[#MASK]"
    assert mask.median == judged(CASES[0]).prediction(2).median


def test_what_is_not_judged_says_why() -> None:
    seen = judged(CASES[0])
    assert [seen.reason(i) for i in (0, 2, 3)] == [None] * 3
    assert seen.reason(1) == "1e-07 is out of the range that this model knows (1 to 10)"
    assert seen.reason(4) == "2016 is out of the range that this model knows (1 to 10)"


@every_family
def test_predictions_are_in_full_precision_and_share_what_their_distributions_share(case: Case) -> None:
    seen = judged(case, np.float32)
    one, two, _ = seen.predictions()
    shared = type(one.distribution).shared()
    for name, array in one.distribution.parameters().items():
        assert array.dtype == np.float64
        assert (array is two.distribution.parameters()[name]) == (name in shared)
    assert seen.distributions.parameters().keys() == one.distribution.parameters().keys()


def test_a_text_without_numbers_has_nothing_to_tell() -> None:
    case = CASES[0]
    empty = Judged((), np.empty(0, np.int64), case.make((3,))[:0], Calibration(), "")
    assert (empty.predictions(), empty.open(), empty.values.tolist()) == ([], [], [])
