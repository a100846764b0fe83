"""Distributed training: device, data-parallel share, all-reduce, and sharded weights (FSDP)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

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
    """The processes of a run: those that `accelerate launch` started, or this one alone.

    sharded: whether each process keeps only a shard of the model.
    """

    device: torch.device
    index: int = 0
    count: int = 1
    sharded: bool = False

    @classmethod
    def join(cls, device: str | torch.device | None = None, sharded: bool = False) -> Processes:
        """Join the process group, if `accelerate launch` started one."""
        default = "cuda" if torch.cuda.is_available() and not _cpu_requested() else "cpu"
        chosen = _device(device or default)
        if int(os.environ.get("WORLD_SIZE", "1")) == 1:
            return cls(chosen)
        # Imported late: a single process starts faster without it.
        from accelerate import PartialState

        state = PartialState(cpu=chosen.type == "cpu")
        return cls(state.device, state.process_index, state.num_processes, sharded)

    @property
    def is_main(self) -> bool:
        """Whether this is the main process, which writes files."""
        return self.index == 0

    @property
    def share(self) -> Share:
        """The share of every batch that this process takes."""
        return Share(self.index, self.count)

    def wrap(self, model: nn.Module) -> nn.Module:
        """Wrap a model so that its gradients are averaged over all processes."""
        return model if self.count == 1 else DistributedDataParallel(model)

    def sum(self, tensor: Tensor) -> Tensor:
        """Sum a tensor over all processes (all-reduce)."""
        if self.count > 1:
            tensor = tensor.clone()
            dist.all_reduce(tensor)
        return tensor

    def from_main(self, flag: bool) -> bool:
        """Return the main process's flag in every process."""
        main_flag = torch.tensor(float(flag and self.is_main), device=self.device)
        return bool(self.sum(main_flag).item()) if self.count > 1 else flag

    def agree(self, *numbers: int) -> bool:
        """Return whether the numbers of this process are those of every process."""
        own = torch.tensor(numbers, device=self.device)
        return bool((self.sum(own) == own * self.count).all())

    def barrier(self) -> None:
        """Wait for all processes."""
        if self.count > 1:
            dist.barrier()


def leave_process_group() -> bool:
    """Leave the process group; return whether this process was in one."""
    joined = dist.is_available() and dist.is_initialized()
    if joined:
        dist.destroy_process_group()
    return joined


def exit_at_once() -> NoReturn:
    """End a process that has left its group, with status 0 and without Python's shutdown.

    The threads of Gloo outlive their group, which caches of torch keep. One that has yet to release the
    tensor of the last all-reduce would abort the process while Python shuts down.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _device(name: str | torch.device) -> torch.device:
    try:
        device = torch.device(name)
    except RuntimeError:
        raise TrainingError(f"device {name}: must be cpu or cuda") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise TrainingError(f"device {name}: PyTorch finds no GPU; train on cpu")
    return device


def _cpu_requested() -> bool:
    return os.environ.get("ACCELERATE_USE_CPU", "").lower() in ("1", "true", "yes")


class _Sharded(nn.Module):
    """A wrapper to shard, since `fully_shard` changes the class of the module it is applied to."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, batch: Batch) -> Loss:
        loss: Loss = self.model(batch)
        return loss


def shard(model: nn.Module, device: torch.device, processes: int) -> nn.Module:
    """Keep this process's shard of the model's weights on `device`; return the module to call."""
    mesh = init_device_mesh(device.type, (processes,))
    # Always resharded, so that the parameters between two steps are the shards that the optimizer holds.
    for layer in _layers(model):
        fully_shard(layer, mesh=mesh, reshard_after_forward=True)
    wrapper = _Sharded(model)
    fully_shard(wrapper, mesh=mesh, reshard_after_forward=True)
    return wrapper.to(device)


def _layers(model: nn.Module) -> Iterator[nn.Module]:
    """Return the layers of an encoder: the modules in its module lists."""
    for module in model.children():
        if isinstance(module, nn.ModuleList):
            yield from module
        else:
            yield from _layers(module)


def gather(tensors: Mapping[str, Tensor], keep: bool = True) -> dict[str, Tensor]:
    """Gather sharded tensors on the CPU, one after the other; all processes must call this.

    keep: whether this process returns them; otherwise it only contributes its shards.
    """
    gathered = {}
    for name, tensor in tensors.items():
        full = tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
        if keep:
            gathered[name] = full.detach().cpu().contiguous()
    return gathered


def place_like(reference: Tensor, tensor: Tensor) -> Tensor:
    """Move a full tensor to the device of `reference`, and shard it in the same way."""
    tensor = tensor.to(reference.device)
    if isinstance(reference, DTensor):
        return distribute_tensor(tensor, reference.device_mesh, reference.placements)
    return tensor


def load_weights(model: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Load full weights into a model, sharded or not."""
    state = model.state_dict()
    model.load_state_dict({n: place_like(state[n], t) if n in state else t for n, t in weights.items()})
