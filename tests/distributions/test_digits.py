import numpy as np
import pytest

from numerate.distributions import SHIPPED, Digits, Support
from numerate.distributions.numeric import decimal

from .families import Case

CASE = Case("digits", Support(-2, 3))


def every_cell(dist: Digits) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the edges of every cell and its probability, for a single distribution."""
    leading, exponent = (x.ravel() for x in np.meshgrid(np.arange(100, 1000), np.arange(-2, 4)))
    start, stop = decimal(leading, exponent - 2), decimal(leading + 1, exponent - 2)
    middle = (start + stop) / 2
    return start, stop, np.exp(dist.log_prob(middle)) * (stop - start)


def test_cells_sum_to_one_and_have_constant_density():
    dist = CASE.make(batch=())
    start, stop, mass = every_cell(dist)
    np.testing.assert_allclose(mass.sum(), 1)
    order = np.argsort(start)
    np.testing.assert_allclose(dist.cdf(start[order]), np.cumsum(mass[order]) - mass[order], atol=1e-12)
    np.testing.assert_allclose(dist.log_prob(start), dist.log_prob(start + 0.99 * (stop - start)))


@pytest.mark.parametrize("beam", [1, 3, 64])
@pytest.mark.parametrize("measure", ["linear", "log"])
def test_mode_is_the_best_of_all_cells(beam, measure):
    dist = CASE.make(batch=(6,))
    for i, mode in enumerate(dist._positive_mode(measure, beam)):
        start, stop, mass = every_cell(dist[i])
        width = stop - start if measure == "linear" else np.log(stop / start)
        assert mode == start[np.argmax(mass / width)]


def test_a_narrow_beam_reports_where_it_may_have_missed_the_mode():
    dist = CASE.make(batch=(40,))
    best = dist.mode
    numbers, heights, pruned = dist._search("log", beam=1)
    first, certain = numbers[:, 0], heights[:, 0] >= pruned
    assert np.any(first != best)
    np.testing.assert_array_equal(first[certain], best[certain])


def test_each_digit_depends_on_those_before_it():
    dist = CASE.make(batch=())
    pairs = [(1.23, 1.24), (1.43, 1.44), (2.23, 2.24), (12.3, 12.4)]
    third = {float(dist.log_prob(a) - dist.log_prob(b)) for a, b in pairs}
    assert len(third) == 4


def test_a_spike_has_its_mode_and_interval_inside_its_cell():
    shapes = Digits.raw_shapes(SHIPPED, digits=4, width=2)
    raw = {name: np.zeros(shape) for name, shape in shapes.items()}
    raw["logits"][SHIPPED.class_of(np.asarray(2016.0))] = 40
    for k, digit in enumerate([2, 0, 1, 6]):
        raw["bias"][k, digit] = 20
    dist = Digits.from_raw(raw, SHIPPED)
    assert dist.mode == dist.mode_in("linear") == 2016
    np.testing.assert_allclose(dist.interval(0.9), [2016.05, 2016.95], rtol=1e-6)


def test_a_cell_contains_the_numbers_with_the_same_digits():
    dist = CASE.make()
    digits = dist.digits
    first, after = dist.cell(np.asarray([[1.0], [2.5], [0.0]]))
    np.testing.assert_allclose(first[:, 0], [1, 2.5, 0])
    np.testing.assert_allclose(after[:2, 0], [1 + 10.0 ** (1 - digits), 2.5 + 10.0 ** (1 - digits)])
    below, above = dist.tails(2.5)
    np.testing.assert_allclose(1 - below - above, np.exp(dist.log_prob(2.5)) * 10.0 ** (1 - digits))


@pytest.mark.parametrize("zero", [True, False])
def test_partition_agrees_with_tails_and_log_mass(zero):
    dist = Case("digits", Support(-2, 3, zero)).make(batch=(7,))
    values = np.array([2.5, 99.99, 9.999, 1e-9, 1e9, 0.01, 0.0])
    below, log_mass, above = dist.partition(values)
    first, after = dist.cell(values)
    np.testing.assert_allclose(below, np.where(values > 0, dist.cdf(first), 0), atol=1e-12)
    np.testing.assert_allclose(above, 1 - dist.cdf(after), atol=1e-12)
    with np.errstate(divide="ignore", invalid="ignore"):
        width = np.where(values > 0, np.log(np.log(after / first)), 0)
    inside = np.isfinite(dist.log_prob(values))
    expected = np.where(inside, dist.log_prob(values, "log") + width, -np.inf)
    np.testing.assert_allclose(log_mass, expected)
    np.testing.assert_array_equal(dist.log_mass(values), log_mass)
    np.testing.assert_array_equal(dist.tails(values), [below, above])


def test_log_mass_is_the_probability_of_the_cell():
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=4)
    rng = np.random.default_rng(0)
    dist = Digits.from_raw({name: rng.normal(size=shape) for name, shape in shapes.items()}, SHIPPED)
    values = np.array([2.4, 57.0, 123456.0, 0.0])
    first, after = dist.cell(values)
    expected = np.where(values > 0, dist.cdf(after) - dist.cdf(first), dist.cdf(0.0))
    # Within a cell of two digits the density over ln y rises by at most a tenth.
    np.testing.assert_allclose(np.exp(dist.log_mass(values)), expected, rtol=0.12)


def test_likeliest_numbers_have_the_most_probable_cells():
    dist = CASE.make()
    numbers, probabilities = dist.likeliest(5)
    below, above = dist[..., None].tails(numbers)
    np.testing.assert_allclose(1 - below - above, probabilities, atol=1e-6)
    assert np.all(np.diff(probabilities, axis=-1) <= 0)
    candidates = np.concatenate([10.0**e * np.arange(10, 100) / 10 for e in CASE.support.exponents])
    below, above = dist[..., None].tails(candidates)
    assert np.all(probabilities[..., 0] >= np.max(1 - below - above, axis=-1) - 1e-6)


def test_many_values_per_distribution_score_as_one_at_a_time():
    dist = CASE.make(batch=(5,))
    rng = np.random.default_rng(0)
    values = np.array([12.0, 12.0, 12.5, 120.0, 1.23, 999.9, 0.02, 0.0, 1e9, *10 ** rng.uniform(-2, 4, 40)])
    joint = dist[:, None].log_prob(values, "log")
    assert joint.shape == (5, len(values))
    single = np.stack([dist.log_prob(np.full(5, value), "log") for value in values], axis=1)
    np.testing.assert_allclose(joint, single, rtol=1e-6)
