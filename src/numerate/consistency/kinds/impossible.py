"""Rule `impossible`: values that cannot be, as in "120% of voters", "a probability of 1.4"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from numerate.consistency.claim import LIKELY, SURE, Claim, claims, decided
from numerate.consistency.cues import HEDGE
from numerate.consistency.kinds.scales import read_scales
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.text.units import TEMPERATURE

_KNOWN_THINGS = (
    r"(?:voters|people|patients|participants|subjects|women|men|children|respondents|students"
    r"|individuals|adults|boys|girls|infants|employees|workers|households|families|physicians|nurses"
    r"|farmers|consumers|pupils|teachers|residents|tenants|members|electors|delegates|citizens"
    r"|inhabitants|graduates|applicants|visitors|guests|passengers|drivers|parents|users|customers"
    r"|those (?:asked|surveyed|polled|questioned|who)|them|the (?:electorate|population|vote|votes"
    r"|class|seats|sample)|all [a-z]+|shops|schools|seats|homes|houses|flats|trees|eggs|cases)"
)
"""What is counted, whatever the verb."""
_AMOUNTS = (
    r"(?:costs|prices|wages|earnings|profits|revenues|sales|levels|targets|limits|requirements|exports"
    r"|imports|assets|reserves|deposits|loans|liabilities|expenses|needs|rates|values|figures|returns"
    r"|emissions|shares|expectations|funds|stocks|bonds|taxes|fees|dividends|losses|salaries|pensions"
    r"|benefits|means|averages|incomes|takings|savings|debts|guidelines|numbers|quotas|holdings)"
)
"""Plurals of which there can be more than all: 120% of sales."""
_THINGS = rf"(?!{_AMOUNTS}\b)(?:[a-z]+s|people|men|women|children)"
_DID = (
    r"(?:were|was|had|have|has|are|is|did|said|voted|agreed|replied|responded|attended|passed|survived"
    r"|complained|came|went|took|felt|got|made|won|lost|knew|thought|saw|gave|ate|wore|drove)\b"
)
"""Verbs after a noun; no participles, as in "120% of the tickets planned"."""
_VERB = (
    r"(?:were|was|had|have|has|are|is|did|said|passed|failed|voted|chose|came|went|took|felt|got|made|won|lost"
    r"|knew|thought|saw|gave|kept|left|read|ate|drank|wore|drove|[a-z]+ed)\b"
)
"""Verbs after a number, where a participle is one, too."""
_SHARE_OF_THINGS = re.compile(
    rf"P of (?:the |all |these |those |our |its |adult |young |older |registered |eligible |surveyed )*"
    rf"{_KNOWN_THINGS}\b(?!['’])"
    rf"|P of (?:all|these|those|(?:the|our|its|their|her|his)(?: [a-z-]+(?:['’]s|s['’]))?)"
    rf"(?: [a-z-]+){{0,2}}? {_THINGS}(?: (?:in|on|at|from) (?:the |our |this )?[a-z-]+)?"
    rf"(?: now| already| still)? {_DID}"
    rf"|\bof (?:all|these|those|the) {_THINGS}(?: [^A-Z;.]{{3,60}})?, "
    rf"(?:only |just |some |about |fully )?P {_VERB}"
)
"""A percentage of things that are or do something, of which there cannot be more than all."""
_RATE = re.compile(
    rf"\b(?:turnout|literacy|attendance rate|pass rate|survival rate|humidity|probability|likelihood"
    rf"|chance|chances)\b(?: [a-z]+){{0,6}}? (?:of|is|was|at|:) {HEDGE}(?P<share>P)\b"
)
_PROBABILITY = re.compile(
    rf"\b(?:probability|likelihood)(?: [a-z]+){{0,6}}? ?(?:of|is|was|=|at|:) "
    rf"{HEDGE}(?P<value>N)(?!, (?:or |even )?[NP])(?=[.,;)]|$| (?:that|and|for|of)\b)"
)
_P_VALUE = re.compile(r"\bp(?: ?[=<>\u2264\u2265]|-values? (?:of|was|is)) ?(?P<value>N)(?=[.,;)]|$)")
_TESTED = re.compile(
    r"\b(?:ci|confidence|significan\w+|trial|groups?|placebo|probability|difference\w*|regression)\b"
)
"""Words next to which p is a probability, and no pressure or price."""
_LATITUDE = re.compile(
    r"\b(?P<what>latitude|longitude)\b(?! and U[^A-Z;.]{0,12}(?:to U[^A-Z;.]{0,3})?longitude)"
    r"[^A-Z;.]{0,14}(?P<value>U)"
)
_NORTH = re.compile(r"\bat (?P<value>U) (?:north|south)\b(?! of\b)")
_SIDE = re.compile(r"[ \xa0]?([NSEW])\b")
_SIDE_LIMITS = {"N": 90, "S": 90, "E": 180, "W": 180}
_OUT_OF = re.compile(rf"(?P<part>N) (?P<joint>in|out of) (?P<whole>N) {_KNOWN_THINGS}\b")
_HAVING = re.compile(
    r"\b(?:has|have|had|holds?|seats?|sleeps|serves?|employs?|contains?|includes?|with|for|about|than|only|all"
    r"|these|its|their|our) (?P<count>N) [a-z]"
)
"""Before a count; elsewhere, a hyphen may be a dash, and "the -10 element" has its position."""
_LEAST_COUNT = 2
"""−1 is often a code or a charge."""
_CHANGED = re.compile(
    r"\b(?:net|change\w*|differen\w*|balance|deficit|loss(?:es)?|gain\w*|growth|adjust\w*|score\w*|rat(?:ed|ing)|index|readings?|levels?"
    r"|correct\w*|below|minus (?:sign|points?))\b"
)
"""Words next to which a count may be negative."""
_MAY_BE_NEGATIVE = frozenset(
    "point goal degree stroke percent place seat job run unit volt step position site element region sequence"
    " consensus box motif residue option flag switch argument sds".split()
)
"""What is counted from some zero."""
_WHOLES = frozenset(10**n for n in range(1, 7))
_OF_ALL = re.compile(
    r"(?:^|[;:] )(?:of|out of|among) (?:the |these |those |all |our |its |their )*(?P<whole>N) "
    r"[^A-Z;.]{2,50}?,? (?P<part>N) " + _VERB
)
_PART_OF = re.compile(
    r"(?P<part>N) of (?:the|these|those|its|their|his|her|our|all)(?: [a-z-]+(?:['’]s|s['’]))? (?P<whole>N)\b"
    r"|\b(?:sank|made|hit|saved|missed|converted|won|lost|passed|answered|completed|attended|scored) "
    r"(?P<some>N) of (?P<tries>N) [a-z]"
)
_WHOM = re.compile(
    r"(?P<whole>N) [a-z]+(?: [a-z]+){0,2},? (?:of (?:whom|which) (?:only |some |about )?(?P<part>N)\b"
    r"|(?P<of>N) of (?:whom|which)\b)"
)
_CORRELATION = re.compile(
    r"(?:\bcorrelat\w+\b[^A-Z;]{0,60}?(?:\bN\b[^A-Z;]{0,30}?)?(?:\br ?= ?|\bcoefficient (?:of|was|is) )"
    r"|\bcorrelation (?:of|was|is) )(?P<value>N)(?=[.,;)]|$| )"
)
_MADE_OF = re.compile(
    r"\b(?:is|are|was|were|contains?|has) (?P<share>P) (?:pure )?(?:sugar|fat|cotton|wool|silk|linen"
    r"|alcohol|water|cocoa|salt|protein|polyester|recycled|juice|copper|gold|silver|carbon|nitrogen"
    r"|oxygen|helium|hydrogen|sand|clay|fibre|gluten|meat|milk|rye|flour|full|empty|complete|female|male)\b"
)
_COLD = re.compile(
    r"\b(?:cool\w*|temperatures?|boil\w*|freez\w*|melt\w*|stored?|chill\w*|fell to|as low as)\b"
)


def read_impossible(sentence: Sentence) -> Iterator[Claim]:
    """Read every value that has a bound by its nature."""
    yield from _shares(sentence)
    yield from _probabilities(sentence)
    yield from _correlations(sentence)
    yield from _coordinates(sentence)
    yield from _counts(sentence)
    yield from _parts(sentence)
    yield from _temperatures(sentence)
    yield from _compounds(sentence)
    yield from read_scales(sentence)


def _shares(sentence: Sentence) -> Iterator[Claim]:
    """Read shares of things and of substances, and rates, none of which can be more than 100%."""
    shares = [
        (sentence.slot(match.start() + match[0].index("P")), "all of them")
        for match in _SHARE_OF_THINGS.finditer(sentence.line)
    ]
    for pattern, limit in ((_RATE, "100%"), (_MADE_OF, "all of them")):
        shares += [(sentence.slot(match.start("share")), limit) for match in pattern.finditer(sentence.line)]
    for share, limit in shares:
        problem = f"{share.number.text} of them would be more than {limit}."
        yield decided(share.value <= 100, problem, SURE, share.number)


def _correlations(sentence: Sentence) -> Iterator[Claim]:
    for match in _CORRELATION.finditer(sentence.line):
        value = sentence.slot(match.start("value"))
        if "." in value.number.text and abs(value.value) < 10:
            problem = f"A correlation is between −1 and 1, not {value.number.text}."
            yield decided(abs(value.value) <= 1, problem, SURE, value.number)


def _probabilities(sentence: Sentence) -> Iterator[Claim]:
    is_tested = _TESTED.search(sentence.line) is not None
    for match in _P_VALUE.finditer(sentence.line) if is_tested or "p-value" in sentence.line else ():
        value = sentence.slot(match.start("value"))
        if "." in value.number.text and 1 < value.value < 10:
            problem = f"A p-value is a probability, at most 1, not {value.number.text}."
            yield decided(False, problem, SURE, value.number)
    probabilities = [sentence.slot(match.start("value")) for match in _PROBABILITY.finditer(sentence.line)]
    if len(probabilities) > 1 and all(value.value > 1 for value in probabilities):
        return  # fractions without their bars, or percentages without their signs
    for match, value in zip(_PROBABILITY.finditer(sentence.line), probabilities, strict=True):
        if match[0].startswith("likelihood") and "." not in value.number.text:
            continue  # on a scale, as of ratings: "a likelihood of 10"
        if value.number.text[0].isdigit() and value.number.noun is None and value.value < 100:
            yield decided(
                value.value <= 1, f"A probability is at most 1, not {value.number.text}.", SURE, value.number
            )


def _coordinates(sentence: Sentence) -> Iterator[Claim]:
    """Read latitudes and longitudes."""
    for match in _LATITUDE.finditer(sentence.line):
        value = sentence.slot(match.start("value"))
        limit = 90 if match["what"] == "latitude" else 180
        other = "longitude" if match["what"] == "latitude" else "latitude"
        # The other may be abbreviated or misspelt, and minutes may stand before it.
        named = re.match(rf"(?: [^ ]+){{0,2}} {other[:4]}", value.after(20))
        if named is None and value.number.unit is not None and value.number.unit.symbol == "°":
            yield _at_most_degrees(value, limit)
    for match in _NORTH.finditer(sentence.line):
        value = sentence.slot(match.start("value"))
        if value.number.unit is not None and value.number.unit.symbol == "°":
            yield _at_most_degrees(value, 90)
    for value in sentence.having("U"):
        side = _SIDE.match(sentence.text, value.end)
        if side is not None and value.number.unit is not None and value.number.unit.symbol == "°":
            yield _at_most_degrees(value, _SIDE_LIMITS[side[1]])


def _at_most_degrees(value: Slot, limit: int) -> Claim:
    what = "latitude" if limit == 90 else "longitude"
    problem = f"A {what} is at most {limit}°, not {value.written}."
    return decided(value.number.value <= limit, problem, SURE, value.number)


def _counts(sentence: Sentence) -> Iterator[Claim]:
    """Read counts of things, which cannot be negative."""
    for match in _HAVING.finditer(sentence.line) if not _CHANGED.search(sentence.line) else ():
        slot = sentence.slot(match.start("count"))
        is_counted = slot.is_count and slot.noun is not None and slot.number.value >= _LEAST_COUNT
        if is_counted and slot.noun not in _MAY_BE_NEGATIVE:
            problem = f"{slot.written} is less than none of them."
            yield decided(slot.number.sign >= 0, problem, SURE, slot.number)


_SMALLER = {("h", "min"): 60, ("min", "s"): 60, ("ft", "in"): 12, ("lb", "oz"): 16, ("st", "lb"): 14}
"""How many of a smaller unit make one of a larger that it is written with."""


def _compounds(sentence: Sentence) -> Iterator[Claim]:
    """Read amounts in two units whose smaller part is too large: "1 hour 74 minutes"."""
    for first, second in pairwise(sentence.having("U")):
        if first.number.unit is None or second.number.unit is None:
            continue
        most = _SMALLER.get((first.number.unit.symbol, second.number.unit.symbol))
        joint = sentence.line[first.at + 1 : second.at]
        if most is not None and joint in (" ", " and ") and not first.value % 1 and second.value >= most:
            problem = f"{second.written} are more than one {_ONE[first.number.unit.symbol]}."
            odds = SURE if joint == " " else LIKELY  # "after 1 h and 90 min"
            yield decided(False, problem, odds, first.number, second.number)


_ONE = {"h": "hour", "min": "minute", "ft": "foot", "lb": "pound", "st": "stone"}


def _temperatures(sentence: Sentence) -> Iterator[Claim]:
    """Read temperatures below zero, which have a lower bound."""
    for slot in sentence.having("U"):
        if (
            slot.dimensions == TEMPERATURE
            and slot.number.sign < 0
            and slot.number.unit is not None
            and slot.number.unit.symbol in ("°C", "°F")
        ):
            cold = slot.quantity().values().high < 0
            problem = f"{slot.written} is below absolute zero."
            odds = SURE if _COLD.search(sentence.line) else LIKELY
            yield decided(not cold, problem, odds, slot.number)


def _parts(sentence: Sentence) -> Iterator[Claim]:
    """Read parts of a whole, which cannot be more than it."""
    line = sentence.line
    for match in _OF_ALL.finditer(line):
        whole, part = sentence.slot(match.start("whole")), sentence.slot(match.start("part"))
        if whole.value % 1 == 0 and part.value % 1 == 0:
            yield _at_most(part, whole)
    for match in _WHOM.finditer(line):
        whole, part = (
            sentence.slot(match.start(name)) for name in ("whole", "part" if match["part"] else "of")
        )
        # Of several counts before it, the largest may be the whole: "400 people in 12 villages, of whom 90".
        wholes = [slot for slot in sentence.having("N") if slot.at <= whole.at]
        whole = max(wholes, key=lambda slot: slot.value)
        copies = part.noun and whole.noun and part.noun != whole.noun and part.value > 10 * whole.value
        if whole.is_count and part.is_count and not copies:
            yield _at_most(part, whole)
    for match in _OUT_OF.finditer(line):
        part, whole = sentence.slot(match.start("part")), sentence.slot(match.start("whole"))
        # "12 in 10 homes" may be somewhere; "12 in 10 people" are a share.
        is_share = match["joint"] == "out of" or whole.value in _WHOLES
        if is_share and part.is_count and whole.is_count:
            yield _at_most(part, whole)
    for match in _PART_OF.finditer(line):
        names = ("part", "whole") if match["part"] else ("some", "tries")
        part, whole = (sentence.slot(match.start(name)) for name in names)
        if (
            part.is_count
            and whole.is_count
            and not re.match(r"-|\x96| to N", whole.after(5))
            and not _LABELLED.search(part.before(12))
            and not part.number.text.startswith("0")
        ):
            yield _at_most(part, whole)


_LABELLED = re.compile(
    r"[-\x96/:]$|s N and $"
    r"|\b(?:top|chapter|section|part|day|volume|number|type|ordered)\b[^A-Z]{0,3}$"
)
"""Before a number that is no part of anything: "chapter 12 of the 10", "ordered 857 of the 787 planes"."""


def _at_most(part: Slot, whole: Slot) -> Claim:
    problem = f"{part.number.text} of {whole.number.text} would be more than all of them."
    return decided(part.value <= whole.value, problem, SURE, whole.number, part.number)


RULE = ConsistencyRule(
    name="impossible",
    title="A value that cannot be",
    description="A share over 100%, a part larger than its whole, or another value that does not exist.",
    level="error",
    example="In the final round 120% of voters abstained.",
    find=claims("impossible", "", read_impossible, local=True),
)
