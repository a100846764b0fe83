"""Every system with every score, on texts of our own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from experiments.check.scores import SCORES, found_at, gain, measure, observe, predictions
from experiments.check.scores_report import to_markdown

from numerate.model import Predictor, load

TEXT = (
    "The bank said that profit of the group was $3.14 billion in 2014 and that it had risen by 81 percent. "
    "It expects to open 480 of its branches in the 12 cities of the north by the end of the year."
)


@pytest.fixture(scope="module")
def model(tiny_folder: Path) -> Predictor:
    return load(tiny_folder, threads=1)


def test_a_distribution_does_not_depend_on_the_number_itself(model: Predictor) -> None:
    """So one pass over the correct text serves all errors planted in it."""
    before = dict(_medians(model, TEXT))
    after = dict(_medians(model, TEXT.replace("480", "730")))
    start = TEXT.index("480")
    assert before[start] == pytest.approx(after[start], rel=1e-5)
    assert any(before[place] != after[place] for place in before if place != start)


def _medians(model: Predictor, text: str) -> list[tuple[int, float]]:
    return [(number.start, float(d.median)) for number, d in predictions(model, text)]


def test_all_scores_rank_a_likely_number_below_an_impossible_one(model: Predictor) -> None:
    correct, _, wrong, _, kinds = observe(model, [TEXT] * 2, [7e14])
    assert len(correct.numbers) == 10
    assert {"decimal", "random", "magnitude"} <= set(kinds)
    for score in SCORES:
        assert np.isfinite(correct.by(score)).all()
        assert len(wrong.by(score)) == len(kinds)


def test_what_is_found_is_compared_at_equal_false_alarms() -> None:
    correct, wrong = np.arange(100.0), np.array([98.5, 99.5, 50.0])
    weights = np.ones((2, 103))
    weights[1, 98:100] = [0, 3]  # a replicate with the last document thrice
    flags, thresholds = found_at(0.01, correct, wrong, weights)
    assert thresholds.tolist() == [98, 99]
    assert flags.tolist() == [[True, True, False], [False, True, False]]


def test_gains_are_paired() -> None:
    """Replicates that move together cancel."""
    assert gain([5000, 4000, 6000], [4000, 3000, 5000])[:3] == [0.1, 0.1, 0.1]


def test_the_page_has_every_system_and_score(model: Predictor) -> None:
    measured = measure(model, [TEXT] * 3, [7e14])
    page = to_markdown(
        {
            "world": {
                "documents": 3,
                "fresh": "fresh",
                "systems": {"shipped": measured},
            }
        }
    )
    assert page.count("| the bundled model |") == len(SCORES)
