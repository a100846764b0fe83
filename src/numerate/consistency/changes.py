"""Rule `change`: changes that do not fit their figures, as in "rose 12% to $34 from $21"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.interval import Interval, coin, known, loosely, worth
from numerate.consistency.relation import Relation, comparable, in_style
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import AMOUNTS, END, Match, Patterns, Skeleton
from numerate.text import Number, style

_RISE = (
    "rose rise rises risen rising increase increases increased increasing climb climbed climbs climbing gain "
    "gained gains grew grow grows grown growing jump jumped jumps jumping surge surged surges surging soared "
    "soaring advanced advancing up higher"
)
_FALL = (
    "fell fall falls fallen falling decline declined declines declining drop dropped drops dropping decrease "
    "decreased decreases decreasing slid slide sliding slumped slump plunged plunge plunging plummeted "
    "tumbled tumbling sank down lower shrank dipped dip slipped slipping eased easing contracted reduced "
    "reduction"
)
_MORE = "rise increase climb gain jump surge"
_LESS = "fall decline drop decrease slide slump plunge dip reduction"
WORDS = {
    "rise": _RISE,
    "fall": _FALL,
    "noun": f"{_MORE} {_LESS} growth",
    "more": f"{_MORE} higher",
    "less": f"{_LESS} lower",
    "compared": "compared_with compared_to against versus vs vs.",
    "up": "up down",
    "earlier": "a_year_ago a_year_earlier a_year_before last_year this_year the_previous_year",
    "plain": "a an the a_record the_record a_revised a_restated a_seasonally_adjusted an_adjusted a_net net",
}
PATTERNS = Patterns(
    WORDS,
    "<rise/fall> by? {rate} & ~ to <plain>? {after} & ~ <up>? from <plain>? {before}",
    "<rise/fall> by? {rate} & ~ from <plain>? {before} & to <plain>? {after}",
    "<rise/fall> by? {rate:%} & ~ to <plain>? {after} & ~ <compared/> <plain>? {before}",
    "<rise/fall> to <plain>? {after} & ~ from <plain>? {before} & <earlier>? a|an <noun> of {rate}",
    "<rise/fall> to <plain>? {after} & ~ from <plain>? {before} & <earlier>? a|an {rate:%} <noun>",
    "<rise/fall> to <plain>? {after} & from <plain>? {before} & up|down|or|by {rate:%}",
    "<rise/fall> from <plain>? {before} & ~ to <plain>? {after} & <earlier>? a|an <noun> of {rate}",
    "<rise/fall> from <plain>? {before} & ~ to <plain>? {after} & <earlier>? a|an {rate:%} <noun>",
    "<rise/fall> from <plain>? {before} & to <plain>? {after} & up|down|or|by {rate:%}",
    "{after} & ~ <rise/fall> by? {rate} & ~ from <plain>? {before}",
    "{after} & ~ <rise/fall> by? {rate:%} & ~ <compared/> <plain>? {before}",
    "{rate:%} <more/less> ~ to <plain>? {after} & ~ from <plain>? {before}",
    "{rate:%} <more/less> ~ from <plain>? {before} & to <plain>? {after}",
    "<rise/fall> to <plain>? {after} & ~ <up>? from <plain>? {before}",
)

_MOVES = re.compile(rf"\b(?:{'|'.join(_RISE.split() + _FALL.split())})\b")
_ASIDES = re.compile(
    rf"\([^()]*\)|\bor [{AMOUNTS}] (?:a|an|per) \w+|\bcompared with\b|\b(?:up|down) from\b"
    rf"|\b(?:up|down|or|by) (?=\x02$)"
    rf"|\ban? (?:\x02 )?(?:{'|'.join((*_MORE.split(), *_LESS.split(), 'growth'))})(?: of [{AMOUNTS}])?$"
)
_OTHER_STATEMENT = re.compile(
    r"\b(?:while|whereas|and|but|though|as|after|excluding|with|forecasts?|analysts?|expect\w*|estimat\w*|said"
    r"|says|which|that|who|helped|average|range|loss(?:es)?|deficit|or|if|than|its|their|between|target\w*"
    r"|price|cut|raised|expenses|charges?|more|less|about|nearly|almost|over|around|roughly|on|resulting"
    r"|adjusted|goal|pushing|trading|traded|despite|when|where|due|further|discontinued|cry|enough|raise|below|above)\b"
)
"""Words that start another statement or make a figure vague, so that figures around them may be unrelated."""
_UNRELATED_BEFORE = re.compile(rf"[{AMOUNTS}] to\s$|\bma(?:k(?:e|es|ing)|de)\s$")
"""The upper end of a range, "$5 to $6 billion, up 10%"; and "which make up 30 percent"."""
_UNRELATED_AFTER = re.compile(
    rf"""
    \s?(?:to|-|\x96|and)\ [{AMOUNTS}]                 # the lower end of a range
    | [^{END}{AMOUNTS}]{{0,40}}\band\ [{AMOUNTS}]      # two earlier figures: "from $5 in May and $4 in April"
    | [\w\s]{{0,12}}\ (?:loss|deficit)\b             # "to $3 million from a $2 million loss"
    | [\w\s-]{{0,20}}\ (?:high|low|peak|record)\b    # "retreated to $86 from the $90 all-time high"
    """,
    re.VERBOSE,
)
_MOVED_RANGE = re.compile(
    rf"[{AMOUNTS}][^{AMOUNTS}]*\b(?:up|down) from [{AMOUNTS}][^{AMOUNTS}]* to\b|^(?:up|down) from\b"
)
"""A revised range: "$5 to $6, up from $4 to $5"."""
_ANNUALISED = re.compile(r"\bannual(?:i[sz]ed)?\b")
_CONTRARY = {1: "down from", -1: "up from"}
"""A second, opposite comparison: "rose 4% to $14 million, well down from $35 million a quarter before"."""
_ENDS = re.compile(rf"\s*(?:$|[{END}.,;)]|(?:a|in|last|the|for|at|on|year)\b)")
_FORECAST = re.compile(r"forecast|expect|analyst|estimat|consensus|poll")
_EARLIER = re.compile(r"\b(?:year|same|prior|previous|period|quarter|ago|earlier)\b")
_NEAR = 32
"""Characters after a match within which the earlier period must be named."""
_EXCHANGE = re.compile(
    r"\b(?:dollar|yen|yuan|euro|pound|sterling|franc|peso|rupee|won|real|rand|krona|baht|ringgit|currency|rate|rank\w*"
    r"|spread|yields?|places|spots|notches)\b"
)
"""Quantities that rise when their figure falls: 120 yen to the dollar, a rank in a list."""
_SECOND_CHANGE = re.compile(r"\b(?:up|down) from\b")
"""A second change over another period: "rose 2 basis points to 4.71%, up from 4.70% on Friday"."""
_MIN_RATIO = 3.0
"""A figure below this multiple of its own change is rather the end of a range: "to fall $10 to $15"."""
_MAX_PERCENT = 1e4
"""Largest change in percent that a message states; a larger one would not help the reader."""
_NAMES = {1: "rise", -1: "fall"}


def find_changes(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every change with the figures before and after it."""
    seen: set[int] = set()
    for match in PATTERNS.find(skeleton):
        before, after = match.roles["before"], match.roles["after"]
        direction = 1 if match.classes & {"rise", "more"} else -1
        if not seen.isdisjoint((before.start, after.start)) or not _is_one_statement(match, direction):
            continue
        if not comparable(before, after) or worth(before).low <= 0 or _per_share(match):
            continue
        relation = _relation(match, direction)
        if relation is not None:
            seen |= {before.start, after.start}
            yield relation


RULE = ConsistencyRule(
    name="change",
    title="A change that does not fit its figures",
    description="A stated rise or fall does not follow from the figures before and after it.",
    level="error",
    example="Net profit rose 12% to $3.4 billion from $2.1 billion a year ago.",
    find=find_changes,
    last_is_derived=True,
)


def _is_one_statement(match: Match, direction: int) -> bool:
    """Return whether nothing within or around the matched words refers to other figures."""
    words = _ASIDES.sub("", match.matched)
    if _OTHER_STATEMENT.search(words) or len(_MOVES.findall(words)) > 1 or words.count(" from ") > 1:
        return False
    if _MOVED_RANGE.search(match.matched) or _CONTRARY[direction] in match.matched:
        return False
    if _UNRELATED_BEFORE.search(match.before) or _UNRELATED_AFTER.match(match.after):
        return False
    if match.roles["before"].kind != match.roles["after"].kind and not _ENDS.match(match.after):
        return False  # "11 billion euros from 17 million visitors"
    if "compared" not in match.classes:
        return not _ANNUALISED.search(match.after)
    other = _FORECAST.search(match.after) or " from " in words
    return not other and _EARLIER.search(match.after[:_NEAR]) is not None


def _per_share(match: Match) -> bool:
    """Return whether only one of the figures is per share: "to $6.1 billion, or $5 a share, from $4"."""
    before, after = match.roles["before"], match.roles["after"]
    return " share" in match.matched and bool(style(before).magnitude) != bool(style(after).magnitude)


def _relation(match: Match, direction: int) -> Relation | None:
    before, after, rate = match.roles["before"], match.roles["after"], match.roles.get("rate")
    wrong_way = (after.value - before.value) * direction < 0
    if wrong_way and (_EXCHANGE.search(match.before) or _EXCHANGE.search(match.matched)):
        return None
    if rate is None:
        # A small count may be a rank, which improves as it falls; and "up to 15" is a bound.
        ambiguous = "up to" in match.matched or (
            after.kind == "cardinal" and max(before.value, after.value) < 1000
        )
        return None if ambiguous else _direction(before, after, direction)
    if rate.kind == "percent" and (rate.unit is None or rate.unit.symbol == "%"):
        # "rose 2% to 5% from 3%" may mean points, and "18% to 20%" a range.
        return _relative(before, after, rate, direction) if before.kind != "percent" else None
    percentages = rate.kind == before.kind == "percent"
    amounts = rate.kind in ("money", "cardinal") and before.kind != "percent" and comparable(before, rate)
    if amounts and after.value * coin(after) < _MIN_RATIO * rate.value * coin(rate):
        return None  # "to fall $10 to $15" is a range
    if _SECOND_CHANGE.search(match.matched) or not (percentages or amounts):
        return None
    return _absolute(before, after, rate, direction)


def _direction(before: Number, after: Number, direction: int) -> Relation:
    old, new = worth(before), worth(after)
    if (new.high >= old.low) if direction > 0 else (new.low <= old.high):
        return Relation("change", (before, after))
    problem = f"From {before.text} to {after.text} is a {_NAMES[-direction]}, not a {_NAMES[direction]}."
    return Relation("change", (before, after), problem, (None, None))


def _relative(before: Number, after: Number, rate: Number, direction: int) -> Relation:
    numbers = (before, after, rate)
    old, new, share = worth(before), worth(after), loosely(rate)
    implied = new.over(old).plus(Interval(-1, -1)).times(100 * direction)
    if implied.meets(share):
        return Relation("change", numbers)
    start, end = before.value * coin(before), after.value * coin(after)
    factor = 1 + direction * rate.value / 100
    reached = in_style(start * factor / coin(after), after, finer=10)
    actual = (end / start - 1) * 100
    problem = f"{before.text} × {factor:.6g} = {reached}, not {after.text}"
    if actual < _MAX_PERCENT:
        name = _NAMES[1 if actual > 0 else -1]
        problem += f"; from {before.text} to {after.text} is a {name} of {in_style(abs(actual), rate)}"
    problem += "."
    factors = share.times(direction / 100).plus(Interval(1, 1))
    if factors.low <= 0:
        return Relation("change", numbers, problem, (None, None, implied))
    needed = (new.over(factors).times(1 / coin(before)), old.by(factors).times(1 / coin(after)), implied)
    return Relation("change", numbers, problem, needed)


def _absolute(before: Number, after: Number, rate: Number, direction: int) -> Relation:
    numbers = (before, after, rate)
    unit = 0.01 if rate.unit is not None and rate.unit.symbol == "bp" else coin(rate)
    old, new, step = worth(before), worth(after), known(rate).times(unit)
    implied = new.minus(old).times(direction)
    if implied.meets(step):
        return Relation("change", numbers)
    start, end = before.value * coin(before), after.value * coin(after)
    reached = start + direction * rate.value * unit
    sign = "+" if direction > 0 else "−"
    actual = end - start
    problem = (
        f"{before.text} {sign} {rate.text} = {in_style(reached / coin(after), after)}, not {after.text}; "
        f"from {before.text} to {after.text} is a {_NAMES[1 if actual > 0 else -1]} of "
        f"{in_style(abs(actual) / unit, rate)}."
    )
    moved = step.times(direction)
    needed = (
        new.minus(moved).times(1 / coin(before)),
        old.plus(moved).times(1 / coin(after)),
        implied.times(1 / unit),
    )
    return Relation("change", numbers, problem, needed)
