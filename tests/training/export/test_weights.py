from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from numerate.distributions import SHIPPED
from numerate.model.network import Network, Window, open_backend
from numerate.training.export.weights import WEIGHTS, Weights, find_ranges, matmul_inputs, with_weights

from .test_graph import windows

MIN_ELEMENTS = "numerate.training.export.weights._MIN_ELEMENTS"


@pytest.fixture
def graph(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> onnx.ModelProto:
    monkeypatch.setattr(MIN_ELEMENTS, 100)
    return onnx.load(tiny_folder / "model.onnx")


def logits(graph: onnx.ModelProto, weights: Weights, folder: Path, given: list[Window]) -> np.ndarray:
    file = folder / f"{weights}.onnx"
    onnx.save(with_weights(graph, weights, find_ranges(graph, windows(120), 120)), file)
    network = Network(open_backend(file, threads=1), "digits", SHIPPED, 120)
    return network.distributions(given).parameters()["logits"]


@pytest.mark.parametrize(
    ("weights", "share", "most"), [("bf16", 0.7, 0.02), ("int8", 0.55, 0.04), ("int8-static", 0.55, 0.06)]
)
def test_smaller_weights_give_nearly_the_same_logits(
    graph: onnx.ModelProto, tmp_path: Path, weights: Weights, share: float, most: float
) -> None:
    given = windows(120)
    whole, small = (logits(graph, kind, tmp_path, given) for kind in ("fp32", weights))
    assert 0 < np.abs(small - whole).max() < most * whole.std() * 4
    sizes = [(tmp_path / f"{kind}.onnx").stat().st_size for kind in (weights, "fp32")]
    assert sizes[0] < share * sizes[1]


@pytest.mark.parametrize("weights", WEIGHTS)
def test_predictions_do_not_depend_on_the_rest_of_the_batch(
    graph: onnx.ModelProto, tmp_path: Path, weights: Weights
) -> None:
    given = windows(120)
    first = len(given[0].values)
    others = [Window(w.ids, w.values * 1e3) for w in given[1:]]
    alone = logits(graph, weights, tmp_path, given[:1])
    np.testing.assert_allclose(logits(graph, weights, tmp_path, given[:1] + others)[:first], alone, atol=1e-5)


@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_prediction_does_not_depend_on_its_own_value(
    graph: onnx.ModelProto, tmp_path: Path, weights: Weights
) -> None:
    ids = np.array([5, 120, 7, 120, 9])
    results = [
        logits(graph, weights, tmp_path, [Window(ids, np.array([value, 2016.0]))])
        for value in (3.0, 4e9, 0.0, np.nan)
    ]
    for other in results[1:]:
        np.testing.assert_array_equal(other[0], results[0][0])
        assert np.abs(other[1] - results[0][1]).max() > 1e-3


def test_sums_of_two_products_fit_16_bits(graph: onnx.ModelProto) -> None:
    """Older processors have no more bits; and no matrix is scaled lower than necessary."""
    rewritten = with_weights(graph, "int8-static", find_ranges(graph, windows(120), 120)).graph
    arrays = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in rewritten.initializer}
    matrices = [arrays[n.input[1]] for n in rewritten.node if n.op_type == "MatMulIntegerToFloat"]
    assert len(matrices) > 10
    for matrix in matrices:
        pairs = matrix.astype(int).reshape(-1, 2, matrix.shape[1])
        largest = [255 * np.maximum(sign * pairs, 0).sum(axis=1).max(axis=0) for sign in (1, -1)]
        assert np.max(largest) <= 32767
        assert np.max(largest, axis=0).min() >= 255 * 126


def test_a_channel_with_large_values_leaves_the_others_their_precision(tmp_path: Path) -> None:
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
    quantised = open_backend(tmp_path / "one.onnx", threads=1).run(["y"], {"x": values})["y"]
    step = np.ptp(values) / 255
    with_one_scale = np.rint(values / step) * step @ matrix
    errors = [np.abs(product - values @ matrix).mean() for product in (quantised, with_one_scale)]
    assert errors[0] < 0.4 * errors[1]


def test_every_channel_of_matmul_inputs_has_a_range(graph: onnx.ModelProto) -> None:
    before = graph.SerializeToString()
    ranges = find_ranges(graph, windows(120), 120)
    assert list(ranges) == matmul_inputs(graph.graph)
    for low, high in ranges.values():
        assert low.shape == high.shape
        assert low.shape[0] in (32, 48)
        assert (low < high).all()
    assert graph.SerializeToString() == before


def test_ranges_are_the_union_over_windows_without_padding(graph: onnx.ModelProto) -> None:
    given = windows(120)
    parts = [find_ranges(graph, [window], 120) for window in given if len(window.values)]
    for name, (low, high) in find_ranges(graph, given, 120).items():
        np.testing.assert_array_equal(low, np.min([part[name][0] for part in parts], axis=0))
        np.testing.assert_array_equal(high, np.max([part[name][1] for part in parts], axis=0))


def test_ranges_include_hidden_values(graph: onnx.ModelProto) -> None:
    [shown, *_] = windows(120)
    hidden = Window(shown.ids, np.full_like(shown.values, np.nan))
    ranges, hidden_ranges = (find_ranges(graph, [window], 120) for window in (shown, hidden))
    for name, (low, high) in hidden_ranges.items():
        assert (ranges[name][0] <= low).all()
        assert (ranges[name][1] >= high).all()
