"""Which documents train, which validate and which test."""

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
    """A way of splitting, as written on the command line; `parse_split` reads it.

    sizes: exactly so many documents each, drawn at random from the first that many of the corpus.
    shares: each document falls into a split by chance.
    period and shares: all documents of a day, week, month or year fall into one split together.
    none of these: as given, by the name of the file ("train.parquet") or of its folder.
    """

    sizes: tuple[int, int, int] | None = None
    shares: tuple[float, float, float] | None = None
    period: str | None = None
    seed: int = 0

    @property
    def limit(self) -> int | None:
        """How many documents of the corpus are used."""
        return sum(self.sizes) if self.sizes else None

    def assigner(self) -> Callable[[SourceDocument, int], int | str]:
        """Make the function that tells a document's split, an index into SPLITS, or why it has none."""
        if self.sizes:
            places = np.repeat(np.arange(len(SPLITS), dtype=np.uint8), self.sizes)
            np.random.default_rng(self.seed).shuffle(places)
            return lambda _, ordinal: int(places[ordinal])
        if self.period:
            return lambda document, _: self._by_date(document)
        if self.shares:
            return lambda _, ordinal: self._draw(str(ordinal))
        return lambda document, _: _given(document.where)

    def check(self, names: list[str]) -> None:
        """Raise where files should name their split, and one does not."""
        if not (self.sizes or self.shares):
            for name in names:
                _given(name)

    def _by_date(self, document: SourceDocument) -> int | str:
        date = _date(document.date)
        return self._draw(PERIODS[self.period or "day"](date)) if date else NO_DATE

    def _draw(self, key: str) -> int:
        """Place a key by a hash of it and of the seed, which no order of reading can change."""
        digest = hashlib.blake2b(f"{self.seed}:{key}".encode(), digest_size=8).digest()
        at = int.from_bytes(digest, "little") / 2**64
        train, valid, _ = self.shares or (1.0, 0.0, 0.0)
        return 0 if at < train else 1 if at < train + valid else 2


def parse_split(text: str, seed: int = 0) -> SplitRule:
    """Read "given", "246065/30000/30000", "0.8/0.1/0.1" or "week:0.8/0.1/0.1"."""
    if text == "given":
        return SplitRule(seed=seed)
    match = re.fullmatch(r"(?:(\w+):)?(\d*\.?\d+)/(\d*\.?\d+)/(\d*\.?\d+)", text)
    if match and match[1] is None and "." not in text:
        return SplitRule(sizes=(int(match[2]), int(match[3]), int(match[4])), seed=seed)
    if match and (match[1] is None or match[1] in PERIODS):
        shares = (float(match[2]), float(match[3]), float(match[4]))
        if math.isclose(sum(shares), 1.0):
            return SplitRule(shares=shares, period=match[1], seed=seed)
        raise InputError(f"split {text}: the shares add up to {sum(shares):g}; they must add up to 1")
    raise InputError(
        f'split {text}: write sizes "20000/2000/2000", shares "0.8/0.1/0.1", shares by date '
        f'"week:0.8/0.1/0.1" ({", ".join(PERIODS)}), or "given" for files that name their split'
    )


def _given(where: str) -> int:
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
