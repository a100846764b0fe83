"""Later clauses about the first subject of a sentence: "Iceland is an island and has 390,000 people"."""

from __future__ import annotations

from collections.abc import Iterator

from numerate.consistency.world.elements import Element, Line, genitive
from numerate.consistency.world.subjects import is_meant
from numerate.consistency.world.vocabulary import CLAUSE, VERBS

_MODALS = frozenset("can could may might will would must did does".split())
_STARTS = VERBS | {"with", "its", "it"}


def continuations(line: Line) -> Iterator[tuple[Line, int]]:
    """Yield the later clauses of a sentence, each behind its first subject, and the place of the subject."""
    at = int(line.text(0) == "the")
    names = line[at].names if at < len(line) else ()
    if line.text(at) != "it":
        names = tuple(name for name in names if is_meant(line, at, name))
    if not names or not _is_subject(line, at):
        return
    subject = Element(line.text(at), line[at].start, line[at].end, line[at].is_upper, names=names)
    for start in range(at + 2, len(line) - 1):
        if line.text(start) in CLAUSE:
            return
        if _continues(line, at, start):
            tie = genitive(line[start]) if line.text(start) == "its" else ()
            rest = line.elements[start + (line.text(start) in ("its", "it")) :]
            yield Line(line.sentence, [subject, *tie, *rest]), 0


def _is_subject(line: Line, at: int) -> bool:
    """Return whether a verb or an aside follows a name that opens the sentence."""
    after = at + 1 + (line.text(at + 1) in ("itself", "alone", "also", "still"))
    word = line.text(after)
    return (
        word in VERBS
        or word in _MODALS
        or word in (",", "(")
        or (word.isalpha() and word.endswith(("s", "ed")))
    )


def _continues(line: Line, at: int, start: int) -> bool:
    """Return whether a clause about the subject begins at a place."""
    before, word = line.text(start - 1), line.text(start)
    if word not in _STARTS:
        return False
    if word == "its":
        return before in (":", "and") or (before in (",", "with") and not _may_belong(line, at, start - 2))
    if word == "it":
        return before == ":"
    if word == "with":
        return before == "," and not _may_belong(line, at, start - 2)
    return before == "and"


def _may_belong(line: Line, at: int, last: int) -> bool:
    """Return whether what follows may be said of another name than the subject; not of one after "than"."""
    for place in range(last, at, -1):
        if line.text(place - 1) in ("than", "as"):
            return False
        if line[place].is_upper or line[place].names or line.text(place) == ",":
            return True
    return False
