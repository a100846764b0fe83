"""Shares that are not what they are said to be: "45 of 60 patients (70%)", "120% of patients"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.relation import Interval, Relation, in_style, known, loosely
from numerate.consistency.skeleton import END, Match, Patterns, Skeleton
from numerate.text import Number

_PEOPLE = (
    "patients participants subjects women men children people respondents students individuals adults boys "
    "infants girls employees voters workers households families physicians nurses farmers consumers"
)
WORDS = {
    "of": "of out_of of_the of_a_total_of out_of_the out_of_a_total_of of_all of_these",
    "people": _PEOPLE,
    "things": f"{_PEOPLE} patient cases samples studies articles genes mice rats animals isolates strains "
    "eyes tumors farms schools hospitals countries questions trials papers items controls specimens cells",
    "all": "the these all our",
    "men": "men male males boys",
    "women": "women female females girls",
    "male": "male males",
    "female": "female females",
}
PARTS = Patterns(
    WORDS,
    "{part:#} <of> {whole:#} ~ (|[ {share:%} )|]|,|;",
    "{part:#} (|[ {share:%} )|] <things>? <of> {whole:#}",
    "{part:#} <things>? (|[ {share:%} )|] <of> {whole:#}",
    "{share:%} ~ (|[ {part:#} <of> {whole:#} )|]|,|;",
    "{share:%} ~ (|[ n? =? {part:#} / {whole:#} )|]|,|;",
    "{part:#} / {whole:#} ~ (|[ {share:%} )|]|,|;",
    "{part:#} / {whole:#} ;|,|= {share:%} )|]|,|;",
    "{share:%} ~ (|[ n? =? {ratio:/} )|]|,|;",
    "{ratio:/} ~ (|[ {share:%} )|]|,|;",
    "{ratio:/} ;|,|= {share:%} )|]|,|;",
    "{part:#} <of> {whole:#} or {share:%}",
)
OF_ALL = Patterns(WORDS, "of|among <all>? {whole:#} <things> ~ {part:#} <things>? (|[ {share:%} )|]|,|;")
SEXES = Patterns(
    WORDS,
    "{one:%} were? <male> and? {other:%} were? <female>",
    "{one:%} were? <female> and? {other:%} were? <male>",
    "{one:%} were <men> and {other:%} were? <women>",
    "{one:%} were <women> and {other:%} were? <men>",
)
TOO_MANY = Patterns(WORDS, "{share:%} of <all>? <people>")

_FEW = 10
"""Of a whole as small as this, the share is often one of something larger."""
_HALF = 50.0
"""What is shared 50/50 is shared equally."""
_RATIO = re.compile(r"(\d+)[/⁄](\d+)")
_OTHER_SHARES = re.compile(
    r"\b(?:and|or|either|but|while|whereas|versus|vs|total|high|average|mean|followed)\b"
)
_VAGUE = re.compile(
    r"(?:\b(?:approximately|about|nearly|almost|over|than|around|roughly|some|least|most|only|another|further|below"
    r"|above|under|grade|stage|class|type|phase|level|but|except)|[~<>±/]|[\x01-\x06],)\s?$"
)
"""Words before it that make a figure vague, or a name: "grade 3/4"."""
_LEVEL = re.compile(r"[\s,]*(?:ci\b|confidence|credible|sensitiv|specific)")
_DILUTION = re.compile(r"[\s,;]*[\w ]{0,20}\b(?:dilut|labs?\b|inc\b)")
_BEGINS = re.compile(rf"(?:^|[{END},;:(])\s*$")

_CLOSES = re.compile(rf"\s*(?:$|[{END}.,;)\]])")


def shares(skeleton: Skeleton) -> Iterator[Relation]:
    """Every part of a whole with the share it is said to be, and every share that is more than all."""
    seen: set[int] = set()
    for match in (*PARTS.find(skeleton), *(m for m in OF_ALL.find(skeleton) if _BEGINS.search(m.before))):
        share = match.roles["share"]
        if share.start not in seen and _is_one_share(match):
            seen.add(share.start)
            yield from _of_whole(match)
    for match in SEXES.find(skeleton):
        if _CLOSES.match(match.after):  # "71% boys and 74% girls agreed" are shares of two wholes
            yield _of_two(match.roles["one"], match.roles["other"])
    for match in TOO_MANY.find(skeleton):
        share = match.roles["share"]
        if share.value <= 100:
            yield Relation("share", (share,))
        else:
            problem = f"{share.text} of them would be more than all of them."
            yield Relation("share", (share,), problem, (None,))


def _is_one_share(match: Match) -> bool:
    vague = _VAGUE.search(match.before) or _LEVEL.match(match.after) or _DILUTION.match(match.after)
    return not vague and _OTHER_SHARES.search(match.matched) is None


def _of_whole(match: Match) -> Iterator[Relation]:
    share = match.roles["share"]
    if ratio := match.roles.get("ratio"):
        written = _RATIO.fullmatch(ratio.text)
        if written is None:
            return
        part, whole = map(float, written.groups())
        numbers: tuple[Number, ...] = (ratio, share)
    else:
        numbers = (match.roles["part"], match.roles["whole"], share)
        part, whole = numbers[0].value, numbers[1].value
    if 1900 <= part <= 2100 and whole < 100:  # the year 2015/16
        return
    dilution = part == 1 and whole >= 100 and whole % 50 == 0
    if whole < _FEW or part % 1 or whole % 1 or dilution or part == whole == _HALF:
        return
    found = 100 * part / whole
    if Interval(found, found).meets(loosely(share)):
        yield Relation("share", numbers)
        return
    problem = f"{part:,.0f} of {whole:,.0f} is {in_style(found, share)}, not {share.text}."
    fraction = loosely(share).times(0.01)
    needed: list[Interval | None] = [None] * (len(numbers) - 1)
    if len(numbers) == 3:
        needed = [fraction.times(whole), Interval(part, part).over(fraction) if fraction.low > 0 else None]
    yield Relation("share", numbers, problem, (*needed, Interval(found, found)))


def _of_two(one: Number, other: Number) -> Relation:
    together = known(one).plus(known(other))
    if together.low <= 100:
        return Relation("share", (one, other))
    total = one.decimal + other.decimal
    problem = f"{one.text} and {other.text} are together {total}%, more than all."
    return Relation("share", (one, other), problem, (_up_to(100 - other.value), _up_to(100 - one.value)))


def _up_to(value: float) -> Interval | None:
    return Interval(value, value) if value >= 0 else None
