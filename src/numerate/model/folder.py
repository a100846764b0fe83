"""A model's folder: config.json, model.onnx, tokenizer.json, calibration.json, README.md."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from numerate.distributions import FAMILIES, Support
from numerate.errors import ModelFolderError

FORMAT = 1
CLASS = "Model"
CONFIG, NETWORK, TOKENIZER, CALIBRATION, CARD = FILES = (
    "config.json",
    "model.onnx",
    "tokenizer.json",
    "calibration.json",
    "README.md",
)
DEFAULT = Path(__file__).parents[1] / "models" / "default"
"""The folder of the default model, which comes with the package."""

_MOST_TOKENS = 100_000
"""Longest window that a configuration may ask for; the default model has 128 tokens."""
_LARGEST_JSON = 64 << 20
"""Bytes; the files of the default model have less than one percent of it."""
_CHECKPOINT_CLASSES = ("LeaveOneOutModel", "MaskedModel", "DiscModel")


@dataclass(frozen=True)
class Config:
    """The settings of a model, as config.json holds them.

    family: the family of distributions whose parameters the network computes.
    support: the magnitudes that the family distinguishes.
    low, high, zero: the values that the network covers: [low, high), and zero.
    tokens: maximum length of a window, [CLS] included, as in training.
    weights: format of the weights in the graph.
    styles: whether the symbol of its style (digits, words, ordinal, fraction) follows each number.
    """

    family: str
    support: Support
    low: float
    high: float
    zero: bool
    tokens: int = 128
    weights: str = "fp32"
    styles: bool = False

    def __post_init__(self) -> None:
        if self.family not in FAMILIES:
            raise ValueError(f"family={self.family!r}: must be one of {', '.join(FAMILIES)}")
        if not 0 < self.low < self.high < math.inf:
            raise ValueError(f"low={self.low!r}, high={self.high!r}: must be positive, the smaller first")
        if not 16 <= self.tokens <= _MOST_TOKENS:
            raise ValueError(f"tokens={self.tokens!r}: must be between 16 and {_MOST_TOKENS:,}")

    def covers(self, value: float) -> bool:
        """Return whether the network covers a value."""
        return self.low <= value < self.high or (self.zero and value == 0)

    @property
    def known(self) -> str:
        """The covered values, in words."""
        return f"{'0 and ' if self.zero else ''}{self.low:g} to {self.high:g}"

    def to_dict(self) -> dict[str, Any]:
        """Return the content of config.json."""
        return {"format": FORMAT, "class": CLASS, **asdict(self)}


def find_folder(source: str | Path) -> Path:
    """Return `source` if it is a folder, else download it from the hub by its id."""
    folder = Path(source)
    try:
        if folder.is_dir():
            return folder
        exists = folder.exists()
    except OSError as error:  # too long a name, a folder that may not be entered
        raise ModelFolderError(f"{source}: cannot be opened: {error.strerror}; name another folder") from None
    if isinstance(source, Path) or exists or str(source).count("/") > 1 or str(source)[:1] in "./~":
        raise ModelFolderError(f"{source}: no such folder")
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        raise ModelFolderError(
            f"{source}: no such folder; if it is a hub id, install what downloads it: "
            "pip install huggingface_hub"
        ) from None
    try:
        return Path(snapshot_download(str(source), allow_patterns=list(FILES)))
    # The errors of the hub, of requests and of the file system have no common class.
    except Exception as error:
        reason = str(error).strip().split("\n")[0]
        raise ModelFolderError(
            f"{source}: neither a folder nor a model that the hub can give us ({reason})"
        ) from error


def read_config(folder: Path) -> Config:
    """Read the configuration of a model's folder, or raise an error that says why it cannot be used."""
    file = folder / CONFIG
    if not file.exists():
        raise ModelFolderError(f"{folder}: not a model: it has no {CONFIG}{_missing_default(folder)}")
    fields = read_json(file)
    if "class" not in fields:
        raise ModelFolderError(
            f"{folder}: not a numerate model: its {CONFIG} names no class; to train from a checkpoint of "
            "transformers, name it as the checkpoint of a model's configuration"
        )
    if not isinstance(fields.get("format"), int) or fields["format"] > FORMAT:
        raise ModelFolderError(
            f"{folder}: has format {fields.get('format')}, but this version of numerate reads formats up to "
            f"{FORMAT}; upgrade numerate"
        )
    if fields["class"] in _CHECKPOINT_CLASSES:
        raise ModelFolderError(
            f"{folder}: a training checkpoint; export it to a model first: "
            f"numerate export {folder} --out FOLDER"
        )
    if fields["class"] != CLASS:
        raise ModelFolderError(f"{folder}: holds a {fields['class']}, not a model that predicts numbers")
    try:
        known = {name: fields[name] for name in Config.__dataclass_fields__ if name in fields}
        return Config(**{**known, "support": Support(**fields["support"])})
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFolderError(f"{file}: damaged: {error!r}") from error


def read_json(file: Path) -> dict[str, Any]:
    """Read a JSON object from a file of a model's folder."""
    try:
        if (size := file.stat().st_size) > _LARGEST_JSON:
            raise ModelFolderError(f"{file}: too large ({size:,} bytes; the limit is {_LARGEST_JSON:,})")
        content = json.loads(file.read_text(encoding="utf-8"), parse_constant=_refuse_constant)
    except FileNotFoundError:
        raise ModelFolderError(f"{file.parent}: damaged: it has no {file.name}") from None
    except (ValueError, OSError, RecursionError) as error:
        raise ModelFolderError(f"{file}: damaged: {error}") from error
    if not isinstance(content, dict):
        raise ModelFolderError(f"{file}: damaged: not an object")
    return content


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of a model")


def write_json(file: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON object that `read_json` reads, one member per line."""
    text = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
    file.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _missing_default(folder: Path) -> str:
    if folder != DEFAULT:
        return ""
    return "; this installation has no default model, pass the folder of a model instead"
