"""What experiments/check measures, on texts of our own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from experiments.check.planting import KINDS, plant
from experiments.check.systems import Marginal, OneAtATime, Remembering

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
    for number in extract(TEXT):
        planted = plant(TEXT, number, kind, [7.0, 9.0])
        if planted is not None:
            before, after = TEXT[: number.start], TEXT[number.end :]
            assert planted.text.startswith(before)
            assert planted.text.endswith(after)
            assert planted.number.value != number.value
            assert planted.text[planted.number.start : planted.number.end] == planted.number.text
            assert plant(TEXT, number, kind, [7.0, 9.0]) == planted


def test_an_error_is_read_from_the_wrong_text() -> None:
    wrong = plant(TEXT, extract(TEXT)[0], "magnitude", [])
    assert wrong is not None
    assert wrong.number.value in (3.14e6, 3.14e12)
    assert plant("Nothing but 5 here.", extract("Nothing but 5 here.")[0], "magnitude", []) is None


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


def test_a_mixture_of_all_numbers_ignores_the_text() -> None:
    numbers = [n.value for n in extract(TEXT)] * 50
    [judged] = Marginal(numbers).stream(TEXT)
    assert [number.value for number in judged.numbers] == numbers[:5]
    medians = judged.distributions.median
    assert np.all(medians == medians[0])
