"""Intervals have the requested coverage, and p-values the requested rate of false alarms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.distributions import SHIPPED, DExp, Digits
from numerate.model import calibration as module
from numerate.model.calibration import (
    MIN_GROUP_SIZE,
    Calibration,
    IntervalCalibration,
    LevelTable,
    PValueCalibration,
    PValueTable,
    covering_levels,
    mondrian_groups,
)
from numerate.model.error_model import ErrorModel

RNG = np.random.default_rng(5)
COUNT = 3000
RATES = (0.001, 0.01, 0.05, 0.2)
LEVELS = {"shares": [0.0, 0.5, 1.0], "levels": [0.0, 0.7, 1.0], "numbers": 8}


# -- Intervals ---------------------------------------------------------------------------------------------


def digits(count: int) -> Digits:
    rng = np.random.default_rng(2)
    shapes = Digits.raw_shapes(SHIPPED, digits=2, width=6)
    raw = {n: rng.normal(size=s if n in Digits.shared() else (count, *s)) for n, s in shapes.items()}
    return Digits.from_raw(raw, SHIPPED)


def spiky() -> Digits:
    """Confident digits, as trained ones are: a few cells have most of the probability."""
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
    """Sample values from the distribution; if it is to be overconfident, a third are far too large."""
    values = distribution.sample(RNG)
    if overconfident:
        outliers = RNG.random(COUNT) < 1 / 3
        values = np.where(outliers, 10.0 ** RNG.uniform(14, 15.9, COUNT), values)
    first, _ = distribution.cell(values)
    return first


def contains(levels: LevelTable, distribution, values: np.ndarray, coverage: float) -> np.ndarray:
    calibration = Calibration(IntervalCalibration(levels))
    low, high = calibration.interval(distribution, coverage, ["cardinal"] * len(values))
    return (low <= values) & (values <= high)


@pytest.mark.parametrize("overconfident", [False, True])
def test_intervals_have_the_requested_coverage(distribution, overconfident: bool) -> None:
    values = true_values(distribution, overconfident)
    half = COUNT // 2
    levels = LevelTable.fit(covering_levels(distribution[:half], values[:half]))
    for coverage in (0.5, 0.8, 0.9):
        inside = contains(levels, distribution[half:], values[half:], coverage)
        assert inside.mean() == pytest.approx(coverage, abs=0.04)
        if overconfident:
            assert levels.at(coverage) != pytest.approx(coverage, abs=0.02)


def test_the_covering_level_is_the_lowest_whose_interval_contains_the_value(distribution) -> None:
    values = true_values(distribution, True)
    covering = covering_levels(distribution, values)
    for level in (0.05, 0.5, 0.9):
        clear = np.abs(covering - level) > 1e-6
        inside = contains(LevelTable((0.0, 1.0), (level, level)), distribution, values, 0.5)
        np.testing.assert_array_equal(inside[clear], (covering <= level)[clear])


def test_kinds_with_enough_numbers_have_level_tables_of_their_own() -> None:
    covering = np.concatenate([RNG.random(MIN_GROUP_SIZE) ** 2, RNG.random(MIN_GROUP_SIZE - 1)])
    kinds = ["money"] * MIN_GROUP_SIZE + ["percent"] * (MIN_GROUP_SIZE - 1)
    fitted = IntervalCalibration.fit(covering, kinds)
    assert list(fitted.by_kind) == ["money"]
    assert fitted.level(0.5, "money") == pytest.approx(0.25, abs=0.03)
    assert fitted.level(0.5, "percent") == fitted.level(0.5) == fitted.overall.at(0.5)
    assert IntervalCalibration.fit(covering) == IntervalCalibration(fitted.overall)
    assert IntervalCalibration.from_dict(fitted.to_dict()) == fitted


def test_a_level_table_is_monotone() -> None:
    fitted = LevelTable.fit(RNG.random(200) ** 2)
    assert fitted.at(0) < fitted.at(0.3) < fitted.at(1) == 1
    assert LevelTable().at(0.3) == pytest.approx(0.3)
    with pytest.raises(ValueError, match="must rise"):
        LevelTable((0.0, 1.0), (1.0, 0.0))
    with pytest.raises(ValueError, match="between 0 and 1"):
        fitted.at(50)


def test_the_interval_of_a_certain_prediction_is_its_value() -> None:
    shapes = Digits.raw_shapes(SHIPPED, digits=4, width=2)
    raw = {n: np.zeros(shape if n in Digits.shared() else (1, *shape)) for n, shape in shapes.items()}
    raw["logits"][:, SHIPPED.class_of(np.asarray(2016.0))] = 40
    for k, digit in enumerate([2, 0, 1, 6]):
        raw["bias"][k, digit] = 20
    low, high = Calibration().interval(Digits.from_raw(raw, SHIPPED), 0.9, ["cardinal"])
    assert (low, high) == (2016, 2016)


def test_each_kind_has_its_own_level_and_others_that_of_all() -> None:
    tables = {"money": LevelTable((0.0, 1.0), (0.0, 0.5)), "cardinal": LevelTable((0.0, 1.0), (0.0, 0.9))}
    calibration = Calibration(IntervalCalibration(by_kind=tables))
    batch = digits(4)
    low, high = calibration.interval(batch, 0.8, ["money", "year", "cardinal", "percent"])
    for i, level in enumerate([0.4, 0.8, 0.72, 0.8]):
        ends = batch[i].cell(batch[i].quantile(np.array([0.5 - level / 2, 0.5 + level / 2])))[0]
        assert (low[i], high[i]) == pytest.approx(tuple(ends))


# -- P-values ----------------------------------------------------------------------------------------------

score_lists = st.lists(st.integers(-5, 5).map(float) | st.floats(-50, 50), min_size=1, max_size=300)


def conformal_p_value(held_out: np.ndarray, score: float) -> float:
    """Compute the p-value of conformal prediction from its definition."""
    return float((1 + np.sum(held_out >= score)) / (len(held_out) + 1))


@given(score_lists, st.data())
def test_a_table_is_never_below_the_conformal_p_value_and_hardly_above(held_out: list[float], data) -> None:
    table = PValueTable.fit(np.array(held_out))
    score = data.draw(st.sampled_from(held_out) | st.floats(-60, 60))
    exact = conformal_p_value(np.array(held_out), score)
    [p_value] = table.look_up(np.array([score]))
    # A table has steps of 2.6%.
    assert exact * (1 - 1e-9) <= p_value <= max(exact * 1.027, exact + 1e-6)


def test_the_smallest_p_value_is_limited_by_the_sample_size() -> None:
    table = PValueTable.fit(RNG.normal(size=199))
    assert table.look_up(np.array([1e9])) == pytest.approx(1 / 200)
    assert table.look_up(np.array([-1e9])) == 1


def test_common_rates_are_exact() -> None:
    held_out = RNG.normal(size=99_999)
    table = PValueTable.fit(held_out)
    for rate in (*RATES, 1e-4):
        flagged = np.sum(table.look_up(held_out + 1e-12) <= rate)
        assert flagged == pytest.approx(rate * 100_000, abs=1)


@pytest.mark.parametrize("step", [0.0, 0.5])
def test_correct_numbers_are_flagged_at_the_requested_rate(
    step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Overall and within each kind, though the scores of one kind are higher; with ties, at most as often."""
    monkeypatch.setattr(module, "MIN_GROUP_SIZE", 4000)
    count = 40_000
    kinds = RNG.choice(["money", "year", "age"], count, p=[0.6, 0.35, 0.05])
    scores = RNG.exponential(size=count) + np.where(kinds == "money", 3.0, 0.5)
    scores = np.round(scores / step) * step if step else scores
    half = count // 2
    fitted = PValueCalibration.fit(scores[:half], [(kind,) for kind in kinds[:half]])
    assert set(fitted.by_group) == {"money", "year"}
    p_values = fitted.look_up(scores[half:], [(kind,) for kind in kinds[half:]])
    for kind in ("money", "year", None):
        group = kinds[half:] == kind if kind else kinds[half:] != "age"
        for rate in RATES:
            flagged = np.mean(p_values[group] <= rate)
            # Both the table and this count are samples.
            error = 4 * np.sqrt(2 * rate / group.sum())
            assert flagged <= rate + error
            if not step:
                assert flagged >= rate - error


def test_the_tail_of_a_small_kind_is_estimated_from_all_kinds() -> None:
    """The ranks of 5,000 numbers could not give p-values under 1 in 5,001, nor precise ones near it."""
    rng = np.random.default_rng(7)
    kinds = np.repeat(["money", "year", "age", "date"], 5000)
    shift = np.repeat([3.0, 0.0, -2.0, 1.0], 5000)
    fitted = PValueCalibration.fit(1.5 * rng.exponential(size=20_000) + shift, [(k,) for k in kinds])
    for kind, by in zip(np.unique(kinds), (-2.0, 1.0, 3.0, 0.0), strict=True):
        for p in (0.003, 0.001, 0.00015):
            [p_value] = fitted.look_up(np.array([by - 1.5 * np.log(p)]), [(str(kind),)])
            assert p / 2 < p_value < p * 2


def document_scores(count: int, factor: float, rng: np.random.Generator) -> list[np.ndarray]:
    """Sample the scores of documents of all lengths, higher than usual by a factor."""
    return [
        rng.exponential(size=int(rng.integers(1, 60))) * factor * rng.uniform(0.9, 1.1) for _ in range(count)
    ]


@pytest.fixture(scope="module")
def with_documents() -> PValueCalibration:
    documents = document_scores(2000, 1.0, np.random.default_rng(5))
    scores = np.concatenate(documents)
    document_of = np.repeat(np.arange(len(documents)), [len(document) for document in documents])
    return PValueCalibration.fit(scores, [("age",)] * len(scores), document_of)


@pytest.mark.parametrize(("factor", "low", "high"), [(1.0, 0.8, 1.25), (1.5, 0.5, 3.0)])
def test_document_adjustment_keeps_the_rate_where_all_scores_are_higher(
    with_documents: PValueCalibration, factor: float, low: float, high: float
) -> None:
    documents = document_scores(3000, factor, RNG)
    unadjusted = [with_documents.look_up(scores, [("age",)] * len(scores)) for scores in documents]
    adjusted = np.concatenate([with_documents.adjust_for_document(p_values) for p_values in unadjusted])
    for rate in (0.001, 0.01, 0.05):
        assert low * rate <= np.mean(adjusted <= rate) <= high * rate
        if factor > 1:
            assert np.mean(np.concatenate(unadjusted) <= rate) > 1.5 * np.mean(adjusted <= rate)


@given(st.lists(st.floats(1e-4, 1), min_size=1, max_size=40), st.floats(1e-4, 0.5))
def test_p_values_above_the_unadjusted_bound_stay_above_the_rate_in_any_document(
    with_documents: PValueCalibration, p_values: list[float], rate: float
) -> None:
    unadjusted = np.array(p_values)
    adjusted = with_documents.adjust_for_document(unadjusted)
    assert np.all(unadjusted[adjusted <= rate] <= with_documents.unadjusted_bound(rate))
    assert np.all((adjusted > 0) & (adjusted <= 1))


def test_an_error_among_usual_numbers_keeps_a_small_p_value(with_documents: PValueCalibration) -> None:
    for others in (np.full(30, 0.5), np.full(30, 0.9), np.empty(0)):
        adjusted = with_documents.adjust_for_document(np.append(others, 1e-3))
        assert adjusted[-1] < 3e-3
    # The third of three errors is still an error.
    assert with_documents.adjust_for_document(np.append(np.full(30, 0.5), [1e-3] * 3))[-1] < 0.01


def test_without_held_out_documents_p_values_are_not_adjusted() -> None:
    p_values = np.array([0.001, 0.5, 1.0])
    assert PValueCalibration().adjust_for_document(p_values) is p_values
    assert PValueCalibration().unadjusted_bound(0.01) == 0.01


def test_without_held_out_numbers_the_p_value_is_the_markov_bound() -> None:
    p_values = PValueCalibration().look_up(np.array([-2.0, 0.0, np.log(100)]), [("age",)] * 3)
    assert p_values.tolist() == pytest.approx([1, 1, 0.01])


def test_p_value_tables_survive_json_and_are_validated() -> None:
    fitted = PValueCalibration.fit(RNG.normal(size=5000), ["age"] * 3000 + ["year"] * 2000)
    assert PValueCalibration.from_dict(fitted.to_dict()) == fitted
    adjusted = PValueCalibration.fit(RNG.normal(size=5000), ["age"] * 5000, np.arange(5000) // 10)
    assert adjusted.adjusted.numbers == 5000
    assert PValueCalibration.from_dict(adjusted.to_dict()) == adjusted
    for p_values, thresholds in (
        ((0.1, 0.2), (1.0, 2.0)),
        ((0.2, 0.1), (2.0, 1.0)),
        ((0.2,), ()),
        ((2.0,), (1.0,)),
    ):
        with pytest.raises(ValueError, match="p-value"):
            PValueTable(p_values, thresholds, 3)


# -- Calibration -------------------------------------------------------------------------------------------


def test_a_calibration_survives_json() -> None:
    intervals = IntervalCalibration(LevelTable(numbers=9), {"money": LevelTable((0.0, 1.0), (0.2, 1.0), 5)})
    p_values = PValueCalibration(PValueTable((0.5,), (1.0,), 3))
    fitted = Calibration(intervals, p_values, ErrorModel({"constant": -5.5}, {"confirmed": -1.5}, 40, 0.0003))
    assert Calibration.from_dict(fitted.to_dict()) == fitted
    assert fitted.numbers == 9


def test_an_older_calibration_has_one_level_table_and_no_p_values() -> None:
    older = Calibration.from_dict({"intervals": LEVELS})
    assert older.intervals == IntervalCalibration(LevelTable((0.0, 0.5, 1.0), (0.0, 0.7, 1.0), 8))
    assert older.p_values == PValueCalibration()


def test_an_older_calibration_may_have_limits_and_ratios_that_are_not_used_any_more() -> None:
    ratios = {"numbers": 40, "p_values": [1.0, 0.1], "ratios": [0.5, 5.5]}
    older = Calibration.from_dict({"intervals": LEVELS, "known": {"least_prose": 0.2}, "errors": ratios})
    assert older.errors == ErrorModel()


# -- Groups ------------------------------------------------------------------------------------------------


def test_kinds_of_many_magnitudes_are_grouped_by_magnitude_first() -> None:
    assert mondrian_groups("cardinal", 480) == ("cardinal 3", "cardinal")
    assert mondrian_groups("money", 3e9) == ("money 5", "money")
    assert mondrian_groups("percent", 0.4) == ("percent 0", "percent")
    assert mondrian_groups("year", 2014) == ("year",)
    assert mondrian_groups("ordinal", 21) == ("ordinal",)


def test_a_magnitude_with_too_few_numbers_shares_the_table_of_its_kind() -> None:
    rng = np.random.default_rng(3)
    groups = [("cardinal 1", "cardinal")] * 4000 + [("cardinal 5", "cardinal")] * 100
    fitted = PValueCalibration.fit(rng.exponential(size=4100), groups)
    assert set(fitted.by_group) == {"cardinal 1", "cardinal"}
    score = np.array([3.0])
    [of_kind] = fitted.by_group["cardinal"].look_up(score)
    assert fitted.look_up(score, [("cardinal 5", "cardinal")]) == [of_kind]
    assert fitted.look_up(score, [("age",)]) == fitted.overall.look_up(score)
