"""Numbers taken apart, and put together again."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.distributions.numeric import decimal
from numerate.text import extract
from numerate.typos.digits import MOST_PLACES
from numerate.typos.written import WrittenNumber
from tests.text.reading import one

NUMERALS = st.from_regex(r"(0|[1-9][0-9]{0,19})(\.[0-9]{1,8})?", fullmatch=True)
STYLES = st.sampled_from(["{} kg", "${} billion", "€{}m", "{}%", "-{}", "{} dozen", "{} cents", "{}e-7"])


@pytest.mark.parametrize(
    ("written", "digits", "figures", "places", "decimals", "scale"),
    [
        ("12.50", "12.50", 1250, 4, 2, 1),
        ("12,345.60", "12,345.60", 1234560, 7, 2, 1),
        ("100 000", "100 000", 100000, 6, 0, 1),
        ("$3.4 billion", "3.4", 34, 2, 1, 10**9),
        ("-0.05%", "0.05", 5, 3, 2, 1),
        (".08", ".08", 8, 2, 2, 1),
        ("007", "007", 7, 3, 0, 1),
        ("21st", "21", 21, 2, 0, 1),
        ("the 1980s", "1980", 1980, 4, 0, 1),
        ("5e6", "5", 5, 1, 0, 10**6),
        ("fifteen", "", 15, 2, 0, 1),
        ("three million", "", 3_000_000, 7, 0, 1),
        ("0.0", "0.0", 0, 2, 1, 1),
    ],
)
def test_a_number_comes_apart(
    written: str, digits: str, figures: int, places: int, decimals: int, scale: int
) -> None:
    found = WrittenNumber.of(one(written))
    assert (found.written, found.figures, found.places, found.decimals) == (digits, figures, places, decimals)
    assert (found.scale, found.rest) == (scale, "")


def test_the_end_of_a_range_has_the_scale_of_the_other() -> None:
    low, _ = extract("5-10 million")
    assert (WrittenNumber.of(low).figures, WrittenNumber.of(low).power) == (5, 6)


def test_the_end_of_a_span_of_years_has_no_digits_of_its_own() -> None:
    _, end = extract("the 2016-17 season")
    found = WrittenNumber.of(end)
    assert (found.written, found.figures, found.places) == ("", 2017, 4)


@pytest.mark.parametrize("written", ["2½ million", "1e300", "a third", "7" * 15, "1/3"])
def test_what_floats_do_not_hold_exactly_has_no_power_of_ten(written: str) -> None:
    assert WrittenNumber.of(one(written)).power is None


@given(STYLES, NUMERALS)
def test_the_parts_make_the_number_again(style: str, digits: str) -> None:
    numbers = extract(style.format(digits))
    assume(len(numbers) == 1)
    [number] = numbers
    found = WrittenNumber.of(number)
    assert found.exact(found.figures, found.decimals) == number.decimal
    assert str(found.figures).zfill(found.places) + found.rest == digits.replace(".", "")
    assert found.places <= MOST_PLACES
    assert len(found.rest) + found.decimals == len(digits.partition(".")[2])
    if found.power is not None:
        assert found.scale == Decimal(10) ** found.power
        assert float(decimal(np.array(found.figures), found.power - found.decimals)) == number.value


@given(STYLES, NUMERALS, st.integers(1, 9))
def test_other_figures_mean_what_they_would_be_read_as(style: str, digits: str, first: int) -> None:
    other = str(first) + digits[1:]
    numbers, others = extract(style.format(digits)), extract(style.format(other))
    assume(len(numbers) == len(others) == 1 and numbers[0].value)
    found = WrittenNumber.of(numbers[0])
    figures = int(other.replace(".", "")[: found.places])
    assert found.exact(figures, found.decimals) == pytest.approx(others[0].decimal, rel=Decimal("1e-25"))


def test_figures_moved_keep_every_digit() -> None:
    long = WrittenNumber.of(one("1234567890123456789.25"))
    assert long.exact(long.figures, long.decimals + 3) == Decimal("1234567890123456.78925")
    third = WrittenNumber.of(one("1/3"))
    assert third.exact(third.figures, third.decimals - 1) == third.number.decimal * 10
