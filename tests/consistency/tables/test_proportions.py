import pytest

from numerate.consistency.tables.proportions import find_proportions
from tests.consistency.tables.grids import failures_of, grid

MILES = "a  5  8.0\nb  10  16.1\nc  15  24.1\nd  20  32.2\ne  25  40.2\nf  30  48.3"
TIMES = "a  10  43.5\nb  30  14.5\nc  45  9.7\nd  50  8.7\ne  80  5.4"


@pytest.mark.parametrize("text", [MILES, TIMES])
def test_lines_in_proportion(text):
    assert failures_of(find_proportions, grid(text)) == []


@pytest.mark.parametrize(
    ("text", "old", "new", "position"),
    [
        (MILES, "32.2", "33.2", (3, 1)),
        (MILES, "  15  ", "  51  ", (2, 0)),
        (TIMES, "14.5", "15.4", (1, 1)),
        (TIMES, "9.7", "7.9", (2, 1)),
    ],
)
def test_a_figure_out_of_proportion(text, old, new, position):
    [failure] = failures_of(find_proportions, grid(text.replace(old, new)))
    assert failure.certain == (position != (2, 0))
    assert position in [suspect.position for suspect in failure.suspects]


@pytest.mark.parametrize(
    "text",
    [
        # Too few, or all alike.
        "a  5  8.0\nb  10  16.1\nc  15  34.1\nd  20  32.2",
        "a  5  8\nb  5  8\nc  5  8\nd  5  9\ne  5  8\nf  5  8",
        # Equal columns but for one: nothing is calculated.
        "a  512  512\nb  610  610\nc  715  715\nd  820  840\ne  925  925",
        # Sizes M and L of the same thing: nearly alike in each measure.
        "a  48  49\nb  392  401\nc  612  627\nd  71  73\ne  52  58\nf  1,041  1,066",
        # Nearly the same at every place.
        "a  101  502\nb  102  498\nc  100  505\nd  103  493\ne  99  540",
        # No single digit explains it.
        MILES.replace("32.2", "47.9"),
        # Figures that have nothing to do with each other.
        "a  512  731\nb  610  112\nc  715  404\nd  820  977\ne  925  318",
    ],
)
def test_lines_that_are_left_alone(text):
    assert failures_of(find_proportions, grid(text)) == []


def test_a_reduced_price_at_the_end_of_the_scale_is_possible_only():
    [failure] = failures_of(
        find_proportions, grid("a  1  2.55\nb  2  5.10\nc  3  7.65\nd  4  10.20\ne  9  22.05")
    )
    assert not failure.certain
