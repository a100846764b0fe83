"""Instances as columns: what a shard holds, and how instances are gathered into it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

# One entry a token, a number, or an instance. The offsets have one more entry than there are instances.
DTYPES: dict[str, str] = {
    "ids": "uint32",
    "token_offsets": "uint32",
    "values": "float64",
    "kinds": "uint8",
    "targets": "uint8",
    "number_offsets": "uint32",
    "documents": "uint32",
    "characters": "uint32",
}


class Columns(NamedTuple):
    """Instances laid end to end.

    Instance i has `ids[token_offsets[i]:token_offsets[i + 1]]`, and `values`, `kinds` (codes) and `targets`
    (1 where the number is to be predicted) from `number_offsets` likewise; it comes from document
    `documents[i]`, where it is `characters[i]` long.
    """

    ids: Array
    token_offsets: Array
    values: Array
    kinds: Array
    targets: Array
    number_offsets: Array
    documents: Array
    characters: Array

    def __len__(self) -> int:
        """Count the instances."""
        return len(self.documents)


class Gatherer:
    """Takes instances one by one and lays them end to end."""

    def __init__(self) -> None:
        self._ids: list[Array] = [np.empty(0, DTYPES["ids"])]
        self._token_offsets = array("I", [0])
        self._values = array("d")
        self._kinds = array("B")
        self._targets = array("B")
        self._number_offsets = array("I", [0])
        self._documents = array("I")
        self._characters = array("I")

    def add(
        self,
        ids: npt.ArrayLike,
        values: Sequence[float],
        kinds: Sequence[int],
        targets: Sequence[int],
        document: int,
        characters: int,
    ) -> None:
        """Append one instance."""
        self._ids.append(np.asarray(ids, DTYPES["ids"]))
        self._token_offsets.append(self._token_offsets[-1] + len(self._ids[-1]))
        self._values.extend(values)
        self._kinds.extend(kinds)
        self._targets.extend(targets)
        self._number_offsets.append(len(self._values))
        self._documents.append(document)
        self._characters.append(characters)

    def columns(self) -> Columns:
        """Give what was gathered."""
        others = {name: dtype for name, dtype in DTYPES.items() if name != "ids"}
        arrays = {name: np.array(getattr(self, f"_{name}"), dtype) for name, dtype in others.items()}
        return Columns(ids=np.concatenate(self._ids), **arrays)


def join(parts: Iterable[Columns]) -> Columns:
    """Lay the instances of several parts end to end."""
    parts = list(parts)
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in Columns._fields
        if not name.endswith("_offsets")
    }
    for name in ("token_offsets", "number_offsets"):
        lengths = [np.diff(getattr(part, name)) for part in parts]
        joined[name] = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.uint32)
    return Columns(**joined)
