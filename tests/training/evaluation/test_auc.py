import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from numerate.training.evaluation.bootstrap import estimate, resample
from numerate.training.evaluation.metrics import area_contributions, curve, recall_contributions

NAN = np.nan


def test_the_area_is_the_share_of_pairs_in_order():
    true, anomalies = np.array([3.0, 1.0, 2.0]), np.array([0.0, 2.0, 1.5])
    pairs = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.5, 1.0]  # a tie counts half
    assert area_contributions(true, anomalies).mean() == pytest.approx(np.mean(pairs))


@pytest.mark.parametrize("digits", [1, 8])
def test_the_area_is_scipys_u_statistic_ties_included(digits):
    rng = np.random.default_rng(0)
    true, anomalies = rng.normal(1, 1, 500).round(digits), rng.normal(0, 2, 500).round(digits)
    expected = mannwhitneyu(true, anomalies).statistic / 500**2
    assert area_contributions(true, anomalies).mean() == pytest.approx(expected)


def test_numbers_without_an_anomaly_stay_out():
    true, anomalies = np.array([5.0, 1.0, 0.0]), np.array([0.0, NAN, 4.0])
    added = area_contributions(true, anomalies)
    assert np.isnan(added).tolist() == [False, True, False]
    assert np.nanmean(added) == pytest.approx(np.mean([1.0, 1.0, 0.0, 0.5]))
    assert np.isnan(area_contributions(true, np.full(3, NAN))).all()


def test_impossible_values_are_anomalies_for_certain():
    assert area_contributions(np.array([1.0, 2.0]), np.full(2, -np.inf)).mean() == 1


def test_recall_is_what_lies_below_all_but_a_few_true_values():
    true = np.arange(100.0)
    anomalies = np.concatenate([np.full(30, 4.5), np.full(70, 50.0)])
    assert recall_contributions(true, anomalies, 0.05).mean() == pytest.approx(0.3)
    assert recall_contributions(true, anomalies, 0.04).mean() == pytest.approx(0.0)
    assert recall_contributions(true, anomalies, 0.001).mean() == pytest.approx(0.0)
    assert curve(true, anomalies, [0.04, 0.05, 0.6, 1.0]).tolist() == [0.0, 0.3, 1.0, 1.0]


def test_intervals_are_those_of_computing_each_replicate_anew():
    """The contributions stand in for areas and recalls to first order; that has to be enough."""
    rng = np.random.default_rng(1)
    true, anomalies = rng.normal(2, 1, 3000), rng.normal(0, 1.5, 3000)
    weights = resample(np.arange(3000) // 3, replicates=400)
    fast = estimate(
        {"area": area_contributions(true, anomalies), "recall": recall_contributions(true, anomalies, 0.05)},
        weights,
    )
    areas, recalls = [], []
    for drawn in weights.astype(int):
        one, other = np.repeat(true, drawn), np.repeat(anomalies, drawn)
        areas.append(mannwhitneyu(one, other).statistic / len(one) ** 2)
        recalls.append(np.mean(other < np.sort(one)[int(0.05 * len(one))]))
    for name, replicates in (("area", areas), ("recall", recalls)):
        low, high = np.quantile(replicates, [0.025, 0.975])
        width = high - low
        assert fast[name].low == pytest.approx(low, abs=0.15 * width)
        assert fast[name].high == pytest.approx(high, abs=0.15 * width)
