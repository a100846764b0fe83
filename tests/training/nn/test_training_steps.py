"""Every combination of encoder, input, output and objective learns, and stays finite."""

import pytest
import torch

from .tiny import COMBINATIONS, TINY, WHOLE_RANGE, make_batch, tiny_model

SMALL = {**TINY, "num_hidden_layers": 1}


def every_combination(function):
    ids = ["-".join(combination.values()) for combination in COMBINATIONS]
    return pytest.mark.parametrize("combination", COMBINATIONS, ids=ids)(function)


def loss_on(model, batch) -> torch.Tensor:
    """The loss with the same selection of numbers every time."""
    torch.manual_seed(1)
    return model.loss(batch)


@every_combination
def test_a_few_steps_lower_the_loss(combination):
    model = tiny_model(**combination, architecture=SMALL, dropout=0.0)
    batch = make_batch(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    before = loss_on(model, batch).item()
    for _ in range(12):
        loss_on(model, batch).backward()
        optimizer.step()
        optimizer.zero_grad()
    assert loss_on(model, batch).item() < before - 0.1


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=["float32", "bfloat16"])
@every_combination
def test_a_step_is_finite_on_numbers_of_the_whole_range(combination, dtype):
    model = tiny_model(**combination, architecture=SMALL).train()
    beyond = [[1e-9, 1e22, 0.0], [torch.nan, 0.0999999, 1.0, 9.9999999, 1e16, 9.99999999e15]]
    batch = make_batch(model, WHOLE_RANGE + beyond)
    with torch.autocast("cpu", dtype, enabled=dtype != torch.float32):
        loss = loss_on(model, batch)
    assert loss.dtype == torch.float32
    assert loss.isfinite()
    loss.backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, f"{name} takes no part: parallel training would wait for it"
        assert parameter.grad.isfinite().all(), name


@pytest.mark.parametrize("head", ["digits", "gmm"])
def test_a_training_step_is_one_graph(head):
    """A graph break would cost torch.compile what it gains."""
    model = tiny_model(objective="leave-one-out", head=head, input="exponent+digits", architecture=SMALL)
    batch = make_batch(model)
    compiled = torch.compile(model.loss, backend="eager", fullgraph=True)
    assert compiled(batch) == model.loss(batch)
