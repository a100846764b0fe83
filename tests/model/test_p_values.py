from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numerate.model import calibration as p_values
from numerate.model.calibration import PValueCalibration, PValueTable

RNG = np.random.default_rng(3)
RATES = (0.001, 0.01, 0.05, 0.2)

oddness = st.lists(st.integers(-5, 5).map(float) | st.floats(-50, 50), min_size=1, max_size=300)


def rank(held: np.ndarray, one: float) -> float:
    """The p-value of conformal prediction, from its definition."""
    return float((1 + np.sum(held >= one)) / (len(held) + 1))


@given(oddness, st.data())
def test_a_table_never_says_less_than_the_rank_and_hardly_more(held: list[float], data) -> None:
    table = PValueTable.fit(np.array(held))
    one = data.draw(st.sampled_from(held) | st.floats(-60, 60))
    exact = rank(np.array(held), one)
    [found] = table.look_up(np.array([one]))
    # A table has steps of 2.6 percent.
    assert exact * (1 - 1e-9) <= found <= max(exact * 1.027, exact + 1e-6)


def test_beyond_all_that_was_held_out_it_knows_no_better_than_their_number() -> None:
    table = PValueTable.fit(RNG.normal(size=199))
    assert table.look_up(np.array([1e9])) == pytest.approx(1 / 200)
    assert table.look_up(np.array([-1e9])) == 1


def test_rates_that_people_ask_for_are_exact() -> None:
    held = RNG.normal(size=99_999)
    table = PValueTable.fit(held)
    for rate in (*RATES, 1e-4):
        flagged = np.sum(table.look_up(held + 1e-12) <= rate)
        assert flagged == pytest.approx(rate * 100_000, abs=1)


@pytest.mark.parametrize("step", [0.0, 0.5])
def test_correct_numbers_are_flagged_as_often_as_asked(step: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Overall and in each kind, though one kind looks odder; never more often where many tie."""
    monkeypatch.setattr(p_values, "MIN_GROUP_SIZE", 4000)
    count = 40_000
    kinds = RNG.choice(["money", "year", "age"], count, p=[0.6, 0.35, 0.05])
    oddness = RNG.exponential(size=count) + np.where(kinds == "money", 3.0, 0.5)
    oddness = np.round(oddness / step) * step if step else oddness
    half = count // 2
    fitted = PValueCalibration.fit(oddness[:half], kinds[:half].tolist())
    assert set(fitted.kinds) == {"money", "year"}
    found = fitted.look_up(oddness[half:], kinds[half:].tolist())
    for kind in ("money", "year", None):
        these = kinds[half:] == kind if kind else kinds[half:] != "age"
        for rate in RATES:
            flagged = np.mean(found[these] <= rate)
            # Both the table and what is counted here are samples.
            error = 4 * np.sqrt(2 * rate / these.sum())
            assert flagged <= rate + error
            if not step:
                assert flagged >= rate - error


def test_the_oddest_of_a_small_kind_are_told_by_those_of_all() -> None:
    """Ranked among 5,000 of its kind, none could have a p-value under 1 in 5,001, nor a sure one near it."""
    rng = np.random.default_rng(7)
    kinds = np.repeat(["money", "year", "age", "date"], 5000)
    shift = np.repeat([3.0, 0.0, -2.0, 1.0], 5000)
    fitted = PValueCalibration.fit(1.5 * rng.exponential(size=20_000) + shift, kinds.tolist())
    for kind, by in zip(np.unique(kinds), (-2.0, 1.0, 3.0, 0.0), strict=True):
        for p in (0.003, 0.001, 0.00015):
            [found] = fitted.look_up(np.array([by - 1.5 * np.log(p)]), [str(kind)])
            assert p / 2 < found < p * 2


def documents(count: int, stretch: float, rng: np.random.Generator) -> list[np.ndarray]:
    """The oddness of the numbers of documents of all lengths, odder than usual by a factor."""
    return [
        rng.exponential(size=int(rng.integers(1, 60))) * stretch * rng.uniform(0.9, 1.1) for _ in range(count)
    ]


@pytest.fixture(scope="module")
def in_company() -> PValueCalibration:
    held = documents(2000, 1.0, np.random.default_rng(5))
    oddness = np.concatenate(held)
    document_of = np.repeat(np.arange(len(held)), [len(one) for one in held])
    return PValueCalibration.fit(oddness, ["age"] * len(oddness), document_of)


@pytest.mark.parametrize(("stretch", "least", "most"), [(1.0, 0.8, 1.25), (1.5, 0.5, 3.0)])
def test_in_company_rates_hold_where_all_looks_odder(
    in_company: PValueCalibration, stretch: float, least: float, most: float
) -> None:
    told = [in_company.look_up(one, ["age"] * len(one)) for one in documents(3000, stretch, RNG)]
    for rate in (0.001, 0.01, 0.05):
        found = np.concatenate([in_company.adjust_for_document(alone) for alone in told])
        assert least * rate <= np.mean(found <= rate) <= most * rate
        if stretch > 1:
            assert np.mean(np.concatenate(told) <= rate) > 1.5 * np.mean(found <= rate)


@given(st.lists(st.floats(1e-4, 1), min_size=1, max_size=40), st.floats(1e-4, 0.5))
def test_what_is_not_odd_alone_is_not_odd_in_any_company(
    in_company: PValueCalibration, p_values: list[float], rate: float
) -> None:
    alone = np.array(p_values)
    found = in_company.adjust_for_document(alone)
    assert np.all(alone[found <= rate] <= in_company.unadjusted_bound(rate))
    assert np.all((found > 0) & (found <= 1))


def test_one_error_among_usual_numbers_stays_one(in_company: PValueCalibration) -> None:
    for others in (np.full(30, 0.5), np.full(30, 0.9), np.empty(0)):
        found = in_company.adjust_for_document(np.append(others, 1e-3))
        assert found[-1] < 3e-3
    # The third of three errors is still an error.
    assert in_company.adjust_for_document(np.append(np.full(30, 0.5), [1e-3] * 3))[-1] < 0.01


def test_without_held_out_documents_company_does_not_count() -> None:
    alone = np.array([0.001, 0.5, 1.0])
    assert PValueCalibration().adjust_for_document(alone) is alone
    assert PValueCalibration().unadjusted_bound(0.01) == 0.01


def test_without_held_out_numbers_the_model_is_taken_at_its_word() -> None:
    found = PValueCalibration().look_up(np.array([-2.0, 0.0, np.log(100)]), ["age"] * 3)
    assert found.tolist() == pytest.approx([1, 1, 0.01])


def test_tables_survive_json_and_damage_is_seen() -> None:
    fitted = PValueCalibration.fit(RNG.normal(size=5000), ["age"] * 3000 + ["year"] * 2000)
    assert PValueCalibration.from_dict(fitted.to_dict()) == fitted
    beside = PValueCalibration.fit(RNG.normal(size=5000), ["age"] * 5000, np.arange(5000) // 10)
    assert beside.adjusted.numbers == 5000
    assert PValueCalibration.from_dict(beside.to_dict()) == beside
    for p_values_, thresholds in (
        ((0.1, 0.2), (1.0, 2.0)),
        ((0.2, 0.1), (2.0, 1.0)),
        ((0.2,), ()),
        ((2.0,), (1.0,)),
    ):
        with pytest.raises(ValueError, match="p-value"):
            PValueTable(p_values_, thresholds, 3)
