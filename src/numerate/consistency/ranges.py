"""Ranges written backwards ("between 15,000 and 2,000 people"), and estimates outside their own interval."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.relation import Interval, Relation, coin, comparable, known, number_at
from numerate.consistency.shares import WORDS as SHARE_WORDS
from numerate.consistency.skeleton import Match, Patterns, Skeleton
from numerate.text import Number, style

WORDS = {
    "things": f"{SHARE_WORDS['things']} jobs shares units homes cars years_old years_of_age members troops "
    "visitors passengers tickets users customers residents deaths vehicles species",
    "ranging": "ranging ranged ranges range varying varied vary between",
    "interval": "ci c.i. confidence_interval credible_interval",
    "middle": "mean median average",
    "range": "range range_of",
    "ratio": "or hr rr aor ahr arr irr smr md smd odds_ratio hazard_ratio risk_ratio rate_ratio "
    "relative_risk difference",
    "was": "of was is",
}
_DASH = "-|\x96|\x97"
COUNTS = Patterns(
    WORDS,
    "<ranging> {low:#} and {high:#} <things>",
    "<ranging> from? {low:#} to {high:#} <things>",
    f"<ranging> from? {{low:#}} {_DASH} {{high:#}} <things>",
    "between {low:$} and {high:$}",
)
YEARS = Patterns(
    WORDS,
    f"{{low:year}} {_DASH} {{high:year}}",
)
PAGES = Patterns(WORDS, "pp.|pages|pp {pages:name}")
WITHIN = Patterns(
    WORDS,
    f"{{estimate}} (|[ {{level:%}} <interval> :|=|,? {{low}} {_DASH}|,|; {{high}}",
    "{estimate} (|[ {level:%} <interval> :|=|,? {low} to {high}",
    f"<ratio> <was>? =|:? {{estimate}} ,|; {{level:%}} <interval> :|=|,? [? {{low}} {_DASH}|,|; {{high}}",
    "<ratio> <was>? =|:? {estimate} ,|; {level:%} <interval> :|=|,? [? {low} to {high}",
    f"<middle> ~ {{estimate}} ~ (|[ <range> :|=|,? {{low}} {_DASH} {{high}}",
    "<middle> ~ {estimate} ~ (|[ <range> :|=|,? {low} to {high}",
)

_NO_RANGE = re.compile(
    r"\b(?:difference|gap|distance|spread|ratio|split|choice|swung|bounced|fluctuated|traded|moved|fell|widened"
    r"|narrowed|divided|comparison|relation\w*|correlation|loss(?:es)?)\b"
)
_CODE = re.compile(r"(?:/t|\b(?:standard|iso|gb|din|astm|en|no\.?|numbers?|protocol|grant)):?\s*$")
_PAGES = re.compile(r"(\d+)\s?[-–—]\s?(\d+)")
_GOES_ON = re.compile(r"\s?\x04|/")
"""A number that the reader took for two, 676 694 with a space of another kind; or a unit, cells/ml."""
_NO_ESTIMATE = re.compile(r"[-\x96]\s$|±\s?$|[\x01-\x06] of\s$|\w\.$|\b(?:p|se|sd|n)\s?[=<>]\s?$")
"""A sign apart from its number, or another quantity than the estimate."""
_YEARS = Interval(1700, 2100)


def ranges(skeleton: Skeleton) -> Iterator[Relation]:
    """Every range whose ends must rise, and every estimate with the interval it must lie in."""
    for match in COUNTS.find(skeleton):
        low, high = match.roles["low"], match.roles["high"]
        vague = _NO_RANGE.search(match.before) or _GOES_ON.match(match.after)
        # "between $30 and $15" is careless; "between $3.6 billion and $3.8 million" is wrong.
        careless = low.kind == "money" and not (style(low).magnitude and style(high).magnitude)
        if comparable(low, high) and not vague and not careless:
            yield _rising(low, high, low.value * coin(low) > high.value * coin(high))
    for match in YEARS.find(skeleton):
        low, high = match.roles["low"], match.roles["high"]
        if all(_YEARS.meets(known(year)) for year in (low, high)) and not _CODE.search(match.before):
            yield _rising(low, high, low.value > high.value)
    for match in PAGES.find(skeleton):
        pages = match.roles["pages"]
        written = _PAGES.fullmatch(pages.text)
        if written is not None and len(written[1]) == len(written[2]):
            spans = [tuple(pages.start + at for at in written.span(group)) for group in (1, 2)]
            first, last = (number_at(skeleton.text, *span) for span in spans)
            yield _rising(first, last, first.value > last.value)
    for match in WITHIN.find(skeleton):
        if not _GOES_ON.match(match.after) and not _NO_ESTIMATE.search(match.before):
            yield from _within(match)


def _rising(low: Number, high: Number, backwards: bool) -> Relation:
    if not backwards:
        return Relation("range", (low, high))
    problem = f"The range runs backwards: {low.text} is more than {high.text}."
    return Relation("range", (low, high), problem, (None, None))


def _within(match: Match) -> Iterator[Relation]:
    numbers = low, high, estimate = tuple(match.roles[role] for role in ("low", "high", "estimate"))
    kinds = {(number.kind, style(number).magnitude) for number in numbers}
    if len(kinds) > 1 or estimate.kind == "fraction" or (estimate.sign >= 0 > max(low.sign, high.sign)):
        return
    ends = sorted((_signed(low), _signed(high)), key=sum)
    if ends[0].low <= _signed(estimate).high and _signed(estimate).low <= ends[1].high:
        yield Relation("interval", numbers)
        return
    problem = f"{estimate.text} lies outside its own range, {low.text} to {high.text}."
    inside = Interval(ends[0].low, ends[1].high) if ends[0].low > 0 else None
    yield Relation("interval", numbers, problem, (None, None, inside))


def _signed(number: Number) -> Interval:
    return known(number).times(-1 if number.sign < 0 else 1)
