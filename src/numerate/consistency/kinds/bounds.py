"""Rule `interval`: values outside their own range, as in "aged 21 to 45 (mean 53)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import SURE, Claim, claims
from numerate.consistency.cues import HEDGE
from numerate.consistency.equation import Equation, FixedTerm
from numerate.consistency.extremes import extremes
from numerate.consistency.interval import Interval
from numerate.consistency.passages import passages
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot
from numerate.text import style

_JOINT = r"(?: ?- ?| ?\x96 ?| ?\x97 ?| to |, ?|; ?| and )"
_LEVEL = r"(?P<level>P) ?(?:ci|c\.i\.|confidence intervals?|credible intervals?|cri|confidence limits?)\b"
_CI = (
    re.compile(
        rf"(?P<estimate>[NUMP])(?: [a-z-]+){{0,3}}? ?(?:\(|\[|, |; |, with an? ){_LEVEL}(?:,|:|=| was"
        rf"| of| from| ran from)? ?[\[(]?(?P<low>[NUMP]){_JOINT}(?P<high>[NUMP])(?! ?[\d/])"
    ),
)
_RATIO = re.compile(
    rf"\b(?:or|hr|rr|aor|ahr|arr|irr|smr|md|smd|ratio|risk|difference|estimate|coefficient|mean"
    rf"|median)(?: of| was| is)?(?: ?[=:])? (?P<estimate>[NUMP]),? ?[(;,]? ?{_LEVEL}(?:,|:|=)? "
    rf"?[\[(]?(?P<low>[NUMP]){_JOINT}(?P<high>[NUMP])"
)
_MIDDLE = (
    r"(?:mean|median|average|averaging|averaged|central (?:value|estimate)|best (?:estimate|guess)|midpoint"
    r"|point estimate|most likely (?:value|figure))"
)
_RANGE = rf"(?P<low>[NUMP]){_JOINT}(?P<high>[NUMP])"
_MEANS = (
    re.compile(
        rf"\b{_MIDDLE}\b[^A-Z;:.()]{{0,40}}?(?P<estimate>[NUMP])[^A-Z;:.()]{{0,20}}(?:\(|\[|, "
        rf")(?:range|ranging|min-max)(?: from| of| was|:|=|,)? ?{_RANGE}"
    ),
    re.compile(
        rf"\b(?:from|between|aged|ages?|range[ds]?(?: from| of|:)?) "
        rf"{HEDGE}(?P<low>[NUMP])[^A-Z;:.()]{{0,12}}?(?: to | and | ?- ?| ?\x96 "
        rf"?){HEDGE}(?P<high>[NUMP])[^A-Z;:.]{{0,40}}?(?:\(|, |; | with "
        rf"|: )(?:and )?(?:with )?(?:on )?(?:the "
        rf"|an? |its |their )?(?:overall )?{_MIDDLE}\b[^A-Z;:.]{{0,24}}?(?P<estimate>[NUMP])"
    ),
    re.compile(
        rf"\b(?:from|between) {HEDGE}(?P<low>[NUMP])(?: to | and ){HEDGE}(?P<high>[NUMP])[^A-Z;:.]{{0,20}}?"
        rf"(?:, (?:or|and) |; | \(|, ){HEDGE}(?P<estimate>[NUMP])(?: [a-z]+)? (?:on average"
        rf"|being the average|as an average)\b"
    ),
)
_NOT_AN_ESTIMATE = re.compile(
    r"[-\x96] $|± ?$|[NUMP] of $|\w\.$|[∶:]$|\b(?:top|bottom|per) $"
    r"|[NUP] (?:versus|vs\.?|against|compared (?:with|to)) (?:[a-z/-]+ ){0,3}$"
    r"|\b(?:reader|group|model|study|type|phase|stage|class|grade"
    r"|level|day|week|cohort|arm|time|visit|figure|table|step|year|case|site|sample|trial) $|\b(?:p"
    r"|se|sd|n) ?[=<>] ?$|\b(?:fell|rose|rising|falling|increased|decreased|grew|up|down|improved) $"
)
_MOVED = re.compile(
    r"\b(?:rose|fell|increas\w+|decreas\w+|declin\w+|grew|dropp\w+|improv\w+|chang\w+|went|year"
    r"|annual|difference|gap)\b"
)


def read_bounds(sentence: Sentence) -> Iterator[Claim]:
    """Read every value with the interval that it must lie in."""
    line = sentence.line
    for pattern in (*_CI, _RATIO):
        for match in pattern.finditer(line):
            if not _NOT_AN_ESTIMATE.search(line[: match.start("estimate")][-20:]):
                yield from _claim(sentence, match, SURE)
    for i, pattern in enumerate(_MEANS):
        for match in pattern.finditer(line):
            if i and (_MOVED.search(line) or _is_of_another(match)):
                continue
            yield from _claim(sentence, match, SURE)
    yield from _in_passages(sentence)


_OF_WHAT = re.compile(rf"{_MIDDLE} ([a-z]+(?: [a-z]+)*) (?:of|was|is|:|=) [^A-Z]*[A-Z]$")


def _is_of_another(match: re.Match[str]) -> bool:
    """Return whether an average says what it is of, not of what ranges: "an average salt content of 5%"."""
    named = _OF_WHAT.search(match.string[: match.end("estimate")])
    if named is None:
        return False
    words = named[1].split()
    return not any(word in match.string[: named.start()] for word in words)


def _in_passages(sentence: Sentence) -> Iterator[Claim]:
    """Read an average with the least or the most of its values, where a passage has nothing else."""
    for passage in passages(sentence):
        ends = extremes(passage)
        if ends is None or ends.middle is None:
            continue
        if ends.low is not None and ends.high is not None:
            yield from _inside(ends.low, ends.high, ends.middle, passage.odds)


def _claim(sentence: Sentence, match: re.Match[str], odds: float) -> Iterator[Claim]:
    low, high, estimate = (sentence.slot(match.start(role)) for role in ("low", "high", "estimate"))
    yield from _inside(low, high, estimate, odds)


def _inside(low: Slot, high: Slot, estimate: Slot, odds: float) -> Iterator[Claim]:
    marks = {slot.mark for slot in (low, high, estimate)}
    if len(marks) > 1 and not marks <= {"N", "U"}:
        return
    if "/" in low.number.text + high.number.text + estimate.number.text:
        return
    if len({style(slot.number).magnitude for slot in (low, high, estimate)}) > 1:
        return
    if estimate.number.sign >= 0 > max(low.number.sign, high.number.sign):
        return
    if "U" in marks and len({slot.dimensions for slot in (low, high, estimate) if slot.mark == "U"}) > 1:
        return
    like = next((slot for slot in (low, high, estimate) if slot.mark == "U"), low)
    ends = sorted((slot.quantity(like=like).values() for slot in (low, high)), key=sum)
    inside = Interval(ends[0].low, ends[1].high)
    problem = f"{estimate.written} lies outside its own range, {low.written} to {high.written}."
    equation = Equation(FixedTerm(inside), estimate.quantity(like=like))
    # "lowered by 3.5 (95% CI −8.1 to 1.1)": the words give the sign
    mirrored = Equation(FixedTerm(inside.times(-1)), estimate.quantity(like=like))
    others = (mirrored,) if inside.low < 0 and not estimate.number.sign else ()
    yield Claim(equation, problem, odds, others, (low.number, high.number, estimate.number))


RULE = ConsistencyRule(
    name="interval",
    title="A value outside its own range",
    description="A value lies outside the interval or range given for it.",
    level="error",
    example="The odds ratio was 2.5 (95% CI 1.1–2.3).",
    find=claims("interval", "", read_bounds, shape="[NUMP].*[NUMP].*[NUMP]", local=True),
)
