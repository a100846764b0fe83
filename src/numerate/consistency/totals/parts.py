"""The parts of a total: what may be one, how likely they are complete, and the claim of their sum."""

from __future__ import annotations

import re
from collections.abc import Sequence

from numerate.consistency.claim import LIKELY, STRONG, Claim
from numerate.consistency.equation import Equation, Term, total
from numerate.consistency.slots import Slot, comparable

MOST_PARTS = 9
"""Most parts of a total that are read; longer lists are tables."""
NEARLY = 0.35
"""Largest relative error of a sum whose parts were still meant to be complete; set by hand."""
OVERLAP = re.compile(
    r"\b(?:respectively|each|including|every|between(?! them)|mean|aged|at least|some of|about|approximately"
    r"|or more|both|also|several|multiple|"
    r"while|whereas|respective|average|up to|other than|compared|rounded|randomi[sz]ed|assigned"
    r"|allocated|among others|such as|median|range|least)\b"
)
"""Words with which parts may overlap, or be only some of a total."""
NOT_LISTED = re.compile(
    r"\b(?:down|up|vs|versus|compared|against(?! and|,)|than|rose|fell|last year|year ago"
    r"|earlier|previous|minus|less|but|while|outnumber\w*|between(?! them)|if|p ?[=<>])\b|[=±<>/×]|[-\x96]$"
    r"|\b(?:from|to|of|by)(?: (?:the|an?|its|their|about|some|only|just|all))* $"
)
"""Words between two figures that are not members of one list: "rose to 40", "12 of 30"."""


def may_be_part(slot: Slot, whole: Slot) -> bool:
    """Return whether a figure may be a part of another: 21 sopranos of 64 singers."""
    if slot.mark != whole.mark:
        return slot.mark == "N" and whole.mark in "UM" and slot.number.noun is None and slot.is_count
    return slot.mark == "N" or comparable(slot, whole)


def completeness_odds(whole: Slot, parts: Sequence[Slot], odds: float) -> float:
    """Return the odds of a cue, lowered where the parts are far from adding up: some are probably missing."""
    known = [part.quantity(like=whole).value for part in parts if part.mark != "F"]
    share = sum(part.number.value for part in parts if part.mark == "F")
    size = whole.quantity().value
    missing = abs(sum(known) + share * size - size)
    named = re.search(r"\btotal (?:of|:)", whole.before(20)) is not None
    return odds if missing <= NEARLY * size else STRONG if named else LIKELY


def sum_claim(whole: Slot, parts: Sequence[Slot], odds: float, rest: bool = False) -> Claim:
    """Return the claim that parts add up to a total.

    rest: the last part is the derived figure, as what is left of the total.
    """
    terms: list[Term] = []
    for part in parts:
        terms.append(part.quantity(like=whole) if part.mark != "F" else part.quantity() * whole.quantity())
    equation = Equation(total(*terms), whole.quantity())
    derived = parts[-1] if rest else whole
    numbers = [part.number for part in parts if part is not derived]
    if whole is not derived:
        numbers.append(whole.number)
    # What stands in brackets may only explain a part: "£9,600 (128 members at £75)".
    outside = [term for part, term in zip(parts, terms, strict=True) if not part.is_bracketed]
    others = [Equation(total(*outside), whole.quantity())] if 1 < len(outside) < len(parts) else []
    if whole.is_count and len({part.noun for part in parts}) == len(parts) == 2:
        # Not a sum but a product: two sizes in three colours are six kinds.
        others.append(Equation(parts[0].quantity() * parts[1].quantity(), whole.quantity()))
    return Claim(equation, lambda: _problem(whole, parts), odds, tuple(others), (*numbers, derived.number))


def _problem(whole: Slot, parts: Sequence[Slot]) -> str:
    base = whole.quantity()
    values = [
        part.number.value * base.value if part.mark == "F" else part.quantity(like=whole).value
        for part in parts
    ]
    written = " + ".join(
        part.number.text if part.mark != "F" else whole.write(value)
        for part, value in zip(parts, values, strict=True)
    )
    return f"{written} = {whole.write(sum(values))}, not {whole.written}."
