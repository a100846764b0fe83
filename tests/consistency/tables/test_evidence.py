import numpy as np
import pytest

from numerate.consistency.tables.evidence import (
    differences_from_last,
    may_hold,
    running_sums,
    sum_of,
)
from tests.consistency.tables.grids import grid

LINES = grid("A  1,204  1,330\nB  930  812\nC  511  604\nTotal  2,645  2,747").lines()
NEAREST = np.array([2, 1, 0])


def test_running_sums_are_the_sums_of_each_length():
    running = running_sums(LINES, 3, NEAREST, np.ones(3))
    for length in (1, 2, 3):
        single = sum_of(LINES, 3, NEAREST[:length], np.ones(length))
        for array, alone in zip(vars(running).values(), vars(single).values(), strict=False):
            if array.ndim == 2:
                np.testing.assert_array_equal(array[length - 1], alone[0])
    assert running.residual[-1].tolist() == [0, 1]
    assert running.holds[-1].tolist() == [True, True]
    assert not running.holds[:-1].any()


def test_the_last_less_the_others():
    lines = grid("Gross  1,000  900\nCosts  300  250\nTax  100  80\nNet  600  570").lines()
    assert differences_from_last(lines, 3, NEAREST).residual[-1].tolist() == [0, 0]


def test_larger_figures_are_more_evidence_and_failures_count_against_a_sum():
    evidence = sum_of(LINES, 3, NEAREST, np.ones(3)).evidence()[0]
    assert evidence[0] > 4
    assert evidence[0] > evidence[1]  # exact against off by one
    wrong = grid("A  1,204  1,330\nB  930  812\nC  511  604\nTotal  2,645  3,777").lines()
    assert sum_of(wrong, 3, NEAREST, np.ones(3)).evidence()[0, 1] < 0


def test_a_total_that_repeats_its_only_part_is_little_evidence():
    lines = grid("A  1,204\nB  —\nTotal  1,204").lines()
    assert sum_of(lines, 2, np.array([1, 0]), np.ones(2)).evidence()[0, 0] == pytest.approx(1.0)


def test_what_may_hold_includes_all_that_holds():
    assert may_hold(LINES, 3, NEAREST, np.ones(3)).tolist() == [False, False, True]


def test_a_sum_that_is_exact_nowhere_is_less_evidence():
    text = "Plan  133  178  151\nEarned  {}  175  150\nAssets  2  2  2"
    evidence = [
        sum_of(grid(text.format(earned)).lines(), 2, np.array([0, 1]), np.array([1.0, -1.0])).evidence().sum()
        for earned in (132, 131)
    ]
    assert evidence[0] < evidence[1] - 2
