"""Rule `total`: parts that do not add up to their total, as in "64 singers: 21 sopranos and 18 altos"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from numerate.consistency.claim import Claim, claims
from numerate.consistency.equation import Quantity
from numerate.consistency.passages import passages
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.slots import Sentence
from numerate.consistency.totals.announced import read_announced, read_excess, read_halves, read_lists_below
from numerate.consistency.totals.breakdowns import read_breakdowns
from numerate.consistency.totals.composition import composition
from numerate.consistency.totals.parts import sum_claim
from numerate.consistency.totals.remainders import read_remainders
from numerate.consistency.totals.summed import read_calculations, read_summed


def read_totals(sentence: Sentence) -> Iterator[Claim]:
    """Read every total that is stated together with its parts."""
    surest: dict[int, Claim] = {}
    for claim in (claim for read in _READERS for claim in read(sentence)):
        derived = claim.equation.right.number.start if isinstance(claim.equation.right, Quantity) else -1
        if derived not in surest or surest[derived].odds < claim.odds:
            surest[derived] = claim
    yield from surest.values()


def _read_passages(sentence: Sentence) -> Iterator[Claim]:
    """Read a whole and its parts where a passage has nothing else."""
    for passage in passages(sentence):
        parted = composition(passage) if not passage.is_uncertain else None
        if parted is not None:
            yield replace(sum_claim(*parted), local=True)


_READERS = (
    read_calculations,
    read_remainders,
    read_announced,
    read_halves,
    read_summed,
    read_excess,
    read_lists_below,
    _read_passages,
    read_breakdowns,
)
"""Ways of reading a total; of equally sure claims about one figure, that of the first is kept."""
RULE = ConsistencyRule(
    name="total",
    title="A total that is not the sum of its parts",
    description="The parts add up to a different total.",
    level="error",
    example="The choir has 64 singers: 21 sopranos, 18 altos, 11 tenors and 16 basses.",
    find=claims("total", "", read_totals),
    last_is_derived=True,
)
