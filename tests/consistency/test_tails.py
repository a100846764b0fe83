import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from numerate.consistency import significance as tails

VALUES = st.floats(0, 60)
DEGREES = st.one_of(st.integers(1, 10_000), st.floats(0.5, 500))


@given(VALUES, DEGREES)
def test_student(value, freedom):
    assert tails.student(value, freedom) == pytest.approx(2 * stats.t.sf(value, freedom), rel=1e-6, abs=1e-12)


@given(VALUES, DEGREES, DEGREES)
@example(2**-52, 0.5, 1)
def test_fisher(value, above, below):
    assert tails.fisher(value, above, below) == pytest.approx(
        stats.f.sf(value, above, below), rel=1e-6, abs=1e-12
    )


@given(st.floats(0, 2000), DEGREES)
def test_chi_squared(value, freedom):
    assert tails.chi_squared(value, freedom) == pytest.approx(
        stats.chi2.sf(value, freedom), rel=1e-6, abs=1e-12
    )
