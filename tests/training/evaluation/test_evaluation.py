import json

import numpy as np
import pytest

from numerate.training.evaluation import from_dict, resample, summarize, to_dict
from numerate.training.evaluation.cases import TRUE, Answers, Point
from numerate.training.evaluation.evaluation import ROC_GRID
from numerate.training.evaluation.metrics import area_contributions, columns

from .tiny import make_answers, make_cases


def means(answers: Answers, values: list[float]) -> dict[str, float]:
    return {name: np.nanmean(column) for name, column in columns(answers, np.array(values)).items()}


def test_errors_by_hand():
    point = Point.of(np.array([10.0, 2000.0, 99.0]), 0.1)
    found = means(Answers({"argmax": point}, {"median": point}), [100.0, 2000.0, 10.0])
    assert found["lmae.argmax"] == pytest.approx((1 + 0 + np.log10(9.9)) / 3)
    assert found["e_acc.argmax"] == pytest.approx(2 / 3)
    assert found["all.lmae.median"] == found["lmae.argmax"]


def test_exponents_are_exact_just_below_a_power_of_ten():
    point = Point.of(np.array([np.nextafter(1000.0, 0), 1000.0]), 0.1)
    assert means(Answers({"argmax": point}), [1000.0, 1000.0])["e_acc.argmax"] == 0.5


def test_predictions_that_have_no_logarithm_count_as_the_least_value():
    point = Point.of(np.array([0.0, -5.0]), 0.1)
    assert means(Answers({"median": point}), [1.0, 10.0])["lmae.median"] == pytest.approx(1.5)


def test_likelihoods_and_what_is_impossible():
    scores = {TRUE: np.array([-1.0, -3.0, -np.inf]), "random": np.zeros(3), "string": np.full(3, np.nan)}
    found = columns(Answers(scores={"log": scores, "linear": scores}), np.ones(3))
    assert np.nanmean(found["nll.log"]) == 2.0
    assert found["outside"].mean() == pytest.approx(1 / 3)
    assert found["auc.random.linear"].mean() == 0.0


def test_a_classifier_has_exponents_and_scores_and_nothing_else():
    scores = {TRUE: np.ones(40), "random": np.zeros(40), "string": np.ones(40)}
    answers = Answers({"argmax": Point(np.zeros(40, np.int64))}, scores={"published": scores})
    cases = make_cases([5.0] * 20 + [50.0] * 20)
    found = summarize(answers, cases, resample(cases.documents, 50))
    assert {n: e.value for n, e in found.figures.items()} == {
        "e_acc.argmax": 0.5,
        "auc.random.published": 1.0,
        "auc.string.published": 0.5,
    }
    assert found.calibration is None
    assert found.by_anomaly["random"]["recall.0.01"].value == 1.0
    assert found.by_anomaly["string"]["recall.0.05"].value == 0.0


@pytest.fixture(scope="module")
def judged():
    rng = np.random.default_rng(0)
    kinds = ["money"] * 60 + ["year"] * 40 + ["age"] * 5
    cases = make_cases((10 ** rng.uniform(0, 3, 105)).tolist(), kinds, (np.arange(105) // 2).tolist())
    answers = make_answers(105)
    return answers, cases, summarize(answers, cases, resample(cases.documents, 100))


def test_groups_are_evaluations_of_their_own_numbers(judged):
    answers, cases, found = judged
    assert found.by_kind.keys() == {"money", "year"}, "too few of one kind say nothing"
    money = cases.kinds == "money"
    assert found.by_kind["money"]["lmae.argmax"].count == 60
    scores = answers.scores["log"]
    expected = area_contributions(scores[TRUE][money], scores["random"][money]).mean()
    assert found.by_kind["money"]["auc.random.log"].value == pytest.approx(expected)
    counts = {str(e): int((cases.exponents == e).sum()) for e in range(3)}
    assert {e: f["e_acc.argmax"].count for e, f in found.by_exponent.items()} == {
        exponent: count for exponent, count in counts.items() if count >= 30
    }


def test_it_goes_to_json_and_back(judged):
    *_, found = judged
    written = json.loads(json.dumps(to_dict(found)))
    again = from_dict(written)
    assert to_dict(again) == to_dict(found)
    assert again.figures["lmae.argmax"].value == pytest.approx(found.figures["lmae.argmax"].value, rel=1e-5)
    assert written["roc"]["false_alarms"] == list(ROC_GRID)


def test_intervals_hold_their_figures(judged):
    *_, found = judged
    for figures in (found.figures, *found.by_kind.values(), *found.by_anomaly.values()):
        assert all(e.low <= e.value <= e.high for e in figures.values())
    assert np.all(np.diff(found.roc["random"]) >= 0)
    assert found.roc["random"][-1] == 1


def test_calibration_of_what_is_uniform_and_of_what_is_sure_of_itself(judged):
    answers, cases, found = judged
    assert found.calibration.error < 0.05
    assert sum(found.calibration.pit) == pytest.approx(1)
    assert found.calibration.coverage["0.9"].low <= 0.9 <= found.calibration.coverage["0.9"].high
    certain = Answers(pit=np.where(answers.pit < 0.5, 0.0, 1.0))
    told = summarize(certain, cases, resample(cases.documents, 50)).calibration
    assert told.coverage["0.99"].value == 0
    assert told.error == pytest.approx(0.25, abs=0.01)
