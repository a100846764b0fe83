import numpy as np
import pytest
import torch

from numerate.distributions import FAMILIES, Support
from numerate.training.nn.heads import GMMHead, family_head

from .tiny import TRAINING_NUMBERS, make_batch, tiny_config, tiny_model

WIDTH = 12


def make_head(name: str):
    torch.manual_seed(0)
    head = family_head(tiny_config(head=name), WIDTH)
    head.fit(TRAINING_NUMBERS)
    return head


@pytest.mark.parametrize("name", FAMILIES)
def test_a_head_predicts_its_family_for_every_number(name):
    distribution = make_head(name)(torch.randn(3, 5, WIDTH))
    assert type(distribution) is FAMILIES[name]
    assert distribution.batch_shape == (3, 5)
    assert distribution.log_prob(torch.full((3, 5), 7.0, dtype=torch.float64)).dtype == torch.float32


@pytest.mark.parametrize("name", FAMILIES)
def test_every_parameter_of_a_head_has_a_gradient(name):
    head = make_head(name)
    values = torch.tensor(TRAINING_NUMBERS)
    head(torch.randn(len(values), WIDTH)).log_prob(values, measure="log").sum().backward()
    for parameter_name, parameter in head.named_parameters():
        assert parameter.grad.isfinite().all(), parameter_name
        assert parameter.grad.abs().sum() > 0, parameter_name


def test_heads_have_the_papers_layers():
    mean = make_head("dexp").networks["mean"]
    assert [type(layer).__name__ for layer in mean] == ["Linear", "Sigmoid", "Linear"]
    assert mean[0].out_features == 64
    assert all(isinstance(layer, torch.nn.Linear) for layer in make_head("flowlp").networks.values())


def test_a_mixture_must_be_fitted_and_is_then_frozen():
    head = GMMHead(7, Support(), WIDTH)
    with pytest.raises(RuntimeError, match="fit"):
        head(torch.randn(WIDTH))
    head.fit(np.array([1.0, 2.0, 500.0, 1000.0] * 20))
    assert {"mean", "std"} <= set(head.state_dict())
    assert {name.split(".")[0] for name, _ in head.named_parameters()} == {"networks"}
    assert head(torch.randn(WIDTH)).mean.max() > 100


@pytest.mark.parametrize("name", FAMILIES)
def test_distributions_are_float32_with_a_bf16_encoder(name):
    model = tiny_model(head=name)
    batch = make_batch(model)
    with torch.autocast("cpu", torch.bfloat16):
        parameters = model.distributions(batch).parameters()
    assert {parameter.dtype for parameter in parameters.values()} == {torch.float32}
