"""A sentence as a line of elements: names of the table, quantities, and all other words and signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.world.table import TOKEN, Index, Name, Phrases
from numerate.text.view import view


@dataclass(eq=False, slots=True)
class Element:
    """A name, a quantity, or a word."""

    text: str
    """In lower case; of names and quantities, all of their words."""
    start: int
    end: int
    is_upper: bool
    """Whether it begins with a capital letter."""
    slot: Slot | None = None
    names: tuple[Name, ...] = ()

    @property
    def is_capital(self) -> bool:
        """Whether it is a word with a capital letter, and no name of the table."""
        return self.is_upper and self.slot is None and not self.names


def genitive(element: Element) -> tuple[Element, Element]:
    """Return "'s" before an element: with its subject, "its height" is "Everest's height"."""
    return Element("'", element.start, element.start, False), Element(
        "s", element.start, element.start, False
    )


class Line:
    """The elements of a sentence."""

    def __init__(self, sentence: Sentence, elements: list[Element]) -> None:
        self.sentence = sentence
        self.elements = elements
        self._words: list[str] = []
        self._places: list[int] = []
        for element in elements:
            self._places.append(len(self._words))
            self._words += element.text.split(" ") if element.names else [element.text]

    def __len__(self) -> int:
        return len(self.elements)

    def __getitem__(self, at: int) -> Element:
        return self.elements[at]

    def text(self, at: int) -> str:
        """Return the element at a place in lower case; "" beyond both ends."""
        return self.elements[at].text if 0 <= at < len(self.elements) else ""

    def is_capital(self, at: int) -> bool:
        """Return whether a word with a capital letter is at a place."""
        return 0 <= at < len(self.elements) and self.elements[at].is_capital

    def has(self, phrases: Phrases, at: int) -> int:
        """Return the length of the longest phrase that begins at a place; 0 if none does."""
        return phrases.length_at(self._words, self._places[at]) if 0 <= at < len(self.elements) else 0


def read_line(sentence: Sentence, index: Index) -> Line | None:
    """Split a sentence that names a subject of the table; None if it names none."""
    if index.words.isdisjoint(sentence.words):
        return None
    words = _words(sentence)
    names = _find_names(words, sentence, index)
    return Line(sentence, list(_joined(words, names, sentence.slots))) if names else None


def split(sentence: Sentence) -> list[Element]:
    """Split a sentence without looking for names."""
    return list(_joined(_words(sentence), {}, sentence.slots))


def _words(sentence: Sentence) -> list[Element]:
    text, start = sentence.text, sentence.start
    return [
        Element(match[0], start + match.start(), start + match.end(), text[start + match.start()].isupper())
        for match in TOKEN.finditer(view(text[start : sentence.end]))
    ]


_Found = dict[int, tuple[int, tuple[Name, ...]]]
"""By the first word of names, where they end, and those that fit."""


def _find_names(words: Sequence[Element], sentence: Sentence, index: Index) -> _Found:
    """Return the names of a sentence, the longest where several begin."""
    candidates: dict[tuple[int, int], list[Name]] = {}
    for at, word in enumerate(words):
        for place, name in index.by_word.get(word.text, ()):
            first = at - place
            last = first + len(name.tokens)
            if first < 0 or tuple(each.text for each in words[first:last]) != name.tokens:
                continue
            if name.article != "name" or words[first].is_upper or not name.tokens[0].isalpha():
                candidates.setdefault((first, last), []).append(name)
    names_at: _Found = {}
    done = 0
    for (first, last), names in sorted(candidates.items(), key=lambda each: (each[0][0], -each[0][1])):
        is_part = _in_compound(words, first, last) or _in_quantity(words, first, last, sentence)
        if first >= done and not is_part:
            names_at[first] = last, tuple(names)
            done = last
    return names_at


def _in_compound(words: Sequence[Element], first: int, last: int) -> bool:
    """Return whether a hyphen ties a name to another word: mile-long, post-Waterloo."""
    return _tied(words, first - 2) or _tied(words, last - 1)


def _tied(words: Sequence[Element], at: int) -> bool:
    """Return whether a hyphen without spaces follows a word."""
    if at < 0 or at + 2 >= len(words) or words[at + 1].text != "-":
        return False
    return words[at].end == words[at + 1].start and words[at + 1].end == words[at + 2].start


def _in_quantity(words: Sequence[Element], first: int, last: int, sentence: Sentence) -> bool:
    """Return whether a name is part of a quantity: the days of "5 days"; but there may be one, "one mile"."""
    start, end = words[first].start, words[last - 1].end
    for slot in sentence.slots:
        if slot.start <= start and end <= slot.end and slot.mark not in "IO":
            return not (slot.mark == "U" and slot.number.value == 1 and slot.end == end)
    return False


def _joined(words: Sequence[Element], names_at: _Found, slots: Sequence[Slot]) -> Iterator[Element]:
    """Yield the words of a sentence, those of a name and of a quantity as one element."""
    at = s = 0
    while at < len(words):
        while s < len(slots) and slots[s].end <= words[at].start:
            s += 1
        if at in names_at:
            last, names = names_at[at]
            yield _whole(words[at:last], names=names)
        elif s < len(slots) and slots[s].start <= words[at].start:
            last = at + 1
            while last < len(words) and words[last].start < slots[s].end and last not in names_at:
                last += 1
            is_one = last in names_at and words[last].start < slots[s].end  # the "one" of "one mile"
            yield words[at] if is_one else _whole(words[at:last], slots[s])
        else:
            last = at + 1
            yield words[at]
        at = last


def _whole(words: Sequence[Element], slot: Slot | None = None, names: tuple[Name, ...] = ()) -> Element:
    text = " ".join(word.text for word in words)
    return Element(text, words[0].start, words[-1].end, words[0].is_upper, slot, names)
