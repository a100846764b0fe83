"""Values in cells of a table: behind a label, "Height | 330 m", or behind a name, below a label."""

from __future__ import annotations

from numerate.consistency.slots import Sentence
from numerate.consistency.world.elements import Element, Line, read_line, split
from numerate.consistency.world.table import Index, Name

_LONGEST_LABEL = 5
_MOST_LABELS = 40
"""Labels of a section that are kept: headers come first, and of a long table only they tell a property."""
_SIGNS = frozenset("()[]~*,.?")


class Cells:
    """The labels of a table, and the cell before; asked for one sentence after the other."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self.forget()

    def forget(self) -> None:
        """Begin a new section."""
        self._before: Sentence | None = None
        """The cell before, if it is a label: a short line without figures."""
        self._labels: list[Sentence] = []
        """The first of them since the last heading: headers, names, and other cells."""
        self._names: set[Name] = set()
        """What they name."""

    def read(self, sentence: Sentence, topic: tuple[Name, ...]) -> tuple[Line, int] | None:
        """Return a cell that is a value behind its subject and its label, and the place of the subject."""
        before, self._before = self._before, None
        if not sentence.slots and len(split(sentence)) <= _LONGEST_LABEL:
            self._note(sentence)
        if before is None or not _is_value(sentence):
            return None
        line = read_line(before, self._index)
        if line is not None and len(line) == 1:
            return self._named(sentence, line[0])
        return None if self._names - set(topic) else _stated(sentence, before, topic)

    def _note(self, label: Sentence) -> None:
        """Keep a label, and what it names: "Earth", in a table below "Mars", is another subject."""
        self._before = label
        if len(self._labels) < _MOST_LABELS:
            self._labels.append(label)
        line = read_line(label, self._index)
        if line is not None and len(line) == 1:
            self._names.update(line[0].names)

    def _named(self, sentence: Sentence, name: Element) -> tuple[Line, int] | None:
        """Read "Mount Everest | 8,849 m" below the only label that tells a property of the name."""
        lines = [line for label in self._labels if (line := _stated(sentence, label, name.names))]
        return lines[0] if len(lines) == 1 else None


def _is_value(sentence: Sentence) -> bool:
    """Return whether a sentence of its own is a quantity and nothing but signs."""
    if sentence.previous is not None or sentence.following is not None:
        return False
    return bool(sentence.slots) and all(each.slot or each.text in _SIGNS for each in split(sentence))


def _stated(sentence: Sentence, label: Sentence, names: tuple[Name, ...]) -> tuple[Line, int] | None:
    """Return a value behind a label that is a property of a subject: "it height : 330 m"."""
    elements = split(label)
    line = Line(label, elements)
    properties = {fact.property for name in names for fact, _ in name.facts()}
    is_class = any(line.has(known.classes, 0) == len(line) for known in properties)  # the header "Peak"
    if is_class or not any(line.has(known.cues, 0) for known in properties):
        return None
    start = elements[0].start
    subject = Element("it", start, start, False, names=names)
    return Line(sentence, [subject, *elements, Element(":", start, start, False), *split(sentence)]), 0
