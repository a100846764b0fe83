import numpy as np
from scipy import stats

from numerate.distributions import PAPER, FlowLP, LogLP

ONE = np.asarray(1.0)


def test_log_prob_and_cdf_are_those_of_the_transformed_laplace():
    location, shift, slope, scale = 0.7, 0.4, 2.5, 3.0
    dist = FlowLP(*(np.asarray(x) for x in (location, shift, slope, scale)))
    y = np.geomspace(0.01, 100, 20)
    z = shift + slope * np.log(scale * y)
    np.testing.assert_allclose(dist.log_prob(y), stats.laplace(location).logpdf(z) + np.log(slope / y))
    np.testing.assert_allclose(dist.cdf(y), stats.laplace(location).cdf(z))


def test_identity_flow_is_loglp():
    y = np.geomspace(0.01, 100, 20)
    flow = FlowLP(2 * ONE, 0 * ONE, ONE, ONE)
    np.testing.assert_allclose(flow.log_prob(y), LogLP(2 * ONE).log_prob(y))


def test_slope_and_scale_stay_in_their_range():
    raw = {name: np.asarray([-1e4, 0.0, 1e4]) for name in ("location", "shift", "slope", "scale")}
    dist = FlowLP.from_raw(raw, PAPER)
    np.testing.assert_allclose(dist.slope, [0.1, 5.05, 10])
    np.testing.assert_allclose(dist.scale, [0.1, 5.05, 10])


def test_density_over_y_is_unbounded_at_zero_for_small_slopes():
    dist = FlowLP(2 * ONE, 0 * ONE, ONE / 2, ONE)
    assert dist.mode_in("linear") == 0
    assert dist.mode_in("log") == np.exp(4)
    assert dist.log_prob(1e-9) > dist.log_prob(1e-6) > dist.log_prob(1e-3)
