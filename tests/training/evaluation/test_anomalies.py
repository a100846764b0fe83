from __future__ import annotations

import random
import re

import numpy as np
import numpy.testing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.text import extract
from numerate.training.evaluation.anomalies import ANOMALIES, EDITS, Bounds, alter, alter_values, plain

VALUES = np.array([1.0, 5.0, 12.0, 55.0, 100.0, 2012.0, 3.5, 0.05, 1250.5, 3.4e6, 7e9, 9.9e15])
POOL = np.array([1.0, 3.0, 2012.0, 5e6])
OFFSETS = np.array([0, 3, 6, 12])


def altered(anomaly: str, seed: int = 0, values: np.ndarray = VALUES, **options: object) -> np.ndarray:
    return alter_values(values, anomaly, seed, pool=POOL, offsets=OFFSETS, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("anomaly", ANOMALIES)
def test_anomalies_follow_the_seed(anomaly: str) -> None:
    npt.assert_array_equal(altered(anomaly, 1), altered(anomaly, 1))
    assert any(
        not np.array_equal(altered(anomaly, 1), altered(anomaly, s), equal_nan=True) for s in range(2, 9)
    ) or (anomaly == "swap")


@pytest.mark.parametrize("anomaly", ANOMALIES)
@settings(max_examples=50)
@given(st.lists(st.floats(1e-6, 1e16, allow_subnormal=False), min_size=1, max_size=12), st.integers(0, 99))
def test_an_anomaly_is_positive_and_differs_from_the_value(
    anomaly: str, values: list[float], seed: int
) -> None:
    numbers = np.array(values)
    offsets = np.array([0, len(values)])
    anomalies = alter_values(numbers, anomaly, seed, pool=POOL, offsets=offsets)
    known = np.isfinite(anomalies)
    assert (anomalies[known] > 0).all()
    assert (anomalies[known] != numbers[known]).all()


def test_anomalies_stay_within_bounds() -> None:
    for anomaly in set(ANOMALIES) - {"string-published"}:
        values = altered(anomaly, bounds=Bounds(1.0, 1e16))
        assert ((values >= 1) & (values < 1e16) | np.isnan(values)).all()


def outcomes(anomaly: str, value: float) -> set[float]:
    """Return all anomalies of a value."""
    anomalies = alter_values(np.full(3000, value), anomaly, 0, pool=POOL, offsets=np.arange(3001))
    return set(anomalies[np.isfinite(anomalies)].tolist())


@pytest.mark.parametrize(
    ("anomaly", "value", "expected"),
    [
        ("del", 123.0, {12, 13, 23}),
        ("missing", 123.0, {12, 13, 23}),
        ("swap", 123.0, {213}),
        ("swap", 5.5, set()),
        ("transposed", 123.0, {213, 132}),
        ("transposed", 1.25, {2.15, 1.52}),
        ("repeated", 123.0, {1123, 1223, 1233}),
        ("keypad", 5.0, {2, 4, 6, 8}),
        ("keypad", 10.0, {20, 40, 11, 12}),
        ("decimal", 12.5, {1.25, 125}),
        ("unit", 5.0, {500, 0.05}),
        ("magnitude", 3.4e6, {3.4e3, 3.4e9}),
        ("magnitude", 2012.0, set()),
        ("add", 5.0, {float(f"{a}5") for a in range(1, 10)} | {float(f"5{a}") for a in range(10)}),
        ("random", 3.0, {1, 2012, 5e6}),
        ("exchanged", 3.0, set()),
    ],
)
def test_outcomes_of_each_anomaly(anomaly: str, value: float, expected: set[float]) -> None:
    # "10" may also be mistyped as "00", which is not positive and left out.
    assert outcomes(anomaly, value) == expected


def test_string_is_one_of_add_delete_and_swap() -> None:
    parts = outcomes("add", 123.0) | outcomes("del", 123.0) | outcomes("swap", 123.0)
    assert outcomes("string", 123.0) == parts


def test_numbers_are_exchanged_within_their_instance() -> None:
    values = np.array([1.0, 2.0, 7.0, 7.0, 9.0])
    anomalies = alter_values(values, "exchanged", 0, offsets=np.array([0, 2, 4, 5]))
    npt.assert_array_equal(anomalies, [2, 1, np.nan, np.nan, np.nan])


def test_string_published_edits_floats_with_one_operation_a_batch() -> None:
    values = np.full(5120, 5.0)
    batches = alter_values(values, "string-published", 3).reshape(10, 512)
    # Deleting from "5.0" gives 0, which is clamped, or 5, which is unchanged, so that a digit is added.
    kinds = {frozenset(batch.tolist()) for batch in batches}
    assert any(0.1 in batch for batch in kinds)
    assert ((batches >= 0.1) & (batches <= 1e15)).all()
    assert frozenset({0.5}) in kinds  # swapped: "0.5"
    assert any(5.01 <= value <= 5.09 for batch in kinds for value in batch)  # added: "5.01"


def test_string_published_is_clamped() -> None:
    assert np.nanmax(alter_values(np.full(2000, 9e15), "string-published", 0)) == 1e15


@pytest.mark.parametrize("anomaly", ["random", "exchanged"])
def test_a_missing_argument_is_an_error(anomaly: str) -> None:
    with pytest.raises(ValueError, match="needs"):
        alter_values(VALUES, anomaly, 0)


TEXT = (
    "In 2012, twelve people paid $1,250.50 million for 12% of it, 3.4 billion in all, or three million each."
)


@pytest.mark.parametrize("anomaly", [*EDITS, "magnitude", "random", "exchanged"])
def test_a_rendered_anomaly_is_extracted_with_its_value(anomaly: str) -> None:
    numbers = extract(TEXT)
    rng = random.Random(0)
    for number in numbers * 20:
        changed = alter(number, anomaly, rng, others=[other.value for other in numbers])
        if changed is None:
            continue
        assert changed.value != number.value
        text = TEXT[: number.start] + changed.text + TEXT[number.end :]
        assert any(
            again.start == number.start and again.value == pytest.approx(changed.value)
            for again in extract(text)
        ), text


def test_a_rendered_anomaly_keeps_the_style_of_the_number() -> None:
    numbers = extract(TEXT)
    rng = random.Random(0)
    texts = {changed.text for _ in range(60) if (changed := alter(numbers[2], "magnitude", rng))}
    assert texts == {"$1.2505 trillion", "$1.2505 million"}
    assert {alter(numbers[3], "swap", rng)} == {("21%", 21.0)}
    assert alter(numbers[0], "magnitude", rng) is None
    assert re.fullmatch(r"\d+(\.\d+)? billion", str(alter(numbers[4], "keypad", rng)[0]))  # type: ignore[index]


@pytest.mark.parametrize(
    ("value", "digits"),
    [(5.0, "5"), (0.05, "0.05"), (1250.5, "1250.5"), (1e-6, "0.000001"), (9.9e15, "9900000000000000")],
)
def test_values_in_plain_digits(value: float, digits: str) -> None:
    assert plain(value) == digits
