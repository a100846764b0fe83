"""Trials of the model that ships: each changes one thing of the model or its loss, in a short training."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from numerate.training.nn import Batch, LeaveOneOutModel, Loss, NumberModel
from numerate.training.nn.embeddings import FourierEmbedding, ScaledEmbedding
from numerate.training.run import loop

RECIPES: dict[str, dict[str, Any]] = {
    "base": {},
    "no-styles": {},
    "words": {"word_loss": 0.1},
    "slow": {"pretrained_rate": 1.5e-4, "new_rate": 7.5e-4},
    "exponent": {},
    "crps": {},
    "logarithm": {},
    "phases": {},
}
"""What each trial changes of the recipe; the last four change the loss or the inputs (`prepare`)."""


def exponent_loss(log_probs: Tensor, classes: Tensor) -> Tensor:
    """Half of the exponent's negative log-likelihood, which then counts one and a half times."""
    return -0.5 * log_probs.gather(-1, classes[..., None])[..., 0]


def ranked_loss(log_probs: Tensor, classes: Tensor) -> Tensor:
    """The ranked probability score of the exponent, which is the CRPS over orders of magnitude."""
    below = log_probs.exp().cumsum(-1)
    reached = torch.arange(log_probs.shape[-1], device=classes.device) >= classes[..., None]
    return (below - reached.float()).square().sum(-1)


def add_loss(extra: Callable[[Tensor, Tensor], Tensor]) -> None:
    """Train with a further term on the exponents; validation stays without it."""
    likelihood = LeaveOneOutModel.negative_log_likelihood

    def both(model: LeaveOneOutModel, batch: Batch, states: Tensor, targets: Tensor) -> Loss:
        loss = likelihood(model, batch, states, targets)
        if not model.training:
            return loss
        classes = model.config.support.class_of(batch.values).clamp(min=0)
        with torch.autocast(states.device.type, enabled=False):
            log_probs = model.distributions_at(states).logits.float().log_softmax(-1)
        added = torch.where(targets, extra(log_probs, classes), 0.0).sum()
        return Loss(loss.total + added, loss.targets)

    LeaveOneOutModel.negative_log_likelihood = both  # type: ignore[assignment, method-assign]


EXTRA_LOSSES = {"exponent": exponent_loss, "crps": ranked_loss}
EXTRA_INPUTS = {"logarithm": ScaledEmbedding, "phases": FourierEmbedding}


def prepare(name: str) -> None:
    """Change the model that `loop.train` reads."""
    if name in EXTRA_LOSSES:
        add_loss(EXTRA_LOSSES[name])
    read = NumberModel.from_pretrained

    def changed(folder: Any) -> NumberModel:
        model = read(folder)
        if name in EXTRA_INPUTS:
            added = EXTRA_INPUTS[name](model.config.support, model.numbers.width)
            for weights in added.parameters():
                torch.nn.init.zeros_(weights)  # starts as the model without it
            model.numbers.parts.append(added)
        return model

    loop.NumberModel.from_pretrained = staticmethod(changed)  # type: ignore[method-assign, assignment]
