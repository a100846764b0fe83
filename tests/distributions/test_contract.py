"""The contract of `Distribution`, run over every registered family."""

import io

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file
from scipy import stats

from numerate.distributions import FAMILIES, Distribution

from .families import CASES, PAPER_CASES, Case

every_family = pytest.mark.parametrize("case", CASES, ids=str)
every_measure = pytest.mark.parametrize("measure", ["linear", "log"])

probabilities = st.floats(1e-4, 1 - 1e-4)
values = st.floats(-1.999, 3.999).map(lambda lg: float(f"{10**lg:.5g}"))


def in_torch(case: Case, dist: Distribution, dtype: torch.dtype = torch.float64) -> Distribution:
    tensors = {name: torch.tensor(array, dtype=dtype) for name, array in dist.parameters().items()}
    return FAMILIES[case.name].from_parameters(tensors, case.support)


def in_float32(case: Case, dist: Distribution) -> Distribution:
    arrays = {name: array.astype(np.float32) for name, array in dist.parameters().items()}
    return FAMILIES[case.name].from_parameters(arrays, case.support)


def positive_edges(case: Case) -> np.ndarray:
    """Return the edges of a fine grid over the positive numbers that a family covers."""
    if "support" in FAMILIES[case.name].__dataclass_fields__:
        # A multiple of 900 steps to a decade, so that no step straddles two cells of the digit decoder.
        decades = [10.0**e * np.linspace(1, 10, 18_001)[:-1] for e in case.support.exponents]
        return np.append(np.concatenate(decades), case.support.upper)
    return np.geomspace(1e-16, 1e18, 100_001)


def zero_mass(case: Case, dist: Distribution) -> np.ndarray:
    return np.exp(dist.log_prob(0.0)) if case.support.zero else np.zeros(dist.batch_shape)


@every_family
def test_integrates_to_one_over_y(case):
    dist, edges = case.make(), positive_edges(case)
    if case.name == "gmm":
        edges = np.concatenate([-edges[::-1], edges])
    middle = (edges[:-1] + edges[1:]) / 2
    mass = np.exp(dist.log_prob(middle[:, None])) * np.diff(edges)[:, None]
    below = np.cumsum(mass, axis=0) + zero_mass(case, dist)
    np.testing.assert_allclose(below[-1], 1, atol=1e-4)
    np.testing.assert_allclose(below, dist.cdf(edges[1:, None]), atol=1e-4)


@every_family
def test_integrates_to_one_over_ln_y(case):
    dist, edges = case.make(), positive_edges(case)
    middle = np.sqrt(edges[:-1] * edges[1:])
    density = np.exp(dist.log_prob(middle[:, None], measure="log"))
    mass = np.sum(density * np.diff(np.log(edges))[:, None], axis=0)
    positive = 1 - (dist.cdf(0.0) if case.name == "gmm" else zero_mass(case, dist))
    np.testing.assert_allclose(mass, positive, atol=1e-4)


@every_family
@settings(max_examples=10)
@given(y=values, width=st.sampled_from([0.03, 0.3]))
def test_log_prob_near_is_the_mean_density(case, y, width):
    dist = case.make()
    # Many edges per cell of the digit decoder, so that its steps do not matter.
    edges = y * np.exp(np.linspace(-width, width, 20_001))
    middle = np.sqrt(edges[:-1] * edges[1:])
    mean = np.exp(dist.log_prob(middle[:, None], measure="log")).mean(axis=0)
    np.testing.assert_allclose(np.exp(dist.log_prob_near(y, width)), mean, rtol=1e-2, atol=1e-6)


@every_family
def test_probability_is_zero_outside_the_support(case):
    dist = case.make()
    if case.name != "gmm":
        assert np.all(dist.log_prob(-3.0) == -np.inf)
        assert np.all(dist.cdf(-3.0) == 0)
    if "support" in dist.__dataclass_fields__:
        outside = np.asarray([case.support.upper, 2e5, 0.0099])[:, None]
        for score in (dist.log_prob(outside), dist.log_prob(outside, "log"), dist.published_score(outside)):
            assert np.all(score == -np.inf)
        np.testing.assert_allclose(dist.cdf(outside), [[1] * 3, [1] * 3, zero_mass(case, dist)])
    assert np.all(np.isfinite(dist.log_prob(0.0)) == (case.support.zero or case.name == "gmm"))


@every_family
@settings(max_examples=20)
@given(p=probabilities)
def test_cdf_inverts_quantile(case, p):
    dist = case.make()
    y = dist.quantile(p)
    # A point mass at zero is the quantile of every p up to its probability.
    np.testing.assert_allclose(dist.cdf(y), np.where(y == 0, zero_mass(case, dist), p), rtol=1e-9)


@every_family
@settings(max_examples=20)
@given(y=values)
def test_quantile_inverts_cdf(case, y):
    dist = case.make()
    p = dist.cdf(y)
    # In the far tails the cdf is flat to within rounding and has no inverse.
    invertible = (p > 1e-3) & (p < 1 - 1e-3)
    np.testing.assert_allclose(dist.quantile(p)[invertible], y, rtol=1e-6)


@every_family
@every_measure
def test_mode_maximises_the_density(case, measure):
    dist, edges = case.make(batch=(8,)), positive_edges(case)[::5]
    mode = dist.mode_in(measure)
    positive = mode > 0
    highest = np.max(dist.log_prob(np.sqrt(edges[:-1] * edges[1:])[:, None], measure), axis=0)
    # Within a cell of 3 digits the density over ln y rises by a hundredth: see Digits._positive_mode.
    slack = 0.01 if case.name.startswith("digits") and measure == "log" else 1e-6
    assert np.all(dist.log_prob(mode, measure)[positive] >= highest[positive] - slack)
    if case.support.zero:
        np.testing.assert_array_equal(mode == 0, np.argmax(dist.logits, axis=-1) == 0)
        assert 0 < np.sum(mode == 0) < 8
    else:
        assert np.all(positive)


@every_family
def test_samples_follow_the_cdf(case):
    dist = case.make()
    sample = dist.sample(np.random.default_rng(1), (2000,))
    assert sample.shape == (2000, 3)
    zero = zero_mass(case, dist)
    for i in range(3):
        column = sample[:, i]
        assert stats.binomtest(int(np.sum(column == 0)), 2000, float(zero[i])).pvalue > 1e-3
        positive = column[column != 0]
        # Kolmogorov-Smirnov needs a continuous distribution, so the point mass is removed.
        test = stats.kstest(positive, lambda y, i=i: (dist[i].cdf(y) - zero[i]) / (1 - zero[i]))
        assert test.pvalue > 1e-3


EDGES = [1.0, 0.99999, 999.9999, 9.999999e15, 1e16, 3e17, 0.1, 0.05, 1e15, 0.0, -4.0, 2016.0]


@pytest.mark.parametrize("case", PAPER_CASES, ids=str)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
@every_measure
def test_gradients_are_finite(case, dtype, measure):
    # Also for large outputs, which a network in bfloat16 may give.
    for size in (1.0, 30.0):
        raw = {name: torch.tensor(size * array, dtype=dtype) for name, array in case.raw().items()}
        for tensor in raw.values():
            tensor.requires_grad_()
        dist = FAMILIES[case.name].from_raw(raw, case.support)
        y = torch.tensor(EDGES, dtype=torch.float64)[:, None]
        for given_as in (y, y.float(), torch.nextafter(y.float(), torch.zeros(1))):
            log_prob = dist.log_prob(given_as, measure)
            assert not torch.isnan(log_prob).any()
            log_prob.sum().backward(retain_graph=True)
            dist.cdf(given_as).sum().backward(retain_graph=True)
        for name, tensor in raw.items():
            assert torch.isfinite(tensor.grad).all(), name


@pytest.mark.parametrize("case", PAPER_CASES, ids=str)
@every_measure
def test_float32_is_close_to_float64(case, measure):
    dist = case.make()
    single = in_float32(case, dist)
    y = np.asarray([0.1, 0.29, 0.7, 1, 3, 999.99, 1000, 2016, 1.5e6, 9.99e9, 1e15, 9.99e15])[:, None]
    for given_as in (y, y.astype(np.float32)):
        log_prob = single.log_prob(given_as, measure)
        assert log_prob.dtype == np.float32
        np.testing.assert_allclose(log_prob, dist.log_prob(y, measure), rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(single.cdf(given_as), dist.cdf(y), atol=1e-5)
    np.testing.assert_allclose(single.median, dist.median, rtol=1e-4)
    np.testing.assert_allclose(single.mode, dist.mode, rtol=1e-3)


@every_family
@settings(max_examples=10)
@given(y=values, p=probabilities)
def test_numpy_and_torch_agree(case, y, p):
    ours = case.make()
    theirs = in_torch(case, ours)
    for measure in ("linear", "log"):
        np.testing.assert_allclose(theirs.log_prob(y, measure), ours.log_prob(y, measure), rtol=1e-9)
        np.testing.assert_allclose(theirs.mode_in(measure), ours.mode_in(measure), rtol=1e-6)
    np.testing.assert_allclose(theirs.published_score(y), ours.published_score(y), rtol=1e-9)
    np.testing.assert_allclose(theirs.published_mode, ours.published_mode, rtol=1e-6)
    np.testing.assert_allclose(theirs.cdf(y), ours.cdf(y), rtol=1e-9)
    here, there = (np.asarray(dist.log_prob_near(y, 0.1)) for dist in (ours, theirs))
    rounding = 1e-14 / np.exp(here)  # error of the cdf
    assert (np.abs(there - here) <= 1e-6 * np.abs(here) + rounding).all()
    np.testing.assert_allclose(theirs.quantile(p), ours.quantile(p), rtol=1e-9)


@every_family
def test_parameters_survive_saving_and_loading(case, tmp_path):
    dist, y = case.make(), np.asarray([[0.0], [0.29], [7.0], [1234.0]])
    file = io.BytesIO()
    np.savez(file, **dist.parameters())
    file.seek(0)
    save_file(dist.parameters(), tmp_path / "dist.safetensors")
    for loaded in (dict(np.load(file)), load_file(tmp_path / "dist.safetensors")):
        again = FAMILIES[case.name].from_parameters(loaded, case.support)
        np.testing.assert_array_equal(again.log_prob(y), dist.log_prob(y))


@every_family
def test_batches_broadcast_and_can_be_indexed(case):
    dist = case.make(batch=(2, 3))
    y = np.asarray([0.5, 3.0, 42.0, 7.7])[:, None, None]
    whole = dist.log_prob(y)
    assert dist.batch_shape == (2, 3)
    assert whole.shape == (4, 2, 3)
    assert dist.median.shape == dist.mode.shape == dist.interval(0.9)[0].shape == (2, 3)
    np.testing.assert_allclose(dist[1, 2].log_prob(y[:, 0, 0]), whole[:, 1, 2])
    np.testing.assert_allclose(dist[..., 0].log_prob(y[:, 0]), whole[..., 0])
    np.testing.assert_allclose(dist[:, [2, 0]].log_prob(y), whole[..., [2, 0]])
    assert np.shape(dist[1, 2].mode) == np.shape(dist[1, 2].quantile(0.3)) == ()


@every_family
def test_batches_are_concatenated(case):
    dist = case.make(batch=(5,))
    again = dist.concat([dist[3:], dist[:1], dist[1:3]])
    assert again.batch_shape == (5,)
    np.testing.assert_array_equal(again.cdf(42.0), dist.cdf(42.0)[[3, 4, 0, 1, 2]])
    assert dist.concat([dist]) is dist


@every_family
def test_interval_has_its_mass(case):
    dist = case.make()
    low, high = dist.interval(0.9)
    assert np.all(low < dist.median)
    assert np.all(dist.median < high)
    np.testing.assert_allclose(dist.cdf(high), 0.95)


@every_family
def test_errors_name_the_wrong_argument(case):
    dist = case.make()
    with pytest.raises(ValueError, match=r"measure='lg'.*linear, log"):
        dist.log_prob(1.0, "lg")
    with pytest.raises(ValueError, match="no parameter colour"):
        type(dist).from_parameters({**dist.parameters(), "colour": np.zeros(3)}, case.support)
    arrays = dist.parameters()
    own = [name for name in arrays if name not in dist.shared()]
    if len(own) > 1:
        with pytest.raises(ValueError, match=own[-1]):
            type(dist).from_parameters({**arrays, own[-1]: arrays[own[-1]][:2]}, case.support)


@every_family
def test_likeliest_numbers_are_sorted_by_probability(case):
    dist = case.make()
    numbers, mass = dist.likeliest(3)
    assert numbers.shape == mass.shape == (*dist.batch_shape, 3)
    assert np.all(np.diff(mass, axis=-1) <= 0)
    assert np.all((mass >= 0) & (mass <= 1))


@every_family
@given(value=values)
@settings(max_examples=20)
def test_tails_exclude_only_the_cell_of_the_value(case, value):
    dist = case.make()
    below, above = dist.tails(value)
    assert np.all(below <= dist.cdf(value) + 1e-9)
    assert np.all(above <= 1 - dist.cdf(value) + 1e-9)
    first, after = dist.cell(value)
    assert np.all(first <= value)
    assert np.all(after >= value)
