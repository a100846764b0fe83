from dataclasses import replace

import numpy as np
import pytest
import torch

from numerate.distributions import SHIPPED
from numerate.distributions.exponent import ExponentDistribution
from numerate.training.evaluation import MismatchError, answer
from numerate.training.evaluation.cases import NEAR, SCORINGS, TRUE
from numerate.training.evaluation.inference import _spread
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
def test_answers_are_those_of_the_model_asked_for_every_number(changes, cases):
    """The model's own way masks the numbers one at a time; here only the target is."""
    model = tiny_model(**changes)
    few = replace(
        cases,
        instances=cases.instances[:12],
        places=cases.places[:12],
        anomalies={name: altered[:12] for name, altered in cases.anomalies.items()},
    )
    found = answer(model, few)
    batch = model.collator()(few.instances)
    at = (torch.arange(12), torch.from_numpy(few.places))
    with torch.inference_mode():
        seen = model.distributions(batch)[at]
        alone = model.distributions(batch, hidden=batch.present)[at]
    wrong = few.anomalies["random"]
    expected = {"published": seen.published_score, "linear": seen.log_prob}
    expected["log"] = lambda y: seen.log_prob(y, measure="log")
    expected["near"] = lambda y: seen.log_prob_near(y, NEAR)
    for scoring in SCORINGS:
        assert close(found.scores[scoring][TRUE], expected[scoring](few.values))
        assert close(found.scores[scoring]["random"], expected[scoring](wrong))
    least = model.config.support.lower
    assert close(found.points["argmax"].values, seen.published_mode.clamp(min=least))
    assert close(found.points["median"].values, seen.median.clamp(min=least))
    if isinstance(seen, ExponentDistribution):
        assert close(found.points["exponent"].values, seen.median_of_likeliest.clamp(min=least))
    else:
        assert "exponent" not in found.points
    assert close(found.points_all_hidden["median"].values, alone.median.clamp(min=least))
    with torch.inference_mode():
        below, above = (tail.numpy() for tail in seen.tails(few.values))
    assert (found.pit >= below - 1e-6).all()
    assert (found.pit <= 1 - above + 1e-6).all()


def test_the_pit_of_numbers_that_have_a_probability_of_their_own_is_uniform():
    # Every true value is the one that has 60% of the probability: its cdf alone would be 0.2 each time.
    low, high = np.full(10_000, 0.2), np.full(10_000, 0.8)
    spread = _spread(low, high)
    assert np.abs(np.histogram(spread, 6, (0.2, 0.8))[0] / 10_000 - 1 / 6).max() < 0.02


@pytest.mark.parametrize("shown", ["exponent", "both"])
def test_disc_tries_every_exponent_and_shows_every_candidate(shown, cases):
    model = tiny_model(head="disc", input=shown)
    few = replace(
        cases,
        instances=cases.instances[:10],
        places=cases.places[:10],
        anomalies={name: altered[:10] for name, altered in cases.anomalies.items()},
    )
    found = answer(model, few)
    batch = model.collator()(few.instances)
    at = (torch.arange(10), torch.from_numpy(few.places))
    candidates = batch.values.clone()
    candidates[at] = torch.from_numpy(few.anomalies["random"])
    with torch.inference_mode():
        assert np.array_equal(found.points["argmax"].exponents, model.exponents(batch)[at])
        assert close(found.scores["published"][TRUE], model.scores(batch, batch.values)[at])
        assert close(found.scores["published"]["random"], model.scores(batch, candidates)[at])


def test_batches_do_not_matter(cases):
    model = tiny_model(head="dexp")
    one, other = answer(model, cases), answer(model, cases, tokens=64)
    assert close(one.scores["log"][TRUE], other.scores["log"][TRUE])
    assert close(one.points["median"].values, other.points["median"].values)


def test_an_anomaly_that_is_not_there_has_no_score(cases):
    found = answer(tiny_model(head="dexp"), cases)
    for name, altered in cases.anomalies.items():
        assert np.array_equal(np.isnan(found.scores["log"][name]), np.isnan(altered))


def test_constants_predict_and_do_not_judge(cases):
    found = answer(Constant(10.0), cases)
    assert found.scores == {}
    assert (found.points["argmax"].values == 10).all()
    assert np.array_equal(found.points_all_hidden["median"].exponents, np.ones(len(cases)))


def test_the_model_is_left_as_it_was(cases):
    model = tiny_model(head="loglp").train()
    answer(model, cases)
    assert model.training


def test_a_model_of_other_word_pieces_or_shorter_texts_is_refused(cases):
    other = tiny_config().architecture | {"vocab_size": 50}
    with pytest.raises(MismatchError, match="their number symbol is 40, the model's 50"):
        answer(NumberModel.from_config(tiny_config(architecture=other)), cases)
    short = tiny_config().architecture | {"max_position_embeddings": 8}
    with pytest.raises(MismatchError, match=r"takes at most 8; prepare them with --tokens 8"):
        answer(NumberModel.from_config(tiny_config(architecture=short)), cases)


def close(one: np.ndarray, other: torch.Tensor | np.ndarray) -> bool:
    return np.allclose(one, torch.as_tensor(other).detach().numpy(), rtol=1e-3, atol=1e-4)
