"""Whether a part, a whole and a share belong together, and what they claim."""

import pytest

from numerate.consistency.claim import LIKELY, SURE
from numerate.consistency.shares.share import StatedShare, has_other_base, is_share, share_claim
from tests.consistency.sentences import read_one


def share(text, odds=SURE, rest=False):
    """Return the share of a text that gives the part, the whole and the percentage in this order."""
    part, whole, stated = read_one(text).slots
    return StatedShare(part, whole, stated, odds, rest)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("45 of 60 (75%)", True),
        ("45 of 9 m (75%)", False),
        ("60 of 45 (75%)", False),  # more than all
        ("Two of 8 (25%)", False),  # a small whole
        ("One of 60 (2%)", False),
        ("45 of 1960 (2%)", False),  # a year
        ("45 of 60 or more (75%)", False),
        ("45 of 60 (75% confidence)", False),
        ("£3 a year on £60 (5%)", True),  # interest
    ],
)
def test_a_part_can_have_a_share_of_a_whole(text, expected):
    assert is_share(share(text)) is expected


def test_the_claim_is_that_of_a_ratio():
    assert share_claim(share("45 of 60 (75%)")).equation.holds()
    claim = share_claim(share("45 of 60 (57%)"))
    assert not claim.equation.holds()
    assert claim.problem() == "45 of 60 is 75%, not 57%."


def test_a_share_in_words_may_be_rough():
    assert share_claim(share("Of 31 of 90 (a third)")).equation.holds() is False
    assert share_claim(share("Of 31 of 91 (a third)")).equation.holds()


def test_the_part_may_be_what_is_left():
    assert not any(other.holds() for other in share_claim(share("15 of 60 (75%)")).others)
    assert any(other.holds() for other in share_claim(share("15 of 60 (75%)", rest=True)).others)


def test_fifty_of_fifty_is_doubtful():
    assert share_claim(share("50 of 50 (75%)")).odds == LIKELY
    assert share_claim(share("50 of 60 (75%)")).odds == SURE


def test_several_shares_may_have_another_base():
    whole, early, first, late, second = read_one(
        "Of these 17 events, 12 (2.8%) were early and 5 (1.2%) late."
    ).slots
    shares = [StatedShare(early, whole, first, SURE), StatedShare(late, whole, second, SURE)]
    assert all(has_other_base(each, shares) for each in shares)
    assert not has_other_base(shares[0], shares[:1])
