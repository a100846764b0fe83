"""Contradictions that words or units make doubtful."""

import pytest

from numerate.consistency import inconsistencies
from numerate.consistency.learned.network import claim_model


def levels(text: str) -> list[str]:
    """Return the levels of the contradictions of a text, as rules and network read them."""
    return [finding.level for finding in inconsistencies(text, reader=claim_model())]


@pytest.mark.parametrize(
    "text",
    [
        "Sales of the chain grew 4% on a like-for-like basis, from £310 million to £371 million.",
        "Sales were $21.5 billion, compared with $21.4 billion last year, a fall of 3% in local currency.",
        "The jobless rate dropped two-tenths of a point to 3.4 percent; this is lower than the 4.2 percent of"
        " last year.",
        "The dividend is 10.5 cents on the split shares, a 10.5 percent rise from the 19 cents before.",
        "Not later than 180 days after December 20, 2019, and until December 31, 2030, it shall report.",
        "The town offers a reward of $1,000 for the lost cat in addition to the owner's reward of $10,000.",
        "A sound of 90 dB is ten times as intense as one of 80 dB.",
        "She classified 100 drawings again and made 9 errors, which means that she reached 91% accuracy.",
        "The actuarial incidence was 21.9% (4 of 18 patients) in the first group.",
    ],
)
def test_that_they_are_not_certain(text: str) -> None:
    assert "error" not in levels(text)


@pytest.mark.parametrize(
    "text",
    [
        "Sales of the chain grew 4%, from £310 million to £371 million.",
        "Sales fell from $22.4 billion to $21.5 billion, a decrease of 14%.",
        "Of the 18 patients in the first group, 4 (28.2%) had side effects.",
        "The new engine has 90 kW, ten times as much as the old one with 80 kW.",
    ],
)
def test_that_others_are(text: str) -> None:
    assert "error" in levels(text)
