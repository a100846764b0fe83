"""A checkpoint's folder: config.json, model.safetensors, tokenizer.json. Nothing is unpickled.

training.json, which is optional, records how the model was trained.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from huggingface_hub import snapshot_download
from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor

from numerate.errors import ModelFolderError

FORMAT = 1
CONFIG, WEIGHTS, TOKENIZER = "config.json", "model.safetensors", "tokenizer.json"
RECORD = "training.json"


def write_folder(
    folder: Path,
    kind: str,
    config: Mapping[str, Any],
    weights: dict[str, Tensor],
    tokenizer: Tokenizer | None,
) -> None:
    """Write a checkpoint; `kind` is the name of the model's class."""
    folder.mkdir(parents=True, exist_ok=True)
    content = {"format": FORMAT, "class": kind, **config}
    (folder / CONFIG).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    save_file({name: weight.contiguous() for name, weight in weights.items()}, folder / WEIGHTS)
    if tokenizer is not None:
        tokenizer.save(str(folder / TOKENIZER))


def find_folder(source: str | Path) -> Path:
    """Return `source` if it is a folder, else download it from the hub by its id."""
    if (folder := Path(source)).is_dir():
        return folder
    try:
        return Path(snapshot_download(str(source), allow_patterns=[CONFIG, WEIGHTS, TOKENIZER]))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise ModelFolderError(
            f"{source} is neither a folder nor a model that can be downloaded from the hub: {error}"
        ) from error


def read_config(folder: Path) -> tuple[str, dict[str, Any]]:
    """Read the name of the model's class and its configuration."""
    try:
        config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ModelFolderError(f"{folder} is not a model: it has no {CONFIG}") from error
    except (ValueError, RecursionError) as error:
        raise ModelFolderError(f"{folder / CONFIG} is damaged: {error}") from error
    if not isinstance(config, dict) or not {"format", "class"} <= config.keys():
        raise ModelFolderError(
            f"{folder} is not a numerate model: its {CONFIG} has no class; "
            "to start from a checkpoint of transformers, pass it as ModelConfig.checkpoint"
        )
    if config.pop("format") != FORMAT:
        raise ModelFolderError(f"{folder} has another format than {FORMAT}; upgrade numerate to read it")
    if (kind := config.pop("class")) == "Model":
        raise ModelFolderError(
            f"{folder} was exported: numerate.load reads it; to train further, pass its checkpoint"
        )
    return kind, config


def read_weights(file: Path) -> dict[str, Tensor]:
    """Read the weights in a file, by name."""
    try:
        return load_file(file)
    except FileNotFoundError as error:
        raise ModelFolderError(f"{file.parent} has no {file.name}") from error
    except SafetensorError as error:
        raise ModelFolderError(f"{file} is damaged: {error}") from error


def read_tokenizer(folder: Path) -> Tokenizer | None:
    """Read the tokenizer, if the folder has one."""
    if not (path := folder / TOKENIZER).exists():
        return None
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # the tokenizers library raises nothing narrower
        raise ModelFolderError(f"{path} is damaged: {error}") from error
