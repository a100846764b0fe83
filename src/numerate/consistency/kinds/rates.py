"""Rule `rate`: rates that do not fit their totals, as in "24 bottles for €36, €1.20 each"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from numerate.consistency.claim import Claim, claims
from numerate.consistency.passages import passages
from numerate.consistency.products import find_product, product_in
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence, Slot


def read_rates(sentence: Sentence) -> Iterator[Claim]:
    """Read every rate with what it is multiplied by and what that gives."""
    if _TWO_PRICES.search(sentence.line):
        return
    for passage in passages(sentence):
        product = product_in(passage)
        if product is not None:
            yield replace(product.claim(), odds=passage.odds, local=True)
    for rate in sentence.having("NUM"):
        product = find_product(rate) if _is_rate(rate) else None
        if product is not None:
            yield product.claim()


def _is_rate(slot: Slot) -> bool:
    """Return whether words or the unit say that a quantity is for each of something."""
    if _UPPER_END.search(slot.before(14)):
        return False
    unit = slot.number.unit
    if unit is not None and ("/" in unit.symbol or unit.symbol == "mph"):
        return True
    return (_PER if slot.mark == "N" else _EACH).match(slot.after(40)) is not None


_UPPER_END = re.compile(r"(?:[A-Z]\)? to |[A-Z]-|[A-Z]\x96)(?:about |around )?$")
"""Before the upper end of a range."""
_PER = re.compile(r"(?: [a-z]+){0,2}? (?:per|for every|every) [a-z]+")
_EACH = re.compile(
    r",? (?:each|apiece)\b|(?: (?![a-z]+(?:ed|ing)\b)[a-z]+){0,2}?"
    r" (?:per|for each|for every|each|every|an?) [a-z]+"
)


_TWO_PRICES = re.compile(
    r"\bor (?:[a-z]+ )?N for M|\ba dozen or\b|\bN? or M each\b|\brespectively\b|N ?× ?U|N to N"
)


RULE = ConsistencyRule(
    name="rate",
    title="A rate that does not fit its total",
    description="A price, speed or other rate, multiplied, gives another total.",
    level="error",
    example="A box of 24 bottles costs €36, or €1.20 a bottle.",
    find=claims("rate", "", read_rates, shape="[NUM]"),
    last_is_derived=True,
)
