"""Looks at the losses now and then, tells of them, and stops a run that has gone astray."""

from __future__ import annotations

import math
import time

import torch
from torch import Tensor

from .checkpoint import State
from .failures import DivergedError
from .nn import Loss
from .processes import Processes
from .progress import Reports

LOOK_EVERY = 20
"""Steps between two looks; a look makes the CPU wait for the GPU."""

_EXPLODED = 10.0  # times the first loss
_ADVICE = "the learning rates may be too high for this model: lower them with --set new_rate=… and the like"


class Watch:
    """Sums up losses on the device between two looks at them."""

    def __init__(self, state: State, processes: Processes, reports: Reports, batch_size: int) -> None:
        self._state, self._processes, self._reports = state, processes, reports
        self._batch_size = batch_size
        self._begin()

    def _begin(self) -> None:
        self._sums: Tensor = torch.zeros(2, dtype=torch.float64, device=self._processes.device)
        self._steps = 0
        self._since = time.perf_counter()

    def add(self, loss: Loss) -> None:
        """Add a step's loss, without waiting for it."""
        self._sums += torch.stack([loss.total, loss.targets.to(loss.total)])
        self._steps += 1

    def look(self, epoch: int, rate: float) -> None:
        """Wait for the sums, and tell what they came to."""
        if self._steps == 0:
            return
        total, targets = self._processes.sum(self._sums).tolist()
        state, loss = self._state, total / max(targets, 1)
        seconds = time.perf_counter() - self._since
        self._check(loss)
        state.seconds += seconds
        state.epoch_total += total
        state.epoch_targets += targets
        speed = self._steps * self._batch_size / seconds
        metrics = {"epoch": epoch + 1, "loss": loss, "rate": rate, "instances_per_second": round(speed, 1)}
        self._reports.show(state.step, metrics)
        self._begin()

    def end_epoch(self, epoch: int, valid_loss: float) -> None:
        """Close the epoch with its validation loss."""
        state = self._state
        state.seconds += time.perf_counter() - self._since
        if not math.isfinite(valid_loss):
            raise DivergedError(f"the validation loss after epoch {epoch + 1} is {valid_loss}; {_ADVICE}")
        train_loss = state.epoch_total / max(state.epoch_targets, 1)
        measured = {"epoch": epoch + 1, "train_loss": train_loss, "valid_loss": valid_loss}
        state.epochs.append(measured)
        state.epoch_total = state.epoch_targets = 0.0
        self._reports.show(state.step, measured)
        self._begin()

    def _check(self, loss: float) -> None:
        state = self._state
        if not math.isfinite(loss):
            raise DivergedError(f"the loss is {loss} at step {state.step}; {_ADVICE}")
        if state.first_loss is None:
            state.first_loss = loss
        if loss > _EXPLODED * max(1.0, abs(state.first_loss)):
            raise DivergedError(
                f"the loss grew from {state.first_loss:.3g} to {loss:.3g} by step {state.step}; {_ADVICE}"
            )
