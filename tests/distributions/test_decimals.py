import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from numerate.distributions.numeric import decimal, exponent_of, leading_digits

dtypes = pytest.mark.parametrize("dtype", [np.float32, np.float64])


@dtypes
@pytest.mark.parametrize("library", [np.asarray, torch.asarray])
def test_exponents_at_powers_of_ten_and_just_beside_them(dtype, library):
    exponents = np.arange(-12, 25)
    powers = np.asarray([f"1e{e}" for e in exponents]).astype(dtype)
    below, above = np.nextafter(powers, dtype(0)), np.nextafter(powers, dtype(np.inf))
    np.testing.assert_array_equal(exponent_of(library(powers)), exponents)
    np.testing.assert_array_equal(exponent_of(library(above)), exponents)
    np.testing.assert_array_equal(exponent_of(library(below)), exponents - 1)


def test_what_is_not_positive_has_the_lowest_exponent():
    np.testing.assert_array_equal(exponent_of(np.asarray([0.0, -5.0, 5.0])), [-300, -300, 0])


# As written, its exponent and its first four digits.
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
def test_digits_are_those_written(dtype, text, exponent, digits):
    y = np.asarray([text]).astype(dtype)
    assert exponent_of(y) == exponent
    assert leading_digits(y, exponent_of(y), 4) == digits


@given(digits=st.integers(1000, 9999), exponent=st.integers(-6, 15))
def test_every_decimal_of_four_digits_is_read_as_it_is_written(digits, exponent):
    text = f"{digits}e{exponent - 3}"
    for dtype in (np.float32, np.float64):
        y = np.asarray([float(text)], dtype=dtype)
        assert exponent_of(y) == exponent
        assert leading_digits(y, exponent_of(y), 4) == digits
    assert decimal(np.asarray(digits), np.asarray(exponent - 3)) == float(text)


@given(y=st.floats(1e-6, 9.99e15))
def test_a_value_lies_between_its_digits_and_the_next(y):
    value = np.asarray([y])
    exponent = exponent_of(value)
    digits = leading_digits(value, exponent, 4)
    assert decimal(digits, exponent - 3) <= y < decimal(digits + 1, exponent - 3)
