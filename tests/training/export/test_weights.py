from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from numerate.distributions import SHIPPED
from numerate.model.network import Network, Window, open_backend
from numerate.training.export.exporting import LARGEST, choose
from numerate.training.export.measuring import Measurement
from numerate.training.export.weights import WEIGHTS, Weights, find_ranges, with_weights

from .test_graph import windows

_SMALL = "numerate.training.export.weights._SMALLEST"


@pytest.fixture
def graph(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> onnx.ModelProto:
    monkeypatch.setattr(_SMALL, 100)
    return onnx.load(tiny_folder / "model.onnx")


def logits(graph: onnx.ModelProto, weights: Weights, folder: Path, given: list[Window]) -> np.ndarray:
    file = folder / f"{weights}.onnx"
    onnx.save(with_weights(graph, weights, find_ranges(graph, windows(120), 120)), file)
    network = Network(open_backend(file, threads=1), "digits", SHIPPED, 120)
    return network.distributions(given).parameters()["logits"]


@pytest.mark.parametrize(
    ("weights", "share", "most"), [("bf16", 0.7, 0.02), ("int8", 0.55, 0.04), ("int8-static", 0.55, 0.06)]
)
def test_smaller_weights_say_nearly_the_same(
    graph: onnx.ModelProto, tmp_path: Path, weights: Weights, share: float, most: float
) -> None:
    given = windows(120)
    whole, small = (logits(graph, kind, tmp_path, given) for kind in ("fp32", weights))
    assert 0 < np.abs(small - whole).max() < most * whole.std() * 4
    sizes = [(tmp_path / f"{kind}.onnx").stat().st_size for kind in (weights, "fp32")]
    assert sizes[0] < share * sizes[1]


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_number_is_judged_by_itself(graph: onnx.ModelProto, tmp_path: Path, weights: Weights) -> None:
    given = windows(120)
    first = len(given[0].values)
    loud = [Window(w.ids, w.values * 1e3) for w in given[1:]]
    alone = logits(graph, weights, tmp_path, given[:1])
    np.testing.assert_allclose(logits(graph, weights, tmp_path, given[:1] + loud)[:first], alone, atol=1e-5)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_value_does_not_reach_its_own_number(
    graph: onnx.ModelProto, tmp_path: Path, weights: Weights
) -> None:
    ids = np.array([5, 120, 7, 120, 9])
    found = [
        logits(graph, weights, tmp_path, [Window(ids, np.array([value, 2016.0]))])
        for value in (3.0, 4e9, 0.0, np.nan)
    ]
    for other in found[1:]:
        np.testing.assert_array_equal(other[0], found[0][0])
        assert np.abs(other[1] - found[0][1]).max() > 1e-3


def test_sums_of_two_products_fit_16_bits(graph: onnx.ModelProto) -> None:
    """As they must where processors give them no more; and no matrix is scaled lower than it has to be."""
    found = with_weights(graph, "int8-static", find_ranges(graph, windows(120), 120)).graph
    arrays = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in found.initializer}
    matrices = [arrays[n.input[1]] for n in found.node if n.op_type == "MatMulIntegerToFloat"]
    assert len(matrices) > 10
    for matrix in matrices:
        pairs = matrix.astype(int).reshape(-1, 2, matrix.shape[1])
        largest = [255 * np.maximum(sign * pairs, 0).sum(axis=1).max(axis=0) for sign in (1, -1)]
        assert np.max(largest) <= 32767
        assert np.max(largest, axis=0).min() >= 255 * 126


def test_a_loud_channel_leaves_the_others_their_precision(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    matrix = rng.normal(size=(64, 64)).astype(np.float32)
    values = rng.normal(size=(50, 64)).astype(np.float32)
    values[:, 7] *= 100
    tensors = [
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["rows", 64]) for name in "xy"
    ]
    node = onnx.helper.make_node("MatMul", ["x", "w"], ["y"])
    weights = [onnx.numpy_helper.from_array(matrix, "w")]
    body = onnx.helper.make_graph([node], "one", tensors[:1], tensors[1:], weights)
    model = onnx.helper.make_model(body, opset_imports=[onnx.helper.make_opsetid("", 23)], ir_version=10)
    onnx.save(
        with_weights(model, "int8-static", {"x": (values.min(axis=0), values.max(axis=0))}),
        tmp_path / "one.onnx",
    )
    found = open_backend(tmp_path / "one.onnx", threads=1).run(["y"], {"x": values})["y"]
    step = np.ptp(values) / 255
    with_one_scale = np.rint(values / step) * step @ matrix
    errors = [np.abs(product - values @ matrix).mean() for product in (found, with_one_scale)]
    assert errors[0] < 0.4 * errors[1]


def test_the_fastest_that_lose_little_are_chosen() -> None:
    def measured(nll: float, milliseconds: float) -> Measurement:
        return Measurement(nll, lmae=0.2, e_acc=0.8, milliseconds=milliseconds, numbers=10)

    small = dict.fromkeys(WEIGHTS, 1000)
    figures: dict[Weights, Measurement] = {
        "fp32": measured(1.0, 20),
        "bf16": measured(1.001, 19),
        "int8": measured(1.005, 10),
        "int8-static": measured(1.009, 5),
    }
    bad: dict[Weights, Measurement] = {"int8-static": measured(2.5, 5), "int8": measured(2, 10)}
    assert choose(small, figures) == "int8-static"
    assert choose(small, figures | {"int8-static": measured(1.02, 5)}) == "int8"
    assert choose(small, figures | bad) == "bf16"
    assert choose(small | {"fp32": LARGEST + 1, "bf16": LARGEST + 1}, figures | bad) == "int8"
    assert choose(small, {}) == "fp32"
    assert choose(small | {"fp32": LARGEST + 1}, {}) == "bf16"
    assert choose({"int8-static": 5}, {}) == "int8-static"


def test_what_is_lost_is_the_worst_of_all_metrics() -> None:
    reference = Measurement(nll=2.0, lmae=0.2, e_acc=0.8, milliseconds=1, numbers=1)
    assert Measurement(1.9, 0.21, 0.9, 1, 1).lost(reference) == pytest.approx(0.05)
    assert Measurement(2.0, 0.1, 0.79, 1, 1).lost(reference) == pytest.approx(0.0125)
