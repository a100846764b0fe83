"""The quantities of a document, each with what it is about: nouns, names, periods and labels around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from numerate.consistency.sources.grid import Grid, grids
from numerate.consistency.sources.words import (
    MONTHS,
    POLARITY,
    STOP_WORDS,
    WEEKDAYS,
    WORD,
    expand_label,
    stem,
)
from numerate.documents import Document
from numerate.text import Number, extract, sentences

_REACH = 14
"""Words on each side of a number that count as near it."""
_DECAY = 0.85
"""Weight of a near word, relative to one that is a word nearer."""
_CROSSED = 0.7
"""The same where another number stands between."""
_CLAUSE = 0.75
"""The same where a comma, a semicolon or a bracket stands between."""
_POLARITY_REACH = 7
_RECORD_LINE = 60
"""Mean length of the lines of a block that are records rather than wrapped prose."""
_BREAK = re.compile(r"[,;:()\[\]—–|]|\n")
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "q1": 1, "q2": 2, "q3": 3, "q4": 4}
_QUARTER = re.compile(r"\b(first|second|third|fourth)[- ](?:fiscal )?quarter|\b(q[1-4])\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[5-9]|20|21)\d\d\b")
_YEAR_BEFORE = re.compile(
    r"\b(?:a year (?:ago|earlier|before)|year-(?:ago|earlier)|last year|previous year|prior[- ]year)\b",
    re.IGNORECASE,
)


class Token(NamedTuple):
    """A word with its place."""

    start: int
    end: int
    lower: str
    capital: bool


class Passage(NamedTuple):
    """A sentence, a line of a list, or a table cell with its labels."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    stems: frozenset[str]
    """Stems of its content words."""
    names: tuple[tuple[int, frozenset[str]], ...]
    """Names in it, each with the index of its first token."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a document with its context."""

    number: Number
    document: int
    """Which of the documents it stands in."""
    passage: int
    """Which passage of the document."""
    value: float
    """Its value with the scale of its table, in the unit of `measure`."""
    measure: str
    """What may be compared with it: money, percent, year, a dimension such as length, or count."""
    base: float
    """The value in the base unit of the measure."""
    noun: str | None
    """The stem of what it counts."""
    near: dict[str, float]
    """Stems of the words near it, with a weight that falls with the distance."""
    stems: frozenset[str]
    """Stems of its sentence, or of its row and column."""
    owner: frozenset[str]
    """The words of the name that it most likely belongs to."""
    names: frozenset[str]
    """The words of all names in its sentence."""
    periods: frozenset[str]
    polarity: dict[str, int]
    before: str
    """The word before it."""
    after: str
    cell: tuple[int, int, int] | None = None
    """Table, row and column."""
    scale: float = 1.0
    """Factor that the table's caption or header states: a million for "in millions"."""


@dataclass(frozen=True)
class SourceText:
    """A document read for comparison: its passages and quantities."""

    document: Document
    passages: list[Passage]
    quantities: list[Quantity]
    names: frozenset[str]


def read_quantities(document: Document, index: int = 0, names: frozenset[str] = frozenset()) -> SourceText:
    """Read the quantities of a document.

    index: which of several documents it is.
    names: words that are names in other documents of the same matter.
    """
    tables = grids(document)
    covered = sorted((grid.start, grid.end) for grid in tables)
    spans = [span for span in _passages(document) if not _inside(span, covered)]
    text = document.text
    numbers = [part for number in extract(text) for part in number.split()]
    written = [(number.start, number.end) for number in numbers if number.kind != "ordinal"]
    tokens = [
        tuple(token for token in _tokens(text, *span) if not _inside((token.start, token.end), written))
        for span in spans
    ]
    known = names | _names(tokens)
    passages = [_passage(text, span, words, known) for span, words in zip(spans, tokens, strict=True)]
    quantities = list(_in_prose(text, numbers, passages, index, covered))
    for table, grid in enumerate(tables):
        quantities += _in_table(text, grid, table, numbers, passages, index)
    quantities.sort(key=lambda quantity: quantity.number.start)
    return SourceText(document, passages, quantities, known)


def _inside(span: tuple[int, int], covered: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(covered, (span[0] + 1,)) - 1
    return at >= 0 and covered[at][0] <= span[0] < covered[at][1]


def _passages(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the sentences; of blocks that are lists of short lines, the lines."""
    text = document.text
    blocks = [(block.start, block.end) for block in document.blocks] or [(0, len(text))]
    for start, end in blocks:
        lines = text.count("\n", start, end) + 1
        if lines >= 2 and (end - start) / lines <= _RECORD_LINE:
            at = start
            for line in text[start:end].split("\n"):
                if line.strip():
                    yield at, at + len(line)
                at += len(line) + 1
            continue
        for first, last in sentences(text[start:end]):
            yield start + first, start + last


def _tokens(text: str, start: int, end: int) -> Iterator[Token]:
    for match in WORD.finditer(text, start, end):
        at = match.start()
        word = match[0].rstrip(".") if len(match[0]) > 2 else match[0]
        for part in re.split(r"[-–]", word) if "-" in word else (word,):
            if part:
                yield Token(at, at + len(part), part.lower(), part[0].isupper())
            at += len(part) + 1


def _names(passages: Iterable[Sequence[Token]]) -> frozenset[str]:
    """Return the words that are written with a capital within sentences, and seldom without."""
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for tokens in passages:
        shouted = len(tokens) > 3 and all(token.capital for token in tokens)
        for i, token in enumerate(tokens):
            if not token.capital:
                small[token.lower] += 1
            elif i and not shouted:
                capital[token.lower] += 1
    calendar = MONTHS.keys() | WEEKDAYS
    return frozenset(
        word
        for word, count in capital.items()
        if count > small[word] and word not in calendar and word not in STOP_WORDS and len(word) > 1
    )


def _passage(text: str, span: tuple[int, int], tokens: tuple[Token, ...], known: frozenset[str]) -> Passage:
    stems = frozenset(stem(token.lower) for token in tokens if token.lower not in STOP_WORDS)
    names: list[tuple[int, frozenset[str]]] = []
    i = 0
    while i < len(tokens):
        first = i
        while (
            i < len(tokens)
            and tokens[i].capital
            and tokens[i].lower in known
            and (i == first or text[tokens[i - 1].end : tokens[i].start].strip() in ("", "-", ".", "'"))
        ):
            i += 1
        if i > first:
            names.append((first, frozenset(token.lower for token in tokens[first:i])))
        else:
            i += 1
    return Passage(*span, tokens, stems, tuple(names))


def _in_prose(
    text: str,
    numbers: Sequence[Number],
    passages: Sequence[Passage],
    index: int,
    covered: Sequence[tuple[int, int]],
) -> Iterator[Quantity]:
    at = 0
    for i, passage in enumerate(passages):
        while at < len(numbers) and numbers[at].start < passage.start:
            at += 1
        first = at
        while at < len(numbers) and numbers[at].start < passage.end:
            at += 1
        group = [n for n in numbers[first:at] if not _inside((n.start, n.end), covered)]
        if not group:
            continue
        breaks = [match.start() for match in _BREAK.finditer(text, passage.start, passage.end)]
        periods = _periods(text[passage.start : passage.end])
        for number in group:
            yield _quantity(text, number, group, passages, i, index, breaks, periods)


def _quantity(
    text: str,
    number: Number,
    group: Sequence[Number],
    passages: Sequence[Passage],
    i: int,
    index: int,
    breaks: Sequence[int],
    periods: frozenset[str],
) -> Quantity:
    passage = passages[i]
    tokens = passage.tokens
    left = bisect_left(tokens, number.start, key=lambda token: token.start)
    right = bisect_left(tokens, number.end, key=lambda token: token.start)
    others = [other.start for other in group]
    near: dict[str, float] = {}
    polarity: dict[str, int] = {}
    for side in (range(left - 1, max(-1, left - 1 - _REACH), -1), range(right, min(len(tokens), right + _REACH))):
        weight, last = 1.0, number.start if side.step < 0 else number.end
        for distance, j in enumerate(side):
            token = tokens[j]
            low, high = (token.end, last) if side.step < 0 else (last, token.start)
            if bisect_left(breaks, high) > bisect_left(breaks, low):
                weight *= _CLAUSE
            if bisect_left(others, high) > bisect_left(others, low):
                weight *= _CROSSED
            last = token.start if side.step < 0 else token.end
            word = token.lower
            if distance < _POLARITY_REACH and word in POLARITY:
                axis, sign = POLARITY[word]
                polarity.setdefault(axis, sign)
            if word not in STOP_WORDS:
                key = stem(word)
                near[key] = max(near.get(key, 0.0), weight)
                weight *= _DECAY
            else:
                weight *= 0.95
    value, measure, base = _measure(number)
    noun = stem(number.noun.split()[-1].lower()) if number.noun else None
    if noun is None and measure == "count":
        noun = _noun_after(text, number, tokens, right)
    names = frozenset(word for _, name in passage.names for word in name)
    own = frozenset({str(int(number.value))}) if number.kind == "year" and number.value < 1e6 else frozenset()
    return Quantity(
        number=number,
        document=index,
        passage=i,
        value=value,
        measure=measure,
        base=base,
        noun=noun,
        near=near,
        stems=passage.stems,
        owner=_owner(passages, i, left),
        names=names,
        periods=periods - own,
        polarity=polarity,
        before=tokens[left - 1].lower if left else "",
        after=tokens[right].lower if right < len(tokens) else "",
    )


def _noun_after(text: str, number: Number, tokens: Sequence[Token], right: int) -> str | None:
    """Return the stem of a content word that directly follows a number: "12-9 record", "18 of the firms"."""
    if right < len(tokens) and text[number.end : tokens[right].start] in (" ", "-", " \n"):
        word = tokens[right].lower
        return None if word in STOP_WORDS else stem(word)
    return None


def _owner(passages: Sequence[Passage], i: int, left: int) -> frozenset[str]:
    """Return the name before the number, else the first one after it, else the subject of the sentence before."""
    names = passages[i].names
    before = [name for at, name in names if at < left]
    if before:
        return before[-1]
    if names and passages[i].tokens[: names[0][0]] and names[0][0] - left <= 6:
        return names[0][1]
    for back in (1, 2):
        if i >= back and passages[i - back].names:
            return passages[i - back].names[0][1]
    return names[0][1] if names else frozenset()


def _measure(number: Number, scale: float = 1.0) -> tuple[float, str, float]:
    """Return the value, what it measures, and the value in the base unit of that."""
    value = (-number.value if number.sign < 0 else number.value) * scale
    kind = number.kind
    if kind == "money":
        return value, "money", value * (0.01 if number.in_minor_unit else 1.0)
    if kind == "percent":
        factor = number.unit.factor if number.unit is not None and number.unit.factor else 0.01
        return value, "percent", value * factor
    if kind in ("fraction", "share") and number.unit is None:
        return value, "percent", value
    if kind in ("year", "decade", "date", "time", "ordinal", "multiple"):
        return value, "year" if kind == "decade" else kind, value
    if number.unit is not None:
        measure = number.unit.measure
        return value, measure.dimension, value * measure.factor + measure.offset
    return value, "age" if kind == "age" else "count", value


def _periods(text: str) -> frozenset[str]:
    """Return the years and quarters that a passage names."""
    periods = set(_YEAR.findall(text))
    periods.update(f"Q{_QUARTERS[(a or b).lower()]}" for a, b in _QUARTER.findall(text))
    if _YEAR_BEFORE.search(text):
        periods.add("year before")
    return frozenset(periods)


_CELL = re.compile(r"^\s*(\()?\s*([$€£¥]?)\s*([-−]?)(\d[\d,]*(?:\.\d+)?|\.\d+)\s*(%?)\s*\)?\s*%?\s*$")


def _in_table(
    text: str, grid: Grid, table: int, numbers: Sequence[Number], passages: list[Passage], index: int
) -> Iterator[Quantity]:
    """Yield the quantities of a table, each about its row, its column and the caption."""
    starts = [number.start for number in numbers]
    for cell in grid.cells:
        first, last = bisect_left(starts, cell.start), bisect_left(starts, cell.end)
        group = [number for number in numbers[first:last]]
        if not group:
            match = _CELL.match(text[cell.start : cell.end])
            group = [_bare(text, cell.start + match.start(3), cell.start + match.end(4))] if match else []
        if not group:
            continue
        row = [word for label in cell.row_labels for word in expand_label(label)]
        column = [word for label in cell.column_labels for word in expand_label(label)]
        caption = expand_label(grid.caption)
        near = dict.fromkeys((stem(word) for word in caption if word not in STOP_WORDS), 0.2)
        near.update(dict.fromkeys((stem(word) for word in row if word not in STOP_WORDS), 0.8))
        near.update(dict.fromkeys((stem(word) for word in column if word not in STOP_WORDS), 1.0))
        labels = " ".join((*cell.row_labels, *cell.column_labels))
        polarity: dict[str, int] = {}
        for word in (*column, *row):
            if word in POLARITY:
                polarity.setdefault(*POLARITY[word])
        names = frozenset(word for word in row if word not in STOP_WORDS and not word.isdigit())
        owner = names & set(expand_label(cell.row_labels[0])) if cell.row_labels else names
        passages.append(Passage(cell.start, cell.end, (), frozenset(near), ()))
        nouns = [stem(word) for word in column if word not in STOP_WORDS and not word.isdigit()]
        for number in group:
            plain = number.kind not in ("percent", "year", "date", "time", "ordinal") and "%" not in labels
            scale = grid.scale if plain and number.unit is None or number.kind == "money" else 1.0
            value, measure, base = _measure(number, scale)
            if measure in ("count", "year") and ("%" in labels or "percentage" in column):
                measure, base = "percent", base if base <= 1 and number.value <= 1 else base / 100
            yield Quantity(
                number=number, document=index, passage=len(passages) - 1, value=value, measure=measure,
                base=base, noun=nouns[0] if len(nouns) == 1 and number.unit is None else None, near=near,
                stems=frozenset(near), owner=owner, names=names, periods=_periods(labels.replace("_", " ")),
                polarity=polarity, before="", after="", cell=(table, cell.row, cell.column), scale=scale,
            )  # fmt: skip


def _bare(text: str, start: int, end: int) -> Number:
    """Return the digits of a cell as a number, where the reader of prose sees none: "(42)"."""
    written = text[start:end]
    value = Decimal(written.replace(",", "").replace("−", "-"))
    return Number(
        start, end, written, float(abs(value)), abs(value), "cardinal", (start, end), sign=-1 if value < 0 else 0
    )
