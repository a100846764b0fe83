import numpy as np
import pytest

from numerate.distributions import SHIPPED, Digits, Support
from numerate.distributions.decimals import decimal

from .families import Case

CASE = Case("digits", Support(-2, 3))


def every_cell(dist: Digits) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The first and last edge of every cell, and its probability, for a single distribution."""
    leading, exponent = (x.ravel() for x in np.meshgrid(np.arange(100, 1000), np.arange(-2, 4)))
    start, stop = decimal(leading, exponent - 2), decimal(leading + 1, exponent - 2)
    middle = (start + stop) / 2
    return start, stop, np.exp(dist.log_prob(middle)) * (stop - start)


def test_cells_add_up_and_are_flat_inside():
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
    for i, found in enumerate(dist._best_cell(measure, beam)):
        start, stop, mass = every_cell(dist[i])
        width = stop - start if measure == "linear" else np.log(stop / start)
        assert found == start[np.argmax(mass / width)]


def test_a_narrow_beam_knows_that_it_does_not_know():
    dist = CASE.make(batch=(40,))
    best = dist.mode
    found, _, certain = dist._search("log", beam=1)
    assert np.any(found != best)
    np.testing.assert_array_equal(found[certain], best[certain])


def test_each_digit_depends_on_those_before_it():
    dist = CASE.make(batch=())
    pairs = [(1.23, 1.24), (1.43, 1.44), (2.23, 2.24), (12.3, 12.4)]
    third = {float(dist.log_prob(a) - dist.log_prob(b)) for a, b in pairs}
    assert len(third) == 4


def test_a_spike_is_found_whole():
    shapes = Digits.raw_shapes(SHIPPED, digits=4, width=2)
    raw = {name: np.zeros(shape) for name, shape in shapes.items()}
    raw["logits"][SHIPPED.class_of(np.asarray(2016.0))] = 40
    for k, digit in enumerate([2, 0, 1, 6]):
        raw["bias"][k, digit] = 20
    dist = Digits.from_raw(raw, SHIPPED)
    assert dist.mode == dist.mode_in("linear") == 2016
    np.testing.assert_allclose(dist.interval(0.9), [2016.05, 2016.95], rtol=1e-6)
