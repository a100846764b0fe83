import numpy as np
import pytest
from scipy.stats import mannwhitneyu

from numerate.training.evaluation.bootstrap import estimate, resample
from numerate.training.evaluation.cases import TRUE, Answers, Point
from numerate.training.evaluation.metrics import area_contributions, columns, curve, recall_contributions

NAN = np.nan


def test_the_area_is_the_share_of_ordered_pairs():
    true, anomalies = np.array([3.0, 1.0, 2.0]), np.array([0.0, 2.0, 1.5])
    pairs = [1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.5, 1.0]  # a tie counts half
    assert area_contributions(true, anomalies).mean() == pytest.approx(np.mean(pairs))


@pytest.mark.parametrize("digits", [1, 8])
def test_the_area_equals_scipys_u_statistic_with_ties(digits):
    rng = np.random.default_rng(0)
    true, anomalies = rng.normal(1, 1, 500).round(digits), rng.normal(0, 2, 500).round(digits)
    expected = mannwhitneyu(true, anomalies).statistic / 500**2
    assert area_contributions(true, anomalies).mean() == pytest.approx(expected)


def test_numbers_without_an_anomaly_do_not_count():
    true, anomalies = np.array([5.0, 1.0, 0.0]), np.array([0.0, NAN, 4.0])
    contributions = area_contributions(true, anomalies)
    assert np.isnan(contributions).tolist() == [False, True, False]
    assert np.nanmean(contributions) == pytest.approx(np.mean([1.0, 1.0, 0.0, 0.5]))
    assert np.isnan(area_contributions(true, np.full(3, NAN))).all()


def test_values_outside_the_support_rank_below_all_others():
    assert area_contributions(np.array([1.0, 2.0]), np.full(2, -np.inf)).mean() == 1


def test_recall_is_the_share_of_anomalies_below_the_threshold():
    true = np.arange(100.0)
    anomalies = np.concatenate([np.full(30, 4.5), np.full(70, 50.0)])
    assert recall_contributions(true, anomalies, 0.05).mean() == pytest.approx(0.3)
    assert recall_contributions(true, anomalies, 0.04).mean() == pytest.approx(0.0)
    assert recall_contributions(true, anomalies, 0.001).mean() == pytest.approx(0.0)
    assert curve(true, anomalies, [0.04, 0.05, 0.6, 1.0]).tolist() == [0.0, 0.3, 1.0, 1.0]


def test_intervals_equal_those_of_exact_replicates():
    """Contributions approximate areas and recalls to first order, which must be precise enough."""
    rng = np.random.default_rng(1)
    true, anomalies = rng.normal(2, 1, 3000), rng.normal(0, 1.5, 3000)
    weights = resample(np.arange(3000) // 3, replicates=400)
    estimates = estimate(
        {"area": area_contributions(true, anomalies), "recall": recall_contributions(true, anomalies, 0.05)},
        weights,
    )
    areas, recalls = [], []
    for drawn in weights.astype(int):
        values, wrong = np.repeat(true, drawn), np.repeat(anomalies, drawn)
        areas.append(mannwhitneyu(values, wrong).statistic / len(values) ** 2)
        recalls.append(np.mean(wrong < np.sort(values)[int(0.05 * len(values))]))
    for name, replicates in (("area", areas), ("recall", recalls)):
        low, high = np.quantile(replicates, [0.025, 0.975])
        width = high - low
        assert estimates[name].low == pytest.approx(low, abs=0.15 * width)
        assert estimates[name].high == pytest.approx(high, abs=0.15 * width)


def means(answers: Answers, values: list[float]) -> dict[str, float]:
    return {name: np.nanmean(column) for name, column in columns(answers, np.array(values)).items()}


def test_errors_of_predictions():
    point = Point.of(np.array([10.0, 2000.0, 99.0]), 0.1)
    figures = means(Answers({"argmax": point}, {"median": point}), [100.0, 2000.0, 10.0])
    assert figures["lmae.argmax"] == pytest.approx((1 + 0 + np.log10(9.9)) / 3)
    assert figures["e_acc.argmax"] == pytest.approx(2 / 3)
    assert figures["all.lmae.median"] == figures["lmae.argmax"]


def test_exponents_are_exact_just_below_a_power_of_ten():
    point = Point.of(np.array([np.nextafter(1000.0, 0), 1000.0]), 0.1)
    assert means(Answers({"argmax": point}), [1000.0, 1000.0])["e_acc.argmax"] == 0.5


def test_predictions_without_a_logarithm_count_as_the_least_value():
    point = Point.of(np.array([0.0, -5.0]), 0.1)
    assert means(Answers({"median": point}), [1.0, 10.0])["lmae.median"] == pytest.approx(1.5)


def test_likelihoods_leave_out_values_outside_the_support():
    scores = {TRUE: np.array([-1.0, -3.0, -np.inf]), "random": np.zeros(3), "string": np.full(3, np.nan)}
    contributions = columns(Answers(scores={"log": scores, "linear": scores}), np.ones(3))
    assert np.nanmean(contributions["nll.log"]) == 2.0
    assert contributions["outside"].mean() == pytest.approx(1 / 3)
    assert contributions["auc.random.linear"].mean() == 0.0
