"""Rule `estimate`: p-values that contradict the interval, as in "OR 1.83 (95% CI 1.20–2.79; p = .52)".

An interval that excludes no effect (a ratio of 1, a difference of 0) goes with a p-value below its level, and
the other way round. How far apart they are comes from the standard error, which is the width of the interval
in units of the normal distribution (Altman and Bland 2011, BMJ 343:d2090 and d2304).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import log
from typing import NamedTuple

from numerate.consistency.relation import Relation
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.skeleton import Skeleton
from numerate.consistency.statistics.compact import CompactText, step
from numerate.consistency.statistics.reading import NUMBER, P_VALUE, S, p_value_of
from numerate.consistency.statistics.tails import normal
from numerate.text import Number

_SIGNED = rf"{S}-?{S}(?:{NUMBER})"
_INTERVAL = re.compile(
    r"(?<![\d.])(?P<level>9[059]|80)(?:\.0)?%"
    rf"{S}(?:CIs?|C\.I\.|[Cc]onfidence [Ii]ntervals?(?: \(CI\))?)"
    rf"{S}(?:[:=,]|of|from|was)?{S}[\[(]?"
    rf"(?P<low>{_SIGNED}){S}(?:to|,|;|-|and){S}(?P<high>{_SIGNED}){S}[\])]?(?!%)"
)
_ESTIMATE = re.compile(
    r"(?:(?<![A-Za-z])(?P<ratio>(?:a|adj\.?|adjusted |crude |pooled )?(?:OR|HR|RR|IRR|PR|SHR|SMR)s?"
    r"|(?:[Oo]dds|[Hh]azards?|[Rr]isk|[Rr]ate|[Pp]revalence)[- ][Rr]atios?(?: \([A-Za-z]{2,4}\))?"
    r"|[Rr]elative risks?(?: \(RR\))?)"
    r"|(?P<difference>[Dd]ifferences?(?: \([A-Z]{2,3}\))?|(?<![A-Za-z])(?:S?MD|WMD|[βbBd]|beta)"
    r"|[Cc]oefficients?|[Ss]lopes?|(?:lower|reduc|increas|decreas|rais|improv)\w{1,5}[a-z ]{1,40} by))"
    rf"(?![A-Za-z])[^.;0-9]{{0,60}}?(?P<estimate>{_SIGNED})[^.:0-9=<>]{{0,30}}$"
)
_BEFORE = 150
_AFTER = 60
"""Characters before and after an interval in which its estimate and its p-value are looked for."""
_BETWEEN = frozenset(
    "a an and with two one sided tailed significant significantly reduction increase difference effect "
    "which was is not but".split()
)
_ONE_SIDED = re.compile(r"(?:one|1)[- ](?:sided|tailed)")
_MARGIN = re.compile(r"non-?inferior|equivalence|superiority margin", re.IGNORECASE)
"""Tests against a margin, whose p-values do not go with the usual null hypothesis."""
_Z = {"80": 1.2816, "90": 1.6449, "95": 1.9600, "99": 2.5758}
_FAR = 2.0
"""Ratio from which on p-values differ for other reasons than the method: exact, robust and so on."""


def find_estimates(skeleton: Skeleton) -> Iterator[Relation]:
    """Read every estimate with an interval and a p-value."""
    compact = skeleton.compact
    has_margin = _MARGIN.search(skeleton.text) is not None
    for match in _INTERVAL.finditer(compact.text):
        estimate = _read(compact, match)
        if estimate is not None:
            relation = estimate.relation()
            yield replace(relation, level="possible") if has_margin else relation


RULE = ConsistencyRule(
    name="estimate",
    title="A p-value that contradicts its interval",
    description="The interval excludes a null effect but the p-value does not, or the other way round.",
    level="error",
    example="The odds ratio was 1.83 (95% CI 1.20–2.79; p = .52).",
    find=find_estimates,
    hint=re.compile(r"\d\s?%\s?(?:CI|C\.I\.|[Cc]onfidence)"),
)


class _Estimate(NamedTuple):
    level: str
    null: float
    low: tuple[float, Number]
    high: tuple[float, Number]
    value: tuple[float, Number]
    p: Number
    p_sign: str

    def relation(self) -> Relation:
        """Compare the decision of the interval with that of the p-value."""
        numbers = (self.value[1], self.low[1], self.high[1], self.p)
        excluded, alpha = self._excludes(), 1 - int(self.level) / 100
        significant = self._significant(alpha)
        if excluded is None or significant is None or excluded == significant:
            return Relation("estimate", numbers)
        effect = "a ratio of 1" if self.null else "0"
        verb = "excludes" if excluded else "includes"
        side = "below" if excluded else "above"
        stated = f"{self.p_sign} {self.p.text}"
        problem = (
            f"The {self.level}% interval {_written(self.low)} to {_written(self.high)} {verb} {effect}, "
            f"so p is {side} {alpha:.2g}, not {stated}."
        )
        return Relation(
            "estimate", numbers, problem, (None,) * 4, level="error" if self._is_far() else "possible"
        )

    def _excludes(self) -> bool | None:
        """Return whether the interval excludes no effect; None if rounding leaves it open."""
        low, high = self.low[0], self.high[0]
        slack_low, slack_high = step(self.low[1]) / 2, step(self.high[1]) / 2
        if low - slack_low > self.null or high + slack_high < self.null:
            return True
        return False if low + slack_low < self.null < high - slack_high else None

    def _significant(self, alpha: float) -> bool | None:
        if self.p_sign == "=":
            return None if abs(self.p.value - alpha) <= step(self.p) else self.p.value < alpha
        if self.p_sign == "<":
            return True if self.p.value <= alpha + 1e-9 else None
        return False if self.p.value >= alpha - 1e-9 else None

    def _is_far(self) -> bool:
        """Return whether the p-value of the interval differs from the stated one by a large factor."""
        low, high, value = self.low[0], self.high[0], self.value[0]
        if self.null:
            if min(low, high, value) <= 0:
                return False
            low, high, value = log(low), log(high), log(value)
        if not low < value < high:
            return False
        expected = max(normal(value * 2 * _Z[self.level] / (high - low)), 1e-6)
        stated = max(self.p.value, 1e-6)
        return stated > _FAR * expected if stated > expected else expected > _FAR * stated


def _written(end: tuple[float, Number]) -> str:
    return f"−{end[1].text}" if end[0] < 0 else end[1].text


def _read(compact: CompactText, match: re.Match[str]) -> _Estimate | None:
    text = compact.text
    before = _last_estimate(text, max(0, match.start() - _BEFORE), match.start())
    p_value = P_VALUE.search(text, match.end(), min(len(text), match.end() + _AFTER))
    if before is None or p_value is None or not p_value["p"]:
        return None
    if _ONE_SIDED.search(text, p_value.start(), p_value.end() + _AFTER):
        return None
    between = text[match.end() : p_value.start()]
    if re.search(r"[.?!]\s|\d", between) or not set(re.findall("[a-z]+", between.lower())) <= _BETWEEN:
        return None
    read = p_value_of(compact, p_value)
    ends = [_signed(compact, match, name) for name in ("low", "high")]
    value = _signed(compact, before, "estimate")
    if read is None or value is None or ends[0] is None or ends[1] is None or ends[0][0] >= ends[1][0]:
        return None
    # Of a decrease by 3.5 the interval may be that of the change, −8.1 to 1.1.
    if not ends[0][0] <= value[0] <= ends[1][0] and ends[0][0] <= -value[0] <= ends[1][0]:
        value = (-value[0], value[1])
    null = 1.0 if before["ratio"] else 0.0
    if null and ends[0][0] < 0:
        return None
    return _Estimate(match["level"], null, ends[0], ends[1], value, *read)


def _last_estimate(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the estimate before an interval, named as close to it as can be.

    In "no difference (relative risk 1.01, 95% CI …)" it is a ratio.
    """
    last = None
    while (match := _ESTIMATE.search(text, start, end)) is not None:
        last, start = match, match.start() + 1
    return last


def _signed(compact: CompactText, match: re.Match[str], name: str) -> tuple[float, Number] | None:
    """Return a number of a match with its sign, and the number without it."""
    digits = re.search(r"[\d.]", match[name])
    if digits is None:
        return None
    number = compact.number(match.start(name) + digits.start(), match.end(name))
    if number is None:
        return None
    return (-number.value if "-" in match[name] else number.value), number
