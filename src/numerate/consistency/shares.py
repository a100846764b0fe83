"""Rule `share`: percentages that do not match their counts, as in "45 of 60 patients (70%)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.interval import Interval, known, loosely
from numerate.consistency.relation import Relation, in_style
from numerate.consistency.rule import ConsistencyRule
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
    "{first:%} were? <male> and? {second:%} were? <female>",
    "{first:%} were? <female> and? {second:%} were? <male>",
    "{first:%} were <men> and {second:%} were? <women>",
    "{first:%} were <women> and {second:%} were? <men>",
)
TOO_MANY = Patterns(WORDS, "{share:%} of <all>? <people>")

_MIN_WHOLE = 10
"""Smallest whole that is checked; next to a smaller one, the percentage often refers to something larger."""
_HALF = 50.0
"""50/50 means equal parts rather than 50 out of 50."""
_RATIO = re.compile(r"(\d+)[/⁄](\d+)")
_OTHER_SHARES = re.compile(
    r"\b(?:and|or|either|but|while|whereas|versus|vs|total|high|average|mean|followed)\b"
)
_VAGUE = re.compile(
    r"(?:\b(?:approximately|about|nearly|almost|over|than|around|roughly|some|least|most|only|another|further|below"
    r"|above|under|grade|stage|class|type|phase|level|but|except)|[~<>±/]|[\x01-\x06],)\s?$"
)
"""Words before a figure that make it vague or part of a name: "grade 3/4"."""
_LEVEL = re.compile(r"[\s,]*(?:ci\b|confidence|credible|sensitiv|specific)")
_DILUTION = re.compile(r"[\s,;]*[\w ]{0,20}\b(?:dilut|labs?\b|inc\b)")
_BEGINS = re.compile(rf"(?:^|[{END},;:(])\s*$")

_CLOSES = re.compile(rf"\s*(?:$|[{END}.,;)\]])")


def find_shares(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every percentage with the counts it is calculated from, and percentages bounded by 100."""
    seen: set[int] = set()
    for match in (*PARTS.find(skeleton), *(m for m in OF_ALL.find(skeleton) if _BEGINS.search(m.before))):
        share = match.roles["share"]
        if share.start not in seen and _is_one_share(match):
            seen.add(share.start)
            yield from _part_of_whole(match)
    for match in SEXES.find(skeleton):
        if _CLOSES.match(match.after):  # "71% boys and 74% girls agreed" are shares of two wholes
            yield _two_parts(match.roles["first"], match.roles["second"])
    for match in TOO_MANY.find(skeleton):
        share = match.roles["share"]
        if share.value <= 100:
            yield Relation("share", (share,))
        else:
            problem = f"{share.text} of them would be more than all of them."
            yield Relation("share", (share,), problem, (None,))


RULE = ConsistencyRule(
    name="share",
    title="A share that does not fit its figures",
    description="A percentage does not follow from the counts next to it, or exceeds the whole.",
    level="error",
    example="We saw 45 of 60 patients (70%).",
    find=find_shares,
    last_is_derived=True,
)


def _is_one_share(match: Match) -> bool:
    vague = _VAGUE.search(match.before) or _LEVEL.match(match.after) or _DILUTION.match(match.after)
    return not vague and _OTHER_SHARES.search(match.matched) is None


def _part_of_whole(match: Match) -> Iterator[Relation]:
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
    if whole < _MIN_WHOLE or part % 1 or whole % 1 or dilution or part == whole == _HALF:
        return
    percentage = 100 * part / whole
    if Interval(percentage, percentage).meets(loosely(share)):
        yield Relation("share", numbers)
        return
    problem = f"{part:,.0f} of {whole:,.0f} is {in_style(percentage, share)}, not {share.text}."
    fraction = loosely(share).times(0.01)
    needed: list[Interval | None] = [None] * (len(numbers) - 1)
    if len(numbers) == 3:
        needed = [fraction.times(whole), Interval(part, part).over(fraction) if fraction.low > 0 else None]
    yield Relation("share", numbers, problem, (*needed, Interval(percentage, percentage)))


def _two_parts(first: Number, second: Number) -> Relation:
    numbers = (first, second)
    if known(first).plus(known(second)).low <= 100:
        return Relation("share", numbers)
    total = first.decimal + second.decimal
    problem = f"{first.text} and {second.text} add up to {total}%, more than the whole."
    return Relation(
        "share", numbers, problem, (_remainder(100 - second.value), _remainder(100 - first.value))
    )


def _remainder(value: float) -> Interval | None:
    return Interval(value, value) if value >= 0 else None
