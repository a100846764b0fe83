"""JSON as tables: objects are rows that their strings label, and columns may be objects or arrays, too.

{"team": "Comets", "PTS": 88}            a row, about the Comets
{"PTS": {"0": 21, "1": 9}, "NAME": …}    columns, as data frames are written
{"PTS": [21, 9], "NAME": […]}            the same
{"Mia Torres": {"PTS": 21}}              rows by their names
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from numerate.consistency.sources.words import LABELS

_TOKEN = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'(?=\s*[,:\]}])|[{}\[\]]|[^\s{}\[\],:\"']+", re.DOTALL
)
_NUMBER = re.compile(r"[-+−]?[$€£¥]?\d[\d,]*(?:\.\d+)?\s?%?")
_LETTER = re.compile(r"[^\W\d_]")
_MISSING = frozenset(("", "n/a", "na", "nan", "none", "null", "true", "false", "yes", "no", "dnp", "-"))
_LONGEST_LABEL = 100
_SENTENCE = re.compile(r"[.!?](?:\s|$|\\n)")
_PERIODS = frozenset(("year", "season", "fiscal_year", "fiscal year", "period", "quarter", "date", "month"))
"""Keys whose values label the others, figures or not."""
_SAME_KIND = 0.5
"""Share of their keys that two objects of a kind have in common at least."""
_KINDS = 20
"""Kinds of objects that one is compared with: a file has few."""
_FEWEST_ROWS = 2

Span = tuple[int, int]


class Scalar(NamedTuple):
    """A string or a number of a JSON text, with its place without quotes."""

    start: int
    end: int
    text: str

    @property
    def is_figure(self) -> bool:
        """Whether it is a number, perhaps in quotes."""
        return _NUMBER.fullmatch(self.text.strip()) is not None

    @property
    def is_prose(self) -> bool:
        """Whether it is text rather than a name."""
        return len(self.text) > _LONGEST_LABEL or len(_SENTENCE.findall(self.text)) > 1

    @property
    def is_label(self) -> bool:
        """Whether it names something."""
        named = _LETTER.search(self.text) is not None and self.text.strip().lower() not in _MISSING
        return named and not self.is_figure and not self.is_prose


@dataclass
class Container:
    """An object, or an array, whose members have no keys."""

    members: list[tuple[str, Node]] = field(default_factory=list)
    is_array: bool = False


Node = Scalar | Container


class FigureRow(NamedTuple):
    """The figures of an object, with what labels them."""

    labels: Mapping[str, Scalar]
    """Its strings by their keys."""
    figures: Sequence[tuple[tuple[str, ...], Scalar]]
    """The figures, each with the keys that lead to it."""
    keys: frozenset[str]


class RowKind(NamedTuple):
    """Rows of the same kind, such as those of all players."""

    keys: frozenset[str]
    rows: list[FigureRow]


_BEGINS = re.compile(r"\s*(?:\{\s*[\"'}]|\[\s*(?:[\[{\"]|-?\d[\d.]*\s*,))")
_ENDS = re.compile(r"[}\]]\s*\Z")
_TAIL = 100


def is_json(text: str) -> bool:
    """Return whether a text looks like JSON; a transcript may begin with "[00:00]"."""
    return bool(_BEGINS.match(text) and _ENDS.search(text, max(0, len(text) - _TAIL)))


def objects(text: str) -> tuple[list[RowKind], list[Span]]:
    """Return the rows of a JSON text by their kinds, and the places of its prose."""
    prose: list[Span] = []
    return _by_kind(_rows(_parse(text), prose)), prose


def tagged(text: str, start: int, end: int) -> list[RowKind]:
    """Return the rows of text with tags: "<PLAYER> Mia Torres <PTS> 21 <REB> 7"."""
    rows: list[FigureRow] = []
    members: list[tuple[str, Scalar]] = []
    for match in _TAG.finditer(text, start, end):
        scalar = Scalar(*match.span(2), match[2])
        if scalar.is_label and any(node.is_figure for _, node in members):
            rows.append(_row(members))
            members = []
        members.append((match[1], scalar))
    if any(node.is_figure for _, node in members):
        rows.append(_row(members))
    rows = [row for row in rows if row.labels]
    return _by_kind(rows) if len(rows) >= _FEWEST_ROWS else []


_TAG = re.compile(r"<([A-Za-z][\w%-]*)>[ \t]*([^<>\n]*[^<>\s])")


def _row(members: Sequence[tuple[str, Scalar]]) -> FigureRow:
    labels = {key: node for key, node in members if node.is_label}
    return FigureRow(
        labels, [((key,), node) for key, node in members if node.is_figure], frozenset(dict(members))
    )


def _by_kind(rows: Iterable[FigureRow]) -> list[RowKind]:
    kinds: list[RowKind] = []
    for row in rows:
        alike = (kind for kind in kinds[-_KINDS:] if _is_alike(kind.keys, row.keys))
        kind = next(alike, None)
        if kind is None:
            kind = RowKind(row.keys, [])
            kinds.append(kind)
        kind.rows.append(row)
    return kinds


def _is_alike(first: frozenset[str], second: frozenset[str]) -> bool:
    return len(first & second) >= _SAME_KIND * max(len(first), len(second))


# -- Parsing -------------------------------------------------------------------------------------------------


def _parse(text: str) -> Container:
    """Return all values of a text as an array; what is no valid JSON is read as far as it goes."""
    root = Container(is_array=True)
    stack, key = [root], None
    keys: list[str | None] = []
    for match in _TOKEN.finditer(text):
        mark, top = match[0], stack[-1]
        if mark in "}]":
            if len(stack) > 1:
                stack.pop()
                key = None
                keys.pop()
            continue
        if mark in "{[":
            child = Container(is_array=mark == "[")
            top.members.append((key or "", child))
            stack.append(child)
            keys.append(key)
            key = None
            continue
        scalar = _scalar(match)
        if not top.is_array and key is None:
            key = scalar.text
        else:
            top.members.append((key or "", scalar))
            key = None
    return root


def _scalar(match: re.Match[str]) -> Scalar:
    written, (start, end) = match[0], match.span()
    if written[0] not in "\"'":
        return Scalar(start, end, written)
    content = written[1:-1]
    if "\\" in content and written[0] == '"':
        with suppress(ValueError):  # an escape that JSON has not
            content = str(json.loads(written, strict=False))
    return Scalar(start + 1, end - 1, content)


# -- Rows ----------------------------------------------------------------------------------------------------


class _Place(NamedTuple):
    """A container with what it inherits."""

    container: Container
    labels: Mapping[str, Scalar]
    """The labels of the object that it belongs to."""
    path: tuple[str, ...]
    """The keys that lead to it from there."""


_DEEPEST = 6
"""Keys of a path that label a figure, at most."""


def _rows(root: Container, prose: list[Span]) -> Iterator[FigureRow]:
    """Yield the objects that have figures."""
    waiting = [_Place(root, {}, ())]
    while waiting:
        container, inherited, path = waiting.pop()
        for members in _objects_of(container):
            scalars = [(key, node) for key, node in members if isinstance(node, Scalar)]
            prose.extend((node.start, node.end) for _, node in scalars if node.is_prose)
            own = {key: node for key, node in scalars if node.is_label or key.lower() in _PERIODS}
            if own and "" in inherited:
                own = {"": inherited[""], **own}  # {"Comets": {"city": "Reno", "PTS": 88}}
            labels, steps = (own, ()) if own else (inherited, path)
            figures = [((*steps, key), node) for key, node in scalars if node.is_figure]
            if figures and not labels and steps:
                labels = {"": _named(steps[-1])}  # {"home": {"PTS": 88}}
                figures = [(keys[-1:], node) for keys, node in figures]
            if figures:
                yield FigureRow(labels, figures, frozenset(key for key, _ in members))
            for key, node in reversed(members):
                if isinstance(node, Container) and not container.is_array and _is_name(key):
                    waiting.append(_Place(node, {"": _named(key)}, ()))
                elif isinstance(node, Container):
                    waiting.append(_Place(node, labels, (*steps, key)[-_DEEPEST:] if key else steps))


def _named(key: str) -> Scalar:
    """Return the key of an object as a label; it has no place of its own."""
    return Scalar(-1, -1, key)


_Members = list[tuple[str, Node]]


def _objects_of(container: Container) -> Iterator[_Members]:
    """Yield the members of the objects that a container stands for: itself, or the rows of its columns."""
    if container.is_array:
        yield from _rows_of_lists(container)
        return
    columns = _columns(container)
    rest = [(key, node) for key, node in container.members if key not in columns]
    by_row: dict[str, _Members] = {}
    for key, column in columns.items():
        for at, (name, node) in enumerate(column.members):
            by_row.setdefault(name or str(at), []).append((key, node))
    yield from by_row.values()
    if rest:
        yield rest


def _columns(container: Container) -> dict[str, Container]:
    """Return the members of an object that are columns: objects with numbers as keys, or lists alike."""
    nested = {key: node for key, node in container.members if isinstance(node, Container) and node.members}
    flat = {
        key: node
        for key, node in nested.items()
        if all(isinstance(member, Scalar) for _, member in node.members)
    }
    numbered = {
        key: node
        for key, node in flat.items()
        if not node.is_array and all(name.isdigit() for name, _ in node.members)
    }
    if numbered:
        return numbered
    lists = {key: node for key, node in flat.items() if node.is_array and len(node.members) >= _FEWEST_ROWS}
    lengths = {len(node.members) for node in lists.values()}
    has_names = any(node.members[0][1].is_label for node in lists.values())  # type: ignore[union-attr]
    return lists if len(lists) > 1 and len(lengths) == 1 and has_names else {}


def _rows_of_lists(container: Container) -> Iterator[_Members]:
    """Yield an array's members; lists below a list of labels are rows of a table."""
    lists = [node for _, node in container.members if isinstance(node, Container) and node.is_array]
    header = lists[0].members if len(lists) == len(container.members) >= _FEWEST_ROWS else []
    labels = [node.text for _, node in header if isinstance(node, Scalar) and node.is_label]
    if header and len(labels) == len(header):
        for row in lists[1:]:
            yield [(label, node) for label, (_, node) in zip(labels, row.members, strict=False)]
    else:
        yield container.members


def _is_name(key: str) -> bool:
    """Return whether the key of an object names what it is about: "Mia Torres"."""
    if not _LETTER.search(key) or key.lower() in LABELS:
        return False
    return " " in key or (key[0].isupper() and not key.isupper() and "_" not in key)
