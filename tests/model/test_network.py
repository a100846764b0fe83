from __future__ import annotations

import numpy as np
import numpy.testing as npt
import onnx
import pytest

from numerate.model import Predictor
from numerate.model.network import INPUTS, Network, OnnxruntimeBackend, Window


def windows(network: Network, count: int = 40) -> list[Window]:
    rng = np.random.default_rng(1)
    result = []
    for _ in range(count):
        ids = rng.integers(4, 100, rng.integers(5, 60))
        places = rng.choice(np.arange(1, len(ids)), rng.integers(0, 4), replace=False)
        ids[places] = network.number_id
        result.append(Window(ids, 10 ** rng.uniform(-5, 15, len(places))))
    return result


def test_batched_and_single_windows_agree_in_order(model: Predictor) -> None:
    given = windows(model.network)
    batched = model.network.distributions(given).parameters()
    single = [model.network.distributions([window]).parameters() for window in given if len(window.values)]
    for name in ("logits", "context"):
        npt.assert_allclose(batched[name], np.concatenate([p[name] for p in single]), atol=1e-4)


def test_a_number_does_not_see_its_own_value(model: Predictor) -> None:
    ids = np.array([5, model.network.number_id, 7, model.network.number_id])
    for place in (0, 1):
        logits = []
        for value in (3.0, 4e9, 0.0, np.nan):
            values = np.array([12.0, 2016.0])
            values[place] = value
            logits.append(model.network.distributions([Window(ids, values)]).parameters()["logits"])
        for other in logits[1:]:
            npt.assert_array_equal(logits[0][place], other[place])
            assert np.abs(logits[0][1 - place] - other[1 - place]).max() > 1e-3


def test_inputs_and_outputs_are_as_documented(model: Predictor) -> None:
    inputs = onnx.load(model.network.backend.file).graph.input
    assert tuple(entry.name for entry in inputs) == INPUTS
    shapes = model.network.backend.output_shapes
    assert shapes["logits"] == ("windows", "numbers", 23)
    assert shapes["output"] == (3, 64, 10)


def test_no_windows_and_windows_without_numbers(model: Predictor) -> None:
    assert model.network.distributions([]).batch_shape == (0,)
    assert model.network.distributions([Window(np.array([5]), np.array([]))]).batch_shape == (0,)


@pytest.mark.parametrize(
    ("allowed", "given", "threads"),
    [("1", None, 1), ("3", None, 3), ("3", 2, 2), ("", None, 0), ("many", None, 0), ("-1", None, 0)],
)
def test_threads_are_those_that_are_given_or_that_the_environment_allows(
    model: Predictor, monkeypatch: pytest.MonkeyPatch, allowed: str, given: int | None, threads: int
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", allowed)
    session = OnnxruntimeBackend(model.network.backend.file, given)._session
    assert session.get_session_options().intra_op_num_threads == threads  # 0 is one per core
