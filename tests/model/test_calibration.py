from __future__ import annotations

import numpy as np
import pytest

from numerate.distributions import SHIPPED, DExp, Digits
from numerate.model.calibration import Calibration, needed_levels

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


@pytest.mark.parametrize("overconfident", [False, True])
def test_intervals_hold_what_they_promise(distribution, overconfident: bool) -> None:
    values = true_values(distribution, overconfident)
    half = COUNT // 2
    calibration = Calibration.fit(needed_levels(distribution[:half], values[:half]))
    for share in (0.5, 0.8, 0.9):
        low, high = calibration.interval(distribution[half:], share)
        held = np.mean((low <= values[half:]) & (values[half:] <= high))
        assert held == pytest.approx(share, abs=0.04)
        if overconfident:
            assert calibration.level(share) != pytest.approx(share, abs=0.02)


def test_the_level_needed_is_where_the_interval_begins_to_hold_the_value(distribution) -> None:
    values = true_values(distribution, True)
    needed = needed_levels(distribution, values)
    for level in (0.05, 0.5, 0.9):
        low, high = Calibration((0.0, 1.0), (level, level)).interval(distribution, 0.5)
        clear = np.abs(needed - level) > 1e-6
        np.testing.assert_array_equal(((low <= values) & (values <= high))[clear], (needed <= level)[clear])


def test_a_certain_value_lies_inside() -> None:
    shapes = Digits.raw_shapes(SHIPPED, digits=4, width=2)
    raw = {name: np.zeros(shape) for name, shape in shapes.items()}
    raw["logits"][SHIPPED.class_of(np.asarray(2016.0))] = 40
    for k, digit in enumerate([2, 0, 1, 6]):
        raw["bias"][k, digit] = 20
    low, high = Calibration().interval(Digits.from_raw(raw, SHIPPED), 0.9)
    assert (low, high) == (2016, 2016)


def test_it_survives_json_and_keeps_its_order() -> None:
    fitted = Calibration.fit(RNG.random(200) ** 2)
    assert Calibration.from_dict(fitted.to_dict()) == fitted
    assert fitted.level(0) < fitted.level(0.3) < fitted.level(1) == 1
    assert Calibration().level(0.3) == pytest.approx(0.3)
    with pytest.raises(ValueError, match="must rise"):
        Calibration((0.0, 1.0), (1.0, 0.0))
    with pytest.raises(ValueError, match="between 0 and 1"):
        fitted.level(50)
