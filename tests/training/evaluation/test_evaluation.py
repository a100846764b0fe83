import json

import numpy as np
import pytest

from numerate.training.evaluation import resample, summarize, to_dict
from numerate.training.evaluation.cases import TRUE, Answers, Point
from numerate.training.evaluation.evaluation import ROC_GRID
from numerate.training.evaluation.metrics import area_contributions

from .tiny import make_answers, make_cases


def test_a_classifier_has_only_exponents_and_scores():
    scores = {TRUE: np.ones(40), "random": np.zeros(40), "string": np.ones(40)}
    answers = Answers({"argmax": Point(np.zeros(40, np.int64))}, scores={"published": scores})
    cases = make_cases([5.0] * 20 + [50.0] * 20)
    evaluation = summarize(answers, cases, resample(cases.documents, 50))
    assert {n: e.value for n, e in evaluation.figures.items()} == {
        "e_acc.argmax": 0.5,
        "auc.random.published": 1.0,
        "auc.string.published": 0.5,
    }
    assert evaluation.calibration is None
    assert evaluation.by_anomaly["random"]["recall.0.01"].value == 1.0
    assert evaluation.by_anomaly["string"]["recall.0.05"].value == 0.0


@pytest.fixture(scope="module")
def evaluated():
    rng = np.random.default_rng(0)
    kinds = ["money"] * 60 + ["year"] * 40 + ["age"] * 5
    cases = make_cases((10 ** rng.uniform(0, 3, 105)).tolist(), kinds, (np.arange(105) // 2).tolist())
    answers = make_answers(105)
    return answers, cases, summarize(answers, cases, resample(cases.documents, 100))


def test_groups_have_the_figures_of_their_own_numbers(evaluated):
    answers, cases, evaluation = evaluated
    assert evaluation.by_kind.keys() == {"money", "year"}, "small groups are left out"
    money = cases.kinds == "money"
    assert evaluation.by_kind["money"]["lmae.argmax"].count == 60
    scores = answers.scores["log"]
    expected = area_contributions(scores[TRUE][money], scores["random"][money]).mean()
    assert evaluation.by_kind["money"]["auc.random.log"].value == pytest.approx(expected)
    counts = {str(e): int((cases.exponents == e).sum()) for e in range(3)}
    assert {e: f["e_acc.argmax"].count for e, f in evaluation.by_exponent.items()} == {
        exponent: count for exponent, count in counts.items() if count >= 30
    }


def test_an_evaluation_is_written_as_json(evaluated):
    *_, evaluation = evaluated
    record = json.loads(json.dumps(to_dict(evaluation)))
    lmae = evaluation.figures["lmae.argmax"]
    assert record["figures"]["lmae.argmax"] == [
        pytest.approx(lmae.value, rel=1e-5),
        pytest.approx(lmae.low, rel=1e-5),
        pytest.approx(lmae.high, rel=1e-5),
        lmae.count,
    ]
    assert record["by_kind"]["money"].keys() == evaluation.by_kind["money"].keys()
    assert record["calibration"]["pit"] == pytest.approx(evaluation.calibration.pit, rel=1e-5)
    assert record["calibration"]["coverage"].keys() == evaluation.calibration.coverage.keys()
    assert record["roc"]["false_alarms"] == list(ROC_GRID)
    assert record["roc"]["random"] == pytest.approx(evaluation.roc["random"], rel=1e-5)


def test_intervals_contain_their_figures(evaluated):
    *_, evaluation = evaluated
    for figures in (evaluation.figures, *evaluation.by_kind.values(), *evaluation.by_anomaly.values()):
        assert all(e.low <= e.value <= e.high for e in figures.values())
    assert np.all(np.diff(evaluation.roc["random"]) >= 0)
    assert evaluation.roc["random"][-1] == 1


def test_calibration_of_a_uniform_and_of_an_overconfident_model(evaluated):
    answers, cases, evaluation = evaluated
    assert evaluation.calibration.error < 0.05
    assert sum(evaluation.calibration.pit) == pytest.approx(1)
    assert evaluation.calibration.coverage["0.9"].low <= 0.9 <= evaluation.calibration.coverage["0.9"].high
    certain = Answers(pit=np.where(answers.pit < 0.5, 0.0, 1.0))
    overconfident = summarize(certain, cases, resample(cases.documents, 50)).calibration
    assert overconfident.coverage["0.99"].value == 0
    assert overconfident.error == pytest.approx(0.25, abs=0.01)
