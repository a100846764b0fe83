import numpy as np
import pytest
from scipy import stats

from numerate.distributions import PAPER, SHIPPED, DExp, NormalizedDExp, ScaledDExp

LOGITS, MEAN = np.log(np.arange(1.0, 18.0)), np.linspace(0.2, 0.9, 17)
STD = np.exp(-1.5)


def truncated(mean: float) -> stats.rv_continuous:
    return stats.truncnorm((0.1 - mean) / STD, (1 - mean) / STD, loc=mean, scale=STD)


@pytest.mark.parametrize(("y", "exponent"), [(0.35, -1), (1.0, 0), (42.0, 1), (2016.0, 3), (9.9e15, 15)])
def test_log_prob_is_the_formula(y, exponent):
    dist = DExp(LOGITS, MEAN, PAPER)
    share = np.log((exponent + 2) / np.arange(1, 18).sum())
    m, mean = y / 10.0 ** (exponent + 1), MEAN[exponent + 1]
    normalised = share + truncated(mean).logpdf(m) - (exponent + 1) * np.log(10)
    np.testing.assert_allclose(dist.log_prob(y), normalised)
    np.testing.assert_allclose(dist.log_prob(y, "log"), normalised + np.log(y))
    np.testing.assert_allclose(dist.published_score(y), share + stats.norm(mean, STD).logpdf(m))


def test_published_score_is_not_normalised():
    dist = DExp(np.zeros(17), np.full(17, 0.1), PAPER)
    edges = np.linspace(0.1, 1, 10_001)
    # Half of each exponent's normal lies below 0.1, and no exponent's width is accounted for.
    mass = np.sum(np.exp(dist.published_score((edges[:-1] + edges[1:]) / 2))) * (edges[1] - edges[0])
    np.testing.assert_allclose(mass, 0.5 / 17, rtol=1e-3)


def test_published_mode_is_the_mean_of_the_likeliest_exponent():
    np.testing.assert_allclose(DExp(LOGITS, MEAN, PAPER).published_mode, 0.9e16)
    zero = np.zeros(23)
    zero[0] = 1
    dist = DExp(np.stack([zero, zero[::-1]]), np.full((2, 22), 0.4), SHIPPED)
    np.testing.assert_allclose(dist.published_mode, [0, 0.4e16])


def test_std_may_be_set_and_is_saved():
    dist = DExp(LOGITS, MEAN, PAPER, std=0.05)
    again = DExp.from_parameters(dist.parameters(), PAPER)
    assert again.log_prob(42.0) == dist.log_prob(42.0) != DExp(LOGITS, MEAN, PAPER).log_prob(42.0)


def test_logits_must_match_the_support():
    with pytest.raises(ValueError, match=r"17 classes.*23"):
        DExp(LOGITS, MEAN, SHIPPED)


def test_only_the_authors_objective_is_not_a_likelihood():
    y = np.asarray([2016.0, 3.0])
    for family in (NormalizedDExp, DExp):
        dist = family(LOGITS, MEAN, PAPER)
        score = dist.published_score(y) if family is DExp else dist.log_prob(y, "log")
        np.testing.assert_allclose(dist.training_score(y), score)


def test_each_exponent_may_have_its_own_deviation():
    std = np.linspace(0.01, 0.5, 17)
    dist = ScaledDExp(LOGITS, MEAN, PAPER, std)
    for y, exponent in ((3.0, 0), (2016.0, 3)):
        fixed = DExp(LOGITS, MEAN, PAPER, std=std[exponent + 1])
        np.testing.assert_allclose(dist.log_prob(y), fixed.log_prob(y))
        np.testing.assert_allclose(dist.cdf(y), fixed.cdf(y))


def test_the_mean_of_small_mantissas_is_out_of_reach_of_a_likelihood_with_the_authors_deviation():
    """Years have mantissas of 0.2: normalised, μ goes to its end; as the authors train, to 0.2."""
    means = np.linspace(0.1, 1, 181)
    batch = [np.full((181, 17), mean) for mean in means]
    mean = np.stack(batch)[:, 0, :]
    year = np.asarray(2010.0)
    best = {
        family: means[np.argmax(family(np.zeros((181, 17)), mean, PAPER).training_score(year))]
        for family in (DExp, NormalizedDExp)
    }
    assert best[DExp] == pytest.approx(0.2, abs=0.005)
    assert best[NormalizedDExp] == 0.1
