"""What a model learned about itself from held-out text, and the intervals that follow."""

from __future__ import annotations

import numpy as np
import pytest

from numerate.distributions import SHIPPED, Digits
from numerate.model.calibration import (
    Calibration,
    IntervalCalibration,
    LevelTable,
    PValueCalibration,
    PValueTable,
)


def digits(count: int) -> Digits:
    rng = np.random.default_rng(2)
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=6)
    raw = {n: rng.normal(size=s if n in Digits.shared() else (count, *s)) for n, s in shapes.items()}
    return Digits.from_raw(raw, SHIPPED)


def test_a_certain_value_lies_inside() -> None:
    shapes = Digits.raw_shapes(SHIPPED, digits=4, width=2)
    raw = {n: np.zeros(shape if n in Digits.shared() else (1, *shape)) for n, shape in shapes.items()}
    raw["logits"][:, SHIPPED.class_of(np.asarray(2016.0))] = 40
    for k, digit in enumerate([2, 0, 1, 6]):
        raw["bias"][k, digit] = 20
    low, high = Calibration().interval(Digits.from_raw(raw, SHIPPED), 0.9, ["cardinal"])
    assert (low, high) == (2016, 2016)


def test_each_kind_has_its_own_level_and_years_that_of_cardinals() -> None:
    own = {"money": LevelTable((0.0, 1.0), (0.0, 0.5)), "cardinal": LevelTable((0.0, 1.0), (0.0, 0.9))}
    calibration = Calibration(IntervalCalibration(kinds=own))
    batch = digits(4)
    low, high = calibration.interval(batch, 0.8, ["money", "year", "cardinal", "percent"])
    for i, level in enumerate([0.4, 0.72, 0.72, 0.8]):
        ends = batch[i].cell(batch[i].quantile(np.array([0.5 - level / 2, 0.5 + level / 2])))[0]
        assert (low[i], high[i]) == pytest.approx(tuple(ends))


def test_it_survives_json() -> None:
    intervals = IntervalCalibration(LevelTable(numbers=9), {"money": LevelTable((0.0, 1.0), (0.2, 1.0), 5)})
    fitted = Calibration(
        intervals,
        PValueCalibration(PValueTable((0.5,), (1.0,), 3)),
        min_prose_share=0.2,
        max_unlikely_share=0.4,
    )
    assert Calibration.from_dict(fitted.to_dict()) == fitted
    assert fitted.numbers == 9


def test_a_model_of_before_has_one_table_for_all_kinds() -> None:
    table = {"shares": [0.0, 0.5, 1.0], "levels": [0.0, 0.7, 1.0], "numbers": 8}
    former = Calibration.from_dict({"intervals": table})
    assert former.intervals == IntervalCalibration(LevelTable((0.0, 0.5, 1.0), (0.0, 0.7, 1.0), 8))
    assert former.p_values == PValueCalibration()
