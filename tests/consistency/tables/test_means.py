from numerate.consistency.tables.failures import failures
from numerate.consistency.tables.grid import Grid
from numerate.consistency.tables.judge import analyse
from numerate.consistency.tables.means import averages
from numerate.consistency.tables.ratios import find_ratios
from tests.consistency.tables.grids import failures_of, grid

MEANS = """
2021  412  906  5,120
2022  438  984  5,871
2023  470  1,029  6,034
Average  440  973  5,675
"""
WEIGHTED = """
Small  1,200  14.2  61.0  3.10
Medium  3,400  11.9  58.5  2.75
Large  5,400  9.3  52.4  2.21
Weighted average  .  10.8  55.5  2.50
"""
CLASSES = """
7A  28  61.5
7B  24  55.0
7C  31  63.8
Total  83  60.5
"""
COLUMNS = ("Farms", "Yield", "Price", "Cost")


def suspects(table: Grid) -> list[tuple[tuple[int, int], str | None]]:
    wrong = failures_of(find_ratios, table)
    return [(failure.suspects[0].position, failure.suspects[0].error) for failure in wrong]


def test_means_that_follow_and_one_that_does_not():
    assert suspects(grid(MEANS)) == []
    assert suspects(grid(MEANS.replace("5,675", "6,575"))) == [((3, 2), "transposed")]


def test_weighted_averages():
    assert suspects(grid(WEIGHTED, COLUMNS)) == []
    assert suspects(grid(WEIGHTED.replace("55.5", "85.5"), COLUMNS)) == [((3, 2), "substituted")]


def test_a_mean_is_plain_or_weighted_by_a_place():
    kinds = [formula.kind for formula in averages(grid(WEIGHTED, COLUMNS).lines(), 3)]
    assert kinds == ["mean", *["weighted mean"] * 4]


def test_a_mean_needs_two_lines_above_it():
    assert not list(averages(grid("A  1  2\nAverage  1  2").lines(), 1))


def test_an_average_in_the_row_of_a_total_is_weighted_by_what_is_added_up():
    columns = ("Pupils", "Average mark")
    assert not list(failures(analyse(grid(CLASSES, columns))))
    [failure] = failures(analyse(grid(CLASSES.replace("60.5", "80.5"), columns)))
    assert (failure.instance.formula.kind, failure.suspects[0].position) == ("weighted mean", (3, 1))
