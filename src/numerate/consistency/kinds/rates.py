"""Rule `rate`: rates that do not fit their totals, as in "24 bottles for €36, €1.20 each"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from numerate.consistency.claim import Claim, claims
from numerate.consistency.passages import passages
from numerate.consistency.products import product_in
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence


def read_rates(sentence: Sentence) -> Iterator[Claim]:
    """Read every rate with what it is multiplied by and what that gives."""
    if _TWO_PRICES.search(sentence.line):
        return
    for passage in passages(sentence):
        product = product_in(passage)
        if product is not None:
            yield replace(product.claim(), odds=passage.odds, local=True)


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
