from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import numpy.testing as npt
import pytest

from numerate.distributions import FAMILIES
from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.model.prediction import Judged, Prediction, batch_distributions
from numerate.text import extract
from tests.distributions.families import CASES, Case
from tests.text.reading import one

every_family = pytest.mark.parametrize("case", CASES, ids=str)
NUMBER = one("$3.4 billion")


def predicted(case: Case, calibration: Calibration | None = None) -> Prediction:
    return Prediction(NUMBER, case.make(())[...], calibration or Calibration())


@every_family
def test_median_intervals_cdf_and_quantile_are_consistent(case: Case) -> None:
    prediction = predicted(case)
    low, high = prediction.interval(0.9)
    inner = prediction.interval(0.5)
    assert low <= inner[0] <= prediction.median <= inner[1] <= high
    assert 0 <= prediction.cdf(low) < prediction.cdf(high) <= 1
    zero = prediction.cdf(0.0)
    share = zero + 0.3 * (1 - zero)
    assert prediction.cdf(prediction.quantile(share)) == pytest.approx(share, abs=1e-6)
    assert prediction.log_prob(5.0, "log") == pytest.approx(prediction.log_prob(5.0) + math.log(5))


@every_family
def test_all_results_are_plain_floats(case: Case) -> None:
    prediction = predicted(case)
    answers = [
        prediction.median,
        prediction.mode,
        *prediction.interval(0.8),
        prediction.quantile(0.5),
        prediction.cdf(5.0),
        prediction.log_prob(5.0),
        prediction.tail(5.0),
        prediction.relative_density(5.0),
        *(x for pair in prediction.likeliest(2) for x in pair),
    ]
    assert {type(answer) for answer in answers} == {float}


@every_family
def test_relative_density_is_highest_at_the_mode(case: Case) -> None:
    prediction = predicted(case)
    assert prediction.relative_density(prediction.mode) == pytest.approx(1)
    densities = [prediction.relative_density(y) for y in np.geomspace(0.011, 9000, 20)]
    # The mode comes from a grid search, or is the first number of its cell.
    assert all(0 <= density < 1.1 for density in densities)
    assert prediction.relative_density(1e60) == pytest.approx(0, abs=1e-12)


@every_family
def test_tail_probability_falls_with_the_distance_from_the_median(case: Case) -> None:
    prediction = predicted(case)
    assert prediction.tail(prediction.distribution.median) == pytest.approx(1, abs=0.01)
    above = [prediction.tail(y) for y in np.geomspace(prediction.median, 1e6, 12)[1:]]
    assert above == sorted(above, reverse=True)
    assert above[-1] == pytest.approx(0, abs=0.01)
    y = prediction.quantile(0.95)
    assert prediction.tail(y) == pytest.approx(0.1, abs=0.02)


@every_family
def test_likeliest_numbers_are_distinct_and_sorted(case: Case) -> None:
    likeliest = predicted(case).likeliest(4)
    assert len({value for value, _ in likeliest}) == len(likeliest) == 4
    probabilities = [probability for _, probability in likeliest]
    assert probabilities == sorted(probabilities, reverse=True)
    assert 0 < sum(probabilities) <= 1


@every_family
def test_intervals_use_the_calibrated_level(case: Case) -> None:
    calibrated = predicted(
        case, Calibration(IntervalCalibration(LevelTable((0.0, 0.5, 1.0), (0.0, 0.9, 1.0))))
    )
    assert calibrated.interval(0.5) == pytest.approx(predicted(case).interval(0.9))
    assert calibrated.interval(0.0)[0] == pytest.approx(calibrated.interval(0.0)[1])


@every_family
def test_batched_distributions_agree_with_single_ones(case: Case) -> None:
    batch = case.make((3,))
    predictions = [Prediction(NUMBER, batch[i], Calibration()) for i in (2, 0, 1)]
    batched = batch_distributions(predictions)
    assert batched.batch_shape == (3,)
    for i, prediction in enumerate(predictions):
        assert float(batched.cdf(5.0)[i]) == pytest.approx(prediction.cdf(5.0))
        assert float(batched.median[i]) == pytest.approx(float(prediction.distribution.median))
    assert batch_distributions(predictions[:1]).batch_shape == (1,)


# -- Judged ------------------------------------------------------------------------------------------------

NUMBERS = extract("Of 5 people 0.0000001 rose 12% to $3 in 2016.")
# The second is out of range, the fourth is a mask.
NUMBERS[3] = NUMBERS[3]._replace(text="$[#MASK]", value=math.nan)
INDEX = np.array([0, 2, 3])


def judged(case: Case, precision: type = np.float64) -> Judged:
    batch = case.make((3,))
    arrays = {name: array.astype(precision) for name, array in batch.parameters().items()}
    distributions = FAMILIES[case.name].from_parameters(arrays, case.support)
    return Judged(tuple(NUMBERS), INDEX, distributions, Calibration(), "1 to 10")


@every_family
def test_predictions_belong_to_their_numbers(case: Case) -> None:
    part = judged(case)
    predictions = part.predictions()
    assert [prediction.number for prediction in predictions] == [NUMBERS[i] for i in INDEX]
    for n, prediction in enumerate(predictions):
        assert prediction.cdf(5.0) == pytest.approx(float(part.distributions.cdf(5.0)[n]))
        assert prediction.calibration is part.calibration


def test_the_value_of_a_mask_is_nan() -> None:
    npt.assert_array_equal(judged(CASES[0]).values, [5, 12, math.nan])


@every_family
def test_batched_intervals_agree_with_those_of_the_predictions(case: Case) -> None:
    intervals = IntervalCalibration(by_kind={"percent": LevelTable((0.0, 1.0), (0.0, 0.5))})
    part = replace(judged(case), calibration=Calibration(intervals))
    assert part.kinds == ["cardinal", "percent", "money"]
    for n, (low, high) in enumerate(zip(*part.interval(0.8), strict=True)):
        assert (low, high) == pytest.approx(part.prediction(n).interval(0.8))


def test_open_returns_the_masks() -> None:
    [mask] = judged(CASES[0]).open()
    assert mask.number.text == "$[#MASK]"
    assert mask.median == judged(CASES[0]).prediction(2).median


def test_numbers_without_a_distribution_have_a_reason() -> None:
    part = judged(CASES[0])
    assert [part.reason(i) for i in (0, 2, 3)] == [None] * 3
    assert part.reason(1) == "1e-07 is out of the range that this model knows (1 to 10)"
    assert part.reason(4) == "2016 is out of the range that this model knows (1 to 10)"


@every_family
def test_predictions_are_in_float64_and_share_the_shared_arrays(case: Case) -> None:
    part = judged(case, np.float32)
    first, second, _ = part.predictions()
    shared = type(first.distribution).shared()
    for name, array in first.distribution.parameters().items():
        assert array.dtype == np.float64
        assert (array is second.distribution.parameters()[name]) == (name in shared)
    assert part.distributions.parameters().keys() == first.distribution.parameters().keys()


def test_a_part_without_numbers_is_empty() -> None:
    case = CASES[0]
    empty = Judged((), np.empty(0, np.int64), case.make((3,))[:0], Calibration(), "")
    assert (empty.predictions(), empty.open(), empty.values.tolist()) == ([], [], [])
