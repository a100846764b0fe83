"""Number words that count nothing: those of idioms, adverbs, and the pronoun "one"."""

from __future__ import annotations

from typing import NamedTuple

from numerate.text.cues import (
    CHANCE,
    CLAUSE_BEFORE_ONE,
    FIRST_ENDS,
    IDIOMS,
    MEASURED,
    ONE_IN,
    ONE_IS_A_PRONOUN_AFTER,
    ONE_IS_A_PRONOUN_BEFORE,
    PRAISE,
    PRONOUN_ENDS,
    QUALIFIED,
    RANKED,
    TIME_FOLLOWS,
    TIMED,
    VERB_AFTER_ONE,
)
from numerate.text.lexicon import MONTHS, ORDINALS, TENS, UNITS


def is_pronoun(view: str, start: int, end: int, before: str) -> bool:
    """Return whether the "one" at `start:end`, after the word `before`, counts nothing."""
    if ONE_IN.match(view, end):
        return is_praise(view, end + len(" in a million"))
    if before in CLAUSE_BEFORE_ONE and VERB_AFTER_ONE.match(view, end):
        return True
    if PRONOUN_ENDS.match(view, end) and QUALIFIED.search(view, max(0, start - 40), start):
        return True
    if ONE_IS_A_PRONOUN_BEFORE.match(view, end):
        return True
    if before in ORDINALS and MEASURED.match(view, end) is None:  # the second one
        return True
    return view[end : end + 1] != "-" and before in ONE_IS_A_PRONOUN_AFTER


def is_praise(view: str, end: int) -> bool:
    """Return whether the words that end at `end` say that somebody is one in a million."""
    praise = PRAISE.search(view, max(0, end - 60), end)
    return praise is not None and CHANCE.search(praise[0]) is None


def is_time(view: str, start: int, end: int, before: str) -> bool:
    """Return whether the "second" at `start:end` is a time: after a count or "per", in "a second later"."""
    if before in TENS and TIMED.match(view, end):
        return True
    if before in ("a", "per", "every", "each", "split"):
        return before != "a" or TIME_FOLLOWS.match(view, end) is not None
    if before in ORDINALS:  # after the first second
        return TIME_FOLLOWS.match(view, end) is not None
    return before[-1:].isdigit() or before in UNITS or before == "half"


def word_before(view: str, start: int) -> str:
    """Return the word before a number word, without what is joined to it."""
    return view[max(0, start - 16) : start].rstrip(" \xa0-\n").rpartition(" ")[2].lstrip("(\"'")


class _Idioms(NamedTuple):
    """The idioms of one number word: what stands before it, after it, or on both sides."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    around: tuple[tuple[str, str], ...]
    ends_before: frozenset[str]
    """The last three characters before the word in idioms of it, where something stands before it."""
    begins_after: frozenset[str]
    """The first two characters after the word in idioms that it begins."""


def _spaces_before(idiom: str) -> tuple[str, ...]:
    """Return what may stand before an idiom as short as "I _ that", so that three characters tell it."""
    return ("",) if len(idiom) > 2 else ("", " ", "\n", '"')


def _split_idioms(written: str) -> _Idioms:
    pairs = [tuple(idiom.split("_")) for idiom in written.split("|")]
    return _Idioms(
        tuple(before for before, after in pairs if not after),
        tuple(after for before, after in pairs if not before),
        tuple((before, after) for before, after in pairs if before and after),
        frozenset(space + before[-3:] for before, _ in pairs if before for space in _spaces_before(before)),
        frozenset(after[:2] for before, after in pairs if not before),
    )


_IDIOMS = {word: _split_idioms(written) for word, written in IDIOMS.items()}


def is_idiom(view: str, start: int, end: int) -> bool:
    """Return whether the number word at `start:end` counts nothing: in an idiom, or as an adverb."""
    word = view[start:end]
    idioms = _IDIOMS.get(word)
    if idioms is None:
        return False
    before, after, around, ends_before, begins_after = idioms
    if view[end : end + 2] in begins_after and view.startswith(after, end):
        return True
    if view[start - 3 if start > 3 else 0 : start] in ends_before:
        if view.endswith(before, 0, start):
            return True
        for prefix, suffix in around:
            if view.startswith(suffix, end) and view.endswith(prefix, 0, start):
                return True
    if word == "a million":
        return is_praise(view, end)
    return word == "first" and _is_adverb(view, start, end)


def _is_adverb(view: str, start: int, end: int) -> bool:
    """Return whether "first" ranks nothing: "ring the office first", "first thing on Monday"."""
    if not start or FIRST_ENDS.match(view, end) is None:
        return False
    before = view[max(0, start - 16) : start]
    word = before.rstrip(" \xa0").rpartition(" ")[2]
    return before[-1] == " " and word[-1:].isalnum() and word not in RANKED and word not in MONTHS
