"""Which parameters learn how fast, and how that changes over a run."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from numerate.training.nn import NumberModel
from numerate.training.run.processes import like
from numerate.training.run.recipe import Recipe


def parameter_groups(model: NumberModel, recipe: Recipe) -> list[dict[str, Any]]:
    """Split the parameters by learning rate and by whether they decay; the rates stand in `peak`."""
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
    """What decays: not biases and scales, nor tables, whose rows are seen rarely but would always shrink."""
    return {
        f"{prefix}.{name}"
        for prefix, module in model.named_modules()
        if isinstance(module, (nn.Linear, nn.RNNBase))
        for name, parameter in module.named_parameters(recurse=False)
        if parameter.ndim == 2
    }


def make_optimizer(
    model: NumberModel, recipe: Recipe, device: torch.device, recorded: bool = False
) -> torch.optim.Optimizer:
    """The recipe's optimizer, its learning rates still 0.

    recorded: keep the learning rates on the device, where a recorded step can read them.
    """
    groups = parameter_groups(model, recipe)
    if recipe.optimizer == "sgd":
        return torch.optim.SGD(groups, lr=0.0, momentum=recipe.momentum)
    if not recorded:
        return torch.optim.AdamW(groups, lr=0.0, fused=device.type == "cuda")
    for group in groups:
        group["lr"] = torch.zeros((), device=device)
    return torch.optim.AdamW(groups, fused=True, capturable=True)


def set_rates(optimizer: torch.optim.Optimizer, share: float) -> None:
    """Give every group this share of its highest learning rate."""
    for group in optimizer.param_groups:
        if isinstance(group["lr"], Tensor):
            group["lr"].fill_(share * group["peak"])
        else:
            group["lr"] = share * group["peak"]


def rate_share(step: int, steps: int, recipe: Recipe) -> float:
    """The share of the highest learning rate at a step, counted from 0, of `steps`."""
    warm = round(recipe.warmup * steps)
    if step < warm:
        return (step + 1) / warm
    gone = (step - warm) / max(1, steps - warm)
    if recipe.decay == "linear":
        return 1 - gone
    return 0.5 + 0.5 * math.cos(math.pi * gone) if recipe.decay == "cosine" else 1.0


def state_tensors(model: nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """The optimizer's state, each tensor under its parameter's name and its own."""
    return {
        f"{name}|{key}": tensor
        for name, parameter in model.named_parameters()
        for key, tensor in optimizer.state.get(parameter, {}).items()
        if isinstance(tensor, Tensor)
    }


def load_state_tensors(model: nn.Module, optimizer: torch.optim.Optimizer, state: dict[str, Tensor]) -> None:
    """Put back what `state_tensors` gave."""
    parameters = dict(model.named_parameters())
    for full_name, tensor in state.items():
        name, _, key = full_name.rpartition("|")
        parameter = parameters[name]
        if key != "step":
            tensor = like(parameter, tensor)
        elif optimizer.defaults.get("fused"):  # only these keep their step count beside the weights
            tensor = tensor.to(parameter.device)
        optimizer.state[parameter][key] = tensor
