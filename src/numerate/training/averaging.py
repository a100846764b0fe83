"""The mean of several checkpoints' weights: it forgets what each of them has learned by heart."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file

from numerate.errors import ModelFolderError
from numerate.files import whole_folder

from .checkpoint import BEST, STATE
from .nn.folder import CONFIG, RECORD, TOKENIZER, WEIGHTS, read_weights


def average(sources: Sequence[str | Path], out: str | Path) -> None:
    """Write the mean of weights as a model's folder, with a record of the runs that they come from.

    sources: files of weights, of one model at several times: `model.safetensors` of a trained model's folder,
        and `model.safetensors` or `best.safetensors` of a checkpoint that a run left. Configuration
        and tokenizer are those beside the first.
    """
    files, out = [Path(source) for source in sources], Path(out)
    if out.exists():
        raise ModelFolderError(f"{out}: is there already; choose another folder")
    record = {"mean_of": [_origin(file) for file in files]}
    weights = _mean(files)
    with whole_folder(out) as unfinished:
        for name in (CONFIG, TOKENIZER):
            if (beside := files[0].with_name(name)).exists():
                shutil.copy2(beside, unfinished)
        save_file(weights, unfinished / WEIGHTS)
        (unfinished / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _mean(files: Sequence[Path]) -> dict[str, torch.Tensor]:
    total: dict[str, torch.Tensor] = {}
    for file in files:
        weights = read_weights(file)
        shapes = {name: tensor.shape for name, tensor in weights.items()}
        if total and shapes != {name: tensor.shape for name, tensor in total.items()}:
            raise ModelFolderError(f"{file}: holds another network than {files[0]}")
        total = {name: tensor.double() + total.get(name, 0) for name, tensor in weights.items()}
    return {name: (tensor / len(files)).float() for name, tensor in total.items()}


def _origin(file: Path) -> dict[str, Any]:
    """How weights were trained, as the record or the checkpoint beside them has it."""
    try:
        if (record := file.with_name(RECORD)).exists():
            run = json.loads(record.read_text(encoding="utf-8"))
            return {name: run[name] for name in ("recipe", "epochs", "best_epoch", "valid_loss")}
        content = json.loads(file.with_name(STATE).read_text(encoding="utf-8"))
        recipe, state = content["run"]["recipe"], content["state"]
    except (OSError, ValueError, KeyError) as error:
        raise ModelFolderError(f"{file}: beside it neither {RECORD} nor {STATE} to read ({error})") from None
    reached = {"best_epoch": state["best_epoch"], "valid_loss": state["best_loss"]}
    return {
        "recipe": recipe,
        "epochs": state["epochs"],
        **(reached if file.name == BEST else {"step": state["step"]}),
    }
