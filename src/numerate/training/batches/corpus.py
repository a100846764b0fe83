"""The training and validation splits of prepared folders, in memory or streamed from disk."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from numerate.errors import BrokenDataError
from numerate.training.batches.split import MemorySplit, StreamedSplit
from numerate.training.prepare import Instances
from numerate.training.prepare.reading import MANIFEST, read_manifest


@dataclass(frozen=True)
class Corpus:
    """The training and validation splits of one or more prepared folders.

    digest: hash of the manifests, which contain the checksums of all shards.
    number_id: id of the number symbol.
    vocabulary: number of word pieces of the tokenizer, symbols included.
    styles: whether the symbol of its style follows each number.
    """

    train: MemorySplit | StreamedSplit
    valid: MemorySplit | StreamedSplit
    digest: str
    number_id: int
    vocabulary: int
    folder: str
    styles: bool = False

    @classmethod
    def load(cls, *folders: str | Path) -> Corpus:
        """Read the splits of one or more prepared folders into memory."""
        return cls.open(*folders).in_memory()

    @classmethod
    def open(cls, *folders: str | Path) -> Corpus:
        """Open the splits of one or more prepared folders without reading them."""
        parts = [_Folder.open(Path(folder)) for folder in folders]
        first = parts[0]
        for part in parts[1:]:
            if part.tokenizer != first.tokenizer or part.styles != first.styles:
                raise BrokenDataError(
                    f"{part.path} and {first.path} were prepared with different tokenizers or styles; "
                    "prepare one of them again with the other's --tokenizer and --styles"
                )
        return cls(
            **{name: _stream(parts, name) for name in ("train", "valid")},
            digest=first.digest if len(parts) == 1 else _digest("".join(p.digest for p in parts).encode()),
            number_id=first.tokenizer["number"],
            vocabulary=first.tokenizer["vocabulary"],
            folder=", ".join(str(part.path) for part in parts),
            styles=first.styles,
        )

    def in_memory(self) -> Corpus:
        """Return the same corpus with both splits in memory."""
        train, valid = (s.all() if isinstance(s, StreamedSplit) else s for s in (self.train, self.valid))
        return replace(self, train=train, valid=valid)


@dataclass(frozen=True)
class _Folder:
    path: Path
    digest: str
    tokenizer: dict[str, Any]
    styles: bool

    @classmethod
    def open(cls, path: Path) -> _Folder:
        manifest = read_manifest(path)
        styles = manifest.get("recipe", {}).get("styles", False)
        return cls(path, _digest((path / MANIFEST).read_bytes()), manifest["tokenizer"], styles)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _stream(folders: list[_Folder], name: str) -> StreamedSplit:
    parts = [part for folder in folders if len(part := Instances(folder.path, name))]
    if not parts:
        raise BrokenDataError(
            f"{', '.join(str(folder.path) for folder in folders)}: no {name} instances; prepare with a split "
            "that has some, such as --split 0.8/0.1/0.1"
        )
    return StreamedSplit(parts, folders[0].tokenizer["number"], folders[0].tokenizer["vocabulary"])
