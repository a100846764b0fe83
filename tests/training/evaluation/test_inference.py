from dataclasses import replace

import numpy as np
import pytest
import torch

from numerate.distributions import SHIPPED
from numerate.distributions.exponent import ExponentDistribution
from numerate.errors import InputError
from numerate.training.evaluation import MismatchError, answer
from numerate.training.evaluation.cases import NEAR, SCORINGS, TRUE
from numerate.training.evaluation.inference import _randomized_pit, to_device
from numerate.training.evaluation.marginal import Marginal
from numerate.training.nn import Constant, NumberModel
from tests.training.nn.tiny import tiny_config, tiny_model

DISTRIBUTIONS = [
    {"head": "dexp"},
    {"head": "dexp", "encoder": "bigru"},
    {"head": "loglp", "input": "both"},
    {"head": "gmm"},
    {"head": "digits", "objective": "leave-one-out", "input": "exponent+digits", "support": SHIPPED},
    {"head": "spline", "objective": "leave-one-out"},
]


@pytest.mark.parametrize("changes", DISTRIBUTIONS, ids=lambda c: "-".join(map(str, list(c.values())[:2])))
def test_answers_equal_the_distributions_of_the_model(changes, cases):
    """The model masks all numbers one at a time, the evaluation only the target."""
    model = tiny_model(**changes)
    few = replace(
        cases,
        instances=cases.instances[:12],
        places=cases.places[:12],
        anomalies={name: altered[:12] for name, altered in cases.anomalies.items()},
    )
    answers = answer(model, few)
    batch = model.collator()(few.instances)
    at = (torch.arange(12), torch.from_numpy(few.places))
    with torch.inference_mode():
        given_numbers = model.distributions(batch)[at]
        given_text = model.distributions(batch, hidden=batch.present)[at]
    wrong = few.anomalies["random"]
    expected = {"published": given_numbers.published_score, "linear": given_numbers.log_prob}
    expected["log"] = lambda y: given_numbers.log_prob(y, measure="log")
    expected["near"] = lambda y: given_numbers.log_prob_near(y, NEAR)
    marginal = Marginal(few.training_numbers)
    expected["ratio"] = lambda y: expected["log"](y).detach().numpy() - marginal.log_density(y)
    for scoring in SCORINGS:
        assert close(answers.scores[scoring][TRUE], expected[scoring](few.values))
        assert close(answers.scores[scoring]["random"], expected[scoring](wrong))
    least = model.config.support.lower
    assert close(answers.points["argmax"].values, given_numbers.published_mode.clamp(min=least))
    assert close(answers.points["median"].values, given_numbers.median.clamp(min=least))
    if isinstance(given_numbers, ExponentDistribution):
        assert close(answers.points["exponent"].values, given_numbers.median_of_likeliest.clamp(min=least))
    else:
        assert "exponent" not in answers.points
    assert close(answers.points_all_hidden["median"].values, given_text.median.clamp(min=least))
    with torch.inference_mode():
        below, above = (tail.numpy() for tail in given_numbers.tails(few.values))
    assert (answers.pit >= below - 1e-6).all()
    assert (answers.pit <= 1 - above + 1e-6).all()


def test_the_pit_of_point_masses_is_uniform():
    # Every true value has a point mass of 60%, so its cdf alone would always be 0.2.
    low, high = np.full(10_000, 0.2), np.full(10_000, 0.8)
    pit = _randomized_pit(low, high)
    assert np.abs(np.histogram(pit, 6, (0.2, 0.8))[0] / 10_000 - 1 / 6).max() < 0.02


@pytest.mark.parametrize("shown", ["exponent", "both"])
def test_disc_scores_every_exponent_and_every_candidate(shown, cases):
    model = tiny_model(head="disc", input=shown)
    few = replace(
        cases,
        instances=cases.instances[:10],
        places=cases.places[:10],
        anomalies={name: altered[:10] for name, altered in cases.anomalies.items()},
    )
    answers = answer(model, few)
    batch = model.collator()(few.instances)
    at = (torch.arange(10), torch.from_numpy(few.places))
    candidates = batch.values.clone()
    candidates[at] = torch.from_numpy(few.anomalies["random"])
    with torch.inference_mode():
        assert np.array_equal(answers.points["argmax"].exponents, model.exponents(batch)[at])
        assert close(answers.scores["published"][TRUE], model.scores(batch, batch.values)[at])
        assert close(answers.scores["published"]["random"], model.scores(batch, candidates)[at])


def test_answers_do_not_depend_on_the_batch_size(cases):
    model = tiny_model(head="dexp")
    large, small = answer(model, cases), answer(model, cases, max_tokens=64)
    assert close(large.scores["log"][TRUE], small.scores["log"][TRUE])
    assert close(large.points["median"].values, small.points["median"].values)


def test_a_missing_anomaly_has_no_score(cases):
    answers = answer(tiny_model(head="dexp"), cases)
    for name, altered in cases.anomalies.items():
        assert np.array_equal(np.isnan(answers.scores["log"][name]), np.isnan(altered))


def test_constants_have_predictions_but_no_scores(cases):
    answers = answer(Constant(10.0), cases)
    assert answers.scores == {}
    assert (answers.points["argmax"].values == 10).all()
    assert np.array_equal(answers.points_all_hidden["median"].exponents, np.ones(len(cases)))


def test_the_training_mode_of_the_model_is_restored(cases):
    model = tiny_model(head="loglp").train()
    answer(model, cases)
    assert model.training


def test_a_model_that_does_not_fit_the_data_is_rejected(cases):
    other = tiny_config().architecture | {"vocab_size": 50}
    with pytest.raises(MismatchError, match="its number symbol is 40, the model's 50"):
        answer(NumberModel.from_config(tiny_config(architecture=other)), cases)
    short = tiny_config().architecture | {"max_position_embeddings": 8}
    with pytest.raises(MismatchError, match=r"takes at most 8; prepare it with --tokens 8"):
        answer(NumberModel.from_config(tiny_config(architecture=short)), cases)


def test_an_unknown_device_is_an_error():
    assert next(to_device(tiny_model(), "cpu").parameters()).device == torch.device("cpu")
    with pytest.raises(InputError, match="--device abacus"):
        to_device(tiny_model(), "abacus")


def close(actual: np.ndarray, expected: torch.Tensor | np.ndarray) -> bool:
    return np.allclose(actual, torch.as_tensor(expected).detach().numpy(), rtol=1e-3, atol=1e-4)
