"""Helpers for the tests of the reader of claims."""

from numerate.consistency import Inconsistency, inconsistencies
from numerate.consistency.learned.figures import Figure, read_figures
from numerate.consistency.learned.kinds import CandidateEquation, candidates, equation_of
from numerate.consistency.learned.network import claim_model
from numerate.consistency.learned.windows import ClaimWindow, encode_sentence, windows
from numerate.consistency.skeleton import Skeleton
from numerate.text import extract


def skeleton(text: str) -> Skeleton:
    """Return a text as rules read it."""
    return Skeleton(text, extract(text, identifiers=True))


def figures(text: str) -> list[Figure]:
    """Return the figures of a text."""
    return read_figures(skeleton(text).sentences)


def cut(text: str) -> list[ClaimWindow]:
    """Return the windows of a text."""
    pieces = claim_model().pieces
    return list(windows([encode_sentence(each, pieces) for each in skeleton(text).sentences], pieces))


def read(text: str) -> list[Inconsistency]:
    """Return the contradictions of a text that the network finds and the rules do not."""
    assert not list(inconsistencies(text)), "the rules find it"
    return list(inconsistencies(text, reader=claim_model()))


def holding(text: str) -> set[tuple[str, tuple[int, ...]]]:
    """Return the equations between the figures of a text that hold."""
    return {(each.kind, each.figures) for each in candidates(figures(text)) if each.holds}


def reading(text: str, kind: str, *indices: int) -> CandidateEquation:
    """Return a reading of a text by the kind of its equation and the figures in their roles."""
    amounts = figures(text)
    return next(
        equation_of(each, amounts)
        for each in candidates(amounts)
        if each.kind == kind and each.figures == indices
    )
