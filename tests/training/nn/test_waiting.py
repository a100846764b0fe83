"""A step touches nothing outside its device: a GPU that waits for a copy is slow, and cannot be recorded."""

from contextlib import nullcontext

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from numerate.training.nn import Batch, NumberModel
from tests.training.nn.tiny import tiny_config

ELSEWHERE = torch.device("meta")  # stands for a GPU: tensors there have shapes and no content


class Devices(TorchDispatchMode):
    """Notes the operations that read or make tensors of the CPU."""

    def __init__(self):
        super().__init__()
        self.at_home = []

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        out = function(*args, **(kwargs or {}))
        tensors = [leaf for leaf in tree_leaves((args, kwargs, out)) if isinstance(leaf, torch.Tensor)]
        if any(tensor.device.type == "cpu" for tensor in tensors):
            self.at_home.append(str(function))
        return out


def batch_elsewhere():
    def filled(columns, value, dtype):
        return torch.full((4, columns), value, dtype=dtype, device=ELSEWHERE)

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
def test_after_the_first_step_nothing_is_fetched_from_the_cpu(objective, head, monkeypatch):
    monkeypatch.setattr(torch, "autocast", lambda *_, **__: nullcontext())  # knows no such device
    config = tiny_config(objective=objective, head=head, input="exponent+digits")
    model = NumberModel.from_config(config).to(ELSEWHERE)
    batch = batch_elsewhere()
    model(batch).total.backward()
    with Devices() as devices:
        model(batch).total.backward()
    assert devices.at_home == []
