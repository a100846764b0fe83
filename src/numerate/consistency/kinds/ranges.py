"""Rule `range`: ranges that run backwards, as in "between 15,000 and 2,000 people"; minima above maxima."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, STRONG, SURE, WEAK, WRITTEN, Claim, claims
from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Order
from numerate.consistency.extremes import extremes
from numerate.consistency.interval import precision
from numerate.consistency.passages import passages
from numerate.consistency.relation import number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable
from numerate.text import style
from numerate.text.units import LENGTH, TIME

_DASH = "(?:-|\x96|\x97| to | - | \x96 )"
_BETWEEN = re.compile(rf"\bbetween {HEDGE}(?P<low>[NUM]) and {HEDGE}(?P<high>[NUM])(?P<what>[^A-Z]{{0,24}})")
_RANGING = re.compile(
    rf"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|run|runs|extend(?:s|ed)?|stretch(?:es|ed)?)(?: "
    rf"in [a-z]+)? (?:from|between|of|:)? ?{HEDGE}(?:(?:an? )?(?:minimum|low|lowest) (?:of "
    rf")?)?(?P<low>[NUMP])(?: to | and |-|\x96)(?:(?:an? )?(?:maximum|high|highest) (?:of "
    rf")?)?(?P<high>[NUMP])"
)
_BOUNDS = re.compile(
    rf"\b(?:temperature|voltage|ages?|aged|pressure|humidity|weight|dosage|dose|load|input|operating"
    rf"|storage|limits?|span)(?: range)?(?: ?:| of| is| from| between)? (?:of |from "
    rf")?(?P<low>[NU]){_DASH}{HEDGE}(?P<high>[NU])"
)
_LEAST = (
    r"(?:(?<!at )(?:lightest|youngest|coldest|slowest|thinnest|lowest|minimum|min\.?|smallest|cheapest"
    r"|shortest|least|low|fewest))"
)
_MOST = (
    r"(?:heaviest|oldest|hottest|fastest|thickest|tallest|highest|maximum|max\.?|largest|dearest"
    r"|longest|(?:the|at) most|high|biggest|greatest)"
)
_EXTREMES = (
    re.compile(
        rf"\b{_LEAST}\b(?: [a-z]+){{0,4}}? ?(?:was|is|of|at|being|:|,|\(|age|weight|height|price|order"
        rf"|stay|load|weigh\w+|measur\w+"
        rf"|cost\w*|lasted|took|scored|reached|paid|earned) "
        rf"?(?P<low>[NUMP])[^A-Z;.]{{0,40}}?\b{_MOST}\b(?: [a-z]+){{0,3}}? ?(?:was |is |of |at |being "
        rf"|: |, )?(?P<high>[NUMP])"
    ),
    re.compile(
        rf"\b{_MOST}\b(?: [a-z]+){{0,4}}? ?(?:was|is|of|at|being|:|,|\() "
        rf"?(?P<high>[NUMP])[^A-Z;.]{{0,40}}?\b{_LEAST}\b(?: [a-z]+){{0,3}}? ?(?:was |is |of |at "
        rf"|being |: |, )?(?P<low>[NUMP])"
    ),
)
_STARTING = re.compile(
    rf"\b(?:start(?:s|ed|ing)?|beg(?:in|ins|an|inning)) (?:at"
    rf"|from) {HEDGE}(?P<low>[NUM])[^A-Z;.]{{0,30}}?\b(?:go(?:es|ing)?"
    rf"|went|ris(?:e|es|ing)|rose|run(?:s|ning)?|reach(?:es|ing)?|climb(?:s|ing)?|extend(?:s"
    rf"|ing)?) (?:up |as high as )?(?:to )?"
    rf"{HEDGE}(?P<high>[NUM])"
)
_LASTING = re.compile(
    rf"\b(?:for|another|lasts?|lasted|takes?|took|within) {HEDGE}(?P<low>U)(?:-|\x96| to )(?P<high>U)\b"
    rf"|\b(?:serves?|seats?|sleeps|feeds) {HEDGE}(?P<few>N)(?:-|\x96| to )(?P<many>N)\b"
)
"""How long something takes, and for how many it is: "another 35 to 20 minutes", "serves 6 to 4"."""
_REFERENCE = re.compile("U \\((?P<low>[NU])(?:-|\x96)(?P<high>[NU])\\)")
"""A measured value with the range that is normal: "140 mmol/L (135–145)"."""
_YEARS = re.compile("(?P<low>Y)(?:-|\x96|\x97)(?P<high>Y)")
_LATEST_YEAR = 2300
_PAGES = re.compile(r"(?:\bpp?\.|\bpages)[ \xa0]?(?P<low>\d{1,4})[-–](?P<high>\d{1,4})(?![\d.,]*\d)")
_NOT_A_RANGE = re.compile(
    r"\b(?:difference|gap|distance|spread|ratio|split|choice|swung|bounced|fluctuated|traded|moved"
    r"|fell|widened"
    r"|narrowed|divided|comparison|relation\w*|correlation|loss(?:es)?|match|game|score|agreement"
    r"|deal|contract|fell|cool\w*|drop\w*|declin\w*|decreas\w*|reduc\w*|down|shr[aiu]nk)\b"
)
_LOWERED = re.compile(r"\b(?:halv\w*|cut\w*|lower\w*|taper\w*|adjust\w*|chang\w*|switch\w*|went|going)\b")
_CODE = re.compile(r"(?:/t|\b(?:standard|iso|gb|din|astm|en|no\.?|numbers?|protocol|grant|tel|phone)):?\s*$")
_PREHISTORIC = re.compile(
    r"\b(?:cultures?|(?:bronze|iron|stone) age|neolithic|mesolithic|millenni\w+|dynasty)\b"
)
"""Words of times before Christ, whose years run backwards."""
_GOES_ON = re.compile(r"(?![^;.]{0,12}\b(?:bce?|b\.c|bp|b\.p|ago|mya|kya)\b)(?: [a-z]|[.,;)]|$)")
_BACKWARDS = re.compile(r" ?(?:bce?|b\.c|bp|b\.p|cal)\b")
"""What follows years that are counted back."""
_NOT_NOW = re.compile(r"\b(?:than|since|time|in|second|record)\b [^A-Z]*$")
_LEVELS = re.compile(r"\b(?:low|high)\b(?! (?:of|was|is|at)\b)")


def read_ranges(sentence: Sentence) -> Iterator[Claim]:
    """Read every range whose lower end must come first."""
    yield from _between(sentence)
    yield from _ranging(sentence)
    yield from _lasting(sentence)
    yield from _extremes(sentence)
    yield from _in_passages(sentence)
    yield from _years(sentence)
    yield from _pages(sentence)


def _between(sentence: Sentence) -> Iterator[Claim]:
    for match in _BETWEEN.finditer(sentence.line):
        low, high = _ends(sentence, match)
        vague = _NOT_A_RANGE.search(sentence.line, max(0, match.start() - 60), match.start())
        # "between $30 and $15" is careless; "between $3.6 billion and $3.8 million" is wrong.
        scales = style(low.number).magnitude, style(high.number).magnitude
        are_named = low.before(4) == high.before(4) == "the "  # between the 787 and the 747
        if vague or are_named or _unlike(low, high) or not _GOES_ON.match(match["what"]) or _is_ancient(low):
            continue
        # So is "between 450 °C and 250 °C": papers describe cooling and dilution from the larger end on.
        # Nor is a parameter that is "varied between 1.25 and 0.58" the number of anything.
        is_measured = (
            low.dimensions != TIME if low.mark == "U" else low.mark == "N" and not _counts(low, high)
        )
        odds = WEAK if low.mark == "M" and not all(scales) else LIKELY if is_measured else SURE
        yield _claim(low, high, WRITTEN if all(scales) and len(set(scales)) > 1 else odds)


def _is_ancient(slot: Slot) -> bool:
    """Return whether a bare number may be a year before Christ: such years run backwards."""
    around = max(0, slot.start - _ERA_NEAR), slot.end + _ERA_NEAR
    return (
        slot.mark == "N" and slot.number.noun is None and _ERA.search(slot.sentence.text, *around) is not None
    )


_ERA = re.compile(r"\bBCE?\b|\bB\.C\.")
_ERA_NEAR = 500
"""Characters around a range in which other years name the era."""


def _counts(low: Slot, high: Slot) -> bool:
    """Return whether two figures count something, or are large enough to."""
    is_large = min(low.value, high.value) >= _LARGE
    return not low.value % 1 and not high.value % 1 and (high.noun is not None or is_large)


_LARGE = 100
"""Whole numbers from here on are mostly counts."""


def _ranging(sentence: Sentence) -> Iterator[Claim]:
    line = sentence.line
    for pattern in (_RANGING, _BOUNDS, _STARTING):
        for match in pattern.finditer(line):
            low, high = _ends(sentence, match)
            before = max(0, match.start() - 60)
            vague = _NOT_A_RANGE.search(line, before, match.start()) or _LOWERED.search(
                line, before, match.start()
            )
            if vague or _unlike(low, high) or line[match.end() : match.end() + 1] in ("-", "/", "\x96", "N"):
                continue
            # Some write ranges from the larger end on: "from 48 in Minnesota to 23 in Arkansas".
            least = re.search(r"\b(?:minimum|lowest|low)\b", match[0]) is not None
            are_ages = match[0].startswith("aged from")  # six daughters aged from 19 to 2
            free = are_ages or (pattern is _RANGING and not least)
            yield _claim(low, high, STRONG if free else SURE)


def _lasting(sentence: Sentence) -> Iterator[Claim]:
    for match in _LASTING.finditer(sentence.line):
        ends = ("low", "high") if match["low"] else ("few", "many")
        low, high = (sentence.slot(match.start(end)) for end in ends)
        if _PERIOD.match(high.after(12)):  # a 29–19 second quarter
            continue
        same_unit = low.number.unit is not None and high.number.unit == low.number.unit
        if not _unlike(low, high) and (match["few"] or same_unit):
            yield _claim(low, high, SURE)
    for match in _REFERENCE.finditer(sentence.line):
        low, high = _ends(sentence, match)
        measured = sentence.slot(match.start())
        is_difference = low.value - high.value == measured.value  # the first 20 seconds (30-10)
        if comparable(low, high) and not is_difference:
            yield _claim(low, high, SURE)


_PERIOD = re.compile(r" (?:quarter|half|period|set|innings|run|leg)\b")


def _extremes(sentence: Sentence) -> Iterator[Claim]:
    for pattern in _EXTREMES:
        for match in pattern.finditer(sentence.line):
            low, high = _ends(sentence, match)
            if not comparable(low, high) or _LEVELS.search(match[0]) or _are_apart(low, high):
                continue
            if not _NOT_NOW.search(sentence.line[: match.start()][-14:]):
                yield _claim(low, high, SURE if len(match[0]) < 90 else LIKELY)


def _are_apart(low: Slot, high: Slot) -> bool:
    """Return whether figures are places, or of different things, and not the ends of anything.

    "The largest at 15 cm and the smallest at 60 cm"; "at most one missed cleavage, a minimum length of 6";
    "at least 21 days of basic training and at most 7 days of leave".
    """
    are_places = low.dimensions == LENGTH and low.before(4) == high.before(4) == " at "
    things = [_OF_THING.match(slot.after(30)) for slot in (low, high)]
    differ = all(things) and len({thing[1] for thing in things if thing is not None}) > 1
    return are_places or differ or (high.noun is not None and low.noun != high.noun and low.at > high.at)


_OF_THING = re.compile(r" of ([a-z]{3,})\b")


def _in_passages(sentence: Sentence) -> Iterator[Claim]:
    """Read a minimum and a maximum where a passage has nothing else."""
    for passage in passages(sentence):
        ends = extremes(passage)
        if ends is None or ends.low is None or ends.high is None:
            continue
        if not _are_apart(ends.low, ends.high):
            yield _claim(ends.low, ends.high, passage.odds)


def _years(sentence: Sentence) -> Iterator[Claim]:
    for match in _YEARS.finditer(sentence.line):
        low, high = _ends(sentence, match)
        back = _BACKWARDS.match(high.after(8))
        if (
            min(low.value, high.value) >= 1700
            and max(low.value, high.value) < _LATEST_YEAR  # 651786-2011 is the number of a case
            and not back
            and not _PREHISTORIC.search(sentence.line)
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
    if high.number.text.startswith("0"):  # between 2300 and 0559 h
        return True
    if low.number.unit is not None and low.number.unit.symbol == "ppm":
        return True  # chemical shifts run from left to right
    if _BEFORE_NOW.search(high.after(40)) or (high.dimensions == TIME and _UNTIL.match(high.after(12))):
        return True
    return low.number.sign < 0 or high.number.sign < 0


_UNTIL = re.compile(r" (?:before|prior|ago|to go|left|earlier)\b")
"""After a time that is counted down: 20 to 15 days before flowering."""
_BEFORE_NOW = re.compile(
    r"\b(?:BP|BCE?|B\.C|radiocarbon|Ma|Myr|ka|mya|kya|mega-?annum|(?:million |billion |thousand )?years ago"
    r"|before (?:present|Christ))\b|^ old\b",
    re.I,
)
"""What counts back from a moment, so that the larger number is the earlier one."""


def _ends(sentence: Sentence, match: re.Match[str]) -> tuple[Slot, Slot]:
    return sentence.slot(match.start("low")), sentence.slot(match.start("high"))


def _claim(low: Slot, high: Slot, odds: float) -> Claim:
    problem = f"The range runs backwards: {low.written} is more than {high.written}."
    # Rounded or not, 19 to 18 hours run backwards; 1.25 to 1.3 may be the same.
    exact = precision(low.number) == precision(high.number)
    ends = low.quantity(like=high, exact=exact), high.quantity(like=low, exact=exact)
    return Claim(Order(*ends), problem, odds, (), (low.number, high.number))


RULE = ConsistencyRule(
    name="range",
    title="A range written backwards",
    description="The lower end of a range, or a minimum, is larger than the upper end, or the maximum.",
    level="error",
    example="Between 40 and 20 guests are expected on the day.",
    find=claims("range", "", read_ranges, local=True),
)
