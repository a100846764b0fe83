import numpy as np

from numerate.distributions import PAPER, ExpSpline

from .families import Case


def test_zeros_spread_each_exponent_evenly_over_the_logarithm():
    raw = {name: np.zeros(shape) for name, shape in ExpSpline.raw_shapes(PAPER).items()}
    dist = ExpSpline.from_raw(raw, PAPER)
    y = np.asarray([0.1, 0.5, 1.0, 31.0, 9e15])
    np.testing.assert_allclose(dist.log_prob(y, "log"), -np.log(17 * np.log(10)))
    np.testing.assert_allclose(dist.cdf(y), (np.log10(y) + 1) / 17, atol=1e-12)


def test_raw_outputs_become_shares_and_slopes():
    dist = Case("spline", PAPER).make()
    for shares in (dist.widths, dist.heights):
        np.testing.assert_allclose(shares.sum(axis=-1), 1)
        assert np.all(shares >= 1e-3)
    assert np.all(dist.slopes >= 1e-3)


def test_quantile_needs_no_search():
    dist = Case("spline", PAPER).make()
    p = np.linspace(0.001, 0.999, 200)[:, None]
    np.testing.assert_allclose(dist.cdf(dist.quantile(p)), np.broadcast_to(p, (200, 3)), rtol=1e-10)
