import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st

from numerate.training.nn.embeddings import DigitRNN
from numerate.training.nn.numerals import read


def spelled(value: float) -> str:
    characters = DigitRNN.spell(read(torch.tensor([value], dtype=torch.float64)))
    return "".join(DigitRNN.CHARACTERS[i] for i in characters[0].tolist())


@given(st.integers(1, 9_999_999), st.integers(-12, 15))
@example(3, -12)
def test_a_number_is_spelled_as_python_writes_it(figures, exponent):
    value = float(f"{figures}e{exponent - 6}")
    if value >= 1e-16:
        assert spelled(value) == f"{value:.6e}"
    else:  # floats hold powers of ten exactly up to 10^22: the seventh digit may be one off
        assert float(spelled(value)) == pytest.approx(value, rel=1.1e-6)


def test_zero_and_the_edges():
    assert spelled(0.0) == "0.000000e+00"
    assert spelled(9.999999999) == "9.999999e+00"  # digits are cut, so that the exponent stays the true one
    assert spelled(1e16) == "1.000000e+16"
    assert spelled(1e-6) == "1.000000e-06"
    assert spelled(1e250) == "1.000000e+99"  # there is room for two digits


def test_a_missing_value_is_not_shown():
    numeral = read(torch.tensor([5.0, torch.nan, torch.inf], dtype=torch.float64))
    assert numeral.shown.tolist() == [True, False, False]
