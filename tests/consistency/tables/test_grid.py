from decimal import Decimal

import numpy as np

from numerate.consistency.tables.grid import UNKNOWN, Entry, Grid
from tests.consistency.tables.grids import grid


def test_values_are_counted_in_the_smallest_unit_that_is_written():
    lines = grid("A  1.25  30\nB  (2)  —\nC  n/a  .").lines()
    assert lines.unit == 0.01
    assert lines.values[0].tolist() == [125, 3000]
    assert lines.values[1].tolist() == [-200, 0]
    assert lines.steps.tolist() == [[1, 100], [100, 0], [0, 0]]
    assert np.isnan(lines.values[2, 0])
    assert lines.blank.tolist() == [[False, False], [False, False], [False, True]]


def test_columns_are_the_transposed_rows():
    table = grid("A  1  2\nB  3  4", ("X", "Y"))
    columns = table.lines(by_column=True)
    assert (columns.labels, columns.places) == (("X", "Y"), ("A", "B"))
    assert columns.values.tolist() == [[1, 3], [2, 4]]
    assert columns.by_column


def test_figures_too_large_for_a_float_are_not_known():
    table = Grid(("A",), ("", ""), ((Entry(Decimal(10) ** 17, Decimal(1)), Entry(Decimal(5), Decimal(1))),))
    assert np.isnan(table.lines().values).tolist() == [[True, False]]


def test_a_whole_of_100_percent_is_exact():
    assert grid("A  33.4%\nB  66.6%\nTotal  100%").lines().steps.tolist() == [[1], [1], [1]]


def test_lines_and_places_of_percentages():
    lines = grid("Sales  84,216  100.0%\nCosts  51,387  61.0%\nMargin  32,829  39.0%").lines()
    assert not lines.percent_lines.any()
    assert lines.percent_places.tolist() == [False, True]
    assert lines.transposed().percent_lines.tolist() == [False, True]


def test_places_of_changes_never_add_up():
    lines = grid("North  1,204  6.5%\nSouth  2,117  11.3%", ("2024", "Change")).lines()
    assert lines.change_places.tolist() == [False, True]


def test_the_power_of_ten_that_figures_are_multiples_of():
    assert grid("A  1,200  7  0").lines().grains.tolist() == [[100, 1, np.inf]]


def test_a_sample_keeps_the_fullest_places_in_order():
    lines = grid("A  1  .  3  4\nB  5  .  7  .", ("a", "b", "c", "d")).lines()
    assert lines.sample(2).places == ("a", "c")
    assert lines.sample(4) is lines


def test_an_unknown_entry_has_no_step():
    lines = Grid(("A",), ("",), ((UNKNOWN,),)).lines()
    assert (lines.steps[0, 0], lines.is_empty(0)) == (0, False)
