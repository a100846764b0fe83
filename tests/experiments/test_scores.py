"""Every system with every score, on texts of our own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from experiments.check.scores import SCORES, conditional, measure, observe, planted, predictions, share
from experiments.check.scores_report import to_markdown

from numerate.model import Predictor, load
from numerate.text import extract

TEXT = (
    "The bank said that profit of the group was $3.14 billion in 2014 and that it had risen by 81 percent. "
    "It expects to open 480 of its branches in the 12 cities of the north by the end of the year."
)


@pytest.fixture(scope="module")
def model(tiny_folder: Path) -> Predictor:
    return load(tiny_folder, threads=1)


def test_an_error_is_read_from_the_wrong_text() -> None:
    profit = extract(TEXT)[0]
    wrong = planted(TEXT, profit, "magnitude", [])
    assert wrong is not None
    assert wrong.value in (3.14e6, 3.14e12)
    assert planted("Nothing but 5 here.", extract("Nothing but 5 here.")[0], "magnitude", []) is None


def test_a_distribution_does_not_depend_on_the_number_itself(model: Predictor) -> None:
    """So one pass over the correct text serves all errors planted in it."""
    before = dict(_medians(model, TEXT))
    after = dict(_medians(model, TEXT.replace("480", "730")))
    start = TEXT.index("480")
    assert before[start] == pytest.approx(after[start], rel=1e-5)
    assert any(before[place] != after[place] for place in before if place != start)


def _medians(model: Predictor, text: str) -> list[tuple[int, float]]:
    return [(number.start, float(d.median)) for number, d in predictions(model, text, 0.0)]


def test_all_scores_rank_a_likely_number_below_an_impossible_one(model: Predictor) -> None:
    correct, _, wrong, _, kinds = observe(model, [TEXT] * 2, [7e14], 0.0)
    assert len(correct.numbers) == 10
    assert {"decimal", "random", "magnitude"} <= set(kinds)
    for score in SCORES:
        assert np.isfinite(correct.by(score)).all()
        assert len(wrong.by(score)) == len(kinds)


def test_shares_have_intervals_over_documents() -> None:
    value, low, high, count = share(np.array([True, True, False, False]), [0, 0, 1, 1])
    assert (value, low, high, count) == (0.5, 0.0, 1.0, 4)


def test_the_page_has_every_system_and_score(model: Predictor) -> None:
    measured = measure(model, [TEXT] * 3, [TEXT] * 3, [7e14], 0.0)
    page = to_markdown(
        {
            "world": {
                "documents": 3,
                "fresh": "fresh",
                "systems": {"shipped": measured},
                "conditional": {**conditional(model, [TEXT] * 50), "exponent 3": [0.01, 0.0, 0.02, 300]},
            }
        }
    )
    assert page.count("| the bundled model |") == len(SCORES)
    assert "| 1,000 to 10,000 | 1.00% (0.00% to 2.00%) | 300 |" in page
