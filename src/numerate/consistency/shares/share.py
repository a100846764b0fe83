"""A share with its part and its whole: whether they belong together, and the claim that they state."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from numerate.consistency.claim import LIKELY, SURE, Claim
from numerate.consistency.cues import gap
from numerate.consistency.equation import Equation, Term, constant
from numerate.consistency.relation import in_style, three_digits
from numerate.consistency.slots import Slot, comparable, currency

MIN_WHOLE = 10
"""Smallest whole that is checked: a percentage next to a smaller one is often of something larger."""
_SAME_BASE = 0.08
"""Relative distance up to which two shares, which are rounded, may have one base; set by hand."""
NOT_A_SHARE = re.compile(
    r"[^A-Z]{0,14}\b(?:ci\b|confidence|credible|sensitiv|specific|(?:more|less|higher|lower|increase"
    r"|decrease|growth|rise|drop|fall|interest|discount|above|below|up|down|quantile|percentile|power"
    r"|of those|of these|of them|per|annual|a year|owned|stake)\b)"
)
"""Words after a percentage that is a change, a rate or a statistic."""
TOTAL_OF = re.compile(
    r" of (?:them|these|those|the (?:total(?! outstanding)|whole|lot|group|sample|class)|all\b|whom|which)"
)
_AND = re.compile(r" and (?:[a-z]+ )?")
_OR_MORE = re.compile(r"(?: [a-z]+)? or (?:more|greater|better|fewer|less)\b")
_LOSS = re.compile(r"\b(?:loss(?:es)?|attrition|mortality|failure|drop-?out|wastage|shortfall)\b")
"""Words for the share that is gone, where the part is what is left."""
_OF_BOTH = re.compile(r" of (?:the |all |our |its )?(?:sample|data|dataset|total|whole)\b")
"""Words after a share of two parts together: 900 for training, 100 for testing (10% of the sample)."""
_OF_MARKET = re.compile(r" share of (?:[a-z]+ ){0,3}market\b")
"""A whole without a figure: "a 13% share of the global market"."""


class StatedShare(NamedTuple):
    """A share as a text gives it, and how sure it is that its part and whole are meant."""

    part: Slot
    whole: Slot
    stated: Slot
    """The percentage or fraction."""
    odds: float
    rest: bool = False
    """Whether the part may be the rest instead: "half died; 2,800 survived"."""


def is_share(share: StatedShare) -> bool:
    """Return whether a part can have the stated share of a whole: comparable, no years and no bounds."""
    part, whole, stated = share.part, share.whole, share.stated
    if part.sentence is whole.sentence and _AND.fullmatch(gap(part.sentence, whole.at, part.at)):
        return False  # two parts, "60 and 45"
    alike = comparable(part, whole) or part.mark == whole.mark == "N" or _is_yearly(part, whole)
    if len({part, whole, stated}) < 3 or not alike:
        return False
    if any(
        slot.mark == "N" and not slot.number.text[0].isdigit() and slot.value == 1 for slot in (part, whole)
    ):
        return False  # "one of them"
    if whole.mark == "N" and (
        (1900 <= whole.value <= 2100 and whole.number.noun is None)
        or re.match(r"[-\x96]| to \w", whole.after(4))
    ):
        return False  # a year, or the low end of a range
    if _OR_MORE.match(whole.after(24)):
        return False  # "three games of 21 points or more"
    too_large = part.quantity(like=whole).value > whole.quantity(like=part).value
    if too_large and (share.odds < SURE or stated.mark == "P"):
        return False
    own = NOT_A_SHARE.match(stated.after(30)) and not TOTAL_OF.match(stated.after(30))
    if whole.quantity().value <= 0 or (own and not share.rest):
        return False
    if stated.mark in "PN" and whole.value < MIN_WHOLE and part.mark == "N":
        return False
    if part.mark == "N" and 1900 <= part.value <= 2100 and whole.value < 100:
        return False  # "in 2019, of 60"
    return stated.mark != "N" or stated.value <= 100


def _is_yearly(part: Slot, whole: Slot) -> bool:
    """Return whether a part is the yearly return on a sum of money."""
    return part.mark == whole.mark == "M" and currency(part) == currency(whole) and part.per == "yr"


def has_other_base(share: StatedShare, stated: list[StatedShare]) -> bool:
    """Return whether several shares fit one base, but not the whole they are read with.

    In "of these 17 events, 12 (2.8%) were early and 5 (1.2%) late", the base is that of a sentence before.
    """
    if "±" in (share.part.before(2) + share.whole.before(2)) or _OF_MARKET.match(share.stated.after(40)):
        return True
    same = [other for other in stated if other.whole is share.whole and other.stated.value > 0]
    bases = [other.part.value / other.stated.value for other in same if other.stated.mark == "P"]
    if len(bases) < 2 or len({other.part.value for other in same}) < 2:
        return False
    whole = share.whole.value / 100
    apart = all(abs(base / whole - 1) > _SAME_BASE for base in bases)
    return apart and max(bases) < (1 + _SAME_BASE) * min(bases)


def share_claim(share: StatedShare) -> Claim:
    """Return the claim that a part divided by its whole is the stated share."""
    part, whole, stated = share.part, share.whole, share.stated
    ratio = part.quantity(like=whole) / whole.quantity(like=part)
    derived = stated.start > part.start or part.is_bracketed  # and may be truncated
    equation = Equation(ratio, _rate(stated, derived))
    others = []
    for other in whole.sentence.having("NUM") if whole.sentence is part.sentence else ():
        if other not in (part, whole) and other.at < part.at and comparable(other, part) and other.value > 0:
            others.append(Equation(part.quantity() / other.quantity(), _rate(stated)))
    if part.number.unit and whole.number.unit and part.number.unit.symbol != whole.number.unit.symbol:
        # The same in another unit: "half of the 670 km (400 miles)".
        others.append(Equation(ratio, constant(Fraction(9, 10), Fraction(11, 10))))
    if share.rest or _LOSS.search(stated.before(40)):
        left = 1 - stated.number.value / (100 if stated.mark == "P" else 1)
        slack = 0.03 if stated.mark != "P" else 0.01
        others.append(Equation(ratio, constant(left - slack, left + slack)))
        added = 1 / (2 - left)  # the part of a sum that already has its tax in it
        others.append(Equation(ratio, constant(added - slack, added + slack)))
    if _OF_BOTH.match(stated.after(30)) or re.search(
        r"N(?: [a-z]+){0,2} and (?:[a-z]+ )?N", part.sentence.line
    ):
        both = whole.quantity(like=part) + part.quantity(like=whole)
        others.append(Equation(part.quantity(like=whole) / both, _rate(stated)))
    # Shared equally, "50/50", or a multiple of the whole rather than a share.
    doubtful = part.value == whole.value == 50 or (stated.mark == "P" and stated.value > 100)
    numbers = part.number, whole.number, stated.number
    return Claim(
        equation, lambda: _problem(share), LIKELY if doubtful else share.odds, tuple(others), numbers
    )


def _rate(share: Slot, loose: bool = True) -> Term:
    """Return a share as a ratio; fractions in words, such as "a third", may be 3% off."""
    if share.mark in "FS":
        quantity = share.quantity(exact=True)
        low, high = quantity.values()
        written = share.number.text[0].isdigit()
        slack = Fraction(0) if written else Fraction(3, 100)
        return constant(low - low * slack, high + high * slack) if low == high and slack else quantity
    return share.quantity(loose=loose) * constant(Fraction(1, 100))


def _problem(share: StatedShare) -> str:
    ratio = share.part.quantity(like=share.whole).value / share.whole.quantity(like=share.part).value
    stated = share.stated
    shown = in_style(100 * ratio, stated.number) if stated.mark in "PN" else f"{three_digits(100 * ratio)}%"
    return f"{share.part.written} of {share.whole.written} is {shown}, not {stated.written}."
