"""Every combination of encoder, input, head and objective trains."""

from contextlib import nullcontext

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from numerate.training.nn import Batch, NumberModel
from tests.training.nn.tiny import tiny_config

from .tiny import COMBINATIONS, TINY, WHOLE_RANGE, make_batch, tiny_model

SMALL = {**TINY, "num_hidden_layers": 1}


def for_each_combination(function):
    ids = ["-".join(combination.values()) for combination in COMBINATIONS]
    return pytest.mark.parametrize("combination", COMBINATIONS, ids=ids)(function)


def loss_on(model, batch) -> torch.Tensor:
    """Compute the loss with the same random selection of numbers every time."""
    torch.manual_seed(1)
    return model.loss(batch)


@for_each_combination
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
@for_each_combination
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
        assert parameter.grad is not None, f"{name} has no gradient: distributed training would wait for it"
        assert parameter.grad.isfinite().all(), name


@pytest.mark.parametrize("head", ["digits", "gmm"])
def test_a_training_step_compiles_to_one_graph(head):
    """Graph breaks would undo the gain of torch.compile."""
    model = tiny_model(objective="leave-one-out", head=head, input="exponent+digits", architecture=SMALL)
    batch = make_batch(model)
    compiled = torch.compile(model.loss, backend="eager", fullgraph=True)
    assert compiled(batch) == model.loss(batch)


DEVICE = torch.device("meta")  # in place of a GPU: its tensors have shapes and no data


class CPUOperations(TorchDispatchMode):
    """Records the operations that read or create tensors on the CPU."""

    def __init__(self):
        super().__init__()
        self.on_cpu = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        out = function(*args, **(kwargs or {}))
        tensors = [leaf for leaf in tree_leaves((args, kwargs, out)) if isinstance(leaf, torch.Tensor)]
        if any(tensor.device.type == "cpu" for tensor in tensors):
            self.on_cpu.append(str(function))
        return out


def batch_on_device():
    def filled(columns, value, dtype):
        return torch.full((4, columns), value, dtype=dtype, device=DEVICE)

    return Batch(
        ids=filled(32, 1, torch.long),
        positions=filled(32, 1, torch.long),
        documents=filled(32, 0, torch.long),
        places=filled(8, 2, torch.long),
        values=filled(8, 5.0, torch.float64),
        present=filled(8, True, torch.bool),
        draws=filled(8, 7.0, torch.float64),
        wanted=filled(8, True, torch.bool),
    )


@pytest.mark.parametrize(
    ("objective", "head"),
    [
        *(("masked", head) for head in ("dexp", "loglp", "flowlp", "digits", "spline", "disc")),
        *(("leave-one-out", head) for head in ("dexp", "digits", "spline")),
    ],
)
def test_a_step_uses_no_tensor_on_the_cpu(objective, head, monkeypatch):
    """A copy from the CPU would stall the GPU, and could not be captured in a CUDA graph."""
    monkeypatch.setattr(torch, "autocast", lambda *_, **__: nullcontext())  # does not support the meta device
    config = tiny_config(objective=objective, head=head, input="exponent+digits")
    model = NumberModel.from_config(config).to(DEVICE)
    batch = batch_on_device()
    model(batch).total.backward()
    with CPUOperations() as operations:
        model(batch).total.backward()
    assert operations.on_cpu == []
