import numpy as np
import pytest

from numerate.distributions import FAMILIES, SHIPPED

from .families import Case

families = pytest.mark.parametrize(
    "name", [name for name, family in FAMILIES.items() if family.has_zero_class]
)


@families
def test_class_probabilities_are_the_softmax_of_the_logits(name):
    dist = Case(name, SHIPPED).make(batch=())
    edges = np.asarray([0.0] + [float(f"1e{e}") for e in range(-6, 17)])
    share = np.exp(dist.logits) / np.exp(dist.logits).sum()
    np.testing.assert_allclose(dist.cdf(edges), np.append(share[0], np.cumsum(share)), atol=1e-12)
    np.testing.assert_allclose(np.exp(dist.log_prob(0.0)), share[0])
    np.testing.assert_allclose(np.exp(dist.log_prob(0.0, "log")), share[0])
    np.testing.assert_allclose(np.exp(dist.published_score(0.0)), share[0])


@families
def test_quantiles_stay_inside_the_support(name):
    for dtype in (np.float32, np.float64):
        case = Case(name, SHIPPED)
        arrays = {k: v.astype(dtype) for k, v in case.make(batch=(50,)).parameters().items()}
        dist = type(case.make()).from_parameters(arrays, SHIPPED)
        for p in (0.0, 1e-9, 0.5, 1 - 1e-9, 1.0):
            assert np.all(np.isfinite(dist.log_prob(dist.quantile(p))))


@families
def test_published_score_omits_the_change_of_variables(name):
    dist = Case(name, SHIPPED).make(batch=())
    y = np.asarray([3.0, 3e5])
    extra = dist.published_score(y) - dist.log_prob(y)
    if name.startswith("dexp"):  # its published score is also unnormalised: see test_dexp
        assert np.all(np.abs(extra - np.log(10) * np.asarray([1, 6])) < 1)
    else:
        np.testing.assert_allclose(extra, np.log(10) * np.asarray([1, 6]))


@families
def test_median_of_likeliest_halves_the_mass_of_its_exponent(name):
    dist = Case(name, SHIPPED).make(batch=(20,))
    point, first = dist.median_of_likeliest, SHIPPED.first
    zero = np.argmax(dist.logits, axis=-1) == 0
    exponent = np.argmax(dist.logits[..., first:], axis=-1) + SHIPPED.min_exponent
    assert np.all(point[zero] == 0)
    low, high = (dist.cdf(10.0 ** (exponent + i)) for i in (0, 1))
    half = (dist.cdf(point) - low) / (high - low)
    np.testing.assert_allclose(half[~zero], 0.5, atol=1e-6)


def test_median_of_likeliest_is_zero_where_zero_is_the_likeliest_class():
    dist = Case("digits", SHIPPED).make(batch=())
    arrays = {**dist.parameters(), "logits": np.where(np.arange(SHIPPED.classes) == 0, 9.0, dist.logits)}
    assert type(dist).from_parameters(arrays, SHIPPED).median_of_likeliest == 0
