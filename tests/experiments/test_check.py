"""What experiments/check measures, on texts of our own."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from experiments.check.planting import KINDS, plant
from experiments.check.report import to_markdown
from experiments.check.run import planted, untouched
from experiments.check.systems import Check, Density, Found, Marginal, OneAtATime, Outcome, Remembering

from numerate.documents import Document
from numerate.model import Predictor, load
from numerate.model.network import Network, Window, open_backend
from numerate.text import extract

TEXT = (
    "The bank said that profit of the group was $3.14 billion in 2014 and that it had risen by 81 percent. "
    "It expects to open 480 of its branches in the 12 cities of the north by the end of the year."
)


@pytest.fixture(scope="module")
def model(tiny_folder: Path) -> Predictor:
    return load(tiny_folder, threads=1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_error_changes_one_number_only(kind: str) -> None:
    error = plant(TEXT, kind, [7.0, 9.0], random.Random(1))
    text = error.document.text
    assert text[: error.start] == TEXT[: error.start]
    assert TEXT.endswith(text[error.end :])
    [true] = [number for number in extract(TEXT) if number.start == error.start]
    assert error.true == true.value
    assert text[error.start : error.end] != true.text


def test_no_error_is_planted_in_a_text_without_numbers() -> None:
    assert plant("Nothing to see.", "add", [], random.Random(1)) is None


class Prophet:
    """A system that finds every planted error and the true value."""

    def judge(self, document):
        wrong = [n for n in extract(document.text) if n.text not in TEXT]
        return Outcome([1.0] * 3 + [None, 0.005], [Found(n.start, n.end, 480.0) for n in wrong])


def test_flags_and_planted_errors_are_counted() -> None:
    counts = untouched(Prophet(), [TEXT, TEXT])
    assert counts["flagged"] == {"0.001": 0, "0.01": 2, "0.05": 2}
    assert (counts["numbers"], counts["judged"], counts["contradictions"]) == (10, 8, 0)
    counts = planted(Prophet(), [TEXT] * 20, [7e5])
    assert counts["magnitude"]["planted"] == 20
    assert counts["magnitude"]["found"] == counts["magnitude"]["first"] == 20
    assert counts["magnitude"].get("right", 0) == 0
    assert 0 < counts["random"]["right"] < 20


def test_masking_one_at_a_time_is_leaving_one_out(model: Predictor, tiny_folder: Path) -> None:
    number = model.network.number_id
    rng = np.random.default_rng(0)
    windows = []
    for count in (1, 3, 2):
        ids = np.concatenate([[2], np.ravel([[rng.integers(5, 30), number] for _ in range(count)])])
        windows.append(Window(ids, 10 ** rng.uniform(0, 4, count)))
    apart = OneAtATime(open_backend(tiny_folder / "model.onnx"), "digits", model.config.support, number)
    together: Network = model.network
    at = 10 ** rng.uniform(0, 4, 6)
    np.testing.assert_allclose(
        apart.distributions(windows).cdf(at), together.distributions(windows).cdf(at), atol=1e-5
    )
    assert apart.distributions([]).batch_shape == (0,)


def test_a_window_is_computed_once(model: Predictor) -> None:
    computed: list[int] = []

    class Counting(Network):
        def __init__(self) -> None:
            self.number_id = model.network.number_id

        def distributions(self, windows):
            computed.append(len(windows))
            return model.network.distributions(windows)

    number = model.network.number_id
    first, second, third = (
        Window(np.array([2, number, word, number]), np.array([word, 5])) for word in (7, 8, 9)
    )
    remembering = Remembering(Counting())
    for windows in ([first, second], [second, third, first], [third, first]):
        actual = remembering.distributions(windows).cdf(np.full(2 * len(windows), 50.0))
        expected = model.network.distributions(windows).cdf(np.full(2 * len(windows), 50.0))
        np.testing.assert_allclose(actual, expected, atol=1e-6)
    assert computed == [2, 1]


def test_every_system_scores_a_text_and_the_page_is_written(model: Predictor) -> None:
    density = Density(model, 0.1)
    marginal = Density(Marginal([n.value for n in extract(TEXT)] * 50), 0.1)
    for system in (density, marginal):
        system.rank_among(system.surprises(Document.from_text(TEXT)) * 20)
    results = {"systems": {}}
    for name, system in {"check": Check(model), "density": density, "marginal": marginal}.items():
        outcome = system.judge(Document.from_text(TEXT))
        assert len(outcome.p_values) == 5
        results["systems"][name] = {
            "untouched": {"finnews": untouched(system, [TEXT])},
            "planted": {corpus: planted(system, [TEXT], [7e5]) for corpus in ("finnews", "sci")},
        }
    # Values of the text itself are likely; one that is far from all held-out values is not.
    wrong = TEXT.replace("$3.14 billion", "$3.14")
    document = Document.from_text(wrong)
    matches = density.judge(document).found + marginal.judge(document).found
    assert all(wrong[match.start : match.end] for match in matches)
    page = to_markdown(results)
    assert "| check | finnews | 1 | 5 |" in page
    assert "| marginal | put right |" in page
