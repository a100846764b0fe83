"""Ages at death that do not fit a birth in another paragraph: born in 1867, and "died in 1934, aged 76".

A part of rule `age`. Texts name several people, so that a typo must explain the age, and no other birth it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from numerate.consistency.claim import SURE, decided, weigh
from numerate.consistency.cues import HEDGE
from numerate.consistency.relation import Relation
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot

_BORN = re.compile(
    r"(?<!\bfather was )(?<!\bmother was )(?<!\bson was )(?<!\bdaughter was )"
    r"\bborn\b(?! between\b| from\b| to\b| into\b)[^;.YD]{0,40}?(?P<birth>[YD])"
)
_DIED = re.compile(r"\b(?:died|dies|was killed|was executed|was assassinated|(?:his|her) death)\b")
_AGED = re.compile(
    rf"(?:\bat the age of|\baged|\bat age) {HEDGE}(?P<age>[NU])\b(?! years younger| months)"
    r"|\b(?P<old>U)[ -]old\b"
)
_ANOTHER = re.compile(
    r"\b(?:(?:his|her|their|whose) (?:[a-z-]+ )?(?:wife|husband|father|mother|son|daughter|brother|sister"
    r"|child|friend|twin|parents?|uncle|aunt|grand[a-z]+)|children|sons|daughters|brothers|sisters|widow"
    r"|baby)\b"
)
"""Words of sentences about somebody else."""
_OLDEST = 120


def find_lives(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every age at death, in a text that has a birth before it."""
    births = [
        sentence.slot(match.start("birth"))
        for sentence in skeleton.statements
        if "born" in sentence.words
        for match in _BORN.finditer(sentence.line)
    ]
    for sentence in skeleton.statements if births else ():
        died = _DIED.search(sentence.line)
        if died and not _ANOTHER.search(sentence.line) and "born" not in sentence.words:
            yield from _at_death(sentence, died.start(), births)


def _at_death(sentence: Sentence, at: int, births: Sequence[Slot]) -> Iterator[Relation]:
    """Compare an age with the years from a birth to the date next to a death."""
    match = _AGED.search(sentence.line)
    dates = sorted(sentence.having("DY"), key=lambda slot: abs(slot.at - at))
    if match is None or not dates:
        return
    age, death = sentence.slot(match.start("age" if match["age"] else "old")), dates[0]
    year = death.year or _last_year(sentence)
    if year is None or age.value % 1 or any(age.value in _ages(birth, death, year) for birth in births):
        return
    birth = births[0]
    passed = _ages(birth, death, year)
    if not passed or not any(_is_typo(str(int(age.value)), str(each)) for each in passed):
        return
    written = " or ".join(map(str, passed))
    problem = f"From {birth.written} to {death.written} is {written} years, not {age.number.text}."
    relation = weigh("age", decided(False, problem, SURE, birth.number, death.number, age.number))
    if relation is not None:
        yield relation


def _ages(birth: Slot, death: Slot, year: int) -> list[int]:
    """Return the ages that somebody may have died at."""
    if birth.year is None or not 0 < year - birth.year <= _OLDEST:
        return []
    is_passed = _passed(birth, death)
    years = year - birth.year
    return [years - 1, years] if is_passed is None else [years - (not is_passed)]


def _is_typo(written: str, meant: str) -> bool:
    """Return whether two digits are swapped, or one is replaced."""
    different = sum(a != b for a, b in zip(written, meant, strict=False))
    return len(written) == len(meant) > 1 and (different == 1 or written == meant[::-1])


def _last_year(sentence: Sentence) -> int | None:
    """Return the last year that a paragraph names before a sentence."""
    before = sentence.previous
    while before is not None:
        years = [slot.year for slot in before.slots if slot.year is not None]
        if years:
            return years[-1]
        before = before.previous
    return None


def _passed(birth: Slot, death: Slot) -> bool | None:
    """Return whether the last birthday was before the death, as far as months and days tell."""
    start, end = birth.moment, death.moment
    if start is None or end is None or start.month is None or end.month is None:
        return None
    if start.month != end.month:
        return start.month < end.month
    return start.day <= end.day if start.day is not None and end.day is not None else None
