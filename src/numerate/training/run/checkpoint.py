"""Checkpoints: everything that a killed run needs to resume exactly, and the averaging of weights."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from numerate.errors import ModelFolderError, TrainingError
from numerate.io.files import whole_folder
from numerate.training.nn.folder import CONFIG, RECORD, TOKENIZER, WEIGHTS, read_weights
from numerate.training.run.optimizer import load_state_tensors, state_tensors
from numerate.training.run.processes import gather, load_weights

_PREFIX = "checkpoint-"
STATE, BEST = "state.json", "best.safetensors"
_WEIGHTS, _OPTIMIZER = "model.safetensors", "optimizer.safetensors"


@dataclass
class RunState:
    """The progress of a run.

    It holds no random state, since random numbers depend on the seed and the step only.

    step: completed steps.
    seconds: training time.
    first_loss: mean loss of the first report.
    best_loss, best_epoch: lowest validation loss so far and its epoch, counted from 1.
    epoch_total, epoch_targets: sum of the losses in the current epoch, and the number of their targets.
    epochs: metrics of each finished epoch.
    """

    step: int = 0
    seconds: float = 0.0
    first_loss: float | None = None
    best_loss: float | None = None
    best_epoch: int = 0
    epoch_total: float = 0.0
    epoch_targets: float = 0.0
    epochs: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class BestWeights:
    """The weights with the lowest validation loss so far."""

    weights: dict[str, Tensor] | None = None

    def keep(self, model: nn.Module) -> None:
        """Copy the model's weights on their device."""
        self.weights = {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}

    def restore(self, model: nn.Module) -> None:
        """Load them into the model."""
        if self.weights is not None:
            load_weights(model, self.weights)


class Checkpoints:
    """The checkpoints of a run, of which only the newest is kept.

    run: the settings of the run; checkpoints of other settings are refused.
    writes: whether this process writes them; every process reads them.
    """

    def __init__(self, folder: Path, run: dict[str, Any], writes: bool = True) -> None:
        self.folder = folder
        self.run = run
        self.writes = writes

    def save(
        self, model: nn.Module, optimizer: torch.optim.Optimizer, best: BestWeights, state: RunState
    ) -> None:
        """Write a checkpoint, then delete the previous one; all processes must call this."""
        tensors = {
            _WEIGHTS: gather(model.state_dict(), self.writes),
            _OPTIMIZER: gather(state_tensors(model, optimizer), self.writes),
            BEST: gather(best.weights or {}, self.writes),
        }
        if self.writes:
            self._write(tensors, state)

    def _write(self, tensors: dict[str, dict[str, Tensor]], state: RunState) -> None:
        previous = self._all()
        path = self.folder / f"{_PREFIX}{state.step:09d}"
        if path in previous:
            return
        with whole_folder(path) as unfinished:
            for name, weights in tensors.items():
                if weights or name != BEST:
                    save_file(weights, unfinished / name)
            content = {"run": self.run, "state": asdict(state)}
            (unfinished / STATE).write_text(json.dumps(content), encoding="utf-8")
        for old in previous:
            shutil.rmtree(old)

    def load(self, model: nn.Module, optimizer: torch.optim.Optimizer, best: BestWeights) -> RunState | None:
        """Load the newest checkpoint, if there is one."""
        if not (paths := self._all()):
            return None
        path = paths[-1]
        try:
            content = json.loads((path / STATE).read_text(encoding="utf-8"))
            check_same_run(self.folder, content["run"], self.run)
            load_weights(model, load_file(path / _WEIGHTS))
            load_state_tensors(model, optimizer, load_file(path / _OPTIMIZER))
            best.weights = load_file(path / BEST) if (path / BEST).exists() else None
            return RunState(**content["state"])
        except TrainingError:
            raise
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, SafetensorError) as error:
            raise TrainingError(f"{path} is damaged ({error}); delete {self.folder} to start over") from error

    def remove(self) -> None:
        """Delete all checkpoints, including incomplete ones."""
        for path in [*self._all(), *self.folder.glob(f".{_PREFIX}*")]:
            shutil.rmtree(path)

    def _all(self) -> list[Path]:
        return sorted(self.folder.glob(f"{_PREFIX}*"))


def check_same_run(folder: Path, recorded: dict[str, Any], run: dict[str, Any]) -> None:
    """Raise an error that names the difference if `folder` holds a run with other settings."""
    for group, settings in run.items():
        # Runs of older versions lack the settings introduced since, which are None by default.
        old = recorded.get(group, {})
        for name in {**settings, **old}:
            if old.get(name) != settings.get(name):
                raise TrainingError(
                    f"{folder} holds a run with other settings ({group}: {name} was {old.get(name)}, is "
                    f"{settings.get(name)}); choose another folder with --out, or delete this one"
                )


def average(sources: Sequence[str | Path], out: str | Path) -> None:
    """Write the mean of several weights as a model's folder, with a record of the runs they come from.

    sources: weights of one model at different times: `model.safetensors` of a trained model's folder, or
        `model.safetensors` or `best.safetensors` of a checkpoint. The configuration and the tokenizer are
        those in the folder of the first.
    """
    files, out = [Path(source) for source in sources], Path(out)
    if out.exists():
        raise ModelFolderError(f"{out}: exists already; choose another folder")
    record = {"mean_of": [_origin(file) for file in files]}
    weights = _mean(files)
    with whole_folder(out) as unfinished:
        for name in (CONFIG, TOKENIZER):
            if (file := files[0].with_name(name)).exists():
                shutil.copy2(file, unfinished)
        save_file(weights, unfinished / WEIGHTS)
        (unfinished / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _mean(files: Sequence[Path]) -> dict[str, torch.Tensor]:
    total: dict[str, torch.Tensor] = {}
    for file in files:
        weights = read_weights(file)
        shapes = {name: tensor.shape for name, tensor in weights.items()}
        if total and shapes != {name: tensor.shape for name, tensor in total.items()}:
            raise ModelFolderError(f"{file}: its weights have other names or shapes than those of {files[0]}")
        total = {name: tensor.double() + total.get(name, 0) for name, tensor in weights.items()}
    return {name: (tensor / len(files)).float() for name, tensor in total.items()}


def _origin(file: Path) -> dict[str, Any]:
    """Read how weights were trained from the record or the checkpoint's state in their folder."""
    try:
        if (record := file.with_name(RECORD)).exists():
            run = json.loads(record.read_text(encoding="utf-8"))
            return {name: run[name] for name in ("recipe", "epochs", "best_epoch", "valid_loss")}
        content = json.loads(file.with_name(STATE).read_text(encoding="utf-8"))
        recipe, state = content["run"]["recipe"], content["state"]
    except (OSError, ValueError, KeyError) as error:
        raise ModelFolderError(f"{file}: its folder has no readable {RECORD} or {STATE} ({error})") from None
    best = {"best_epoch": state["best_epoch"], "valid_loss": state["best_loss"]}
    progress = best if file.name == BEST else {"step": state["step"]}
    return {"recipe": recipe, "epochs": state["epochs"], **progress}
