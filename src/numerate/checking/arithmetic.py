"""Evidence of the arithmetic of a text about its numbers: confirmed, contradicted, or neither."""

from __future__ import annotations

from collections.abc import Iterable

from numerate.consistency import Relation

ArithmeticEvidence = dict[int, str]
"""By the start of a number, one of `numerate.model.error_model.EVIDENCE`."""


def arithmetic_evidence(relations: Iterable[Relation]) -> ArithmeticEvidence:
    """Return what relations say about each of their numbers.

    A relation that holds confirms its numbers, whatever others say: of a contradiction, another number is
    then the wrong one.
    """
    evidence: ArithmeticEvidence = {}
    for relation in sorted(relations, key=_strength):
        says = "confirmed"
        if relation.problem is not None:
            says = "contradicted" if relation.level == "error" else "perhaps contradicted"
        evidence.update((number.start, says) for number in relation.numbers)
    return evidence


def _strength(relation: Relation) -> int:
    if relation.problem is None:
        return 2
    return int(relation.level == "error")


_EQUATIONS = frozenset(
    "total share change difference average rate area conversion currency derived hundred times".split()
)
"""Kinds of relations that determine each of their numbers by the others; other kinds are bounds."""


def determined(relations: Iterable[Relation]) -> set[int]:
    """Return the starts of numbers that an equation confirms; one of two numbers has to convert a unit."""
    return {
        number.start
        for relation in relations
        if relation.problem is None and relation.kind in _EQUATIONS
        if len(relation.numbers) > 2 or relation.kind in ("conversion", "currency")
        for number in relation.numbers
    }
