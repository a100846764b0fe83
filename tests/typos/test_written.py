from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numerate.distributions.numeric import decimal
from numerate.text import extract
from numerate.typos.written import (
    DIGIT_TYPO_KINDS,
    MAX_PLACES,
    DigitTypos,
    Numerals,
    WrittenNumber,
    digit_typos,
)
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
        ("05", "05", 5, 2, 0, 1),
        ("21st", "21", 21, 2, 0, 1),
        ("the 1980s", "1980", 1980, 4, 0, 1),
        ("5e6", "5", 5, 1, 0, 10**6),
        ("fifteen", "", 15, 2, 0, 1),
        ("three million", "", 3_000_000, 7, 0, 1),
        ("0.0", "0.0", 0, 2, 1, 1),
    ],
)
def test_numbers_are_split_into_digits_and_scale(
    written: str, digits: str, figures: int, places: int, decimals: int, scale: int
) -> None:
    split = WrittenNumber.of(one(written))
    assert (split.written, split.figures, split.places, split.decimals) == (digits, figures, places, decimals)
    assert (split.scale, split.rest) == (scale, "")


def test_the_low_end_of_a_range_has_the_scale_of_the_high_end() -> None:
    low, _ = extract("5-10 million")
    assert (WrittenNumber.of(low).figures, WrittenNumber.of(low).power) == (5, 6)


def test_the_end_of_a_span_of_years_has_the_digits_of_its_value() -> None:
    _, end = extract("the 2016-17 season")
    split = WrittenNumber.of(end)
    assert (split.written, split.figures, split.places) == ("", 2017, 4)


@pytest.mark.parametrize("written", ["2½ million", "1e300", "a third", "7" * 15, "1/3"])
def test_the_power_is_none_where_floats_are_not_exact(written: str) -> None:
    assert WrittenNumber.of(one(written)).power is None


@given(STYLES, NUMERALS)
def test_digits_and_scale_reconstruct_the_number(style: str, digits: str) -> None:
    numbers = extract(style.format(digits))
    assume(len(numbers) == 1)
    [number] = numbers
    split = WrittenNumber.of(number)
    assert split.exact(split.figures, split.decimals) == number.decimal
    assert str(split.figures).zfill(split.places) + split.rest == digits.replace(".", "")
    assert split.places <= MAX_PLACES
    assert len(split.rest) + split.decimals == len(digits.partition(".")[2])
    if split.power is not None:
        assert split.scale == Decimal(10) ** split.power
        assert float(decimal(np.array(split.figures), split.power - split.decimals)) == number.value


@given(STYLES, NUMERALS, st.integers(1, 9))
def test_exact_agrees_with_reading_the_other_digits(style: str, digits: str, first: int) -> None:
    other = str(first) + digits[1:]
    numbers, others = extract(style.format(digits)), extract(style.format(other))
    assume(len(numbers) == len(others) == 1 and numbers[0].value)
    split = WrittenNumber.of(numbers[0])
    figures = int(other.replace(".", "")[: split.places])
    assert split.exact(figures, split.decimals) == pytest.approx(others[0].decimal, rel=Decimal("1e-25"))


def test_shifted_figures_keep_all_digits() -> None:
    long = WrittenNumber.of(one("1234567890123456789.25"))
    assert long.exact(long.figures, long.decimals + 3) == Decimal("1234567890123456.78925")
    third = WrittenNumber.of(one("1/3"))
    assert third.exact(third.figures, third.decimals - 1) == third.number.decimal * 10


PAD = ("789", "456", "123", "00 ")
SHORT_NUMERALS = st.from_regex(r"(0|[1-9][0-9]{0,7})(\.[0-9]{1,5})?|\.[0-9]{1,5}", fullmatch=True)
Meant = dict[tuple[str, str], float]


def neighbours(key: str) -> set[str]:
    """Return the keys of the numeric keypad adjacent to one; that of zero is two columns wide."""
    adjacent = set()
    for row, keys in enumerate(PAD):
        for column, other in enumerate(keys):
            if other == key:
                steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
                adjacent |= {PAD[r][c] for r, c in steps if 0 <= r < 4 and 0 <= c < 3}
    return adjacent - {key, " "}


def typed(meant: str) -> Iterator[tuple[str, str, float]]:
    """Yield each single-key typo of digits: its kind, the digits it writes, and its likelihood."""
    positions = [at for at, char in enumerate(meant) if char != "."]
    count = len(positions)
    for at in positions:
        yield "missing", meant[:at] + meant[at + 1 :], 1 / count
        yield "repeated", meant[:at] + meant[at] + meant[at:], 1 / count
        if meant[at - 1 : at] == ".":  # the first of the two keystrokes comes before the point
            yield "repeated", f"{meant[: at - 1]}{meant[at]}.{meant[at:]}", 1 / count
        for key in neighbours(meant[at]):
            yield "keypad", meant[:at] + key + meant[at + 1 :], 1 / (count * len(neighbours(meant[at])))
    for at, after in pairwise(positions):
        swapped = list(meant)
        swapped[at], swapped[after] = meant[after], meant[at]
        yield "transposed", "".join(swapped), 1 / (count - 1)
    for at in range(len(meant) + 1):
        for digit in "0123456789":
            yield "add", meant[:at] + digit + meant[at:], 1 / (10 * (count + 1))


def listed(*numerals: str, padded: bool = False) -> DigitTypos:
    rows = []
    for digits in numerals:
        whole, _, decimals = digits.partition(".")
        count = len(whole + decimals)
        rows.append((int(whole + decimals), count, len(decimals), count, padded))
    return digit_typos(Numerals(*np.array(rows).T[..., None]))


def written(typos: DigitTypos, row: int, stands: str) -> Meant:
    """Return what may have been meant as text, by kind, with its likelihood."""
    meant: Meant = {}
    for figures, places, decimals, kind, likelihood in zip(*(column[row] for column in typos), strict=True):
        if likelihood > 0:
            digits = str(figures).zfill(places)
            assert len(digits) == places
            if "." in stands:
                digits = f"{digits[: places - decimals]}.{digits[places - decimals :]}"
            key = (DIGIT_TYPO_KINDS[kind], digits)
            meant[key] = max(likelihood, meant.get(key, 0))
    return meant


def meant_by(stands: str) -> Meant:
    return written(listed(stands), 0, stands)


@pytest.fixture(scope="module")
def by_hand() -> dict[str, Meant]:
    """Return all that may have been meant by every number of one or two digits."""
    table: dict[str, Meant] = defaultdict(dict)
    for places in (1, 2, 3):
        for figures in range(10**places):
            meant = str(figures).zfill(places)
            for kind, stands, share in typed(meant):
                if stands != meant:
                    table[stands][kind, meant] = share
    return table


@pytest.mark.parametrize("padded", [True, False])
def test_short_numbers_have_all_typos_and_no_others(by_hand: dict[str, Meant], padded: bool) -> None:
    numerals = [str(n).zfill(places) for places in (1, 2) for n in range(10**places)]
    typos = listed(*numerals, padded=padded)
    for row, stands in enumerate(numerals):
        expected = {
            (kind, meant): share
            for (kind, meant), share in by_hand[stands].items()
            if padded or meant[0] != "0" or len(meant) == 1
        }
        assert written(typos, row, stands) == pytest.approx(expected)


@given(SHORT_NUMERALS)
def test_each_typo_produces_the_written_digits_with_its_likelihood(stands: str) -> None:
    candidates = meant_by(stands)
    assert candidates
    for (kind, meant), likelihood in candidates.items():
        simulated = {value for name, result, value in typed(meant) if (name, result) == (kind, stands)}
        assert len(simulated) == 1, (kind, meant)
        assert likelihood == pytest.approx(simulated.pop())


@given(st.lists(SHORT_NUMERALS, min_size=1, max_size=5))
def test_batches_and_single_numbers_have_the_same_typos(numerals: list[str]) -> None:
    typos = listed(*numerals)
    for row, stands in enumerate(numerals):
        assert written(typos, row, stands) == meant_by(stands)


def test_a_digit_may_be_missing_on_either_side_of_the_point() -> None:
    candidates = meant_by("1.5")
    assert {meant for kind, meant in candidates if kind == "missing"} >= {"17.5", "1.75", "1.57", "71.5"}


def test_digits_may_be_swapped_across_the_point() -> None:
    assert meant_by("12.50")["transposed", "15.20"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("digits", ["7", "0", "12345678901234567", "9" * MAX_PLACES])
def test_the_shortest_and_longest_numbers_do_not_overflow(digits: str) -> None:
    for kind, meant in meant_by(digits):
        assert digits in [stands for name, stands, _ in typed(meant) if name == kind]


def test_typos_in_trailing_digits_are_not_listed() -> None:
    first = "12345678901234567"
    changed = [meant for _, meant in meant_by(first)]
    # Digits after the twelfth change only where an earlier typo shifts them.
    assert first[:-1] + "4" not in changed
    assert "22345678901234567" in changed
    assert not any(meant[:12] == first[:12] for meant in changed)
