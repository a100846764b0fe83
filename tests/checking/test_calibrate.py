"""Calibration on synthetic documents, scored as a check scores them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from numerate.checking import calibrate as planting
from numerate.checking.calibrate import calibrate
from numerate.checking.check import check_document
from numerate.documents import Document
from numerate.errors import InputError
from numerate.model import calibration as p_values
from numerate.report.options import CheckOptions
from tests.checking.stub import StubModel

RNG = np.random.default_rng(11)
# Far too sure of money, and not nearly sure enough of percentages.
WRONG = {"money": (3e9, 6.0), "percent": (8.0, 0.8)}
UNLIKELY = CheckOptions(consistency=False)
TEMPLATE = (
    "The bank said that profit was ${money:.2f} billion and that the margin of the group was {percent:.1f} "
    "percent of sales. "
)


def document(sentences: int = 6):
    money, percent = (
        np.exp(RNG.laplace(np.log(3), 0.8, sentences)),
        np.exp(RNG.laplace(np.log(8), 0.4, sentences)),
    )
    text = "".join(TEMPLATE.format(money=m, percent=p) for m, p in zip(money, percent, strict=True))
    return Document.from_text(text)


@pytest.fixture(scope="module")
def model() -> StubModel:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(p_values, "MIN_GROUP_SIZE", 500)
        patch.setattr(planting, "PLANTED_SHARE", 0.2)
        held_out = [document() for _ in range(150)]
        calibration = calibrate(StubModel(WRONG), [held_out[:75], held_out[75:]])
    return StubModel(WRONG, calibration)


def test_correct_numbers_are_flagged_at_the_chosen_rate_overall_and_by_kind(model: StubModel) -> None:
    assert set(model.calibration.p_values.by_group) >= {"money", "percent", "money 5", "percent 1"}
    numbers = [n for _ in range(60) for n in check_document(document(), model, UNLIKELY).numbers]
    judged = [n for n in numbers if n.p_value is not None]
    assert len(judged) > 0.95 * len(numbers)
    for kind in ("money", "percent", None):
        p = np.array([n.p_value for n in judged if kind in (None, n.kind)])
        for rate in (0.01, 0.05, 0.2):
            assert np.mean(p <= rate) == pytest.approx(rate, abs=4 * np.sqrt(2 * rate / len(p)))


def test_without_calibration_far_more_money_is_flagged(model: StubModel) -> None:
    numbers = [n for _ in range(40) for n in check_document(document(), StubModel(WRONG), UNLIKELY).numbers]
    assert np.mean([n.p_value <= 0.05 for n in numbers if n.kind == "money" and n.p_value]) > 0.1


def test_thresholds_and_intervals_are_calibrated(model: StubModel) -> None:
    calibration = model.calibration
    assert calibration.numbers == calibration.p_values.overall.numbers == pytest.approx(1800, abs=40)
    # Sure of money as it is, the level must be wider than its own for the intervals to hold as much.
    assert calibration.intervals.level(0.9) > 0.9


def test_planted_errors_tell_how_likely_a_number_is_wrong(model: StubModel) -> None:
    errors = model.calibration.errors
    assert errors.numbers > 100
    wrong = re.sub(r"\.(\d) percent", r"\g<1>000 percent", document().text, count=1)
    report = check_document(Document.from_text(wrong), model, CheckOptions())
    probabilities = [checked.error_probability for checked in report.numbers]
    assert max(probabilities) > 0.5 > sorted(probabilities)[-2]
    assert all(0 < p < 1 for p in probabilities)
    assert len(report.findings) == 1
    assert report.findings[0].error_probability == max(probabilities)
    assert report.false_alarms == errors.false_alarms


def test_corpora_have_equal_weight_and_a_limit() -> None:
    counts: list[int] = []
    corpora = [[document(1) for _ in range(30)], [document(6) for _ in range(30)]]
    calibration = calibrate(StubModel(), corpora, numbers=24, report=counts.append)
    assert calibration.numbers == 48
    assert counts == [*range(2, 25, 2), 36, 48]


def test_documents_without_numbers_are_refused() -> None:
    with pytest.raises(InputError, match="no number"):
        calibrate(StubModel(), [[Document.from_text("None at all.")]])
