from hypothesis import given
from hypothesis import strategies as st

from numerate.consistency import RULES
from numerate.consistency.learned.kinds import KINDS, candidates, equation_of
from tests.consistency.learned.helpers import figures


@given(st.lists(st.sampled_from(["12", "3.5%", "£40", "6 km", "1990", "twice", "half", "9:30", "≥ 4", "0"])))
def test_any_figures_have_candidates(parts: list[str]) -> None:
    amounts = figures(" and ".join(parts[:12]) + ".")
    for each in candidates(amounts):
        assert max(each.figures) < len(amounts)
        assert 0 <= each.chance <= 0.5
        claim = equation_of(each, amounts)
        assert claim.name == each.kind in KINDS
        assert claim.rule in RULES
