import numpy as np
import torch
from scipy import special

from numerate.distributions import numeric

X = np.linspace(-8, 8, 101)


def test_functions_agree_with_scipy():
    np.testing.assert_allclose(numeric.erf(X), special.erf(X), rtol=1e-14)
    np.testing.assert_allclose(numeric.normal_cdf(X), special.ndtr(X), atol=1e-15)
    np.testing.assert_allclose(numeric.normal_cdf(torch.asarray(X)), special.ndtr(X), atol=1e-15)
    np.testing.assert_allclose(numeric.softplus(100 * X), np.logaddexp(0, 100 * X), rtol=1e-12)
    np.testing.assert_allclose(numeric.logsumexp(1000 * X), special.logsumexp(1000 * X))
    np.testing.assert_allclose(np.exp(numeric.log_softmax(X)), special.softmax(X))
    np.testing.assert_allclose(numeric.sigmoid_between(X, 2, 5), 2 + 3 * special.expit(X))


def test_pick_hands_down_the_rest():
    probabilities = np.asarray([0.0, 0.5, 0.0, 0.3, 0.2])
    index, rest = numeric.pick(probabilities, np.asarray([0.0, 0.25, 0.5, 0.65, 0.9, 1.0]))
    np.testing.assert_array_equal(index, [1, 1, 3, 3, 4, 4])
    np.testing.assert_allclose(rest, [0, 0.5, 0, 0.5, 0.5, 1], atol=1e-12)


def test_select_broadcasts():
    x = np.arange(24.0).reshape(2, 3, 4)
    assert numeric.select(x, np.asarray(2)).tolist() == x[..., 2].tolist()
    assert numeric.select(x[0, 0], np.asarray([[1], [3]])).tolist() == [[1], [3]]
    assert numeric.select_row(x, np.asarray([1, 0])).tolist() == [x[0, 1].tolist(), x[1, 0].tolist()]


def test_searches():
    target = np.asarray([0.5, 2.0])
    root = numeric.bisect(lambda x: x**3, target, 0 * target, 2 + target)
    np.testing.assert_allclose(root, np.cbrt(target))
    peak = numeric.maximise(lambda x: -((x - target) ** 2), 0 * target, 3 + target)
    np.testing.assert_allclose(peak, target, rtol=1e-6)
