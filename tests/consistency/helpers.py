"""Helpers for the tests of consistency."""

from numerate.consistency import inconsistencies, relations


def kinds(text, headings=()):
    """Return the rules that the text breaks."""
    return [inconsistency.kind for inconsistency in inconsistencies(text, headings)]


def certain(text):
    """Return the messages of the contradictions of the text that are certain."""
    return [finding.message for finding in inconsistencies(text) if finding.level == "error"]


def only(text, headings=()):
    """Return the single contradiction of the text."""
    (inconsistency,) = inconsistencies(text, headings)
    return inconsistency


def holds(text, kind, headings=()):
    """Return whether the text states a relation of this kind and contradicts itself nowhere."""
    stated = relations(text, headings)
    assert kind in {relation.kind for relation in stated}, f"no {kind} was read in {text!r}"
    return all(relation.problem is None for relation in stated)
