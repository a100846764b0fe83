"""Instances in memory: a split as a few flat tensors, checked once, that batches are cut from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from .data import Instances
from .data.columns import Columns, join
from .data.reading import MANIFEST
from .failures import BrokenDataError

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Split:
    """Instances laid end to end: tokens, numbers, and of each instance where they begin.

    ids: (tokens,) int32 word pieces, with the number symbol at each number's place.
    values, wanted: (numbers,) float64 and boolean, as in `Batch`.
    places: (numbers,) int32, the token of its own instance at which each number stands.
    token_offsets, number_offsets: (instances + 1,), kept on the CPU, where batches are planned.
    """

    ids: Tensor
    values: Tensor
    wanted: Tensor
    places: Tensor
    token_offsets: Integers
    number_offsets: Integers

    @classmethod
    def from_columns(cls, columns: Columns, number_id: int, name: str) -> Split:
        """Check what was prepared and take it up."""
        tokens, numbers = (np.asarray(columns[i], np.int64) for i in (1, 5))
        is_number = columns.ids == number_id
        _check_offsets(columns, tokens, numbers, name)
        _check_symbols(is_number, tokens, numbers, name)
        values = np.asarray(columns.values, np.float64)
        _check_values(values, numbers, name)
        owner = np.repeat(np.arange(len(numbers) - 1), np.diff(numbers))
        places = np.flatnonzero(is_number) - tokens[owner]
        return cls(
            ids=torch.from_numpy(columns.ids.astype(np.int32)),
            values=torch.from_numpy(values.copy()),
            wanted=torch.from_numpy(columns.targets.astype(bool)),
            places=torch.from_numpy(places.astype(np.int32)),
            token_offsets=tokens,
            number_offsets=numbers,
        )

    def __len__(self) -> int:
        """Count the instances."""
        return len(self.token_offsets) - 1

    @property
    def lengths(self) -> Integers:
        """Tokens of each instance."""
        return np.diff(self.token_offsets)

    @property
    def counts(self) -> Integers:
        """Numbers of each instance."""
        return np.diff(self.number_offsets)

    def to(self, device: torch.device) -> Split:
        """Copy the tensors to `device`."""
        return replace(
            self,
            ids=self.ids.to(device),
            values=self.values.to(device),
            wanted=self.wanted.to(device),
            places=self.places.to(device),
        )

    def first(self, count: int) -> Split:
        """The first `count` instances."""
        tokens, numbers = self.token_offsets[: count + 1], self.number_offsets[: count + 1]
        return Split(
            ids=self.ids[: tokens[-1]],
            values=self.values[: numbers[-1]],
            wanted=self.wanted[: numbers[-1]],
            places=self.places[: numbers[-1]],
            token_offsets=tokens,
            number_offsets=numbers,
        )


@dataclass(frozen=True)
class Corpus:
    """What a model is trained on, and what decides when it is done.

    digest: of the folder's manifest, which has the checksums of all shards.
    number_id: the number symbol's id.
    vocabulary: how many word pieces the tokenizer knows, symbols included.
    """

    train: Split
    valid: Split
    digest: str
    number_id: int
    vocabulary: int
    folder: str

    @classmethod
    def load(cls, *folders: str | Path) -> Corpus:
        """Read the training and validation instances of one or several prepared folders."""
        parts = [_Folder.open(Path(folder)) for folder in folders]
        first = parts[0]
        for part in parts[1:]:
            if part.tokenizer != first.tokenizer:
                raise BrokenDataError(
                    f"{part.path} and {first.path} were prepared with different tokenizers; prepare one of "
                    "them again with the other's --tokenizer"
                )
        return cls(
            **{name: _load_split(parts, name) for name in ("train", "valid")},
            digest=first.digest if len(parts) == 1 else _digest("".join(p.digest for p in parts).encode()),
            number_id=first.tokenizer["number"],
            vocabulary=first.tokenizer["vocabulary"],
            folder=", ".join(str(part.path) for part in parts),
        )


@dataclass(frozen=True)
class _Folder:
    path: Path
    digest: str
    tokenizer: dict[str, Any]

    @classmethod
    def open(cls, path: Path) -> _Folder:
        try:
            manifest = Instances(path).manifest
            return cls(path, _digest((path / MANIFEST).read_bytes()), manifest["tokenizer"])
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise BrokenDataError(str(error)) from error


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _load_split(folders: list[_Folder], name: str) -> Split:
    parts: list[Columns] = []
    for folder in folders:
        try:
            found = list(Instances(folder.path, name).parts())
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise BrokenDataError(str(error)) from error
        if not found:
            raise BrokenDataError(
                f"{folder.path}: no {name} instances; prepare it again with a split that has some, such as "
                "0.8/0.1/0.1"
            )
        parts += found
    where = ", ".join(str(folder.path) for folder in folders)
    return Split.from_columns(join(parts), folders[0].tokenizer["number"], f"{where} ({name})")


def _check_offsets(columns: Columns, tokens: Integers, numbers: Integers, name: str) -> None:
    for offsets, items in ((tokens, columns.ids), (numbers, columns.values)):
        if offsets[0] != 0 or offsets[-1] != len(items) or (np.diff(offsets) < 0).any():
            raise BrokenDataError(f"{name}: damaged offsets; prepare the folder again")
    if (np.diff(tokens) == 0).any():
        raise BrokenDataError(f"{name}: instance {int(np.argmin(np.diff(tokens)))} has no tokens")


def _check_symbols(is_number: npt.NDArray[np.bool_], tokens: Integers, numbers: Integers, name: str) -> None:
    before = np.concatenate([[0], np.cumsum(is_number)])
    symbols, counts = np.diff(before[tokens]), np.diff(numbers)
    if (wrong := np.flatnonzero(symbols != counts)).size:
        i = int(wrong[0])
        raise BrokenDataError(
            f"{name}: instance {i} has {symbols[i]} number symbols but {counts[i]} values; "
            "prepare the folder again"
        )


def _check_values(values: npt.NDArray[np.float64], numbers: Integers, name: str) -> None:
    if (wrong := np.flatnonzero((values < 0) | np.isinf(values))).size:
        instance = int(np.searchsorted(numbers, wrong[0], side="right")) - 1
        raise BrokenDataError(
            f"{name}: instance {instance} has the value {values[wrong[0]]:g}; numbers must be finite and not "
            "negative"
        )
