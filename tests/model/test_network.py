from __future__ import annotations

import numpy as np
import numpy.testing as npt
import onnx

from numerate.model import Predictor
from numerate.model.network import INPUTS, Network, Window


def windows(network: Network, count: int = 40) -> list[Window]:
    rng = np.random.default_rng(1)
    made = []
    for _ in range(count):
        ids = rng.integers(4, 100, rng.integers(5, 60))
        places = rng.choice(np.arange(1, len(ids)), rng.integers(0, 4), replace=False)
        ids[places] = network.number_id
        made.append(Window(ids, 10 ** rng.uniform(-5, 15, len(places))))
    return made


def test_windows_run_together_as_one_by_one_in_their_own_order(model: Predictor) -> None:
    given = windows(model.network)
    together = model.network.distributions(given).parameters()
    one_by_one = [
        model.network.distributions([window]).parameters() for window in given if len(window.values)
    ]
    for name in ("logits", "context"):
        npt.assert_allclose(together[name], np.concatenate([p[name] for p in one_by_one]), atol=1e-4)


def test_a_value_does_not_reach_its_own_number(model: Predictor) -> None:
    ids = np.array([5, model.network.number_id, 7, model.network.number_id])
    for place in (0, 1):
        found = []
        for value in (3.0, 4e9, 0.0, np.nan):
            values = np.array([12.0, 2016.0])
            values[place] = value
            found.append(model.network.distributions([Window(ids, values)]).parameters()["logits"])
        for other in found[1:]:
            npt.assert_array_equal(found[0][place], other[place])
            assert np.abs(found[0][1 - place] - other[1 - place]).max() > 1e-3


def test_the_graph_takes_and_gives_what_its_page_says(model: Predictor) -> None:
    given = onnx.load(model.network.backend.file).graph.input
    assert tuple(entry.name for entry in given) == INPUTS
    shapes = model.network.backend.output_shapes
    assert shapes["logits"] == ("windows", "numbers", 23)
    assert shapes["output"] == (3, 64, 10)


def test_no_windows(model: Predictor) -> None:
    assert model.network.distributions([]).batch_shape == (0,)
    assert model.network.distributions([Window(np.array([5]), np.array([]))]).batch_shape == (0,)
