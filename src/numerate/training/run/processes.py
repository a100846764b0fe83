"""One process or several: which device, which share of the work, and sums over all of them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, distribute_tensor
from torch.nn.parallel import DistributedDataParallel

from numerate.errors import TrainingError
from numerate.training.batches.order import Share
from numerate.training.nn import Batch, Loss


@dataclass(frozen=True)
class Processes:
    """The processes that `accelerate launch` started for this run, or the one we are.

    sharded: whether each keeps a part of the model only.
    """

    device: torch.device
    index: int = 0
    count: int = 1
    sharded: bool = False

    @classmethod
    def join(cls, device: str | torch.device | None = None, sharded: bool = False) -> Processes:
        """Find the other processes, if `accelerate launch` started any."""
        default = "cuda" if torch.cuda.is_available() and not _cpu_wanted() else "cpu"
        chosen = _device(device or default)
        if int(os.environ.get("WORLD_SIZE", "1")) == 1:
            return cls(chosen)
        # Imported only here: one process alone starts faster without.
        from accelerate import PartialState

        state = PartialState(cpu=chosen.type == "cpu")
        return cls(state.device, state.process_index, state.num_processes, sharded)

    @property
    def is_main(self) -> bool:
        """Whether this is the process that writes."""
        return self.index == 0

    @property
    def share(self) -> Share:
        """The part of every batch that is ours."""
        return Share(self.index, self.count)

    def wrap(self, model: nn.Module) -> nn.Module:
        """A model whose gradients are averaged over all processes."""
        return model if self.count == 1 else DistributedDataParallel(model)

    def sum(self, tensor: Tensor) -> Tensor:
        """Sum a tensor over all processes."""
        if self.count > 1:
            tensor = tensor.clone()
            dist.all_reduce(tensor)
        return tensor

    def main_says(self, answer: bool) -> bool:
        """What the main process says, in all of them."""
        said = torch.tensor(float(answer and self.is_main), device=self.device)
        return bool(self.sum(said).item()) if self.count > 1 else answer

    def agree(self, *numbers: int) -> bool:
        """Whether all processes give the same numbers; those that differ get to know it."""
        mine = torch.tensor(numbers, device=self.device)
        return bool((self.sum(mine) == mine * self.count).all())

    def wait(self) -> None:
        """Wait until all processes are here."""
        if self.count > 1:
            dist.barrier()


def part() -> None:
    """Let go of the other processes, last thing before this one ends: torch may abort those that do not."""
    if dist.is_available() and dist.is_initialized():
        dist.destroy_process_group()


def _device(name: str | torch.device) -> torch.device:
    try:
        device = torch.device(name)
    except RuntimeError:
        raise TrainingError(f"device {name}: must be cpu or cuda") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise TrainingError(f"device {name}: PyTorch finds no GPU here; train with cpu")
    return device


def _cpu_wanted() -> bool:
    return os.environ.get("ACCELERATE_USE_CPU", "").lower() in ("1", "true", "yes")


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
