"""What a sentence is about that does not name it: the subject of the heading, or of the sentence before."""

from __future__ import annotations

import re

from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence
from numerate.consistency.world.cells import Cells
from numerate.consistency.world.elements import Element, Line, genitive, read_line, split
from numerate.consistency.world.table import Index, Name

_Names = tuple[Name, ...]
_ARTICLES = frozenset(("the", "a", "an"))
_ENDS = frozenset((":", ",", "(", "-", "\x96", "\x97", "|"))
"""What may follow the subject in a heading."""
_PREPOSITIONS = frozenset("in by from at on for within to".split())
"""What may also follow the subject of a title: "Lisbon in a long weekend"."""
_PRONOUNS = {"it": "it", "its": "it", "he": "he", "his": "he", "she": "she", "her": "she"}
_TIMES = frozenset("- * in on at by , today now since then later the year of end".split())
"""What may stand before the pronoun that begins a sentence."""
_LONGEST_TIME = 6
_FIRST = re.compile(r"[^\w]*(\w+)")
_BEFORE_CUE = frozenset("- * \xb7 the its with a an one mean average total equatorial".split())
_LINKS = frozenset((":", "is", "|", "=", "takes", "lasts"))
"""What stands between a property and its value."""
_ASPECTS = frozenset(
    "orbit orbits rotation size sizes distance position figures facts numbers overview glance brief data "
    "basics profile dimensions structure surface atmosphere geography history introduction general key "
    "physical properties characteristics climate quick".split()
)
"""Words of headings that name no other subject."""
_FARTHEST_BACK = 3
"""Sentences with pronouns in a row that are followed back to a name."""


class Topics:
    """The subjects that the sentences of a text are about; asked for one sentence after the other."""

    def __init__(self, skeleton: Skeleton, index: Index) -> None:
        self._index = index
        self._cells = Cells(index)
        self._starts = {start for start, _ in skeleton.headings}
        self._headings = 0
        self._title: _Names = ()
        self._section: _Names = ()
        self._is_aspect = False
        """Whether the last heading names an aspect of the title's subject: "Orbit"."""

    def resolve(self, sentence: Sentence) -> tuple[Line, int] | None:
        """Return a sentence with the word that stands for its subject, and its place; None without one."""
        if sentence.start in self._starts:
            self._enter(sentence)
            return None
        cell = self._cells.read(sentence, self._topic)
        if cell is not None or not sentence.slots:
            return cell
        at, pronoun = _pronoun(sentence)
        if pronoun:
            names = self._before(sentence, pronoun)
            return _marked(sentence, at, at + 1, names) if names else None
        return (self._called(sentence) or self._listed(sentence)) if self._title or self._section else None

    @property
    def _topic(self) -> _Names:
        """What the section is about: its heading, or that of the text."""
        return self._section or (self._title if self._is_aspect else ())

    def _enter(self, sentence: Sentence) -> None:
        """Take a heading for what follows it."""
        self._cells.forget()
        self._section = self._subject(sentence)
        if not self._headings:
            self._title = self._section = self._section or self._subject(sentence, _PREPOSITIONS)
        self._headings += 1
        rest = split(sentence)[1:]
        self._is_aspect = not _ASPECTS.isdisjoint(sentence.words) and not any(e.is_upper for e in rest)

    def _subject(self, sentence: Sentence, following: frozenset[str] = _ENDS) -> _Names:
        """Return what a heading is about: "Mars", "Titan, the moon with weather"."""
        line = read_line(sentence, self._index)
        if line is None:
            return ()
        at = int(line.text(0) in ("the", "#"))
        return line[at].names if at + 1 == len(line) or line.text(at + 1) in following else ()

    def _before(self, sentence: Sentence, pronoun: str) -> _Names:
        """Return what the sentence before begins with; in a new paragraph, what the section is about."""
        for _ in range(_FARTHEST_BACK):
            if sentence.previous is None or sentence.previous.start in self._starts:
                return self._topic
            sentence = sentence.previous
            line = read_line(sentence, self._index)
            if line is not None:
                is_alone = not any(element.is_capital for element in line.elements[2:])
                for element in line.elements[: 1 + (line.text(0) == "the")]:
                    if element.names and element.is_upper and (is_alone or element.names == self._title):
                        return element.names
            first = _FIRST.match(sentence.line)
            if first is not None and any(first[1] in name.tokens for name in self._title):
                return self._title
            if first is None or _PRONOUNS.get(first[1]) != pronoun:
                return ()
        return ()

    def _called(self, sentence: Sentence) -> tuple[Line, int] | None:
        """Read "the planet", "adults", or "it" after the value: "With a diameter of 6,779 km it is"."""
        names = self._section or self._title
        elements = split(sentence)
        line = Line(sentence, elements)
        classes = {fact.property.classes for name in names for fact, _ in name.facts()}
        for at, element in enumerate(elements):
            if element.is_capital and at:
                return None
            first = at + (element.text in _ARTICLES)
            length = (
                max((line.has(each, first) for each in classes), default=0) if first > at or not at else 0
            )
            if length:
                return _marked(sentence, at, first + length, names)
            if element.text == "it" and self._topic and elements[0].text in ("with", "at"):
                return _marked(sentence, at, at + 1, names)
        return None

    def _listed(self, sentence: Sentence) -> tuple[Line, int] | None:
        """Read a line that begins with a property: "Diameter: 6,779 km", "The mean distance is"."""
        elements = split(sentence)
        line = Line(sentence, elements)
        at = 0
        while line.text(at) in _BEFORE_CUE:
            at += 1
        facts = (fact for name in self._topic for fact, _ in name.facts())
        if not any(line.has(fact.property.cues, at) for fact in facts):
            return None
        if not any(line.text(place) in _LINKS for place in range(at + 1, min(at + 7, len(line)))):
            return None
        return _marked(sentence, 0, 0, self._topic)


def _pronoun(sentence: Sentence) -> tuple[int, str]:
    """Return the place and kind of the pronoun that begins a sentence, if after a time: "In 2020 it had"."""
    elements = split(sentence)
    for at, element in enumerate(elements[:_LONGEST_TIME]):
        if element.text in _PRONOUNS:
            # it was found that
            means_nothing = any(each.text == "that" for each in elements[at + 2 : at + 5])
            return at, "" if element.text == "it" and means_nothing else _PRONOUNS[element.text]
        if element.slot is None and element.text not in _TIMES:
            break
    return 0, ""


def _marked(sentence: Sentence, first: int, last: int, names: _Names) -> tuple[Line, int]:
    """Return a sentence in which some words stand for a subject; none, where it is left out."""
    elements = split(sentence)
    start = elements[min(first, len(elements) - 1)].start
    subject = Element("it", start, start, False, names=names)
    text = elements[first].text if last > first else ""
    rest = elements[last:]
    if text in ("its", "his", "her"):  # as after a name: its height, Everest's height
        rest = [*genitive(subject), *rest]
    return Line(sentence, [*elements[:first], subject, *rest]), first
