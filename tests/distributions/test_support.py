import numpy as np
import pytest

from numerate.distributions import PAPER, SHIPPED, Support


def test_the_two_ranges():
    assert (PAPER.lower, PAPER.upper, PAPER.classes, PAPER.zero) == (0.1, 1e16, 17, False)
    assert (SHIPPED.lower, SHIPPED.upper, SHIPPED.classes, SHIPPED.zero) == (1e-6, 1e16, 23, True)


def test_classes_are_the_exponents_after_zero():
    y = np.asarray([0.0, 1e-6, 0.5, 1.0, 9.99, 10.0, 9.9e15, 1e16, 9e-7, -1.0])
    np.testing.assert_array_equal(SHIPPED.class_of(y), [0, 1, 6, 7, 7, 8, 22, -1, -1, -1])
    np.testing.assert_array_equal(PAPER.class_of(y), [-1, -1, 0, 1, 1, 2, 16, -1, -1, -1])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_mantissa_and_exponent_make_the_value_again(dtype):
    y = np.asarray([0.1, 0.99, 1, 2016, 999.9999, 1e15, 9.99e15], dtype=dtype)
    place = PAPER.locate(y)
    assert np.all((place.mantissa >= dtype(0.1)) & (place.mantissa <= 1))
    again = PAPER.value(place.mantissa, place.exponent)
    np.testing.assert_allclose(again, y, rtol=2 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_values_stay_in_their_exponent(dtype):
    exponent = np.arange(-6, 16)
    for mantissa in (0.1, 1.0):
        y = SHIPPED.value(np.full(22, mantissa, dtype=dtype), exponent)
        np.testing.assert_array_equal(SHIPPED.locate(y).exponent, exponent)


def test_values_outside_are_kept_harmless():
    place = PAPER.locate(np.asarray([1e300, -5.0, 0.0, np.nan, np.inf]))
    assert not np.any(place.inside)
    np.testing.assert_array_equal(place.value, 0.1)
    np.testing.assert_array_equal(place.mantissa, 0.1)


def test_a_range_upside_down_is_refused():
    with pytest.raises(ValueError, match="min_exponent=3 and max_exponent=1"):
        Support(3, 1)
