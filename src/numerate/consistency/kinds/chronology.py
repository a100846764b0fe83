"""Rule `chronology`: years that do not follow each other as stated: "in 2015; three years later, in 2017"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from numerate.consistency.claim import LIKELY, STRONG, SURE, Claim, claims, decided
from numerate.consistency.equation import Equation, Quantity, Sum, Term, constant
from numerate.consistency.interval import exactly, hedged
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.text.units import SYMBOLS

_YEAR = SYMBOLS["yr"].factor
_WORDS = {"year": 1, "decade": 10, "century": 100}
_SPAN = r"(?:(?P<span>U)|(?P<word>\ba (?:year|decade|century)))"
_LATER = re.compile(rf"{_SPAN} (?:later|on|afterwards),?(?: (?:in|by|on))? (?:[a-z]+ ){{0,2}}?(?P<result>Y)")
_LATER_FIRST = re.compile(
    rf"(?P<result>Y)[^A-Z;.]{{0,20}}?,? {_SPAN} (?:later|afterwards|on)(?=[,.;]| they| he| she| it)"
)
_AFTER = re.compile(
    rf"{_SPAN} (?P<way>after|before|following|prior to)\b(?P<rest>[^A-NP-Z;.]{{0,60}}?)(?P<base>Y)"
)
_EARLIER = re.compile(
    rf"{_SPAN} (?:earlier|before|previously),? (?:already )?in (?:[a-z]+ ){{0,2}}?(?P<result>Y)"
)
_UNTIL = re.compile(r"\bfrom (?:[a-z]+ )?(?P<first>[YD]) (?:until|till) (?:[a-z]+ )?(?P<second>[YD])")
_PARTICIPLE = re.compile(
    r"^(?:[a-z]+ )?(?:founded|born|built|established|opened|launched|created|formed|set up|erected) "
    r"(?:[a-z]+ ){0,5}?in (?P<first>Y),[^A-NP-Z;.]{0,60}? in (?P<second>Y)(?=[.,;)]| and |$)"
)
_OTHER_START = re.compile(
    r"\b(?:site|former\w*|previous\w*|predecessor|originally|since|parents?|father|mother|designed"
    r"|planned|traces?|following|to commemorate|named|based|invented|patented)\b"
)
_STARTS = (
    r"(?:opened|founded|built|begun|began|started|starts|begins|born|launched|established|introduced"
    r"|joined|admitted|arrived|created|formed|commissioned|appointed|elected|erected|laid down|set"
    r" up|took office|planted"
    r"|bought|married|enrolled|moved in|inaugurated|checked in|departed|set out|left|leaves|hired|signed)"
)
_ENDS = (
    r"(?:closed|ended|ends|finished|completed|died|demolished|dissolved|abolished|discharged|retired"
    r"|decommissioned|folded|sold|divorced|graduated|moved out|shut|resigned|expired|expires"
    r"|cancelled|scrapped|burn(?:ed|t) down|destroyed|gutted|reached|landed|crashed|sank|wrecked|pulled down"
    r"|returned|checked out|torn down|wound up|disbanded|released)"
)
_SEQUENCE = re.compile(
    rf"\b{_STARTS}\b[^A-Z;.]{{0,40}}?\b(?:in|on|from|since) (?:[a-z]+ "
    rf"){{0,2}}?(?P<first>[YD])[^A-Z;.]{{0,40}}?\b(?P<and>and|then|before it|before being|but|until "
    rf"it|,)\b ?[^A-Z;.]{{0,40}}?\b{_ENDS}\b[^A-Z;.]{{0,30}}?(?:in|on|at|by) (?:[a-z]+ "
    rf"){{0,2}}?(?P<second>[YD])"
)
_VAGUE = re.compile(
    r"\b(?:some|about|almost|nearly|over|more than|around|or|roughly|less than|just|another|within|at "
    r"least|up to)\b[^A-Z]{0,12}$"
)


def read_chronology(sentence: Sentence) -> Iterator[Claim]:
    """Read every year that is a number of years after or before another."""
    line = sentence.line
    seen: set[Slot] = set()
    for match in _LATER.finditer(line):
        result = sentence.slot(match.start("result"))
        base, odds = _earlier(sentence, match.start())
        if (
            base is not None
            and not _VAGUE.search(line[: match.start()])
            and not re.match(r" or\b|\x96|-", result.after(4))
        ):
            seen.add(result)
            yield _claim(sentence, match, base, result, 1, odds)
    for match in _AFTER.finditer(line):
        if re.search(r", and\b", match["rest"]):
            continue  # another clause: "built in 1993, 48 years after the war, and opened in 2004"
        start = sentence.slot(match.start("base"))
        other, odds = _other(sentence, match, start)
        if other is None or other in seen or _VAGUE.search(line[: match.start()]):
            continue
        way = 1 if match["way"] in ("after", "following") else -1
        yield _claim(sentence, match, start, other, way, odds)
    yield from _before(sentence, seen)
    yield from _clock(sentence)
    yield from _stages(sentence)
    for match in (*_SEQUENCE.finditer(line), *_UNTIL.finditer(line)):
        first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
        claim = _order(sentence, first, second)
        if claim is not None:
            yield claim


_STAGES = (
    re.compile(
        r"\b(?:begun|began|started|starting|born|conceived|designed|planned|commissioned|laid down|drafted)\b"
    ),
    re.compile(
        r"\b(?:opened|opening|founded|founding|built|completed|finished|launched|elected|appointed"
        r"|joined|joining|married"
        r"|wed|took office|taking office|inaugurated|published|came into force|hired|enrolled|established)\b"
    ),
    re.compile(
        r"\b(?:closed|closing|burn(?:ed|t) down|demolished|died|retired|stepped down|resigned|left"
        r"|ended|dissolved|divorced"
        r"|parted|torn down|pulled down|destroyed|expired|disbanded|until|abolished|scrapped|sank"
        r"|folded|quit)\b"
    ),
)
"""Words for what comes first, next and last in the life of a person or a thing."""
_NEW_LIFE = re.compile(
    r"\bdivorced\b.*\b(?:marr(?:ied|ying)|wed)\b|\b(?:re-?(?:open|buil|found|join|elect|marri|launch|start|establish)\w*|again|second|third"
    r"|former\w*|previous\w*"
    r"|predecessor|successor|replac\w+|another|site|his (?:son|father|wife|brother)|her (?:son|mother"
    r"|husband|sister)|whose"
    r"|while|whereas|when|but|first|new|moved|before|since|until then|named|in honou?r|left (?:him|her"
    r"|them|the|a|an|behind))\b"
)


def _stages(sentence: Sentence) -> Iterator[Claim]:
    """Read the years of one thing, which follow each other: begun and finished, opened and closed."""
    slots = sentence.having("YD")
    if (
        not 2 <= len(slots) <= _MOST_STAGES
        or any(slot.mark != "Y" for slot in slots)
        or _NEW_LIFE.search(sentence.line.partition(" (")[0])
    ):
        return
    starts = [0, *(slot.at + 1 for slot in slots)]
    words = [sentence.line[start : slot.at] for start, slot in zip(starts, slots, strict=False)]
    stages = [[i for i, stage in enumerate(_STAGES) if stage.search(part)] for part in words]
    longest = _APART if len(slots) == 2 else _LISTED
    if any(len(stage) != 1 for stage in stages) or any(len(p) > longest or ";" in p for p in words[1:]):
        return
    if not all(
        re.search(r"\b(?:in|on|since|by|from|until) (?:[a-z]+ )?$", slot.before(16)) for slot in slots
    ):
        return
    for (first, (before,)), (second, (after,)) in pairwise(zip(slots, stages, strict=True)):
        if before != after:
            early, late = (first, second) if before < after else (second, first)
            problem = f"{late.written} is before {early.written}."
            yield decided(early.value <= late.value, problem, SURE, early.number, late.number)


_MOST_STAGES = 4
"""Years of one thing that are read, at most."""
_APART, _LISTED = 90, 40
"""Characters between two years of one thing, at most; and between each two of a list."""


_CLOCK = re.compile(
    r"(?P<first>T)[^A-Z;.]{0,60}?(?:(?P<span>U)|(?P<word>\b(?:an|half an"
    r"|one) hour)) later,? (?:at )?(?P<second>T)"
)


def _clock(sentence: Sentence) -> Iterator[Claim]:
    """Read "doors open at 18:30, and the concert begins an hour later at 19:30"."""
    for match in _CLOCK.finditer(sentence.line):
        first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
        if match["span"]:
            span = sentence.slot(match.start("span"))
            length: Term = span.quantity()
            word, numbers = span.written, (*first.numbers, span.number, *second.numbers)
        else:
            length = constant(1800 if match["word"].startswith("half") else 3600)
            word, numbers = match["word"], (*first.numbers, *second.numbers)
        moved = Sum((first.quantity(), length), (1, 1))
        half = Sum((first.quantity(), length, constant(12 * 3600)), (1, 1, -1))
        night = Sum((first.quantity(), length, constant(24 * 3600)), (1, 1, -1))
        problem = f"{word} after {first.written} is not {second.written}."
        others = (Equation(half, second.quantity()), Equation(night, second.quantity()))
        yield Claim(Equation(moved, second.quantity()), problem, SURE, others, numbers)


def _before(sentence: Sentence, seen: set[Slot]) -> Iterator[Claim]:
    """Read "two years earlier, in 2014", and "founded in 1926, the club won in 1951"."""
    line = sentence.line
    for match in _EARLIER.finditer(line):
        result = sentence.slot(match.start("result"))
        after = [slot for slot in sentence.having("Y") if slot.at > result.at]
        source, odds = _earlier(sentence, match.start())
        if source is None and len(after) == 1:
            source, odds = after[0], SURE
        if source is not None and result not in seen and not _VAGUE.search(line[: match.start()]):
            yield _claim(sentence, match, source, result, -1, odds)
    for match in _PARTICIPLE.finditer(line):
        if not _OTHER_START.search(line):
            first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
            claim = _order(sentence, first, second)
            if claim is not None:
                yield claim


def _earlier(sentence: Sentence, start: int) -> tuple[Slot | None, float]:
    """Return the year that "three years later" counts from: the last one before it."""
    years = [slot for slot in sentence.having("Y") if slot.at < start]
    if years:
        far = len(years) > 1 or start - years[-1].at > 90
        return years[-1], STRONG if far else SURE
    if sentence.previous is not None:
        before = [slot for slot in sentence.previous.slots if slot.mark in "YD" and slot.year is not None]
        if len(before) == 1 and before[0].mark == "Y":
            return before[0], SURE
        if before and before[-1].mark == "Y":
            return before[-1], LIKELY
    return None, LIKELY


def _other(sentence: Sentence, match: re.Match[str], base: Slot) -> tuple[Slot | None, float]:
    """Return the year that is "two years before 1953": next to it, on either side."""
    line = sentence.line
    after = re.match(
        r"[^A-Z;.]{0,60}?,? (?:in(?: (?:early|late|mid"
        r"|the (?:early |late )?(?:spring|summer|autumn|fall|winter) of))?|it was|was in)"
        r" (?P<year>Y)(?=[,.;)]| )",
        line[base.at + 1 :],
    )
    if after:
        return sentence.slot(base.at + 1 + after.start("year")), SURE
    before = [slot for slot in sentence.having("Y") if slot.at < match.start()]
    if len(before) == 1 and match.start() - before[0].at < 50:
        return before[0], SURE
    return None, LIKELY


def _claim(
    sentence: Sentence, match: re.Match[str], base: Slot, result: Slot, way: int, odds: float
) -> Claim:
    if match["span"]:
        span = sentence.slot(match.start("span"))
    else:
        span = sentence.word(match.start("word"), match.end("word"), _WORDS[match["word"].split()[-1]])
    unit = span.number.unit
    if unit is not None and unit.symbol not in ("yr", "decade", "century"):
        return decided(True, "", odds, base.number, result.number)
    scale = round(unit.factor / _YEAR) if unit is not None else 1
    years = hedged(span.number, sentence.text, exactly(span.number).times(scale))
    moved = Sum(
        (Quantity(base.number, exactly(base.number)), Quantity(span.number, years, Fraction(scale))), (1, way)
    )
    equation = Equation(moved, Quantity(result.number, exactly(result.number)))
    sign = "+" if way > 0 else "−"
    reached = int(base.value + way * float(years.low)) if years.low == years.high else "another year"
    problem = (
        f"{base.number.text} {sign} {int(span.number.value * scale)} years is {reached}, not "
        f"{result.number.text}."
    )
    return Claim(equation, problem, odds, (), (base.number, span.number, result.number))


def _order(sentence: Sentence, first: Slot, second: Slot) -> Claim | None:
    if len(sentence.having("YD")) != 2 or re.search(
        r"\b(?:after|before|reopened|again|re-?\w+ed)\b", sentence.line
    ):
        return None
    early, late = _moment(first), _moment(second)
    same_year = early[0] is None and late[0] is None and "same year" in sentence.line
    if early[0] is None and late[0] is None and not same_year:
        return None
    if (early[0] is None) != (late[0] is None):
        return None
    holds = (early[0] or 0, early[1] or 0, early[2] or 0) <= (late[0] or 0, late[1] or 12, late[2] or 31)
    problem = f"{second.written} is before {first.written}."
    return decided(holds, problem, SURE, *first.numbers, *second.numbers)


def _moment(slot: Slot) -> tuple[int | None, int | None, int | None]:
    if slot.mark == "Y":
        return int(slot.value), None, None
    moment = slot.moment
    return (moment.year, moment.month, moment.day) if moment else (None, None, None)


RULE = ConsistencyRule(
    name="chronology",
    title="Years that do not follow each other as stated",
    description="Two years are not as far apart as stated, or an end comes before its beginning.",
    level="error",
    example="He moved to Bergen in 2015; three years later, in 2017, he opened a studio.",
    find=claims("chronology", "", read_chronology, shape="[YDT].*[YDT]|U.*Y"),
)
