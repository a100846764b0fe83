"""Assignment of documents to the train, valid and test splits."""

from __future__ import annotations

import datetime
import hashlib
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

import numpy as np

from numerate.errors import InputError
from numerate.training.prepare.shards import SPLITS
from numerate.training.prepare.sources import SourceDocument

NO_DATE = "no date"
_NAMES = {"train": 0, "valid": 1, "validation": 1, "val": 1, "dev": 1, "test": 2}

PERIODS: dict[str, Callable[[datetime.date], str]] = {
    "day": lambda date: date.isoformat(),
    "week": lambda date: "{}-W{}".format(*date.isocalendar()[:2]),
    "month": lambda date: f"{date.year}-{date.month}",
    "year": lambda date: str(date.year),
}


@dataclass(frozen=True)
class SplitRule:
    """A rule that assigns documents to splits; `parse_split` reads one from text.

    sizes: exact numbers of documents, drawn at random from the first sum(sizes) documents of the corpus.
    shares: each document is assigned at random with these probabilities.
    period, with shares: all documents of a day, week, month or year are assigned together.
    none of these: given by the name of the file ("train.parquet") or of a folder that contains it.
    """

    sizes: tuple[int, int, int] | None = None
    shares: tuple[float, float, float] | None = None
    period: str | None = None
    seed: int = 0

    @property
    def limit(self) -> int | None:
        """The number of documents to use, from the start of the corpus; None for all."""
        return sum(self.sizes) if self.sizes else None

    def assigner(self) -> Callable[[SourceDocument, int], int | str]:
        """Return a function that gives a document's split as an index into SPLITS, or why it has none."""
        if self.sizes:
            splits = np.repeat(np.arange(len(SPLITS), dtype=np.uint8), self.sizes)
            np.random.default_rng(self.seed).shuffle(splits)
            return lambda _, ordinal: int(splits[ordinal])
        if self.period:
            return lambda document, _: self._by_date(document)
        if self.shares:
            return lambda _, ordinal: self._draw(str(ordinal))
        return lambda document, _: _split_in_name(document.where)

    def check(self, names: list[str]) -> None:
        """Raise `InputError` for a file that should name its split but does not."""
        if not (self.sizes or self.shares):
            for name in names:
                _split_in_name(name)

    def _by_date(self, document: SourceDocument) -> int | str:
        date = _date(document.date)
        return self._draw(PERIODS[self.period or "day"](date)) if date else NO_DATE

    def _draw(self, key: str) -> int:
        """Draw a split by a hash of the key and the seed, so that the order of reading does not matter."""
        digest = hashlib.blake2b(f"{self.seed}:{key}".encode(), digest_size=8).digest()
        draw = int.from_bytes(digest, "little") / 2**64
        train, valid, _ = self.shares or (1.0, 0.0, 0.0)
        return 0 if draw < train else 1 if draw < train + valid else 2


def parse_split(text: str, seed: int = 0) -> SplitRule:
    """Parse "given", "246065/30000/30000", "0.8/0.1/0.1" or "week:0.8/0.1/0.1"."""
    if text == "given":
        return SplitRule(seed=seed)
    match = re.fullmatch(r"(?:(\w+):)?(\d*\.?\d+)/(\d*\.?\d+)/(\d*\.?\d+)", text)
    if match and match[1] is None and "." not in text:
        return SplitRule(sizes=(int(match[2]), int(match[3]), int(match[4])), seed=seed)
    if match and (match[1] is None or match[1] in PERIODS):
        shares = (float(match[2]), float(match[3]), float(match[4]))
        if math.isclose(sum(shares), 1.0):
            return SplitRule(shares=shares, period=match[1], seed=seed)
        raise InputError(f"split {text}: the shares sum to {sum(shares):g}; they must sum to 1")
    raise InputError(
        f'split {text}: write sizes "20000/2000/2000", shares "0.8/0.1/0.1", shares by date '
        f'"week:0.8/0.1/0.1" ({", ".join(PERIODS)}), or "given" for files that name their split'
    )


def _split_in_name(where: str) -> int:
    for part in reversed(PurePosixPath(where).parts):
        name = re.split(r"[^a-z]", part.lower())[0]
        if name in _NAMES:
            return _NAMES[name]
    raise InputError(
        f'{where}: the split "given" needs files or folders named train, valid or test; '
        "rename it, or give shares such as 0.8/0.1/0.1"
    )


def _date(value: object) -> datetime.date | None:
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
