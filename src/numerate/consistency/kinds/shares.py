"""Rule `share`: percentages and fractions that do not match their counts, as in "45 of 60 tenants (70%)"."""

from __future__ import annotations

from collections.abc import Iterator

from numerate.consistency.claim import Claim, claims
from numerate.consistency.rule import ConsistencyRule
from numerate.consistency.shares.passages import read_passages, read_sparse_sentence
from numerate.consistency.shares.share import StatedShare, has_other_base, is_share, share_claim
from numerate.consistency.shares.slashed import read_slashed
from numerate.consistency.shares.wordings import read_wordings
from numerate.consistency.slots import Sentence, Slot
from numerate.consistency.steps import steps


def read_shares(sentence: Sentence) -> Iterator[Claim]:
    """Read every share with the part and the whole it is calculated from."""
    changes = {step.slot for step in steps(sentence)}
    shares: dict[Slot, StatedShare] = {}
    for share in (
        *read_wordings(sentence),
        *read_sparse_sentence(sentence, changes),
        *read_passages(sentence),
    ):
        changed = share.stated in changes or (share.part in changes and not share.rest)
        known = shares.get(share.stated)
        if not changed and is_share(share) and (known is None or known.odds < share.odds):
            shares[share.stated] = share
    stated = list(shares.values())
    yield from (share_claim(share) for share in stated if not has_other_base(share, stated))
    yield from read_slashed(sentence)


RULE = ConsistencyRule(
    name="share",
    title="A share that does not fit its figures",
    description="A percentage or fraction does not follow from the part and the whole next to it.",
    level="error",
    example="We saw 45 of 60 tenants (70%).",
    find=claims("share", "", read_shares, shape="[NUMF].*[PFSN]|[PFS].*[NUMF]", local=True),
    last_is_derived=True,
)
