import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from numerate.distributions.spline import Spline, SplineBin

positive = st.floats(1e-3, 1e3)


@example(width=321.75, height=1.0, left=1.0, right=573.0, fraction=1.0)  # the roots' difference is tiny
@given(width=positive, height=positive, left=positive, right=positive, fraction=st.floats(0, 1))
def test_a_piece_rises_from_knot_to_knot(width, height, left, right, fraction):
    piece = SplineBin(*(np.asarray(x) for x in (0.0, width, 2.0, height, left, right)))
    np.testing.assert_allclose(piece.value(np.asarray([0.0, 1.0])), [2, 2 + height])
    np.testing.assert_allclose(np.exp(piece.log_slope(np.asarray([0.0, 1.0]))), [left, right])
    value = piece.value(np.asarray(fraction))
    assert 2 <= value <= 2 + height + 1e-9
    np.testing.assert_allclose(piece.value(piece.fraction(value)), value, atol=1e-6 * height)


def test_slope_is_the_derivative():
    piece = SplineBin(*(np.asarray(x) for x in (0.0, 0.3, 0.1, 0.7, 5.0, 0.2)))
    at, step = np.linspace(0.01, 0.99, 50), 1e-6
    numeric = (piece.value(at + step) - piece.value(at - step)) / (2 * step * 0.3)
    np.testing.assert_allclose(np.exp(piece.log_slope(at)), numeric, rtol=1e-5)


def test_pieces_lie_end_to_end():
    spline = Spline(np.asarray([0.2, 0.5, 0.3]), np.asarray([0.6, 0.1, 0.3]), np.ones(4))
    x = np.asarray([0.0, 0.1, 0.2, 0.69, 0.71, 1.0])
    np.testing.assert_allclose(spline.piece_over(x).left, [0, 0, 0.2, 0.2, 0.7, 0.7])
    np.testing.assert_allclose(spline.piece_reaching(x).bottom, [0, 0, 0, 0.6, 0.7, 0.7])
