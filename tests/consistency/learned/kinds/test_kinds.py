from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.consistency import RULES
from numerate.consistency.learned.failing import Scored, failures
from numerate.consistency.learned.judge import Judge
from numerate.consistency.learned.kinds import KINDS, candidates, equation_of
from numerate.consistency.learned.reading import contradictions, holding
from tests.consistency.learned.helpers import figures

CREDULOUS = Judge(100.0, (), ())
"""Takes every equation that fails for an error."""
AMOUNTS = [
    "0", "1", "−5", "40", "-40", "12", "0.0", "3.5%", "0%", "-5%", "100%", "minus 100%", "£40", "$0", "£0.00",
    "−$3", "6 km", "0 km", "-40 °C", "1990", "2000", "twice", "half", "zero", "9:30", "0:00", "4 May 2020",
    "30 days", "zero years", "ratio of 3 to 0", "0 times", "1e300", "1e-300", "aged 0", "0 to 0",
]  # fmt: skip


@given(st.lists(st.sampled_from(["12", "3.5%", "£40", "6 km", "1990", "twice", "half", "9:30", "≥ 4", "0"])))
def test_any_figures_have_candidates(parts: list[str]) -> None:
    amounts = figures(" and ".join(parts[:12]) + ".")
    for each in candidates(amounts):
        assert max(each.figures) < len(amounts)
        assert 0 <= each.chance <= 0.5
        claim = equation_of(each, amounts)
        assert claim.name == each.kind in KINDS
        assert claim.rule in RULES


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(AMOUNTS), min_size=2, max_size=6))
def test_any_equation_can_be_put_into_words(parts: list[str]) -> None:
    amounts = figures(", ".join(parts) + ".")
    for each in candidates(amounts):
        scored = [Scored.of(each, amounts, 0.9)]
        for relation in [*holding(scored), *contradictions(failures(scored), CREDULOUS)]:
            assert relation.problem is None or relation.problem.endswith(".")
            assert relation.numbers
