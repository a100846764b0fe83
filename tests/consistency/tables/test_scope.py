from numerate.consistency.tables.judge import analyse
from tests.consistency.tables.grids import grid

BERTHS = """
Berths let at 1 May 2023  3,120  641
Granted  517  .
Terminated  204  .
Berths let at 1 May 2024  3,433  601
"""


def test_a_level_without_movements_is_no_closing_balance():
    [formula] = [formula for formula in analyse(grid(BERTHS)).formulas if not formula.by_column]
    assert formula.holds.tolist() == [True, False]
    assert not formula.fails.any(), "601 says nothing of what was granted"
