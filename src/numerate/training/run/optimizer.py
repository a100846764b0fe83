"""Optimizers: parameter groups, learning-rate schedule, and the optimizer's state for checkpoints."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from numerate.training.nn import NumberModel
from numerate.training.run.processes import place_like
from numerate.training.run.recipe import Recipe


def parameter_groups(model: NumberModel, recipe: Recipe) -> list[dict[str, Any]]:
    """Group the parameters by peak learning rate (in `peak`) and weight decay."""
    config = model.config
    pretrained = config.pretrained and config.encoder == "transformer"
    decaying = _matrices(model)
    groups: dict[tuple[float, bool], list[Tensor]] = {}
    for name, parameter in model.named_parameters():
        if not pretrained:
            rate = recipe.scratch_rate
        elif name.startswith("encoder."):
            rate = recipe.pretrained_rate
        else:
            rate = recipe.new_rate
        groups.setdefault((rate, name in decaying), []).append(parameter)
    return [
        {"params": parameters, "peak": rate, "weight_decay": recipe.weight_decay if decays else 0.0}
        for (rate, decays), parameters in groups.items()
    ]


def _matrices(model: nn.Module) -> set[str]:
    """Return the names of the parameters with weight decay.

    Embeddings have none: rows of rare words would shrink at every step but seldom get a gradient.
    """
    return {
        f"{prefix}.{name}"
        for prefix, module in model.named_modules()
        if isinstance(module, (nn.Linear, nn.RNNBase))
        for name, parameter in module.named_parameters(recurse=False)
        if parameter.ndim == 2
    }


def make_optimizer(
    model: NumberModel, recipe: Recipe, device: torch.device, capturable: bool = False
) -> torch.optim.Optimizer:
    """Create the recipe's optimizer with learning rates of 0.

    capturable: keep the learning rates on the device, where a CUDA graph can read them.
    """
    groups = parameter_groups(model, recipe)
    if recipe.optimizer == "sgd":
        return torch.optim.SGD(groups, lr=0.0, momentum=recipe.momentum)
    if not capturable:
        return torch.optim.AdamW(groups, lr=0.0, fused=device.type == "cuda")
    for group in groups:
        group["lr"] = torch.zeros((), device=device)
    return torch.optim.AdamW(groups, fused=True, capturable=True)


def set_learning_rates(optimizer: torch.optim.Optimizer, factor: float) -> None:
    """Set the learning rate of every group to this factor of its peak."""
    for group in optimizer.param_groups:
        if isinstance(group["lr"], Tensor):
            group["lr"].fill_(factor * group["peak"])
        else:
            group["lr"] = factor * group["peak"]


def rate_factor(step: int, steps: int, recipe: Recipe) -> float:
    """Return the factor of the peak learning rate at a step, counted from 0, of `steps`."""
    warmup_steps = round(recipe.warmup * steps)
    if step < warmup_steps:
        return (step + 1) / warmup_steps
    progress = (step - warmup_steps) / max(1, steps - warmup_steps)
    if recipe.decay == "linear":
        return 1 - progress
    return 0.5 + 0.5 * math.cos(math.pi * progress) if recipe.decay == "cosine" else 1.0


def state_tensors(model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """Return the tensors of the optimizer's state, keyed by the parameter's name and their own."""
    return {
        f"{name}|{key}": tensor
        for name, parameter in model.named_parameters()
        for key, tensor in optimizer.state.get(parameter, {}).items()
        if isinstance(tensor, Tensor)
    }


def load_state_tensors(model: nn.Module, optimizer: torch.optim.Optimizer, state: dict[str, Tensor]) -> None:
    """Load tensors that `state_tensors` returned."""
    parameters = dict(model.named_parameters())
    for full_name, tensor in state.items():
        name, _, key = full_name.rpartition("|")
        parameter = parameters[name]
        if key != "step":
            tensor = place_like(parameter, tensor)
        elif optimizer.defaults.get("fused"):  # other implementations keep the step count on the CPU
            tensor = tensor.to(parameter.device)
        optimizer.state[parameter][key] = tensor
