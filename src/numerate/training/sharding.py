"""A model spread over all processes: each keeps a part of every weight, gradient and optimizer state.

torch's fully sharded data parallelism, layer by layer: a layer's weights are gathered when it is its turn and
let go again. What leaves the processes (checkpoints, the finished model) is whole, and so is what comes in,
whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import torch
from torch import Tensor, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, distribute_tensor

from .nn import Batch, Loss


class _Spread(nn.Module):
    """Stands around a model, so that its own class stays what it was."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, batch: Batch) -> Loss:
        loss: Loss = self.model(batch)
        return loss


def spread(model: nn.Module, device: torch.device, processes: int) -> nn.Module:
    """Leave in this process its part of the model's weights, on `device`; call what is returned."""
    mesh = init_device_mesh(device.type, (processes,))
    # Resharded always: whoever looks at the parameters between two steps finds the parts, which are what the
    # optimizer knows.
    for layer in _layers(model):
        fully_shard(layer, mesh=mesh, reshard_after_forward=True)
    whole = _Spread(model)
    fully_shard(whole, mesh=mesh, reshard_after_forward=True)
    return whole.to(device)


def _layers(model: nn.Module) -> Iterator[nn.Module]:
    """The layers of an encoder, which come in lists."""
    for module in model.children():
        if isinstance(module, nn.ModuleList):
            yield from module
        else:
            yield from _layers(module)


def gather(tensors: Mapping[str, Tensor], keep: bool = True) -> dict[str, Tensor]:
    """Put spread tensors together on the CPU, one after the other; all processes must call this.

    keep: whether this process wants them; without, it only gives its parts.
    """
    whole = {}
    for name, tensor in tensors.items():
        here = tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
        if keep:
            whole[name] = here.detach().cpu().contiguous()
    return whole


def like(there: Tensor, tensor: Tensor) -> Tensor:
    """Put a whole tensor where another of its shape lies: on its device, and spread as it is."""
    tensor = tensor.to(there.device)
    if isinstance(there, DTensor):
        return distribute_tensor(tensor, there.device_mesh, there.placements)
    return tensor


def load_weights(model: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Put whole weights into a model, spread or not."""
    there = model.state_dict()
    model.load_state_dict({n: like(there[n], t) if n in there else t for n, t in weights.items()})
