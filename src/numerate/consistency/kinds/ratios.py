"""Rule `ratio`: ratios and odds that do not fit their figures, as in "12 girls, 18 boys, a ratio of 3:2"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from numerate.consistency.claim import LIKELY, SURE, Claim, claims
from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, comparable

_RATIO = re.compile(
    r"\b(?:ratio|scale|proportions?|odds|outnumber\w*|mix(?:ed)?|drawn at|dilut\w+"
    r"|scaled)\b[^A-Z;.]{0,40}?(?P<first>[NI])(?: ?: ?| to |-to-| parts? (?:of )?[a-z]+ to "
    r")(?P<second>[NI])\b"
)
_NAME = re.compile(r" (?:of )?(?:the )?([a-z]+)")
_BARE = re.compile(r"(?P<first>N) ?: ?(?P<second>N)\b")
_SCALE = re.compile(r"\b(?:map|plan|drawing|model|scale|drawn)\b")
_VAGUE = re.compile(r"\b(?:about|roughly|nearly|almost|more than|over|less than|some)\b")


def read_ratios(sentence: Sentence) -> Iterator[Claim]:
    """Read every ratio with the two figures it compares."""
    matches = list(_RATIO.finditer(sentence.line))
    if not matches and re.search(r"\bmix\b|\bratio\b|\bscale\b|\bmap\b|\bmodel\b", sentence.line):
        matches = list(_BARE.finditer(sentence.line))
    for match in matches[:1]:
        first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
        first, second = first.as_count() or first, second.as_count() or second
        if "I" in (first.mark, second.mark) or first.value <= 0 or second.value <= 0:
            continue
        rest = [
            slot
            for slot in sentence.having("NUM")
            if slot.at not in (first.at, second.at) and ":" not in (slot.before(1), slot.after(1))
        ]
        if re.search(
            r"\b(?:as high as|closer to|than|compared|average|up to|versus|for every)\b", sentence.line
        ):
            continue
        pairs = [(a, b) for i, a in enumerate(rest) for b in rest[i + 1 :] if _alike(a, b)]
        if first.value == 1 and _SCALE.search(sentence.line) and len(pairs) == 1:
            yield _claim(pairs[0][0], pairs[0][1], first, second, SURE, both=False)
        elif "odds" in sentence.line or any(_is_unnamed(slot) for pair in pairs for slot in pair):
            continue
        elif len(pairs) == 1:
            named = re.search(r"\b(?:mix|outnumber|[a-z]+-[a-z]+ ratio)", sentence.line) is not None
            vague = _VAGUE.search(sentence.line) is not None or _is_apart(sentence, pairs[0], match)
            yield _claim(pairs[0][0], pairs[0][1], first, second, LIKELY if vague else SURE, both=named)
        elif pairs and "outnumber" in sentence.line:
            yield _claim(rest[-2], rest[-1], first, second, SURE, both=True)


def _is_apart(sentence: Sentence, pair: tuple[Slot, Slot], match: re.Match[str]) -> bool:
    """Return whether a ratio and its figures stand in clauses of their own."""
    first, last = sorted((pair[1].at, match.start()))
    return (
        re.search(r";(?! (?:so|that|this|the ratio|for|use|with|add|take|mix)\b)", sentence.line[first:last])
        is not None
    )


def _is_unnamed(slot: Slot) -> bool:
    """Return whether it is of something that the ratio does not name: "1:1, plus 200 ml of milk"."""
    match = _NAME.match(slot.after(30))
    return slot.mark == "U" and match is not None and slot.sentence.line.count(match[1]) == 1


def _alike(a: Slot, b: Slot) -> bool:
    if a.after(1) in ("-", "\x96") or re.match(r" to [NUM]", a.after(5)):
        return False  # a range
    if a.mark == b.mark == "N":
        return (
            a.number.noun is not None and b.number.noun is not None and a.noun != b.noun and b.at - a.at < 40
        )
    return comparable(a, b)


def _claim(a: Slot, b: Slot, first: Slot, second: Slot, odds: float, both: bool) -> Claim:
    equation = Equation(a.quantity() / b.quantity(), _exact(first) / _exact(second))
    others = (Equation(b.quantity() / a.quantity(), _exact(first) / _exact(second)),) if both else ()
    ratio = a.quantity().value / b.quantity().value if b.quantity().value else 0.0
    shown = f"{ratio:.3g} to 1" if ratio >= 1 else f"1 to {1 / ratio:.6g}" if ratio else "none"
    problem = f"{a.written} to {b.written} is {shown}, not {first.number.text} to {second.number.text}."
    return Claim(equation, problem, odds, others, (a.number, b.number, first.number, second.number))


def _exact(slot: Slot) -> Quantity:
    return slot.quantity(exact=slot.value % 1 == 0)


RULE = ConsistencyRule(
    name="ratio",
    title="A ratio that does not fit its figures",
    description="The two figures are in another ratio, or the odds give another profit.",
    level="error",
    example="The student-staff ratio is 12:1 (1,050 students, 50 staff).",
    find=claims(
        "ratio",
        "ratio scale proportion proportions odds outnumber outnumbered outnumbers mix mixed drawn"
        " map model part parts every per each",
        read_ratios,
    ),
    last_is_derived=True,
)
