"""The passages of a document: sentences, lines of lists and turns, with their words, names and periods."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from numerate.consistency.sources.words import ABBREVIATIONS, MONTHS, STOP_WORDS, WEEKDAYS, WORD, stem
from numerate.documents import Document
from numerate.text import sentences

_RECORD_LINE = 60
"""Mean length of the lines of a block that are records rather than wrapped prose."""
_TURN = re.compile(
    r"(?<=[.?!:;”\"])\s*\n\s*(?=\S)|\n[ \t]*(?=[A-Z][\w.’'-]{0,24}(?: [\w.’'()-]{1,24}){0,3}: )"
)
"""The end of a line that is one of a sentence or a turn; in chats, turns end without a full stop."""
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


def inside(span: tuple[int, int], covered: Sequence[tuple[int, int]]) -> bool:
    """Return whether a span begins in one of some spans, which are in order."""
    at = bisect_left(covered, (span[0] + 1,)) - 1
    return at >= 0 and covered[at][0] <= span[0] < covered[at][1]


def passage_spans(document: Document) -> Iterator[tuple[int, int]]:
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
            at = start + first
            for turn in _TURN.finditer(text, at, start + last):
                yield at, turn.start()
                at = turn.end()
            yield at, start + last


def tokens_of(text: str, start: int, end: int) -> Iterator[Token]:
    """Yield the words of a span; hyphenated ones in parts."""
    for match in WORD.finditer(text, start, end):
        at = match.start()
        word = match[0].rstrip(".") if len(match[0]) > 2 else match[0]
        for part in re.split(r"[-–]", word) if "-" in word else (word,):
            lower = part.lower()
            if lower == "ers" and text[max(0, at - 2) : at].isdigit():  # the 76ers
                yield Token(at - 2, at + len(part), text[at - 2 : at] + lower, True)
            elif lower in ABBREVIATIONS:
                yield from (Token(at, at + len(part), each, False) for each in ABBREVIATIONS[lower])
            elif part:
                yield Token(at, at + len(part), lower, part[0].isupper())
            at += len(part) + 1


def names_of(passages: Iterable[Sequence[Token]]) -> frozenset[str]:
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


def passage_of(text: str, span: tuple[int, int], tokens: tuple[Token, ...], known: frozenset[str]) -> Passage:
    """Return a passage with the stems of its content words, and its names."""
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


def periods_of(text: str) -> frozenset[str]:
    """Return the years and quarters that a passage names."""
    periods = set(_YEAR.findall(text))
    periods.update(f"Q{_QUARTERS[(a or b).lower()]}" for a, b in _QUARTER.findall(text))
    if _YEAR_BEFORE.search(text):
        periods.add("year before")
    return frozenset(periods)
