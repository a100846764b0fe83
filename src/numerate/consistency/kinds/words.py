"""Rule `words`: a number in words that differs from its figures, as in "forty (14) hours"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import log10

from numerate.consistency.claim import STRONG, SURE, Claim, claims, decided
from numerate.consistency.equation import Equation, Quantity
from numerate.consistency.interval import exactly
from numerate.consistency.relation import number_at
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot, currency

_TWICE = re.compile(r"(?P<first>[NUM]) \((?P<second>[NIUM])\)(?P<next> ?[a-z']*)")
_COUNTED = re.compile(
    r"\b(?:the|these|its|her|his|their|our|there (?:are|were)|has|have|had|only|just) (?P<n>N) "
    r"[a-z]+(?: [a-z]+)?(?: are|: ?| were|, namely|, ) ?"
)
_ITEM = re.compile(r"[a-zA-Z'’-]+(?: [a-zA-Z'’-]+){0,3}")
_LABEL = re.compile(
    r"\b(?:section|chapter|phase|part|table|figure|type|group|step|stage|clause|article|page|class|level) $"
)

_ROUGHLY = re.compile(r"\b(?:close to|near|nearly|almost|about|around|just (?:over|under|above|below)) $")
"""Words before a number in words that figures make precise: "close to one (0.94)"."""


def read_words(sentence: Sentence) -> Iterator[Claim]:
    """Read every number that is written twice, in words and in figures."""
    for match in _TWICE.finditer(sentence.line):
        first, second = sentence.slot(match.start("first")), sentence.slot(match.start("second"))
        claim = _twice(sentence, first, second, match["next"].strip())
        if claim is not None:
            yield claim
    yield from _counted(sentence)


def _twice(sentence: Sentence, first: Slot, second: Slot, following: str) -> Claim | None:
    number = second.number
    if second.mark == "I":
        if not number.text.isdecimal() or len(number.text) > 9:
            return None
        number = number_at(sentence.text, number.start, number.end)
    if _LABEL.search(first.before(14)) or (_ROUGHLY.search(first.before(20)) and number.value % 1):
        return None
    words = [_in_words(slot.number.text) for slot in (first, second)]
    if (first.mark, second.mark) not in (
        ("N", "N"),
        ("N", "I"),
        ("M", "M"),
        ("U", "U"),
    ) or "/" in number.text:
        return None
    if first.mark == "U" and (
        first.number.unit is None
        or second.number.unit is None
        or first.number.unit.symbol != second.number.unit.symbol
    ):
        return None
    if (
        first.number.text.lower() in ("single", "a", "an")
        or not first.value
        or sentence.line[first.at - 1 : first.at] == "-"
    ):
        return None
    if words[0] == words[1] or (first.mark == "M") != (second.mark == "M"):
        return None
    if first.mark == "M" and currency(first) != currency(second):
        return None
    if _is_power(number.text, first.value) or _is_rough_half(first, second):
        return None
    equation = Equation(Quantity(first.number, exactly(first.number)), Quantity(number, exactly(number)))
    problem = f"“{first.number.text}” is not {number.text}."
    # A number in brackets after a word may be a reference: "in phase two (14)."
    sure = following != "" or first.mark == "M"
    return Claim(equation, problem, SURE if sure else STRONG, (), (first.number, number))


def _is_power(digits: str, value: float) -> bool:
    """Return whether a small raised digit was lost: eight million (2²³), printed as 223."""
    if not digits.isdecimal() or not 2 <= len(digits) <= _LONGEST_POWER:
        return False
    if digits == "10" and log10(value) % 1 == 0:
        return True  # a quadrillion (10¹⁵), of which the raised digits are gone
    powers = (float(digits[:i]) ** int(digits[i:]) for i in range(1, len(digits)))
    return any(abs(power / value - 1) < _NEAR for power in powers)


def _is_rough_half(first: Slot, second: Slot) -> bool:
    """Return whether "half" is meant roughly: almost half a million (451,000)."""
    is_half = first.number.text.lower().startswith("half")
    return is_half and abs(second.value / first.value - 1) < _ROUGH


_LONGEST_POWER = 4
_NEAR, _ROUGH = 0.1, 0.2
"""Relative errors of a rounded power, and of a half."""


def _in_words(text: str) -> bool:
    return not any(char.isdigit() for char in text)


def _counted(sentence: Sentence) -> Iterator[Claim]:
    """Read a number of things and their names: "the three winners are Adeyemi, Blom and Costa"."""
    for match in _COUNTED.finditer(sentence.line):
        slot = sentence.slot(match.start("n"))
        rest = sentence.text[sentence.offset(match.end()) : sentence.end].rstrip(".!? ")
        counts = [other for other in sentence.having("N") if other is not slot]
        if (
            counts
            or not _in_words(slot.number.text)
            or not 2 <= slot.value <= 9
            or any(other.at >= match.end() for other in sentence.slots)
            or re.search(r"[;:()\d\"“”]|\bsuch as\b|\bincluding\b|\betc\b", rest)
        ):
            continue
        *many, last = re.split(r", ", rest)
        pair = re.split(r",? (?:and|or) ", last)
        if re.match(r"(?:and|or) ", last):
            pair = [last.partition(" ")[2]]  # "…, and rice and peas"
        items = [*many, *pair]
        if len(items) < 2 or pair == [last] or not all(_ITEM.fullmatch(item.strip()) for item in items):
            continue
        if any(re.match(r"(?:their|his|her|its) ", item) for item in items):
            continue  # "a doctor, a nurse, and their families"
        names = all(item.strip()[:1].isupper() for item in items)
        short = all(len(item.split()) <= (3 if names else 4) for item in items)
        colon = ":" in match[0]
        if not short or not (names or colon):
            continue
        problem = f"{len(items)} are named, not {slot.number.text}."
        yield decided(len(items) == slot.value, problem, SURE, slot.number)


RULE = ConsistencyRule(
    name="words",
    title="A number in words that differs from its digits",
    description="Words and digits give different numbers, or the things named are more or fewer.",
    level="error",
    example="The tenant shall give forty (14) hours' notice.",
    find=claims("words", "", read_words, shape="[NUM]", local=True),
)
