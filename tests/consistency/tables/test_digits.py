import pytest

from numerate.consistency.tables.digits import digit_error, edit_within, surprise


@pytest.mark.parametrize(
    ("written", "meant", "error"),
    [
        (1365, 1635, "transposed"),
        (1365, 1385, "substituted"),
        (136, 1365, "dropped"),
        (13655, 1365, "added"),
        (-1365, 1365, "sign"),
        (1365, 1365, None),
        (1365, 1538, None),
        (-1365, 1385, None),
    ],
)
def test_the_error_that_turns_one_figure_into_another(written, meant, error):
    assert digit_error(written, meant) == error


def test_the_only_figure_of_a_range_that_an_error_explains():
    assert edit_within(1365, 1630, 1640) == 1635
    assert edit_within(1365, 1700, 1750) is None
    assert edit_within(1365, 1300, 1400) is None, "several figures are possible"


def test_an_error_in_a_larger_figure_is_more_evidence():
    assert surprise("substituted", 100_000, 4) > surprise("substituted", 100, 4) > surprise(None, 100, 4)
