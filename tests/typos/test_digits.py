"""Digit typos, compared with a brute-force simulation of the typist."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.typos.digits import DIGIT_TYPO_KINDS, MAX_PLACES, DigitTypos, Numerals, digit_typos

PAD = ("789", "456", "123", "00 ")
NUMERALS = st.from_regex(r"(0|[1-9][0-9]{0,7})(\.[0-9]{1,5})?|\.[0-9]{1,5}", fullmatch=True)
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


@given(NUMERALS)
def test_each_typo_produces_the_written_digits_with_its_likelihood(stands: str) -> None:
    candidates = meant_by(stands)
    assert candidates
    for (kind, meant), likelihood in candidates.items():
        simulated = {value for name, result, value in typed(meant) if (name, result) == (kind, stands)}
        assert len(simulated) == 1, (kind, meant)
        assert likelihood == pytest.approx(simulated.pop())


@given(st.lists(NUMERALS, min_size=1, max_size=5))
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
