from __future__ import annotations

import math

import numpy as np
import pytest

from numerate.model.calibration import Calibration, IntervalCalibration, LevelTable
from numerate.model.prediction import Prediction, batch_distributions
from tests.distributions.families import CASES, Case
from tests.text.reading import one

every_family = pytest.mark.parametrize("case", CASES, ids=str)
NUMBER = one("$3.4 billion")


def predicted(case: Case, calibration: Calibration | None = None) -> Prediction:
    return Prediction(NUMBER, case.make(())[...], calibration or Calibration())


@every_family
def test_what_a_prediction_says(case: Case) -> None:
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
def test_every_answer_is_a_plain_number(case: Case) -> None:
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
def test_no_number_is_as_dense_as_the_mode(case: Case) -> None:
    prediction = predicted(case)
    assert prediction.relative_density(prediction.mode) == pytest.approx(1)
    shares = [prediction.relative_density(y) for y in np.geomspace(0.011, 9000, 20)]
    # The mode is looked for on a grid, or stands for its cell.
    assert all(0 <= share < 1.1 for share in shares)
    assert prediction.relative_density(1e60) == pytest.approx(0, abs=1e-12)


@every_family
def test_a_number_is_the_further_out_the_smaller_its_tail(case: Case) -> None:
    prediction = predicted(case)
    assert prediction.tail(prediction.distribution.median) == pytest.approx(1, abs=0.01)
    above = [prediction.tail(y) for y in np.geomspace(prediction.median, 1e6, 12)[1:]]
    assert above == sorted(above, reverse=True)
    assert above[-1] == pytest.approx(0, abs=0.01)
    y = prediction.quantile(0.95)
    assert prediction.tail(y) == pytest.approx(0.1, abs=0.02)


@every_family
def test_the_likeliest_numbers_come_first(case: Case) -> None:
    found = predicted(case).likeliest(4)
    assert len({value for value, _ in found}) == len(found) == 4
    shares = [probability for _, probability in found]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1


@every_family
def test_intervals_are_taken_at_the_level_that_holds_as_much_as_asked(case: Case) -> None:
    sure = predicted(case, Calibration(IntervalCalibration(LevelTable((0.0, 0.5, 1.0), (0.0, 0.9, 1.0)))))
    assert sure.interval(0.5) == pytest.approx(predicted(case).interval(0.9))
    assert sure.interval(0.0)[0] == pytest.approx(sure.interval(0.0)[1])


@every_family
def test_together_they_are_asked_as_one_by_one(case: Case) -> None:
    batch = case.make((3,))
    predictions = [Prediction(NUMBER, batch[i], Calibration()) for i in (2, 0, 1)]
    joined = batch_distributions(predictions)
    assert joined.batch_shape == (3,)
    for i, prediction in enumerate(predictions):
        assert float(joined.cdf(5.0)[i]) == pytest.approx(prediction.cdf(5.0))
        assert float(joined.median[i]) == pytest.approx(float(prediction.distribution.median))
    assert batch_distributions(predictions[:1]).batch_shape == (1,)
