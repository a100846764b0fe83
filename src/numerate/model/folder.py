"""A model as a folder: config.json, model.onnx, tokenizer.json, calibration.json, README.md."""

from __future__ import annotations

import json
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
"""The model that comes with the package."""

_CHECKPOINTS = ("LeaveOneOutModel", "MaskedModel", "DiscModel")


@dataclass(frozen=True)
class Config:
    """What has to be known of a network to run it on text.

    family: the family of distributions that its outputs are the parameters of.
    support: the magnitudes that the family tells apart.
    low, high, zero: the numbers that have a symbol: those of [low, high), and zero.
    tokens: of a window at most, [CLS] included, as in training.
    weights: how the weights are kept in the graph.
    """

    family: str
    support: Support
    low: float
    high: float
    zero: bool
    tokens: int = 128
    weights: str = "fp32"

    def __post_init__(self) -> None:
        if self.family not in FAMILIES:
            raise ValueError(f"family={self.family!r}: must be one of {', '.join(FAMILIES)}")
        if not 0 < self.low < self.high:
            raise ValueError(f"low={self.low!r}, high={self.high!r}: must be positive, the smaller first")
        if not self.tokens >= 16:
            raise ValueError(f"tokens={self.tokens!r}: must be 16 at least")

    def covers(self, value: float) -> bool:
        """Tell whether a value is one of the numbers that have a symbol."""
        return self.low <= value < self.high or (self.zero and value == 0)

    @property
    def known(self) -> str:
        """The covered numbers in words."""
        return f"{'0 and ' if self.zero else ''}{self.low:g} to {self.high:g}"

    def to_dict(self) -> dict[str, Any]:
        """A JSON-able dict, as config.json holds it."""
        return {"format": FORMAT, "class": CLASS, **asdict(self)}


def find_folder(source: str | Path) -> Path:
    """Return `source` where it is a folder, else download it from the hub by its id."""
    folder = Path(source)
    if folder.is_dir():
        return folder
    if isinstance(source, Path) or folder.exists() or str(source).count("/") > 1 or str(source)[:1] in "./~":
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
    # The hub's own errors have no common class, and requests and the disk add theirs.
    except Exception as error:
        reason = str(error).strip().split("\n")[0]
        raise ModelFolderError(
            f"{source}: neither a folder nor a model that the hub gives us ({reason})"
        ) from error


def read_config(folder: Path) -> Config:
    """Read what a folder says of itself, or say why it is not a model to use."""
    file = folder / CONFIG
    if not file.exists():
        raise ModelFolderError(f"{folder}: not a model: it has no {CONFIG}{_missing_default(folder)}")
    fields = read_json(file)
    if "class" not in fields:
        raise ModelFolderError(
            f"{folder}: not a model of numerate's: its {CONFIG} names no class; to start training from a "
            "checkpoint of transformers, give it as a model's checkpoint"
        )
    if not isinstance(fields.get("format"), int) or fields["format"] > FORMAT:
        raise ModelFolderError(
            f"{folder}: of format {fields.get('format')}, and this version of numerate reads up to {FORMAT}; "
            "upgrade it"
        )
    if fields["class"] in _CHECKPOINTS:
        raise ModelFolderError(
            f"{folder}: a checkpoint of training; make a model to use of it: "
            f"numerate export {folder} --out FOLDER"
        )
    if fields["class"] != CLASS:
        raise ModelFolderError(f"{folder}: holds a {fields['class']}, which is not a model that judges text")
    try:
        known = {name: fields[name] for name in Config.__dataclass_fields__}
        return Config(**{**known, "support": Support(**fields["support"])})
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFolderError(f"{file}: damaged: {error!r}") from error


def read_json(file: Path) -> dict[str, Any]:
    """Read an object from a file of a model."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ModelFolderError(f"{file.parent}: damaged: it has no {file.name}") from None
    except (ValueError, OSError) as error:
        raise ModelFolderError(f"{file}: damaged: {error}") from error
    if not isinstance(found, dict):
        raise ModelFolderError(f"{file}: damaged: not an object")
    return found


def write_json(file: Path, content: Mapping[str, Any]) -> None:
    """Write an object that `read_json` reads, one member a line."""
    text = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
    file.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _missing_default(folder: Path) -> str:
    if folder != DEFAULT:
        return ""
    return "; this installation comes without the default model, give load() a model's folder instead"
