from dataclasses import replace

import pytest
import torch

from numerate.training.nn import NumberModel
from numerate.training.run.optimizer import (
    load_state_tensors,
    make_optimizer,
    parameter_groups,
    rate_factor,
    state_tensors,
)
from numerate.training.run.recipe import Recipe
from tests.training.runs import small_config

RECIPE = Recipe(pretrained_rate=1e-5, new_rate=1e-3, scratch_rate=1e-2, weight_decay=0.1)


@pytest.fixture
def model():
    return NumberModel.from_config(small_config())


def settings_of(model, recipe=RECIPE):
    """Return the learning rate and weight decay of each parameter by name."""
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    groups = parameter_groups(model, recipe)
    settings = {names[id(p)]: (g["peak"], g["weight_decay"]) for g in groups for p in g["params"]}
    assert len(settings) == sum(len(group["params"]) for group in groups) == len(names)
    return settings


def test_without_pretraining_all_parameters_have_one_learning_rate(model):
    assert {rate for rate, _ in settings_of(model).values()} == {1e-2}


def test_pretrained_and_new_parameters_have_their_own_learning_rates(model):
    model.config = replace(model.config, checkpoint="somewhere", pretrained=True)
    for name, (rate, _) in settings_of(model).items():
        assert rate == (1e-5 if name.startswith("encoder.") else 1e-3), name


def test_a_bigru_is_never_pretrained():
    model = NumberModel.from_config(small_config(encoder="bigru", objective="masked"))
    model.config = replace(model.config, checkpoint="somewhere", pretrained=True)
    assert {rate for rate, _ in settings_of(model).values()} == {1e-2}


def test_only_matrices_have_weight_decay(model):
    decaying = {name for name, (_, decay) in settings_of(model).items() if decay}
    assert "encoder.backbone.encoder.layer.0.output.dense.weight" in decaying
    assert not [n for n in decaying if n.endswith("bias") or "LayerNorm" in n or "embeddings" in n]
    assert not [n for n in decaying if n.startswith("numbers.")]


@pytest.mark.parametrize(
    ("decay", "expected"),
    [
        ("linear", [0.5, 1.0, 1.0, 0.75, 0.5, 0.25]),
        ("cosine", [0.5, 1.0, 1.0, 0.853553, 0.5, 0.146447]),
        ("none", [0.5, 1.0, 1.0, 1.0, 1.0, 1.0]),
    ],
)
def test_learning_rates_warm_up_and_decay(decay, expected):
    recipe = Recipe(warmup=1 / 3, decay=decay)
    assert [rate_factor(step, 6, recipe) for step in range(6)] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(("optimizer", "momentum"), [("adamw", 0.0), ("sgd", 0.0), ("sgd", 0.9)])
def test_an_optimizers_state_round_trips_through_tensors(model, optimizer, momentum):
    recipe = Recipe(optimizer=optimizer, momentum=momentum)

    def two_steps(optimizer):
        for _ in range(2):
            for parameter in model.parameters():
                parameter.grad = torch.full_like(parameter, 0.5)
            optimizer.step()

    first = make_optimizer(model, recipe, torch.device("cpu"))
    two_steps(first)
    state = {name: tensor.clone() for name, tensor in state_tensors(model, first).items()}
    second = make_optimizer(model, recipe, torch.device("cpu"))
    load_state_tensors(model, second, state)
    two_steps(first)
    after = {name: tensor.clone() for name, tensor in state_tensors(model, first).items()}
    two_steps(second)
    again = state_tensors(model, second)
    assert after.keys() == again.keys()
    assert all(torch.equal(after[name], again[name]) for name in after)
