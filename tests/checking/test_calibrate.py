"""Calibration by the road that a check takes, on documents of our own drawing."""

from __future__ import annotations

import numpy as np
import pytest

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
        held = [document() for _ in range(150)]
        calibration = calibrate(StubModel(WRONG), [held[:75], held[75:]])
    return StubModel(WRONG, calibration)


def test_correct_numbers_are_flagged_as_often_as_asked_overall_and_by_kind(model: StubModel) -> None:
    assert set(model.calibration.p_values.by_kind) == {"money", "percent"}
    found = [n for _ in range(150) for n in check_document(document(), model, CheckOptions()).numbers]
    judged = [n for n in found if n.p_value is not None]
    assert len(judged) > 0.95 * len(found)
    for kind in ("money", "percent", None):
        p = np.array([n.p_value for n in judged if kind in (None, n.number.kind)])
        for rate in (0.01, 0.05, 0.2):
            assert np.mean(p <= rate) == pytest.approx(rate, abs=4 * np.sqrt(2 * rate / len(p)))


def test_taken_at_its_word_it_would_flag_far_more_money(model: StubModel) -> None:
    found = [
        n for _ in range(40) for n in check_document(document(), StubModel(WRONG), CheckOptions()).numbers
    ]
    assert np.mean([n.p_value <= 0.05 for n in found if n.number.kind == "money" and n.p_value]) > 0.1


def test_what_else_it_learns(model: StubModel) -> None:
    learned = model.calibration
    assert learned.numbers == learned.p_values.overall.numbers == pytest.approx(1800, abs=40)
    # The text is nothing but function words, and hardly a document has more than three odd numbers.
    assert learned.min_prose_share == 0.15
    assert learned.max_unlikely_share == 0.15
    # Sure of money as it is, the level must be wider than its own for the intervals to hold as much.
    assert learned.intervals.level(0.9) > 0.9


def test_corpora_count_alike_and_no_more_than_asked() -> None:
    told: list[int] = []
    corpora = [[document(1) for _ in range(30)], [document(6) for _ in range(30)]]
    calibration = calibrate(StubModel(), corpora, numbers=24, report=told.append)
    assert calibration.numbers == 48
    assert told == [*range(2, 25, 2), 36, 48]


def test_nothing_to_calibrate_on() -> None:
    with pytest.raises(InputError, match="no number"):
        calibrate(StubModel(), [[Document.from_text("None at all.")]])
