"""Training by the clock: the learning rate falls with the time that is left, and a running mean is kept.

A rented machine goes back at a fixed minute, and how many steps fit depends on what else it runs. So the
schedule counts minutes instead of steps: whatever the speed, training ends at a learning rate of zero.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import torch

from numerate.training.nn import Batch
from numerate.training.run import loop
from numerate.training.run.recipe import Recipe

MEAN_EVERY, MEAN_SHARE = 20, 0.05
"""The running mean takes in a twentieth of the weights every 20 steps: a memory of some 400 steps."""


class Clock:
    """The time of a run, from the first question about it."""

    def __init__(self, minutes: float) -> None:
        self.seconds = 60 * minutes
        self.start: float | None = None

    @property
    def progress(self) -> float:
        """The share of the time that has passed."""
        self.start = self.start or time.monotonic()
        return min(1.0, (time.monotonic() - self.start) / self.seconds)

    def rate_factor(self, step: int, steps: int, recipe: Recipe) -> float:
        """Stand in for `optimizer.rate_factor`: a linear warmup, then a linear fall to 0."""
        if self.progress < recipe.warmup:
            return max(self.progress / recipe.warmup, 1e-3)
        return (1 - self.progress) / (1 - recipe.warmup)


class RunningMean:
    """An exponential running mean of a model's weights."""

    def __init__(self, model: torch.nn.Module) -> None:
        self.parameters = list(model.parameters())
        self.mean = [p.detach().clone() for p in self.parameters]

    @torch.no_grad()
    def add(self) -> None:
        """Take in the present weights."""
        torch._foreach_lerp_(self.mean, self.parameters, MEAN_SHARE)

    @torch.no_grad()
    def load(self) -> None:
        """Put the mean in place of the model's weights."""
        torch._foreach_copy_(self.parameters, self.mean)


class TimedLoader:
    """A loader whose epochs end when the time is over."""

    def __init__(self, loader: Any, clock: Clock, mean: RunningMean) -> None:
        self.loader, self.clock, self.mean = loader, clock, mean

    def __len__(self) -> int:
        return len(self.loader)

    def epoch(self, seed: Any, start: int = 0) -> Iterator[Batch]:
        """Yield batches until the epoch or the time is over."""
        for i, batch in enumerate(self.loader.epoch(seed, start)):
            if self.clock.progress >= 1:
                return
            yield batch
            if i % MEAN_EVERY == MEAN_EVERY - 1:
                self.mean.add()


class TimedSession(loop._Session):
    """A run that ends by the clock, with the better of the last weights and their running mean."""

    clock: Clock

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.mean = RunningMean(self.model)
        self.train = TimedLoader(self.train, self.clock, self.mean)  # type: ignore[assignment]

    def _is_done(self) -> bool:
        return self.clock.progress >= 1

    def _validate(self, epoch: int, monitor: Any) -> None:
        super()._validate(epoch, monitor)
        print(f"epoch {epoch + 1}", self.state.epochs[-1], round(self.state.seconds), flush=True)
        if self._is_done():
            self.mean.load()
            loss = self.engine.measure(self.valid)
            print(f"running mean of weights: {loss}", flush=True)
            if loss < (self.state.best_loss or 0):
                self.state.best_loss = loss
                self.best.keep(self.model)


def train_by_clock(minutes: float) -> None:
    """Make `loop.train` end after some minutes."""
    TimedSession.clock = Clock(minutes)
    loop._Session = TimedSession  # type: ignore[misc]
    loop.rate_factor = TimedSession.clock.rate_factor
