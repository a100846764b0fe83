import numpy as np
import pytest

from numerate.distributions import PAPER, SHIPPED, Support


def test_the_predefined_supports():
    assert (PAPER.lower, PAPER.upper, PAPER.classes, PAPER.zero) == (0.1, 1e16, 17, False)
    assert (SHIPPED.lower, SHIPPED.upper, SHIPPED.classes, SHIPPED.zero) == (1e-6, 1e16, 23, True)


def test_classes_are_exponents_in_order_after_zero():
    y = np.asarray([0.0, 1e-6, 0.5, 1.0, 9.99, 10.0, 9.9e15, 1e16, 9e-7, -1.0])
    np.testing.assert_array_equal(SHIPPED.class_of(y), [0, 1, 6, 7, 7, 8, 22, -1, -1, -1])
    np.testing.assert_array_equal(PAPER.class_of(y), [-1, -1, 0, 1, 1, 2, 16, -1, -1, -1])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_mantissa_and_exponent_reconstruct_the_value(dtype):
    y = np.asarray([0.1, 0.99, 1, 2016, 999.9999, 1e15, 9.99e15], dtype=dtype)
    located = PAPER.locate(y)
    assert np.all((located.mantissa >= dtype(0.1)) & (located.mantissa <= 1))
    again = PAPER.value(located.mantissa, located.exponent)
    np.testing.assert_allclose(again, y, rtol=2 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rounding_does_not_move_values_to_another_exponent(dtype):
    exponent = np.arange(-6, 16)
    for mantissa in (0.1, 1.0):
        y = SHIPPED.value(np.full(22, mantissa, dtype=dtype), exponent)
        np.testing.assert_array_equal(SHIPPED.locate(y).exponent, exponent)


def test_values_outside_are_replaced_by_the_lower_end():
    located = PAPER.locate(np.asarray([1e300, -5.0, 0.0, np.nan, np.inf]))
    assert not np.any(located.inside)
    np.testing.assert_array_equal(located.value, 0.1)
    np.testing.assert_array_equal(located.mantissa, 0.1)


def test_a_reversed_range_is_rejected():
    with pytest.raises(ValueError, match="min_exponent=3 and max_exponent=1"):
        Support(3, 1)
