import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from numerate.distributions import numeric
from numerate.distributions.numeric import decimal, exponent_of, leading_digits

X = np.linspace(-8, 8, 101)


def test_special_functions_agree_with_scipy():
    np.testing.assert_allclose(numeric.erf(X), special.erf(X), rtol=1e-14)
    np.testing.assert_allclose(numeric.normal_cdf(X), special.ndtr(X), atol=1e-15)
    np.testing.assert_allclose(numeric.normal_cdf(torch.asarray(X)), special.ndtr(X), atol=1e-15)
    np.testing.assert_allclose(numeric.softplus(100 * X), np.logaddexp(0, 100 * X), rtol=1e-12)
    np.testing.assert_allclose(numeric.logsumexp(1000 * X), special.logsumexp(1000 * X))
    np.testing.assert_allclose(np.exp(numeric.log_softmax(X)), special.softmax(X))
    np.testing.assert_allclose(numeric.sigmoid_between(X, 2, 5), 2 + 3 * special.expit(X))


def test_categorical_quantile_returns_the_class_and_the_fraction_within_it():
    probabilities = np.asarray([0.0, 0.5, 0.0, 0.3, 0.2])
    index, fraction = numeric.categorical_quantile(
        probabilities, np.asarray([0.0, 0.25, 0.5, 0.65, 0.9, 1.0])
    )
    np.testing.assert_array_equal(index, [1, 1, 3, 3, 4, 4])
    np.testing.assert_allclose(fraction, [0, 0.5, 0, 0.5, 0.5, 1], atol=1e-12)


def test_select_broadcasts_values_and_index():
    x = np.arange(24.0).reshape(2, 3, 4)
    assert numeric.select(x, np.asarray(2)).tolist() == x[..., 2].tolist()
    assert numeric.select(x[0, 0], np.asarray([[1], [3]])).tolist() == [[1], [3]]
    assert numeric.select_row(x, np.asarray([1, 0])).tolist() == [x[0, 1].tolist(), x[1, 0].tolist()]


def test_bisect_and_maximise_converge():
    target = np.asarray([0.5, 2.0])
    root = numeric.bisect(lambda x: x**3, target, 0 * target, 2 + target)
    np.testing.assert_allclose(root, np.cbrt(target))
    peak = numeric.maximise(lambda x: -((x - target) ** 2), 0 * target, 3 + target)
    np.testing.assert_allclose(peak, target, rtol=1e-6)


dtypes = pytest.mark.parametrize("dtype", [np.float32, np.float64])


@dtypes
@pytest.mark.parametrize("library", [np.asarray, torch.asarray])
def test_exponent_is_exact_at_powers_of_ten_and_their_neighbours(dtype, library):
    exponents = np.arange(-12, 25)
    powers = np.asarray([f"1e{e}" for e in exponents]).astype(dtype)
    below, above = np.nextafter(powers, dtype(0)), np.nextafter(powers, dtype(np.inf))
    np.testing.assert_array_equal(exponent_of(library(powers)), exponents)
    np.testing.assert_array_equal(exponent_of(library(above)), exponents)
    np.testing.assert_array_equal(exponent_of(library(below)), exponents - 1)


def test_values_that_are_not_positive_get_the_lowest_exponent():
    np.testing.assert_array_equal(exponent_of(np.asarray([0.0, -5.0, 5.0])), [-300, -300, 0])


# A number as written, its exponent and its first four digits.
WRITTEN = [
    ("0.29", -1, 2900),
    ("0.3", -1, 3000),
    ("0.7", -1, 7000),
    ("0.000123", -4, 1230),
    ("1.005", 0, 1005),
    ("9.999", 0, 9999),
    ("999.99", 2, 9999),
    ("1000", 3, 1000),
    ("2016", 3, 2016),
    ("4.35e9", 9, 4350),
    ("1e15", 15, 1000),
    ("1.234e15", 15, 1234),
    ("9.999e15", 15, 9999),
]


@dtypes
@pytest.mark.parametrize(("text", "exponent", "digits"), WRITTEN)
def test_leading_digits_are_those_written(dtype, text, exponent, digits):
    y = np.asarray([text]).astype(dtype)
    assert exponent_of(y) == exponent
    assert leading_digits(y, exponent_of(y), 4) == digits


@given(digits=st.integers(1000, 9999), exponent=st.integers(-6, 15))
def test_every_decimal_of_four_digits_round_trips(digits, exponent):
    text = f"{digits}e{exponent - 3}"
    for dtype in (np.float32, np.float64):
        y = np.asarray([float(text)], dtype=dtype)
        assert exponent_of(y) == exponent
        assert leading_digits(y, exponent_of(y), 4) == digits
    assert decimal(np.asarray(digits), np.asarray(exponent - 3)) == float(text)


@given(y=st.floats(1e-6, 9.99e15))
def test_a_value_lies_between_its_leading_digits_and_the_next(y):
    value = np.asarray([y])
    exponent = exponent_of(value)
    digits = leading_digits(value, exponent, 4)
    assert decimal(digits, exponent - 3) <= y < decimal(digits + 1, exponent - 3)
