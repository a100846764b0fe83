import numpy as np
import pytest

from numerate.consistency.tables.signs import label_signs, other_signs
from tests.consistency.tables.grids import grid


def signs(text: str) -> list[float]:
    return label_signs(grid(text).lines()).tolist()


@pytest.mark.parametrize(
    ("label", "sign"),
    [
        ("Less: accumulated depreciation", -1),
        ("(-) Other reclassifications", -1),
        ("(+) Series C preferred stock", 1),
        ("Interest expense", -1),
        ("Provision for income taxes", -1),
        ("Other income (expense), net", 1),
        ("Receivables, net of allowances", 1),
        ("Property before depreciation", 1),
        ("Plus: deferred taxes", 1),
        ("Net sales", 1),
    ],
)
def test_signs_of_labels(label, sign):
    assert signs(f"{label}  10\nOther  20") == [sign, 1]


def test_a_heading_says_less_until_the_next_total():
    text = "Gross  10\nLess:\nGiven away  2\nBonuses  1\nTotal  7\nOther  3"
    assert signs(text) == [1, 1, -1, -1, 1, 1]


def test_other_signs_that_hold():
    lines = grid("Opened  1,204  1,330\nClosed  930  812\nMoved  511  604\nLeft  785  1,122").lines()
    priors = np.array([-np.inf, -2.0, -2.0])
    best = other_signs(lines, 3, np.array([2, 1, 0]), priors)[0]
    assert best.signs.tolist() == [1, -1, 1]


def test_no_other_signs_where_nothing_holds():
    lines = grid("A  1,204  1,330\nB  930  812\nC  7  8").lines()
    assert other_signs(lines, 2, np.array([1, 0]), np.array([-np.inf, 0.0])) == []
