import numpy as np
import pytest
from scipy import stats

from numerate.distributions import GMM, gmm


def test_density_and_cdf_are_those_of_the_mixture():
    dist = GMM(np.log([1.0, 3.0]), np.asarray([1.0, 100.0]), np.asarray([0.5, 30.0]))
    y = np.asarray([-2.0, 0.7, 3.0, 90.0])
    parts = stats.norm([1, 100], [0.5, 30])
    np.testing.assert_allclose(np.exp(dist.log_prob(y)), parts.pdf(y[:, None]) @ [0.25, 0.75])
    np.testing.assert_allclose(dist.cdf(y), parts.cdf(y[:, None]) @ [0.25, 0.75])
    np.testing.assert_allclose(dist.published_mode, 100)
    assert dist.log_prob(-2.0, "log") == -np.inf


def test_fit_recovers_the_components():
    rng = np.random.default_rng(0)
    numbers = np.concatenate([rng.normal(10, 1, 3000), rng.normal(200, 5, 1000)])
    fit = GMM.fit(numbers, 3)
    # The first component covers all numbers, then come the two of the second fit.
    np.testing.assert_allclose(fit.mean, [numbers.mean(), 10, 200], rtol=0.01)
    np.testing.assert_allclose(fit.std, [numbers.std(), 1, 5], rtol=0.05)
    np.testing.assert_allclose(np.exp(fit.logits), [0.5, 0.375, 0.125], rtol=0.01)


def numbers_of_text(count: int) -> np.ndarray:
    """Return small counts, years, and amounts up to 1e16, many of them repeated."""
    rng = np.random.default_rng(3)
    amounts = np.round(10 ** rng.uniform(0, 16, count // 4), 2)
    return np.concatenate([rng.integers(1, 13, count // 4), rng.integers(2006, 2014, count // 4), amounts])


@pytest.mark.parametrize("components", [31, 255])
def test_fit_handles_any_range_of_numbers(components):
    numbers = numbers_of_text(1_000_000)
    fit = GMM.fit(numbers, components, steps=5)
    assert fit.mean.shape == fit.std.shape == fit.logits.shape == (components,)
    assert np.all(np.isfinite(fit.mean) & (fit.std >= 0.0099 * np.abs(fit.mean)))
    assert np.mean(fit.log_prob(numbers[::1000])) > np.mean(GMM.fit(numbers, 1).log_prob(numbers[::1000])) + 5
    np.testing.assert_allclose(fit.cdf(fit.quantile([0.01, 0.5, 0.99])), [0.01, 0.5, 0.99], atol=1e-6)


def test_fit_uses_a_sample_of_many_numbers(monkeypatch):
    sizes = []
    fit_components = gmm._fit_components
    monkeypatch.setattr(
        gmm, "_fit_components", lambda x, *rest: sizes.append(len(x)) or fit_components(x, *rest)
    )
    GMM.fit(numbers_of_text(40_000), 3, steps=1, sample=1000)
    assert sizes == [1000, 1000]


def test_fit_is_deterministic_unless_given_a_generator():
    numbers = numbers_of_text(40_000)
    first, second = (GMM.fit(numbers, 7, steps=3, sample=1000) for _ in range(2))
    np.testing.assert_array_equal(first.mean, second.mean)
    other = GMM.fit(numbers, 7, steps=3, sample=1000, rng=np.random.default_rng(9))
    assert np.any(other.mean != first.mean)


def test_components_must_be_one_less_than_a_power_of_two():
    with pytest.raises(ValueError, match=r"components=30.*31"):
        GMM.fit([1.0, 2.0], 30)
