"""What the tests of consistency share."""

from numerate.consistency import inconsistencies, relations


def kinds(text, headings=()):
    """The kinds of the contradictions of a text."""
    return [finding.kind for finding in inconsistencies(text, headings)]


def one(text, headings=()):
    (finding,) = inconsistencies(text, headings)
    return finding


def holds(text, kind, headings=()):
    """Whether a relation of this kind is read in the text, and nothing contradicts another."""
    found = relations(text, headings)
    assert kind in {relation.kind for relation in found}, f"no {kind} was read in {text!r}"
    return all(relation.problem is None for relation in found)
