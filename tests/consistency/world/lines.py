"""Sentences as lines of elements, for the tests of facts."""

from numerate.consistency.world.elements import Line, read_line
from numerate.consistency.world.table import Fact, index
from tests.consistency.sentences import read_one


def line(text: str) -> Line:
    """Return a sentence that names a subject of the table."""
    result = read_line(read_one(text), index())
    assert result is not None
    return result


def subject(sentence: Line) -> int:
    """Return the place of the first name."""
    return next(at for at, element in enumerate(sentence.elements) if element.names)


def fact(sentence: Line, name: str) -> Fact:
    """Return what is known of the first subject of a sentence, by the name of the property."""
    known = [each for name_ in sentence[subject(sentence)].names for each, _ in name_.facts()]
    return next(each for each in known if each.property.name == name)
