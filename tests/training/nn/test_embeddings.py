from typing import get_args

import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st

from numerate.distributions import Support
from numerate.training.nn.config import Input
from numerate.training.nn.embeddings import DigitRNN, Numeral, number_embedding

from .tiny import tiny_config


def embed(values, **changes):
    torch.manual_seed(0)
    return number_embedding(tiny_config(**changes), 16)(
        Numeral.from_values(torch.tensor(values, dtype=torch.float64))
    )


@pytest.mark.parametrize("kind", get_args(Input))
def test_a_hidden_value_has_a_zero_embedding(kind):
    vectors = embed([[3.0, torch.nan], [0.0, 1e15]], input=kind)
    assert vectors.shape == (2, 2, 16)
    assert (vectors[0, 1] == 0).all()
    assert (vectors[0, 0] != 0).any() == (kind not in ("none", "digit-tokens"))


@pytest.mark.parametrize(
    ("kind", "distinguished"),
    [
        ("none", set()),
        ("exponent", {"magnitude"}),
        ("digit-rnn", {"magnitude", "first digit", "fourth digit", "sixth digit"}),
        ("both", {"magnitude", "first digit", "fourth digit", "sixth digit"}),
        ("exponent+digits", {"magnitude", "first digit", "fourth digit"}),
        ("xval", {"magnitude", "first digit", "fourth digit", "sixth digit"}),
        ("fourier", {"magnitude", "first digit", "fourth digit", "sixth digit"}),
    ],
)
def test_an_input_distinguishes_magnitudes_and_digits(kind, distinguished):
    pairs = {
        "magnitude": (2000.0, 20000.0),
        "first digit": (2000.0, 3000.0),
        "fourth digit": (2019.0, 2018.0),
        "sixth digit": (2019.01, 2019.02),
    }
    different = {name for name, pair in pairs.items() if not torch.equal(*embed(list(pair), input=kind))}
    assert different == distinguished


def test_zero_has_its_own_embedding_if_the_support_includes_it():
    zero, unit = embed([0.0, 1.0], support=Support(-6, 15, zero=True))
    assert not torch.equal(zero, unit)


def test_numbers_outside_the_support_get_the_nearest_exponent():
    tiny, least, great, greatest = embed([1e-9, 0.1, 1e22, 9e15])
    assert torch.equal(tiny, least)
    assert torch.equal(great, greatest)
    assert not torch.equal(least, greatest)


def spelled(value: float) -> str:
    characters = DigitRNN.spell(Numeral.from_values(torch.tensor([value], dtype=torch.float64)))
    return "".join(DigitRNN.CHARACTERS[i] for i in characters[0].tolist())


@given(st.integers(1, 9_999_999), st.integers(-12, 15))
@example(3, -12)
def test_a_number_is_spelled_as_python_formats_it(figures, exponent):
    value = float(f"{figures}e{exponent - 6}")
    if value >= 1e-16:
        assert spelled(value) == f"{value:.6e}"
    else:  # powers of ten are exact up to 10^22 only, so the seventh digit may be off by one
        assert float(spelled(value)) == pytest.approx(value, rel=1.1e-6)


def test_spelling_of_zero_and_extreme_values():
    assert spelled(0.0) == "0.000000e+00"
    assert spelled(9.999999999) == "9.999999e+00"  # truncated, not rounded, which keeps the exponent
    assert spelled(1e16) == "1.000000e+16"
    assert spelled(1e-6) == "1.000000e-06"
    assert spelled(1e250) == "1.000000e+99"  # the exponent has two digits


def test_nan_and_infinity_are_not_shown():
    numeral = Numeral.from_values(torch.tensor([5.0, torch.nan, torch.inf], dtype=torch.float64))
    assert numeral.shown.tolist() == [True, False, False]
