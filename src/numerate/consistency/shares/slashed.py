"""Shares next to a written fraction: "12/40 (30%)", "30% (12/40)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from numerate.consistency.claim import SURE, Claim
from numerate.consistency.equation import Equation, constant
from numerate.consistency.relation import in_style
from numerate.consistency.shares.share import MIN_WHOLE, NOT_A_SHARE
from numerate.consistency.slots import Sentence

_SLASHED = re.compile(r"(\d+)[/⁄](\d+)")
_HALF_READ = re.compile(r"(?:±|[A-Z],) ?$")
"""Signs before a percentage that is an uncertainty, or whose decimal comma was not read."""


def read_slashed(sentence: Sentence) -> Iterator[Claim]:
    """Read "12/40 (30%)" and "30% (12/40)"."""
    line = sentence.line
    pairs = [(slot.at, slot, slot.number.text) for slot in sentence.having("F")]
    for match in re.finditer("N ?/ ?N", line):
        first, last = sentence.slot(match.start()), sentence.slot(match.end() - 1)
        pairs.append((match.end() - 1, first, f"{first.number.decimal}/{last.number.decimal}"))
    for at, slot, fraction in pairs:
        written = _SLASHED.fullmatch(fraction)
        if written is None or written[2].strip("0") == "":
            continue
        part, whole = map(Fraction, written.groups())
        after = re.match(
            r" ?(?:[a-z-]+ ){0,4}?(?:\(|\[|; ?|, ?|= ?)(?P<share>P) ?[)\],;]", line[at + 1 : at + 60]
        )
        before = re.search(
            r"(?P<share>P) ?(?:[a-z-]+ ){0,3}[(\[](?:n ?= ?)?$", line[max(0, slot.at - 40) : slot.at]
        )
        if after:
            share = sentence.slot(at + 1 + after.start("share"))
        elif (
            before
            and re.match(r"[)\],;]", line[at + 1 :])
            and not _HALF_READ.search(line[: max(0, slot.at - 40) + before.start("share")])
        ):
            share = sentence.slot(max(0, slot.at - 40) + before.start("share"))
        else:
            continue
        dilution = part == 1 and whole >= 100 and whole % 50 == 0
        if (
            whole < MIN_WHOLE
            or dilution
            or part == whole == 50
            or (1900 <= part <= 2100 and whole < 100)
            or NOT_A_SHARE.match(share.after(30))
        ):
            continue
        percentage = 100 * part / whole
        problem = (
            f"{part} of {whole} is {in_style(float(percentage), share.number)}, not {share.number.text}."
        )
        equation = Equation(constant(percentage), share.quantity(loose=True))
        yield Claim(equation, problem, SURE, (), (slot.number, share.number))
