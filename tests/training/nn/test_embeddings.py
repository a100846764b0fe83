from typing import get_args

import pytest
import torch

from numerate.distributions import Support
from numerate.training.nn.config import Input
from numerate.training.nn.embeddings import number_embedding
from numerate.training.nn.numerals import read

from .tiny import tiny_config


def embed(values, **changes):
    torch.manual_seed(0)
    return number_embedding(tiny_config(**changes), 16)(read(torch.tensor(values, dtype=torch.float64)))


@pytest.mark.parametrize("kind", get_args(Input))
def test_what_is_not_shown_is_zero(kind):
    vectors = embed([[3.0, torch.nan], [0.0, 1e15]], input=kind)
    assert vectors.shape == (2, 2, 16)
    assert (vectors[0, 1] == 0).all()
    assert (vectors[0, 0] != 0).any() == (kind != "none")


@pytest.mark.parametrize(
    ("kind", "told_apart"),
    [
        ("none", set()),
        ("exponent", {"magnitude"}),
        ("digit-rnn", {"magnitude", "first digit", "fourth digit", "sixth digit"}),
        ("both", {"magnitude", "first digit", "fourth digit", "sixth digit"}),
        ("exponent+digits", {"magnitude", "first digit", "fourth digit"}),
    ],
)
def test_what_an_input_tells_apart(kind, told_apart):
    pairs = {
        "magnitude": (2000.0, 20000.0),
        "first digit": (2000.0, 3000.0),
        "fourth digit": (2019.0, 2018.0),
        "sixth digit": (2019.01, 2019.02),
    }
    found = {name for name, pair in pairs.items() if not torch.equal(*embed(list(pair), input=kind))}
    assert found == told_apart


def test_zero_has_a_vector_of_its_own_where_the_support_has_it():
    zero, one = embed([0.0, 1.0], support=Support(-6, 15, zero=True))
    assert not torch.equal(zero, one)


def test_numbers_beyond_the_support_count_as_the_nearest_exponent():
    tiny, least, great, greatest = embed([1e-9, 0.1, 1e22, 9e15])
    assert torch.equal(tiny, least)
    assert torch.equal(great, greatest)
    assert not torch.equal(least, greatest)
