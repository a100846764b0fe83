"""Typos of one key, held against what a writer could type who meant something else."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.typos.digits import KINDS, MOST_PLACES, Keyed, Numerals, one_key

PAD = ("789", "456", "123", "00 ")
NUMERALS = st.from_regex(r"(0|[1-9][0-9]{0,7})(\.[0-9]{1,5})?|\.[0-9]{1,5}", fullmatch=True)
TypoPosterior = dict[tuple[str, str], float]


def beside(key: str) -> set[str]:
    """The keys of the number pad that touch one; that of zero is wide."""
    found = set()
    for row, keys in enumerate(PAD):
        for column, other in enumerate(keys):
            if other == key:
                steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
                found |= {PAD[r][c] for r, c in steps if 0 <= r < 4 and 0 <= c < 3}
    return found - {key, " "}


def typed(meant: str) -> Iterator[tuple[str, str, float]]:
    """What a typo of one key makes of digits: its kind, what then stands, and the chance of just that."""
    places = [at for at, char in enumerate(meant) if char != "."]
    count = len(places)
    for at in places:
        yield "missing", meant[:at] + meant[at + 1 :], 1 / count
        yield "repeated", meant[:at] + meant[at] + meant[at:], 1 / count
        if meant[at - 1 : at] == ".":  # the first of the two keys before the point
            yield "repeated", f"{meant[: at - 1]}{meant[at]}.{meant[at:]}", 1 / count
        for key in beside(meant[at]):
            yield "keypad", meant[:at] + key + meant[at + 1 :], 1 / (count * len(beside(meant[at])))
    for at, after in pairwise(places):
        swapped = list(meant)
        swapped[at], swapped[after] = meant[after], meant[at]
        yield "transposed", "".join(swapped), 1 / (count - 1)
    for at in range(len(meant) + 1):
        for digit in "0123456789":
            yield "add", meant[:at] + digit + meant[at:], 1 / (10 * (count + 1))


def listed(*standing: str, padded: bool = False) -> Keyed:
    rows = []
    for digits in standing:
        whole, _, decimals = digits.partition(".")
        count = len(whole + decimals)
        rows.append((int(whole + decimals), count, len(decimals), count, padded))
    return one_key(Numerals(*np.array(rows).T[..., None]))


def written(found: Keyed, row: int, stands: str) -> TypoPosterior:
    """What may have been meant in writing, by kind, with its share."""
    every: TypoPosterior = {}
    for figures, places, decimals, kind, share in zip(*(column[row] for column in found), strict=True):
        if share > 0:
            digits = str(figures).zfill(places)
            assert len(digits) == places
            if "." in stands:
                digits = f"{digits[: places - decimals]}.{digits[places - decimals :]}"
            every[KINDS[kind], digits] = max(share, every.get((KINDS[kind], digits), 0))
    return every


def meant_by(stands: str) -> TypoPosterior:
    return written(listed(stands), 0, stands)


@pytest.fixture(scope="module")
def by_hand() -> dict[str, TypoPosterior]:
    """Of every number of one or two digits, all that may have been meant."""
    table: dict[str, TypoPosterior] = defaultdict(dict)
    for places in (1, 2, 3):
        for figures in range(10**places):
            meant = str(figures).zfill(places)
            for kind, stands, share in typed(meant):
                if stands != meant:
                    table[stands][kind, meant] = share
    return table


@pytest.mark.parametrize("padded", [True, False])
def test_short_numbers_have_every_slip_and_no_other(by_hand: dict[str, TypoPosterior], padded: bool) -> None:
    standing = [str(n).zfill(places) for places in (1, 2) for n in range(10**places)]
    found = listed(*standing, padded=padded)
    for row, stands in enumerate(standing):
        expected = {
            (kind, meant): share
            for (kind, meant), share in by_hand[stands].items()
            if padded or meant[0] != "0" or len(meant) == 1
        }
        assert written(found, row, stands) == pytest.approx(expected)


@given(NUMERALS)
def test_each_slip_writes_what_stands_with_the_chance_it_has(stands: str) -> None:
    found = meant_by(stands)
    assert found
    for (kind, meant), share in found.items():
        chances = {chance for name, result, chance in typed(meant) if (name, result) == (kind, stands)}
        assert len(chances) == 1, (kind, meant)
        assert share == pytest.approx(chances.pop())


@given(st.lists(NUMERALS, min_size=1, max_size=5))
def test_numbers_have_the_same_slips_alone_and_together(standing: list[str]) -> None:
    found = listed(*standing)
    for row, stands in enumerate(standing):
        assert written(found, row, stands) == meant_by(stands)


def test_a_digit_may_be_missing_on_either_side_of_the_point() -> None:
    found = meant_by("1.5")
    assert {meant for kind, meant in found if kind == "missing"} >= {"17.5", "1.75", "1.57", "71.5"}


def test_digits_change_places_across_the_point() -> None:
    assert meant_by("12.50")["transposed", "15.20"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("digits", ["7", "0", "12345678901234567", "9" * MOST_PLACES])
def test_the_longest_numbers_fit_as_the_shortest_do(digits: str) -> None:
    for kind, meant in meant_by(digits):
        assert digits in [stands for name, stands, _ in typed(meant) if name == kind]


def test_slips_far_behind_the_first_digits_are_not_listed() -> None:
    first = "12345678901234567"
    changed = [meant for _, meant in meant_by(first)]
    # Beyond twelve digits nothing changes, except by those that move up.
    assert first[:-1] + "4" not in changed
    assert "22345678901234567" in changed
    assert not any(meant[:12] == first[:12] for meant in changed)
