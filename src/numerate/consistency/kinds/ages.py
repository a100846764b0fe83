"""Rule `age`: ages that do not follow from the years, as in "(1902–1971) died at the age of 86"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import STRONG, SURE, Claim, claims
from numerate.consistency.cues import HEDGE, gap
from numerate.consistency.equation import Equation, Quantity, Sum, constant
from numerate.consistency.interval import exactly, hedged
from numerate.consistency.kinds.lives import find_lives
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.slots import Sentence, Slot

_BIRTH = re.compile(
    r"(?:\bborn\b(?! between\b| from\b)[^A-Z;.]{0,40}?|\bb\. ?|\b(?:his|her|their) birth (?:in|on) )"
    r"(?P<birth>[YD])"
)
_ORIGIN = re.compile(
    r"\b(?:founded|planted|built|established|launched|opened|set up|started|created|formed"
    r"|inaugurated|incorporated|erected|completed|consecrated|chartered|dedicated|married|wed"
    r"|dates? (?:back )?(?:from|to))\b"
    r"[^A-Z;.]{0,30}?(?:\b(?:in|on|since) )?(?P<birth>[YDN])(?![ -][a-z]+s\b)"
)
_LIFE = re.compile("\\((?:[a-z.]+ )?(?P<birth>[YDN]) ?[-\x96\x97] ?(?P<death>[YDN])\\)")
_AGES = (
    re.compile(rf"\b(?:at the age of|age of|aged|at age|age) {HEDGE}(?P<age>[NU])\b"),
    re.compile(rf"\b(?:lived to(?: be| reach)?|reached|lived) {HEDGE}(?P<age>[NU])\b"),
    re.compile(rf"\b(?:turn(?:s|ed|ing)?) {HEDGE}(?P<age>[NU])\b"),
    re.compile(
        r"\b(?:was|is|were|being|only|already|just) (?P<age>[NU])(?: (?:years )?old)?(?= when|[.,;)]| "
        r"at (?:his|her|the|their)| in Y| at\b|$)"
    ),
    re.compile(r", (?P<age>N) (?:this year|last year|now|today)?,? ?\(?(?=Y)"),
    re.compile(r"^(?:at|aged) (?P<age>N),? (?:s?he|they|the|[a-z]+ (?:became|was|won|joined|founded))\b"),
    re.compile(r"\b(?:at|died) (?P<age>N)(?=[.,;)]|$| in Y| of\b)"),
    re.compile(r"(?P<age>[NU])(?:-year-old| years? old| years of age)\b|(?P<years>U)-old\b"),
    re.compile(r"(?P<age>O) (?:birthday|anniversary)\b"),
    re.compile(
        r"(?P<age>U) (?:together|of marriage|of service|in (?:business|office|power)|on the throne)\b"
    ),
    re.compile(r"\b(?:married for|now) (?P<age>[NU]),"),
)
_SIBLING = re.compile(r"(?P<age>U) (?P<way>younger|older)\b")
_AGE_DAYS = re.compile(r"\byears?\b")
_TWO_PEOPLE = re.compile(
    r"\band (?:his|her|their) (?:mother|father|son|daughter|brother|sister|wife|husband)\b"
)
_RELATIVE = re.compile(
    r"\b(?:his|her|their|whose|and|mother|father|son|daughter|brother|sister|wife|husband)\b"
)
"""Words with which "he" or "she" may be another than who was born."""


_OTHER_AGE = re.compile(
    r"\bN when\b.*\bN when\b|\bwas N\b.*\band N when\b|\bdied when (?!s?he\b|they\b)[a-z]+ (?:was|were)\b"
)
"""An age at another event, "was 29 when it was shot and 31 when it was released", or of another person."""


def read_ages(sentence: Sentence) -> Iterator[Claim]:
    """Read every age with the year of birth and the year in which it was reached."""
    yield from _siblings(sentence)
    yield from _two_ages(sentence)
    births = [*_BIRTH.finditer(sentence.line), *_LIFE.finditer(sentence.line)] or list(
        _ORIGIN.finditer(sentence.line)
    )
    birth = _year(sentence.slot(births[0].start("birth"))) if len(births) == 1 else None
    odds = SURE
    years = [slot for slot in sentence.having("YD") if _year(slot)]
    if birth is None and not births:
        birth, odds = _born_before(sentence)
    if birth is None:
        return
    if _TWO_PEOPLE.search(sentence.line):
        odds = STRONG
    events = [slot for slot in years if slot is not birth]
    if births and births[0].re is _LIFE:
        events = [sentence.slot(births[0].start("death"))]
        if not re.search(r"\b(?:died|death|dies|aged|killed|passed|lived)\b", sentence.line):
            return
    ages = [
        sentence.slot(match.start(match.lastgroup or "age"))
        for pattern in _AGES
        for match in pattern.finditer(sentence.line)
    ]
    ages = list(dict.fromkeys(slot for slot in ages if _in_years(slot)))
    if (
        len(ages) == 1
        and len(events) == 1
        and ((bool(births) and births[0].re is _LIFE) or not _is_apart(ages[0], events[0]))
        and not _OTHER_AGE.search(sentence.line)
        and events[0].number.value > birth.number.value
    ):
        organisation = bool(births) and births[0].re is _ORIGIN
        if organisation and not re.search(
            r"\b(?:turn\w*|age|aged|old|anniversary|birthday|married|wed)\b", sentence.line
        ):
            return
        yield _claim(birth, events[0], ages[0], odds)


def _born_before(sentence: Sentence) -> tuple[Slot | None, float]:
    """Return the birth that the sentence before states of the same person, and how sure that is."""
    previous = sentence.previous
    earlier = list(_BIRTH.finditer(previous.line)) if previous is not None else []
    if previous is None or len(earlier) != 1 or len(previous.having("YD")) != 1:
        return None, STRONG
    if not re.match(r"(?:s?he|at|in|when|aged)\b", sentence.line):
        return None, STRONG
    same = re.match(r"s?he\b", sentence.line) and not _RELATIVE.search(previous.line)
    return _year(previous.slot(earlier[0].start("birth"))), SURE if same else STRONG


def _is_apart(age: Slot, event: Slot) -> bool:
    """Return whether an age is not that of the event: "married in 1924 and was 46 when his book came out"."""
    if event.at < age.at and re.match(r"(?: years old)? when\b(?!.*Y)", age.after(80)):
        return True
    return re.search(r"\b(?:that|which|who|whose)\b", gap(age.sentence, age.at, event.at)) is not None


def _year(slot: Slot) -> Slot | None:
    """Return a slot that names a year."""
    if slot.mark == "N" and slot.is_count and 1000 <= slot.value < 2100 and slot.number.text.isdigit():
        return slot
    return slot if slot.mark == "Y" or (slot.moment is not None and slot.moment.year is not None) else None


def _in_years(slot: Slot) -> bool:
    return slot.mark in "NO" or (slot.number.unit is not None and slot.number.unit.symbol == "yr")


def _claim(birth: Slot, event: Slot, age: Slot, odds: float) -> Claim:
    early, late = _passed(birth, event)
    # The first number of a date is its year.
    span = Sum((_quantity(event), _quantity(birth), constant(early, late)), (1, -1, 1))
    years = _quantity(age)
    first, last = (
        int(event.number.value - birth.number.value + early),
        int(event.number.value - birth.number.value + late),
    )
    shown = str(first) if first == last else f"{first} or {last}"
    problem = f"From {birth.number.text} to {event.number.text} is {shown} years, not {age.number.text}."
    numbers = (birth.number, event.number, age.number)
    return Claim(Equation(span, years), problem, odds, (), numbers)


def _quantity(slot: Slot) -> Quantity:
    return Quantity(
        slot.number,
        hedged(slot.number, slot.sentence.text, exactly(slot.number))
        if slot.mark in "NUO"
        else exactly(slot.number),
    )


def _passed(birth: Slot, event: Slot) -> tuple[int, int]:
    """Return what to add to the difference of the years: -1 if the birthday was still to come."""
    if (
        birth.moment is None
        or event.moment is None
        or birth.moment.month is None
        or event.moment.month is None
    ):
        return -1, 0
    first = (birth.moment.month, birth.moment.day or 0)
    second = (event.moment.month, event.moment.day or 0)
    if first[0] == second[0] and not (first[1] and second[1]):
        return -1, 0
    return (0, 0) if second >= first else (-1, -1)


OLDEST = 120
"""Years that nobody lives longer than."""
_AGED = re.compile(r"\b(?:was|is|at|aged|age|turned|only|just) $")


def _two_ages(sentence: Sentence) -> Iterator[Claim]:
    """Read two ages and their years: "he joined at 22 in 1998 and left at 34 in 2010"."""
    years = sentence.having("Y")
    ages = [slot for slot in sentence.having("NU") if _in_years(slot)]
    order = "".join(slot.mark for slot in sentence.slots if slot in years or slot in ages)
    if len(years) != 2 or len(ages) != 2 or re.fullmatch(r"[NU]Y[NU]Y|Y[NU]Y[NU]", order) is None:
        return
    if (
        len(ages) + len(years) != len(sentence.slots)
        or any(slot.noun or slot.value > OLDEST for slot in ages)
        or sentence.having("D")
    ):
        return
    if not all(_AGED.search(age.before(12)) for age in ages) or _RELATIVE.search(
        sentence.line.replace(" and ", " ")
    ):
        return
    if all(age.after(1) == ")" for age in ages):
        return  # two people: "Perry (age 40) … Clemens (age 42)"
    spans = [Sum((_quantity(pair[1]), _quantity(pair[0])), (1, -1)) for pair in (years, ages)]
    passed = int(years[1].value - years[0].value)
    problem = (
        f"From {years[0].number.text} to {years[1].number.text} is {passed} years, "
        f"from {ages[0].number.text} to {ages[1].number.text} {int(ages[1].value - ages[0].value)}."
    )
    numbers = (years[0].number, years[1].number, ages[0].number, ages[1].number)
    within = Sum((spans[0], constant(-1, 1)), (1, 1))
    yield Claim(Equation(within, spans[1]), problem, SURE, (), numbers, local=True)


def _siblings(sentence: Sentence) -> Iterator[Claim]:
    """Read "Margit (b. 1985) and her sister, eight years younger and born in 1993"."""
    births = [sentence.slot(match.start("birth")) for match in _BIRTH.finditer(sentence.line)]
    for match in _SIBLING.finditer(sentence.line):
        years = [slot for slot in births if _year(slot)]
        if len(years) != 2:
            continue
        difference = sentence.slot(match.start("age"))
        low, high = sorted(years, key=lambda slot: slot.number.value)
        actual = int(high.number.value - low.number.value)
        span = Sum((_quantity(high), _quantity(low), constant(-1, 1)), (1, -1, 1))
        problem = f"{high.number.text} − {low.number.text} = {actual} years, not {difference.written}."
        yield Claim(
            Equation(span, _quantity(difference)),
            problem,
            SURE,
            (),
            (low.number, high.number, difference.number),
        )


_find_ages = claims(
    "age",
    "born b founded planted built established launched opened set started created formed died age "
    "aged younger older at was married wed incorporated lived consecrated chartered dedicated dates"
    " dated",
    read_ages,
)


def find_ages(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every age by its sentence, and ages at death by the birth in another paragraph."""
    yield from _find_ages(skeleton)
    yield from find_lives(skeleton)


RULE = ConsistencyRule(
    name="age",
    title="An age that does not follow from the years",
    description="The years of birth and of the event give a different age.",
    level="error",
    example="The painter Ilse Varga (1902–1971) died at the age of 86.",
    find=find_ages,
    last_is_derived=True,
)
