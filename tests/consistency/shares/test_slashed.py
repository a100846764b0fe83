"""Shares next to a written fraction."""

import pytest

from numerate.consistency.shares.slashed import read_slashed
from tests.consistency.sentences import read_one


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Few replied (12/40, 30%).", True),
        ("Few replied (12/40, 35%).", False),
        ("Here 30% (12/40) replied.", True),
        ("Here 1,200/4,000 (35%) replied.", False),
    ],
)
def test_a_fraction_and_its_percentage(text, holds):
    [claim] = read_slashed(read_one(text))
    assert claim.equation.holds() is holds


@pytest.mark.parametrize(
    "text",
    [
        "Diluted 1/500 (30%).",
        "Grade 3/4 (30%).",
        "They share 50/50 (30%).",
        "It was 2.1 ± 30% (12/40).",
        "Few replied (12/40, 30% confidence).",
        "Few replied (12/00, 30%).",
    ],
)
def test_other_fractions_have_no_share(text):
    assert list(read_slashed(read_one(text))) == []
