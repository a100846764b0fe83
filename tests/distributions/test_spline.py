import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from numerate.distributions import PAPER, ExpSpline
from numerate.distributions.spline import Spline, SplineBin

from .families import Case


def test_zero_outputs_give_a_uniform_density_over_ln_y():
    raw = {name: np.zeros(shape) for name, shape in ExpSpline.raw_shapes(PAPER).items()}
    dist = ExpSpline.from_raw(raw, PAPER)
    y = np.asarray([0.1, 0.5, 1.0, 31.0, 9e15])
    np.testing.assert_allclose(dist.log_prob(y, "log"), -np.log(17 * np.log(10)))
    np.testing.assert_allclose(dist.cdf(y), (np.log10(y) + 1) / 17, atol=1e-12)


def test_raw_outputs_become_shares_and_positive_slopes():
    dist = Case("spline", PAPER).make()
    for shares in (dist.widths, dist.heights):
        np.testing.assert_allclose(shares.sum(axis=-1), 1)
        assert np.all(shares >= 1e-3)
    assert np.all(dist.slopes >= 1e-3)


def test_closed_form_quantile_inverts_the_cdf():
    dist = Case("spline", PAPER).make()
    p = np.linspace(0.001, 0.999, 200)[:, None]
    np.testing.assert_allclose(dist.cdf(dist.quantile(p)), np.broadcast_to(p, (200, 3)), rtol=1e-10)


positive = st.floats(1e-3, 1e3)


@example(width=321.75, height=1.0, left=1.0, right=573.0, fraction=1.0)  # the roots' difference is tiny
@given(width=positive, height=positive, left=positive, right=positive, fraction=st.floats(0, 1))
def test_a_bin_increases_from_knot_to_knot(width, height, left, right, fraction):
    bin_ = SplineBin(*(np.asarray(x) for x in (0.0, width, 2.0, height, left, right)))
    np.testing.assert_allclose(bin_.value(np.asarray([0.0, 1.0])), [2, 2 + height])
    np.testing.assert_allclose(np.exp(bin_.log_slope(np.asarray([0.0, 1.0]))), [left, right])
    value = bin_.value(np.asarray(fraction))
    assert 2 <= value <= 2 + height + 1e-9
    np.testing.assert_allclose(bin_.value(bin_.fraction(value)), value, atol=1e-6 * height)


def test_log_slope_is_the_derivative():
    bin_ = SplineBin(*(np.asarray(x) for x in (0.0, 0.3, 0.1, 0.7, 5.0, 0.2)))
    at, step = np.linspace(0.01, 0.99, 50), 1e-6
    difference = (bin_.value(at + step) - bin_.value(at - step)) / (2 * step * 0.3)
    np.testing.assert_allclose(np.exp(bin_.log_slope(at)), difference, rtol=1e-5)


def test_bins_are_contiguous():
    spline = Spline(np.asarray([0.2, 0.5, 0.3]), np.asarray([0.6, 0.1, 0.3]), np.ones(4))
    x = np.asarray([0.0, 0.1, 0.2, 0.69, 0.71, 1.0])
    np.testing.assert_allclose(spline.bin_of(x).left, [0, 0, 0.2, 0.2, 0.7, 0.7])
    np.testing.assert_allclose(spline.bin_of_value(x).bottom, [0, 0, 0, 0.6, 0.7, 0.7])
