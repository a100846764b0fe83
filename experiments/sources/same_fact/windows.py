"""Windows to train on, drawn anew each time: what is hidden, and which rivals are seen, differs."""

from __future__ import annotations

import lzma
import pickle
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

MEASURES = ("count", "money", "percent", "year", "date", "clock", "ordinal", "age", "time", "length", "mass")
YEAR, DATE, ORDINAL = (MEASURES.index(name) for name in ("year", "date", "ordinal"))
CLS, SEP, MASK = 101, 102, 103
FIRST_WORD = 1996
"""The first word piece that is a whole word and no mark."""
DRAFT, CONTEXT = 72, 24
"""Word pieces of the draft's sentence at most, and of the end of the sentence before one."""
WINDOW = 288
NONE = 0.15
"""Share of the windows without the passages that state the number."""
OWN = 0.45
"""Share of the windows whose draft is a garbled copy of a sentence of the source."""

JOINTS = (1010, 1998, 2007, 2096)
"""Comma, "and", "with", "while"."""

Stretch = dict[str, Any]


class Window(NamedTuple):
    """A window with the number that is asked about, and the numbers that may be the same."""

    ids: list[int]
    kinds: list[int]
    draft: int
    asked: int
    places: list[int]
    right: list[bool]


class Piece(NamedTuple):
    """A sentence as it stands in a window."""

    ids: list[int]
    kinds: list[int]
    places: dict[int, int]
    """Where each of its numbers stands."""


def visible(measure: int, only_periods: bool) -> tuple[int, ...]:
    """Return the measures whose numbers are shown where one of this measure is asked about.

    only_periods: of the others, years, dates and ordinals only.
    """
    hidden = (YEAR, DATE) if measure in (YEAR, DATE) else (measure,)
    shown = (YEAR, DATE, ORDINAL) if only_periods else range(len(MEASURES) + 1)
    return tuple(each for each in shown if each not in hidden)


def render(ids: Sequence[int], numbers: Sequence[tuple[int, int, int, float]], shown: Sequence[int]) -> Piece:
    """Replace the numbers of a sentence by symbols, all but those of some measures."""
    out: list[int] = []
    kinds: list[int] = []
    places: dict[int, int] = {}
    at = 0
    for i, (start, length, measure, _) in enumerate(numbers):
        out += ids[at:start]
        kinds += [0] * (start - at)
        if measure in shown:
            out += ids[start : start + length]
            kinds += [0] * length
        else:
            places[i] = len(out)
            out.append(MASK)
            kinds.append(1 + measure)
        at = start + length
    out += ids[at:]
    kinds += [0] * (len(ids) - at)
    return Piece(out, kinds, places)


def cut(piece: Piece, asked: int, before: int, after: int) -> tuple[list[int], list[int], int]:
    """Return the tokens of a sentence around one of its numbers."""
    at = piece.places[asked]
    first, last = max(0, at - before), at + after + 1
    return list(piece.ids[first:last]), list(piece.kinds[first:last]), at - first


class Builder:
    """Draws windows."""

    def __init__(
        self, neighbours: np.ndarray | None, digits: frozenset[int], seed: int, only_periods: bool = False
    ) -> None:
        self._neighbours, self._digits, self._only_periods = neighbours, digits, only_periods
        self.draw = random.Random(seed)

    def repeated(self, stretch: Stretch, target: tuple[int, int, tuple[int, ...]]) -> Window | None:
        """Return a window of a sentence and those that state its number in other words."""
        row, number, others = target
        measure = stretch["numbers"][row][number][2]
        shown = visible(measure, self._only_periods) if self.draw.random() < 0.85 else ()
        piece = self._render(stretch, row, shown)
        right = [] if self.draw.random() < NONE else list(others)
        seen = {int(i) for other in others for i in stretch["sentences"][other]}
        hide = self.draw.random() * 0.6 if self.draw.random() < 0.4 else 0.0
        length = (DRAFT // 2, DRAFT // 2)
        if self.draw.random() < 0.25:
            length = (self.draw.randint(6, 24), self.draw.randint(4, 20))
        ids, kinds, at = cut(piece, number, *length)
        ids = [
            MASK if kind == 0 and i >= FIRST_WORD and i in seen and self.draw.random() < hide else i
            for i, kind in zip(ids, kinds, strict=True)
        ]
        return self._window(stretch, (ids, kinds, at), row, number, right, {row, *others}, shown)

    def garbled(self, stretch: Stretch) -> Window | None:
        """Return a window of a garbled copy of a sentence of the source."""
        row = self.draw.randrange(len(stretch["sentences"]))
        if not stretch["numbers"][row]:
            return None
        number = self.draw.randrange(len(stretch["numbers"][row]))
        measure = stretch["numbers"][row][number][2]
        shown = visible(measure, self._only_periods) if self.draw.random() < 0.85 else ()
        piece = self._render(stretch, row, shown)
        ids, kinds, at = cut(piece, number, self.draw.randint(5, 26), self.draw.randint(3, 20))
        ids, kinds, at = self._merged(stretch, row, shown, ids, kinds, at)
        copy: list[int] = []
        of_copy: list[int] = []
        place = 0
        strength = self.draw.uniform(0.1, 0.7)
        for j, (i, kind) in enumerate(zip(ids, kinds, strict=True)):
            if j == at:
                place = len(copy)
            elif kind == 0 and i >= FIRST_WORD and self.draw.random() < strength:
                other = self._other(i)
                if other is None:
                    continue
                i = i if i in self._digits and other != MASK else other
            copy.append(i)
            of_copy.append(kind)
        right = [] if self.draw.random() < NONE / 2 else [row]
        return self._window(stretch, (copy, of_copy, place), row, number, right, {row}, shown)

    def _merged(
        self, stretch: Stretch, row: int, shown: Sequence[int], ids: list[int], kinds: list[int], at: int
    ) -> tuple[list[int], list[int], int]:
        """Return a part of a sentence, now and then joined to a part of one near it, as summaries do."""
        near = row + self.draw.choice((-2, -1, 1, 2))
        if self.draw.random() < 0.5 or not 0 <= near < len(stretch["sentences"]):
            return ids, kinds, at
        other = self._render(stretch, near, shown)
        start = self.draw.randrange(max(1, len(other.ids) - 8))
        end = start + self.draw.randint(5, 18)
        more, of_more = other.ids[start:end], other.kinds[start:end]
        joint = self.draw.choice(JOINTS)
        if self.draw.random() < 0.5:
            return [*ids, joint, *more], [*kinds, 0, *of_more], at
        return [*more, joint, *ids], [*of_more, 0, *kinds], at + len(more) + 1

    def _other(self, word: int) -> int | None:
        """Return a word of similar meaning, the symbol of a hidden one, or None for one that is left out."""
        chance = self.draw.random()
        if chance < 0.55 and self._neighbours is not None:
            return int(self._neighbours[word][self.draw.randrange(self._neighbours.shape[1])])
        return MASK if chance < 0.8 else None

    def _render(self, stretch: Stretch, row: int, shown: Sequence[int]) -> Piece:
        return render(stretch["sentences"][row].tolist(), stretch["numbers"][row], shown)

    def _context(self, stretch: Stretch, row: int) -> list[int]:
        """Return the end of the sentence before one, its numbers hidden."""
        if self.draw.random() < 0.4:
            return []
        if row in stretch["before"]:
            return [int(i) for i in stretch["before"][row]][-CONTEXT:]
        before = stretch["follows"][row]
        return self._render(stretch, before, ()).ids[-CONTEXT:] if before >= 0 else []

    def _window(
        self,
        stretch: Stretch,
        draft: tuple[list[int], list[int], int],
        row: int,
        number: int,
        right: list[int],
        stated: set[int],
        shown: Sequence[int],
    ) -> Window | None:
        numbers = stretch["numbers"]
        _, _, measure, base = numbers[row][number]
        words = {i for i in draft[0] if i >= FIRST_WORD}
        rivals = [
            (
                -len(words.intersection(stretch["sentences"][i].tolist()))
                if self.draw.random() < 0.6
                else -99 * self.draw.random(),
                i,
            )
            for i in range(len(numbers))
            if i not in stated
            and any(each[2] == measure and abs(each[3] - base) > 1e-6 * abs(base) for each in numbers[i])
        ]
        chosen = right[:2] + [i for _, i in sorted(rivals)[: self.draw.randint(2, 6)]]
        if not chosen:
            return None
        own = self._context(stretch, row) if row not in chosen else []
        ids = [CLS, *own, *draft[0], SEP]
        kinds = [0] * (1 + len(own)) + draft[1] + [0]
        asked, length = 1 + len(own) + draft[2], len(ids)
        places: list[int] = []
        is_right: list[bool] = []
        keep = len(chosen)
        while keep > 1 and length + sum(len(stretch["sentences"][i]) for i in chosen[:keep]) > WINDOW:
            keep -= 1
        for i in sorted(chosen[:keep]):
            piece = self._render(stretch, i, shown)
            before = self._context(stretch, i) if i - 1 not in chosen else []
            if len(ids) + len(before) + len(piece.ids) > WINDOW:
                before = []
            start = len(ids) + len(before)
            ids += [*before, *piece.ids, SEP]
            kinds += [0] * len(before) + piece.kinds + [0]
            for j, at in piece.places.items():
                if numbers[i][j][2] == measure and start + at < WINDOW + 100:
                    places.append(start + at)
                    is_right.append(abs(numbers[i][j][3] - base) <= 1e-6 * abs(base))
        noise = 0.04
        ids = [
            MASK if kind == 0 and i >= FIRST_WORD and self.draw.random() < noise else i
            for i, kind in zip(ids, kinds, strict=True)
        ]
        return Window(ids, kinds, length, asked, places, is_right) if places and len(ids) < 440 else None


def read(files: Sequence[Path]) -> list[Stretch]:
    """Read mined stretches."""
    return [each for file in files for each in pickle.loads(lzma.decompress(file.read_bytes()))]


def collate(windows: Sequence[Window]) -> dict[str, np.ndarray]:
    """Pad windows into arrays."""
    size, most = len(windows), max(len(each.places) for each in windows)
    longest = max(len(each.ids) for each in windows)
    batch = {
        "ids": np.zeros((size, longest), np.int64),
        "kinds": np.zeros((size, longest), np.int64),
        "draft": np.array([each.draft for each in windows]),
        "lengths": np.array([len(each.ids) for each in windows]),
        "asked": np.array([each.asked for each in windows]),
        "places": np.zeros((size, most), np.int64),
        "right": np.zeros((size, most), bool),
        "known": np.zeros((size, most), bool),
    }
    for row, each in enumerate(windows):
        batch["ids"][row, : len(each.ids)] = each.ids
        batch["kinds"][row, : len(each.ids)] = each.kinds
        batch["places"][row, : len(each.places)] = each.places
        batch["right"][row, : len(each.places)] = each.right
        batch["known"][row, : len(each.places)] = True
    return batch
