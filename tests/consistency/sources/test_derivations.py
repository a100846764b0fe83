import pytest

from tests.consistency.sources.helpers import supports


@pytest.mark.parametrize(
    ("draft", "formula"),
    [
        ("The group rate is £13 below the usual one.", "45 − 32 pounds = 13"),
        ("Twelve of the 40 lockers are let.", "40 − 28 = 12"),
        ("The refit needs less than a third of the loan.", "31,000 euros / 100,000 euros = 31%"),
        ("Of the loan 40,000 euros of it goes to the pool.", "100,000 euros × 40 percent = 40000"),
        ("In total the six showers cost 5,400 euros.", "900 euros × six = 5400"),
    ],
)
def test_formulas_of_everyday_summaries(draft: str, formula: str) -> None:
    source = (
        "The gym takes 32 pounds a month for the group rate instead of 45. Of 40 lockers, 28 are not let. "
        "The gym has a loan of 100,000 euros, 40 percent of which goes to the pool; the refit needs 31,000 "
        "euros of the loan. It buys six showers at 900 euros each."
    )
    assert formula in [support.formula for support in supports(draft, source)]
