"""Patterns of words around numbers, matched on a text in which each number is one character.

A pattern is a sequence of words and roles, such as

    <rise/fall> by? {rate:%} to <plain>? {after} & ~ from {before}

where `{after}` matches any amount and `{rate:%}` a percentage; `<plain>` matches one word of a class, and
`<rise/fall>` a word of either class, which the match records; `word?` is optional; `a|an` matches either; `_`
is a space within a phrase; `~` is a gap of a few words without an amount; and `&` is an optional aside after
an amount, such as "(2.6 billion euros)" or "or 26 cents a share". Spaces and commas may separate all of
these. A match never crosses the end of a sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from numerate.consistency.statistics.compact import CompactText
from numerate.text import Number, sentences
from numerate.text.view import view as plain_view

_CHARACTERS = {
    "money": "\x01",
    "percent": "\x02",
    "points": "\x03",
    "cardinal": "\x04",
    "age": "\x04",
    "fraction": "\x05",
    "multiple": "\x06",
    "year": "\x0e",
    "decade": "\x0f",
    "date": "\x0f",
    "time": "\x0f",
    "ordinal": "\x0f",
    "identifier": "\x10",
}
AMOUNTS = "\x01-\x06"
_SLOTS = {"": AMOUNTS, "%": "\x02", "$": "\x01", "#": "\x04", "year": "\x0e", "/": "\x05", "name": "\x10"}
_AMOUNT_SLOTS = ("", "%", "$", "#", "/")
END = "\x1e"
_MARKS_OF = {
    slot: [mark for mark in map(chr, range(0x20)) if re.match(f"[{chars}]", mark)]
    for slot, chars in _SLOTS.items()
}
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f]")
_BETWEEN = r"[\s\xa0,]+"
_GAP = rf"(?:{_BETWEEN}[^{AMOUNTS}{END};:()]{{0,80}}?)??"
_ASIDE = rf"(?:[\s\xa0]?\([^(){END}]{{0,80}}\))?(?:,? or [{AMOUNTS}](?: cents)? (?:a|per|an) \w+(?: \w+)?)?"
_ROLE = re.compile(r"\{(\w+?)(?::(%|\$|#|year|name|/))?\}")
_CLASS = re.compile(r"<([\w/]*)>")
_BETWEEN_ITEMS = {"~": _GAP, "&": _ASIDE}
_MARKS = re.compile(r"[^\w\s<>{}~&_](?:\|[^\w\s])*\??")
_SPACES = r"[\s\xa0]*"
_CONTEXT = 60


class Match(NamedTuple):
    """A match of a pattern."""

    roles: dict[str, Number]
    classes: frozenset[str]
    """The names of the word classes that matched, of those given as alternatives."""
    matched: str
    before: str
    """Some text before the match, with its numbers as one character each, too."""
    after: str


class Skeleton:
    """A text in which each number is one character that stands for its kind."""

    def __init__(self, text: str, numbers: list[Number], headings: Sequence[tuple[int, int]] = ()) -> None:
        self.text = text
        self.headings = headings
        """The spans of the title and headings, in order."""
        self.view = _CONTROLS.sub(" ", plain_view(text))
        characters = list(self.view)
        for _, end in sentences(text):
            if end < len(characters) and characters[end].isspace():
                characters[end] = END
        view = "".join(characters)
        pieces: list[str] = []
        self.numbers: dict[int, Number] = {}
        """The numbers by their position in `line`."""
        at = done = 0
        for number in numbers:
            between = view[done : number.start]
            pieces += (between, _CHARACTERS[_kind(number, between)])
            self.numbers[at + len(between)] = number
            at += len(between) + 1
            done = number.end
        self.line = "".join((*pieces, view[done:]))
        marks = Counter(pieces[1::2])
        self.available = {slot: sum(marks[mark] for mark in _MARKS_OF[slot]) for slot in _SLOTS}
        """The count of numbers that each type of role can match."""
        self.encoded = self.line.encode("latin-1")

    @cached_property
    def compact(self) -> CompactText:
        """The view for reading statistics."""
        return CompactText(self.text)


def _kind(number: Number, before: str) -> str:
    if before.endswith("^"):  # mm^2
        return "identifier"
    points = number.kind == "percent" and number.unit is not None and number.unit.symbol != "%"
    return "points" if points else number.kind


class Patterns:
    """A list of patterns, tried in order."""

    def __init__(self, words: Mapping[str, str], *patterns: str) -> None:
        self._words = words
        self._patterns = patterns

    def find(self, skeleton: Skeleton) -> Iterator[Match]:
        """Yield the matches; each set of numbers is matched once, by the first pattern that fits."""
        seen: set[tuple[int, ...]] = set()
        for pattern, names, needed in self._compiled:
            # Most texts have too few numbers for most patterns.
            if any(skeleton.available[slot] < count for slot, count in needed):
                continue
            for match in pattern.finditer(skeleton.encoded):
                roles, classes = {}, set()
                for name, group in names.items():
                    if match.start(group) < 0:
                        continue
                    if name in self._words:
                        classes.add(name)
                    else:
                        roles[name] = skeleton.numbers[match.start(group)]
                positions = tuple(sorted(number.start for number in roles.values()))
                if positions in seen:
                    continue
                seen.add(positions)
                start, end = match.span(1)
                before = skeleton.line[max(0, start - _CONTEXT) : start]
                after = skeleton.line[end : end + _CONTEXT]
                yield Match(roles, frozenset(classes), skeleton.line[start:end], before, after)

    @cached_property
    def _compiled(self) -> list[tuple[Any, dict[str, int], list[tuple[str, int]]]]:
        import re2

        options = re2.Options()
        options.max_mem = 64 << 20
        options.encoding = re2.Options.Encoding.LATIN1
        compiled = []
        for pattern in self._patterns:
            expression = re2.compile(_expression(pattern, self._words).encode("latin-1"), options)
            names = {name.decode(): at for name, at in expression.groupindex.items() if at > 1}
            compiled.append((expression, names, _needed(pattern)))
        return compiled


def _needed(pattern: str) -> list[tuple[str, int]]:
    """Count the numbers that a pattern needs: by type of role, and amounts in total."""
    roles = filter(None, (_ROLE.fullmatch(item) for item in pattern.split()))
    slots = Counter(role[2] or "" for role in roles)
    slots[""] = sum(slots[slot] for slot in _AMOUNT_SLOTS)
    return list(slots.items())


def _expression(pattern: str, words: Mapping[str, str]) -> str:
    """Translate a pattern into a regular expression."""
    expression = ""
    between = ""
    for item in pattern.split():
        if item in _BETWEEN_ITEMS:
            expression += _BETWEEN_ITEMS[item]
            continue
        optional = item.endswith("?")
        body = _item(item.removesuffix("?"), words)
        mark = _MARKS.fullmatch(item) is not None
        expression += f"(?:{_SPACES if mark else between}{body})" + ("?" if optional else "")
        between = _SPACES if mark else _BETWEEN
    return rf"(?:^|[^\w-])(?P<matched>{expression})"


def _item(item: str, words: Mapping[str, str]) -> str:
    if _MARKS.fullmatch(item):
        return rf"(?:{'|'.join(re.escape(mark) for mark in item.removesuffix('?').split('|'))})"
    if role := _ROLE.fullmatch(item):
        return f"(?P<{role[1]}>[{_SLOTS[role[2] or '']}])"
    if named := _CLASS.fullmatch(item):
        names = named[1].split("/")
        if len(names) == 1:
            return rf"(?:{_words(words[names[0]])})\b"
        return "(?:" + "|".join(rf"(?P<{name}>{_words(words[name])})\b" for name in names if name) + ")"
    return f"(?:{_words(item)})"


def _words(row: str) -> str:
    """Translate words separated by `|` or spaces into alternatives; `_` within a word is a space."""
    return "|".join(
        re.escape(word).replace("_", _BETWEEN).replace(r"\*", r"\w*")
        for word in re.split(r"[|\s]+", row.strip())
    )
