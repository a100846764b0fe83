import numpy as np
import pytest

from numerate.training.evaluation.bootstrap import Estimate, difference, estimate, resample

NAN = np.nan


def test_intervals_have_about_their_nominal_coverage():
    rng = np.random.default_rng(0)
    covered = 0
    for trial in range(200):
        mean = estimate({"mean": rng.exponential(1, 120)}, resample(np.arange(120), 300, seed=trial))["mean"]
        covered += mean.low <= 1 <= mean.high
    assert 0.88 <= covered / 200 <= 0.98


def test_numbers_of_a_document_are_resampled_together():
    documents = np.repeat(np.arange(40), 25)
    weights = resample(documents, replicates=50)
    assert weights.shape == (50, 1000)
    assert all(len(np.unique(weights[:, documents == d], axis=1)[0]) == 1 for d in range(40))
    # Copies of a number add no information.
    values = np.random.default_rng(0).normal(size=40)
    copied = estimate({"x": np.repeat(values, 25)}, resample(documents))["x"]
    once = estimate({"x": values}, resample(np.arange(40)))["x"]
    assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=1e-3)
    assert copied.count == 1000


def test_missing_contributions_do_not_count():
    column = np.array([1.0, NAN, 3.0, NAN])
    estimates = estimate({"known": column, "none": np.full(4, NAN)}, resample(np.arange(4)))
    assert estimates["known"].value == 2.0
    assert estimates["known"].count == 2
    assert 1.0 <= estimates["known"].low <= estimates["known"].high <= 3.0
    assert "none" not in estimates
    assert estimate({}, resample(np.arange(4))) == {}


def test_large_means_keep_their_precision():
    column = 1e9 + np.random.default_rng(0).normal(size=100)
    mean = estimate({"x": column}, resample(np.arange(100)))["x"]
    assert mean.value == pytest.approx(column.mean(), abs=1e-6)
    assert 0.2 < mean.high - mean.low < 0.6


def test_paired_differences_separate_two_models():
    rng = np.random.default_rng(0)
    hard = rng.normal(0, 10, 500)
    first, second = {"loss": hard + 0.2}, {"loss": hard + rng.normal(0, 0.1, 500), "more": hard}
    weights = resample(np.arange(500))
    differences = difference(first, second, weights)
    assert differences.keys() == {"loss"}
    assert 0 < differences["loss"].low < differences["loss"].value < differences["loss"].high
    assert estimate(first, weights)["loss"].low < estimate(second, weights)["loss"].value


def test_an_interval_can_be_clipped():
    assert Estimate(0.5, -0.1, 1.2, 3).within(0, 1) == Estimate(0.5, 0, 1, 3)


def test_weights_follow_the_seed():
    documents = np.arange(30)
    assert np.array_equal(resample(documents), resample(documents))
    assert not np.array_equal(resample(documents), resample(documents, seed=1))
