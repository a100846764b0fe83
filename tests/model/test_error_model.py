"""The probability that a number is wrong, fitted to simulated correct and wrong numbers."""

from __future__ import annotations

import numpy as np
import pytest

from numerate.model.error_model import ERROR_RATE, EVIDENCE, FEATURES, ErrorModel, feature_matrix

COUNT = 20_000


def features(typo: object, tail: object, kind: str = "cardinal", repeated: float = 0.0) -> np.ndarray:
    typo, tail = np.atleast_1d(np.asarray(typo, float)), np.atleast_1d(np.asarray(tail, float))
    flags = np.full(len(typo), repeated)
    return feature_matrix(typo, tail, flags, np.zeros(len(typo)), [kind] * len(typo))


@pytest.fixture(scope="module")
def fitted() -> ErrorModel:
    """A model for numbers of which half of the wrong ones have heavy evidence of a typo."""
    rng = np.random.default_rng(3)
    wrong = np.arange(2 * COUNT) >= COUNT
    typo = rng.exponential(1.0, 2 * COUNT) + wrong * rng.integers(0, 2, 2 * COUNT) * 9
    tail = rng.uniform(0, 1, 2 * COUNT)
    says = np.where(rng.random(2 * COUNT) < np.where(wrong, 0.02, 0.1), "confirmed", None)
    return ErrorModel.fit(features(typo, tail), says.tolist(), wrong)


def test_every_feature_has_a_column() -> None:
    matrix = features([0.0, 50.0], [1.0, 1e-6], kind="year", repeated=1.0)
    assert matrix.shape == (2, len(FEATURES))
    assert np.isfinite(matrix).all()
    assert matrix[0, FEATURES.index("year")] == matrix[0, FEATURES.index("repeated")] == 1
    assert matrix[0, FEATURES.index("money")] == 0


def test_without_evidence_few_numbers_are_wrong(fitted: ErrorModel) -> None:
    [usual] = fitted.probabilities(fitted.log_odds(features(0.2, 0.7)), [None])
    assert usual < ERROR_RATE


def test_probabilities_are_the_shares_of_wrong_numbers(fitted: ErrorModel) -> None:
    rng = np.random.default_rng(4)
    wrong = rng.random(400_000) < ERROR_RATE
    typo = rng.exponential(1.0, len(wrong)) + wrong * rng.integers(0, 2, len(wrong)) * 9
    log_odds = fitted.log_odds(features(typo, rng.uniform(0, 1, len(wrong))))
    probabilities = fitted.probabilities(log_odds, [None] * len(wrong))
    likely = probabilities > 0.5
    assert wrong[likely].mean() == pytest.approx(probabilities[likely].mean(), abs=0.05)
    assert probabilities.mean() == pytest.approx(ERROR_RATE, rel=0.2)
    assert (~wrong & likely).sum() / (~wrong).sum() == pytest.approx(fitted.false_alarms, abs=5e-4)


def test_arithmetic_that_holds_makes_an_error_less_likely(fitted: ErrorModel) -> None:
    log_odds = fitted.log_odds(features([7.0, 7.0], [0.5, 0.5]))
    alone, confirmed = fitted.probabilities(log_odds, [None, "confirmed"])
    assert np.log(confirmed / (1 - confirmed)) - np.log(alone / (1 - alone)) == pytest.approx(-1.6, abs=0.4)


def test_no_score_is_infinite_however_much_evidence_there_is(fitted: ErrorModel) -> None:
    log_odds = fitted.log_odds(features([1e300, -1e300], [1e-6, 1.0]))
    assert np.isfinite(log_odds).all()
    assert (fitted.probabilities(log_odds, [EVIDENCE[1], None]) < 1).all()


def test_without_errors_nothing_is_fitted() -> None:
    assert ErrorModel.fit(features([1.0], [0.5]), [None], np.array([False])) == ErrorModel()


def test_it_survives_json(fitted: ErrorModel) -> None:
    assert ErrorModel.from_dict(fitted.to_dict()) == fitted


@pytest.mark.parametrize(
    "damage",
    [{"weights": {"typo": "x"}}, {"weights": {"typo": float("nan")}}, {"numbers": -1}, {"false_alarms": 2.0}],
)
def test_damaged_models_are_refused(fitted: ErrorModel, damage: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="must be"):
        ErrorModel.from_dict({**fitted.to_dict(), **damage})
