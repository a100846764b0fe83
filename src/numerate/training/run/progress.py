"""Metrics of a running training: their reports, and the check for divergence."""

from __future__ import annotations

import json
import math
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import torch
from torch import Tensor

from numerate.errors import DivergedError
from numerate.io.progress import ProgressBar
from numerate.training.nn import Loss
from numerate.training.run.checkpoint import RunState
from numerate.training.run.processes import Processes

if TYPE_CHECKING:
    from typing_extensions import Self

METRICS = "metrics.jsonl"


class RunReport(Protocol):
    """A destination for the metrics of a run."""

    def show(self, step: int, metrics: dict[str, float]) -> None:
        """Report the metrics of a step."""

    def close(self) -> None:
        """Release resources."""


class JSONLinesReport:
    """Writes a JSON line per report to metrics.jsonl; lines of steps after `step` are dropped first."""

    def __init__(self, folder: Path, step: int) -> None:
        path = folder / METRICS
        kept = [line for line in _lines(path) if json.loads(line)["step"] <= step]
        path.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")
        self._file = path.open("a", encoding="utf-8")

    def show(self, step: int, metrics: dict[str, float]) -> None:
        """Write a line and flush it."""
        self._file.write(json.dumps({"step": step, **metrics}) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class TensorBoardReport:
    """Writes curves for TensorBoard to the run's folder."""

    def __init__(self, folder: Path, step: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self._writer = SummaryWriter(str(folder / "tensorboard"), purge_step=step or None)

    def show(self, step: int, metrics: dict[str, float]) -> None:
        """Add a point to each curve."""
        for name, value in metrics.items():
            self._writer.add_scalar(name, value, step)

    def close(self) -> None:
        """Flush and close the writer."""
        self._writer.close()


class TerminalReport:
    """Shows a progress bar on standard error; if that is no terminal, a line per epoch."""

    def __init__(self, steps: int, step: int) -> None:
        self._steps = steps
        self._bar = ProgressBar("epoch 1", steps)
        self._bar.__enter__()
        if step:
            self._bar.update(step, steps, "resumed")

    def show(self, step: int, metrics: dict[str, float]) -> None:
        """Update the bar, or print the losses of an epoch."""
        epoch = int(metrics["epoch"])
        if "valid_loss" in metrics:
            loss, valid = metrics["train_loss"], metrics["valid_loss"]
            self._bar.print(f"epoch {epoch}: training loss {loss:.4f}, validation loss {valid:.4f}")
        else:
            speed = f"{metrics['instances_per_second']:,.0f} instances/s"
            self._bar.update(step, self._steps, f"epoch {epoch}", f"loss {metrics['loss']:.4f}  {speed}")

    def close(self) -> None:
        """Remove the bar."""
        self._bar.__exit__()


class RunReports:
    """Sends metrics to several reports."""

    def __init__(self, reports: list[RunReport]) -> None:
        self._reports = reports

    @classmethod
    def open(cls, folder: Path, step: int, steps: int, display: bool, tensorboard: bool) -> RunReports:
        """Open the reports of a run that starts or resumes at `step`."""
        reports: list[RunReport] = [JSONLinesReport(folder, step)]
        if tensorboard:
            reports.append(TensorBoardReport(folder, step))
        if display:
            reports.append(TerminalReport(steps, step))
        return cls(reports)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for report in self._reports:
            report.close()

    def show(self, step: int, metrics: dict[str, float]) -> None:
        """Report the metrics of a step."""
        for report in self._reports:
            report.show(step, metrics)


def _lines(path: Path) -> list[str]:
    """Read the complete lines of a file, without a last line that was cut off by a kill."""
    if not path.exists():
        return []
    return [line for line in path.read_text(encoding="utf-8").split("\n")[:-1] if _is_complete(line)]


def _is_complete(line: str) -> bool:
    try:
        entry: Any = json.loads(line)
    except ValueError:
        return False
    return isinstance(entry, dict) and "step" in entry


REPORT_EVERY = 20
"""Steps between two reports. Each makes the CPU wait for the GPU, so they are not made at every step."""

_DIVERGED = 10.0  # a loss of this many times the first one, or of this where the first is below 1
_ADVICE = "the learning rates may be too high: lower them, such as with --set new_rate=…"


class LossMonitor:
    """Sums losses on the device between two reports, and raises `DivergedError` if they explode."""

    def __init__(self, state: RunState, processes: Processes, reports: RunReports, batch_size: int) -> None:
        self._state, self._processes, self._reports = state, processes, reports
        self._batch_size = batch_size
        self._reset()

    def _reset(self) -> None:
        self._sums: Tensor = torch.zeros(2, dtype=torch.float64, device=self._processes.device)
        self._steps = 0
        self._since = time.perf_counter()

    def add(self, loss: Loss) -> None:
        """Add a step's loss, without waiting for the device."""
        self._sums += torch.stack([loss.total, loss.targets.to(loss.total)])
        self._steps += 1

    def report(self, epoch: int, rate: float) -> None:
        """Wait for the sums and report the mean loss."""
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
        self._reset()

    def end_epoch(self, epoch: int, valid_loss: float) -> None:
        """Report the epoch with its validation loss."""
        state = self._state
        state.seconds += time.perf_counter() - self._since
        if not math.isfinite(valid_loss):
            raise DivergedError(f"the validation loss after epoch {epoch + 1} is {valid_loss}; {_ADVICE}")
        train_loss = state.epoch_total / max(state.epoch_targets, 1)
        metrics = {"epoch": epoch + 1, "train_loss": train_loss, "valid_loss": valid_loss}
        state.epochs.append(metrics)
        state.epoch_total = state.epoch_targets = 0.0
        self._reports.show(state.step, metrics)
        self._reset()

    def _check(self, loss: float) -> None:
        state = self._state
        if not math.isfinite(loss):
            raise DivergedError(f"the loss is {loss} at step {state.step}; {_ADVICE}")
        if state.first_loss is None:
            state.first_loss = loss
        if loss > _DIVERGED * max(1.0, abs(state.first_loss)):
            raise DivergedError(
                f"the loss grew from {state.first_loss:.3g} to {loss:.3g} by step {state.step}; {_ADVICE}"
            )
