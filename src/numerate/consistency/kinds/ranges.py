"""Rule `range`: ranges that run backwards, as in "between 15,000 and 2,000 people"; minima above maxima."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, WEAK, Claim, claims
from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Order
from numerate.consistency.extremes import extremes
from numerate.consistency.passages import passages
from numerate.consistency.relation import number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.text import style

_BETWEEN = re.compile(rf"\bbetween {HEDGE}(?P<low>[NUM]) and {HEDGE}(?P<high>[NUM])(?P<what>[^A-Z]{{0,24}})")
_YEARS = re.compile("(?P<low>Y)(?:-|\x96|\x97)(?P<high>Y)")
_PAGES = re.compile(r"(?:\bpp?\.|\bpages)[ \xa0]?(?P<low>\d{1,4})[-–](?P<high>\d{1,4})(?![\d.,]*\d)")
_NOT_A_RANGE = re.compile(
    r"\b(?:difference|gap|distance|spread|ratio|split|choice|swung|bounced|fluctuated|traded|moved"
    r"|fell|widened"
    r"|narrowed|divided|comparison|relation\w*|correlation|loss(?:es)?|match|game|score|agreement"
    r"|deal|contract|fell|cool\w*|drop\w*|declin\w*|decreas\w*|reduc\w*|down|shr[aiu]nk)\b"
)
_CODE = re.compile(r"(?:/t|\b(?:standard|iso|gb|din|astm|en|no\.?|numbers?|protocol|grant|tel|phone)):?\s*$")
_GOES_ON = re.compile(r"(?![^;.]{0,12}\b(?:bce?|b\.c|bp|b\.p|ago|mya|kya)\b)(?: [a-z]|[.,;)]|$)")
_BACKWARDS = re.compile(r" ?(?:bce?|b\.c|bp|b\.p|cal)\b")
"""What follows years that are counted back."""


def read_ranges(sentence: Sentence) -> Iterator[Claim]:
    """Read every range whose lower end must come first."""
    yield from _between(sentence)
    yield from _in_passages(sentence)
    yield from _years(sentence)
    yield from _pages(sentence)


def _between(sentence: Sentence) -> Iterator[Claim]:
    for match in _BETWEEN.finditer(sentence.line):
        low, high = _ends(sentence, match)
        vague = _NOT_A_RANGE.search(sentence.line, max(0, match.start() - 60), match.start())
        # "between $30 and $15" is careless; "between $3.6 billion and $3.8 million" is wrong.
        scaled = style(low.number).magnitude and style(high.number).magnitude
        if vague or _unlike(low, high) or not _GOES_ON.match(match["what"]):
            continue
        yield _claim(low, high, WEAK if low.mark == "M" and not scaled else SURE)


def _in_passages(sentence: Sentence) -> Iterator[Claim]:
    """Read a minimum and a maximum where a passage has nothing else."""
    for passage in passages(sentence):
        ends = extremes(passage)
        if ends is not None and ends.low is not None and ends.high is not None:
            yield _claim(ends.low, ends.high, passage.odds)


def _years(sentence: Sentence) -> Iterator[Claim]:
    for match in _YEARS.finditer(sentence.line):
        low, high = _ends(sentence, match)
        back = _BACKWARDS.match(high.after(8))
        if (
            min(low.value, high.value) >= 1700
            and not back
            and not _CODE.search(sentence.line[: match.start()])
        ):
            yield _claim(low, high, SURE)


def _pages(sentence: Sentence) -> Iterator[Claim]:
    for match in _PAGES.finditer(sentence.text, sentence.start, sentence.end):
        if len(match["low"]) == len(match["high"]):
            low, high = (number_at(sentence.text, *match.span(name)) for name in ("low", "high"))
            slots = [
                Slot("N", number, (number,), number.start, number.end, 0, sentence) for number in (low, high)
            ]
            yield _claim(slots[0], slots[1], SURE)


def _unlike(low: Slot, high: Slot) -> bool:
    if not comparable(low, high) or "/" in low.number.text + high.number.text:
        return True
    if low.number.unit is not None and low.number.unit.symbol == "ppm":
        return True  # chemical shifts run from left to right
    if _BEFORE_NOW.search(high.after(40)):
        return True
    return low.number.sign < 0 or high.number.sign < 0


_BEFORE_NOW = re.compile(
    r"\b(?:BP|BCE?|B\.C|radiocarbon|(?:million |billion |thousand )?years ago|before (?:present|Christ))\b",
    re.I,
)
"""What counts back from a year, so that the larger number is the earlier one."""


def _ends(sentence: Sentence, match: re.Match[str]) -> tuple[Slot, Slot]:
    return sentence.slot(match.start("low")), sentence.slot(match.start("high"))


def _claim(low: Slot, high: Slot, odds: float) -> Claim:
    problem = f"The range runs backwards: {low.written} is more than {high.written}."
    return Claim(
        Order(low.quantity(like=high), high.quantity(like=low)), problem, odds, (), (low.number, high.number)
    )


RULE = ConsistencyRule(
    name="range",
    title="A range written backwards",
    description="The lower end of a range, or a minimum, is larger than the upper end, or the maximum.",
    level="error",
    example="Between 40 and 20 guests are expected on the day.",
    find=claims("range", "", read_ranges, local=True),
)
