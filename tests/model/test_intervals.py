"""IntervalCalibration that hold what they promise, whatever the distributions are worth."""

from __future__ import annotations

import numpy as np
import pytest

from numerate.distributions import SHIPPED, DExp, Digits
from numerate.model.calibration import (
    MIN_GROUP_SIZE,
    Calibration,
    IntervalCalibration,
    LevelTable,
    covering_levels,
)

RNG = np.random.default_rng(5)
COUNT = 3000


def spiky() -> Digits:
    """Digits that are sure of themselves, as trained ones are: a few cells have most of the probability."""
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=6)
    raw = {n: RNG.normal(size=s if n in Digits.shared() else (COUNT, *s)) for n, s in shapes.items()}
    raw["logits"] *= 2
    raw["output"] *= 4
    return Digits.from_raw(raw, SHIPPED)


def smooth() -> DExp:
    shapes = DExp.raw_shapes(SHIPPED)
    return DExp.from_raw({n: 2 * RNG.normal(size=(COUNT, *s)) for n, s in shapes.items()}, SHIPPED)


@pytest.fixture(scope="module", params=[spiky, smooth])
def distribution(request: pytest.FixtureRequest):
    return request.param()


def true_values(distribution, overconfident: bool) -> np.ndarray:
    """Values as the distribution says, or a third of them far too large."""
    values = distribution.sample(RNG)
    if overconfident:
        astray = RNG.random(COUNT) < 1 / 3
        values = np.where(astray, 10.0 ** RNG.uniform(14, 15.9, COUNT), values)
    first, _ = distribution.cell(values)
    return first


def held(levels: LevelTable, distribution, values: np.ndarray, share: float) -> np.ndarray:
    low, high = Calibration(IntervalCalibration(levels)).interval(
        distribution, share, ["cardinal"] * len(values)
    )
    return (low <= values) & (values <= high)


@pytest.mark.parametrize("overconfident", [False, True])
def test_intervals_hold_what_they_promise(distribution, overconfident: bool) -> None:
    values = true_values(distribution, overconfident)
    half = COUNT // 2
    levels = LevelTable.fit(covering_levels(distribution[:half], values[:half]))
    for share in (0.5, 0.8, 0.9):
        inside = held(levels, distribution[half:], values[half:], share)
        assert inside.mean() == pytest.approx(share, abs=0.04)
        if overconfident:
            assert levels.at(share) != pytest.approx(share, abs=0.02)


def test_the_level_needed_is_where_the_interval_begins_to_hold_the_value(distribution) -> None:
    values = true_values(distribution, True)
    needed = covering_levels(distribution, values)
    for level in (0.05, 0.5, 0.9):
        clear = np.abs(needed - level) > 1e-6
        inside = held(LevelTable((0.0, 1.0), (level, level)), distribution, values, 0.5)
        np.testing.assert_array_equal(inside[clear], (needed <= level)[clear])


def test_kinds_with_enough_numbers_have_tables_of_their_own() -> None:
    needed = np.concatenate([RNG.random(MIN_GROUP_SIZE) ** 2, RNG.random(MIN_GROUP_SIZE - 1)])
    fitted = IntervalCalibration.fit(needed, ["money"] * MIN_GROUP_SIZE + ["percent"] * (MIN_GROUP_SIZE - 1))
    assert list(fitted.kinds) == ["money"]
    assert fitted.level(0.5, "money") == pytest.approx(0.25, abs=0.03)
    assert fitted.level(0.5, "percent") == fitted.level(0.5) == fitted.every.at(0.5)
    assert IntervalCalibration.fit(needed) == IntervalCalibration(fitted.every)
    assert IntervalCalibration.from_dict(fitted.to_dict()) == fitted


def test_a_table_rises_from_nothing_to_all() -> None:
    fitted = LevelTable.fit(RNG.random(200) ** 2)
    assert fitted.at(0) < fitted.at(0.3) < fitted.at(1) == 1
    assert LevelTable().at(0.3) == pytest.approx(0.3)
    with pytest.raises(ValueError, match="must rise"):
        LevelTable((0.0, 1.0), (1.0, 0.0))
    with pytest.raises(ValueError, match="between 0 and 1"):
        fitted.at(50)
