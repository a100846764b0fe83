import numpy as np
import pytest

from numerate.training.evaluation.bootstrap import Estimate, difference, estimate, resample

NAN = np.nan


def test_an_interval_holds_the_truth_about_as_often_as_it_says():
    rng = np.random.default_rng(0)
    held = 0
    for trial in range(200):
        found = estimate({"mean": rng.exponential(1, 120)}, resample(np.arange(120), 300, seed=trial))["mean"]
        held += found.low <= 1 <= found.high
    assert 0.88 <= held / 200 <= 0.98


def test_numbers_of_a_document_are_drawn_together():
    documents = np.repeat(np.arange(40), 25)
    weights = resample(documents, replicates=50)
    assert weights.shape == (50, 1000)
    assert all(len(np.unique(weights[:, documents == d], axis=1)[0]) == 1 for d in range(40))
    # Copies of a number say no more than the number itself.
    values = np.random.default_rng(0).normal(size=40)
    copied = estimate({"x": np.repeat(values, 25)}, resample(documents))["x"]
    once = estimate({"x": values}, resample(np.arange(40)))["x"]
    assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=1e-3)
    assert copied.count == 1000


def test_what_is_missing_does_not_count():
    column = np.array([1.0, NAN, 3.0, NAN])
    found = estimate({"some": column, "none": np.full(4, NAN)}, resample(np.arange(4)))
    assert found["some"].value == 2.0
    assert found["some"].count == 2
    assert 1.0 <= found["some"].low <= found["some"].high <= 3.0
    assert "none" not in found
    assert estimate({}, resample(np.arange(4))) == {}


def test_large_means_keep_their_precision():
    column = 1e9 + np.random.default_rng(0).normal(size=100)
    found = estimate({"x": column}, resample(np.arange(100)))["x"]
    assert found.value == pytest.approx(column.mean(), abs=1e-6)
    assert 0.2 < found.high - found.low < 0.6


def test_two_models_on_the_same_numbers_are_told_apart_by_pairs():
    rng = np.random.default_rng(0)
    hard = rng.normal(0, 10, 500)
    one, other = {"loss": hard + 0.2}, {"loss": hard + rng.normal(0, 0.1, 500), "more": hard}
    weights = resample(np.arange(500))
    found = difference(one, other, weights)
    assert found.keys() == {"loss"}
    assert 0 < found["loss"].low < found["loss"].value < found["loss"].high
    assert estimate(one, weights)["loss"].low < estimate(other, weights)["loss"].value


def test_an_interval_can_be_cut():
    assert Estimate(0.5, -0.1, 1.2, 3).within(0, 1) == Estimate(0.5, 0, 1, 3)


def test_draws_follow_the_seed():
    documents = np.arange(30)
    assert np.array_equal(resample(documents), resample(documents))
    assert not np.array_equal(resample(documents), resample(documents, seed=1))
