import numpy as np
from scipy import stats

from numerate.distributions import PAPER, LogLP


def test_agrees_with_the_log_laplace_of_scipy():
    dist = LogLP(np.asarray(2.0))
    y = np.geomspace(1e-3, 1e4, 20)
    other = stats.loglaplace(c=1, scale=np.exp(2))
    np.testing.assert_allclose(dist.log_prob(y), other.logpdf(y))
    np.testing.assert_allclose(dist.cdf(y), other.cdf(y))
    np.testing.assert_allclose(dist.published_score(y), dist.log_prob(y))


def test_density_over_y_is_flat_below_the_mode():
    dist = LogLP(np.asarray(2.0))
    np.testing.assert_allclose(dist.log_prob([0.001, 1.0, dist.mode]), -2 - np.log(2))
    assert dist.log_prob(1.01 * dist.mode) < dist.log_prob(dist.mode)


def test_quantile_at_zero_and_one():
    dist = LogLP.from_raw({"location": np.asarray(0.0)}, PAPER)
    assert dist.quantile([0.0, 0.5, 1.0]).tolist() == [0.0, 1.0, np.inf]
