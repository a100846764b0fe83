"""Rule `interval`: estimates outside their own interval, as in "an odds ratio of 2.5 (95% CI 1.1–2.3)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.interval import Interval, known
from numerate.consistency.ranges import CONTINUES, DASH
from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Match, Patterns, Skeleton
from numerate.text import Number, style

WORDS = {
    "interval": "ci c.i. confidence_interval credible_interval",
    "middle": "mean median average",
    "range": "range range_of",
    "ratio": "or hr rr aor ahr arr irr smr md smd odds_ratio hazard_ratio risk_ratio rate_ratio "
    "relative_risk difference",
    "was": "of was is",
}
PATTERNS = Patterns(
    WORDS,
    f"{{estimate}} (|[ {{level:%}} <interval> :|=|,? {{low}} {DASH}|,|; {{high}}",
    "{estimate} (|[ {level:%} <interval> :|=|,? {low} to {high}",
    f"<ratio> <was>? =|:? {{estimate}} ,|; {{level:%}} <interval> :|=|,? [? {{low}} {DASH}|,|; {{high}}",
    "<ratio> <was>? =|:? {estimate} ,|; {level:%} <interval> :|=|,? [? {low} to {high}",
    f"<middle> ~ {{estimate}} ~ (|[ <range> :|=|,? {{low}} {DASH} {{high}}",
    "<middle> ~ {estimate} ~ (|[ <range> :|=|,? {low} to {high}",
)
_NOT_AN_ESTIMATE = re.compile(r"[-\x96]\s$|±\s?$|[\x01-\x06] of\s$|\w\.$|\b(?:p|se|sd|n)\s?[=<>]\s?$")
"""A sign separated from its number, or a quantity other than the estimate."""


def find_intervals(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every estimate with the interval it must lie in."""
    for match in PATTERNS.find(skeleton):
        if not CONTINUES.match(match.after) and not _NOT_AN_ESTIMATE.search(match.before):
            yield from _relation(match)


RULE = ConsistencyRule(
    name="interval",
    title="An estimate outside its own interval",
    description="A value lies outside the interval given for it.",
    level="error",
    example="The odds ratio was 2.5 (95% CI 1.1–2.3).",
    find=find_intervals,
)


def _relation(match: Match) -> Iterator[Relation]:
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
