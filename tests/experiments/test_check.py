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
def test_one_number_goes_wrong_and_all_else_stays(kind: str) -> None:
    made = plant(TEXT, kind, [7.0, 9.0], random.Random(1))
    text = made.document.text
    assert text[: made.start] == TEXT[: made.start]
    assert TEXT.endswith(text[made.end :])
    [true] = [number for number in extract(TEXT) if number.start == made.start]
    assert made.true == true.value
    assert text[made.start : made.end] != true.text


def test_a_text_without_numbers_has_none_to_go_wrong() -> None:
    assert plant("Nothing to see.", "add", [], random.Random(1)) is None


class Prophet:
    """Finds what is in the wrong place, and knows the truth."""

    def judge(self, document):
        wrong = [n for n in extract(document.text) if n.text not in TEXT]
        return Outcome([1.0] * 3 + [None, 0.005], [Found(n.start, n.end, 480.0) for n in wrong])


def test_what_is_counted() -> None:
    found = untouched(Prophet(), [TEXT, TEXT])
    assert found["flagged"] == {"0.001": 0, "0.01": 2, "0.05": 2}
    assert (found["numbers"], found["judged"], found["contradictions"]) == (10, 8, 0)
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


def test_a_network_remembers_what_it_was_asked(model: Predictor) -> None:
    asked: list[int] = []

    class Counting(Network):
        def __init__(self) -> None:
            self.number_id = model.network.number_id

        def distributions(self, windows):
            asked.append(len(windows))
            return model.network.distributions(windows)

    number = model.network.number_id
    one, two, three = (Window(np.array([2, number, word, number]), np.array([word, 5])) for word in (7, 8, 9))
    remembering = Remembering(Counting())
    for windows in ([one, two], [two, three, one], [three, one]):
        found = remembering.distributions(windows).cdf(np.full(2 * len(windows), 50.0))
        truth = model.network.distributions(windows).cdf(np.full(2 * len(windows), 50.0))
        np.testing.assert_allclose(found, truth, atol=1e-6)
    assert asked == [2, 1]


def test_systems_judge_and_the_page_is_written(model: Predictor) -> None:
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
    # What stands in the text itself is not odd; what is far out of all that was held out is.
    wrong = TEXT.replace("$3.14 billion", "$3.14")
    found = density.judge(Document.from_text(wrong)).found + marginal.judge(Document.from_text(wrong)).found
    assert all(wrong[one.start : one.end] for one in found)
    page = to_markdown(results)
    assert "| check | finnews | 1 | 5 |" in page
    assert "| marginal | put right |" in page
