"""The tables of well-known facts (`facts`), their properties (`properties.txt`), and an index by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Literal

from numerate.text.units import Measure
from numerate.text.units import find as find_unit
from numerate.text.view import view

Tokens = tuple[str, ...]
Article = Literal["a", "the", "", "name"]
"""How a name is used: any spider, the human heart, water (no article), or a proper name."""

End = Literal["", "first", "last"]
"""Which of the two years of a span a property is."""
Kind = Literal["measure", "year", "count", "number", "ordinal"]

TOKEN = re.compile(r"[a-z0-9\xaa\xb5\xc0-\xd6\xd8-\xf6\xf8-\xff]+(?:[.,]\d+)*|[^\s]")
"""A word, a number or a sign, of the plain view of a text."""
_COMMA = re.compile(r"(?<!\\),")
_LETTERS = re.compile("[a-z]+")
_ARTICLES: dict[str, Article] = {"a": "a", "an": "a", "the": "the"}
_IRREGULAR = {
    "foot": "feet",
    "die": "dice",
    "child": "children",
    "mouse": "mice",
    "wolf": "wolves",
    "goose": "geese",
}
_UNCHANGED = ("deer", "bison", "sheep", "moose")
_SCALES = {"million": 1e6, "billion": 1e9}


def tokens(text: str) -> Tokens:
    """Split a phrase as sentences are split."""
    return tuple(TOKEN.findall(view(text)))


@dataclass(frozen=True, slots=True)
class Phrases:
    """A set of phrases that is looked up at a place of a sentence."""

    all: frozenset[Tokens]
    words: frozenset[str]
    """The words of all phrases."""
    longest: int

    def length_at(self, words: list[str], at: int) -> int:
        """Return the length of the longest phrase that begins at a place; 0 if none does."""
        if at < len(words) and words[at] in self.words:
            for length in range(min(self.longest, len(words) - at), 0, -1):
                if tuple(words[at : at + length]) in self.all:
                    return length
        return 0


def phrases(written: Iterable[str]) -> Phrases:
    """Return phrases as a set."""
    split = frozenset(tokens(each) for each in written)
    return Phrases(split, frozenset(word for each in split for word in each), max(map(len, split), default=0))


@dataclass(frozen=True, eq=False, slots=True)
class Property:
    """What is known of a subject, and the words that tell it."""

    name: str
    kind: Kind
    unit: Measure
    says: str
    cues: Phrases
    nouns: Phrases
    words: frozenset[str]
    before: frozenset[str]
    needs: frozenset[str]
    unless: frozenset[str]
    unless_phrases: tuple[str, ...]
    classes: Phrases
    bare: Literal["no", "yes", "word", "definition"] = "no"
    """Whether a cue may be missing: never, next to the subject, next to it with a word of the fact; or
    whether the text has to define the subject."""
    dated: int | None = None
    """A year before this one silences the property."""
    is_passive: bool = False
    is_bound: bool = False
    """Whether its range only says what is impossible, so that a value within it is no evidence."""
    reach: int | None = None
    """How many words around subject and value may silence it; None for all of the clause."""
    end: End = ""
    span: Phrases = field(default_factory=lambda: phrases(()))

    @property
    def is_population(self) -> bool:
        """Whether it is the number of people of a place."""
        return self.name.startswith("population")


@dataclass(frozen=True, eq=False, slots=True)
class Fact:
    """One well-known figure."""

    property: Property
    subject: str
    """How a message writes it."""
    value: float
    written: str
    low: float
    high: float
    cues: Phrases
    words: frozenset[str]
    needs: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class Name:
    """One of the names of a subject, with what is known of it."""

    tokens: Tokens
    article: Article
    rows: list[tuple[int, bool]]
    """The rows of the table that have it, each with whether the name is ambiguous there."""

    def facts(self) -> list[tuple[Fact, bool]]:
        """Return what is known of the subject, each with whether the name is ambiguous for it."""
        return [(fact, ambiguous) for row, ambiguous in self.rows for fact in _facts(row)]


@dataclass(frozen=True, eq=False, slots=True)
class Index:
    """All names, by the word of each that is likely the rarest."""

    by_word: dict[str, list[tuple[int, Name]]]
    """The names with a word, and its place in them."""
    words: frozenset[str]


@cache
def index() -> Index:
    """Read the names, on first use; facts are read when their subject is named."""
    names: dict[tuple[Tokens, Article], Name] = {}
    for row, (_, subjects, *_) in enumerate(_rows()):
        for written, article, is_ambiguous in _names(subjects):
            for form in _forms(written, article):
                name = names.setdefault((form, article), Name(form, article, []))
                name.rows.append((row, is_ambiguous))
    by_word: dict[str, list[tuple[int, Name]]] = {}
    for name in names.values():
        place = max(range(len(name.tokens)), key=lambda at: len(name.tokens[at]))
        by_word.setdefault(name.tokens[place], []).append((place, name))
    return Index(by_word, frozenset(_letters(word) for word in by_word))


def facts() -> list[Fact]:
    """Return all facts, in the order of the table."""
    return [fact for row in range(len(_rows())) for fact in _facts(row)]


def _letters(word: str) -> str:
    """Return the longest run of plain letters of a word, as `Sentence.words` has it."""
    return word if word.isascii() and word.isalpha() else max(_LETTERS.findall(word), key=len, default="")


@cache
def _rows() -> list[list[str]]:
    tables = sorted(files(__package__).joinpath("facts").iterdir(), key=lambda file: file.name)
    texts = (file.read_text(encoding="utf-8") for file in tables if file.name.endswith(".tsv"))
    rows = (line.split("\t") for text in texts for line in text.splitlines() if not line.startswith("#"))
    return [row + [""] * (6 - len(row)) for row in rows]


@cache
def _facts(at: int) -> tuple[Fact, ...]:
    """Return the facts of a row: two of a span."""
    name, subjects, value, accepted, words, needs = _rows()[at]
    subject = subjects.split(";")[0].lstrip("=").strip()
    listed = _listed(words)
    cues = phrases(word[1:] for word in listed if word.startswith("!"))
    allowed = frozenset(token for word in listed for token in tokens(word.lstrip("!")))
    needed = frozenset(token for word in _listed(needs) for token in tokens(word))
    values, ranges = value.split(" to "), accepted.split(" to ")
    pairs = zip(values, ranges * 2, strict=False)
    limits = ([each, each] if not accepted else span.split("..") for each, span in pairs)
    return tuple(
        Fact(known, subject, amount(written), written, amount(low), amount(high), cues, allowed, needed)
        for known, written, (low, high) in zip(_properties()[name], values, limits, strict=False)
    )


def property_named(name: str) -> Property:
    """Return a property of which a subject has one."""
    return _properties()[name][0]


def amount(written: str) -> float:
    """Return the value of a number of the table: "4.5 billion"."""
    digits, _, scale = written.partition(" ")
    return float(digits.replace(",", "")) * _SCALES.get(scale, 1.0)


def _names(written: str) -> Iterator[tuple[str, Article, bool]]:
    """Yield the names of a row with their articles, and whether they are ambiguous."""
    last: Article = ""
    for at, each in enumerate(written.split(";")):
        each = each.strip()
        if each.startswith("="):
            continue
        bare = each.lstrip("~")
        first, _, rest = bare.partition(" ")
        article = _ARTICLES.get(first, "") if rest else ""
        name = rest if article else bare
        if article != "a" and (name[:1].isupper() or name[:1].isdigit()):
            article = "name"
        elif not article and at:
            article = last
        last = article
        yield name, article, bare != each


def _forms(name: str, article: Article) -> Iterator[Tokens]:
    """Yield a name as it is split, and the plural of what can be counted."""
    form = tuple(TOKEN.findall(name.lower())) if name.isascii() else tokens(name)
    yield form
    if article == "a":
        yield (*form[:-1], _plural(form[-1]))


def _plural(noun: str) -> str:
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith(_UNCHANGED):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def _listed(written: str) -> list[str]:
    return [each.strip().replace("\\,", ",") for each in _COMMA.split(written) if each.strip()]


@cache
def _properties() -> dict[str, tuple[Property, ...]]:
    """Read the sections of `properties.txt`; a span has two properties."""
    text = files(__package__).joinpath("properties.txt").read_text(encoding="utf-8")
    properties: dict[str, tuple[Property, ...]] = {}
    sections: dict[str, dict[str, str]] = {}
    for section in text.split("\n[")[1:]:
        name, _, body = section.partition("]\n")
        lines = (line for line in body.replace("\n  ", " ").split("\n") if line and line[0] != "#")
        entries = {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}
        entries = sections[name] = sections.get(entries.get("like", ""), {}) | entries
        ends: tuple[End, ...] = ("first", "last") if "first" in entries else ("",)
        properties[name] = tuple(_property(name, entries, end) for end in ends)
    return properties


def _property(name: str, entries: dict[str, str], end: End) -> Property:
    unit = entries["unit"]
    kind: Kind = "measure"
    if unit in ("", "year", "ordinal"):
        kind = "count" if "nouns" in entries else "number"
        kind = "year" if unit == "year" else "ordinal" if unit else kind
    measure = Measure("", ()) if kind != "measure" else find_unit(unit)
    if measure is None:
        raise ValueError(f"properties.txt: {unit!r} of {name!r} is no unit of the table of units")
    lists = {key: _listed(value) for key, value in entries.items()}
    unless = lists.get("unless", [])
    return Property(
        name,
        kind,
        measure,
        entries["says_last" if end == "last" else "says"],
        phrases(lists.get(end or "cues", [])),
        phrases(lists.get("nouns", [])),
        frozenset(lists.get("words", [])),
        frozenset(lists.get("before", [])),
        frozenset(lists.get("needs", [])),
        frozenset(word for word in unless if word.isalpha()),
        tuple(word for word in unless if not word.isalpha()),
        phrases(lists.get("classes", [])),
        bare=entries.get("bare", "no"),  # type: ignore[arg-type]
        dated=int(entries["dated"]) if "dated" in entries else None,
        is_passive=entries.get("passive") == "yes",
        is_bound=entries.get("bound") == "yes",
        reach=int(entries["reach"]) if "reach" in entries else None,
        end=end,
        span=phrases(lists.get("span", [])),
    )
