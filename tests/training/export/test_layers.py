from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from numerate.distributions import SHIPPED
from numerate.model.network import INPUTS, Network, collate, open_backend
from numerate.training.export.layers import with_fast_layers
from numerate.training.export.weights import WEIGHTS, Weights, find_ranges, with_weights
from numerate.training.nn import NumberModel

from .test_graph import compare, windows

HEADS = 2


def operations(graph: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in graph.graph.node]


@pytest.fixture(params=WEIGHTS)
def graph(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> onnx.ModelProto:
    monkeypatch.setattr("numerate.training.export.weights._MIN_ELEMENTS", 100)
    whole = onnx.load(tiny_folder / "model.onnx")
    weights: Weights = request.param
    return with_weights(whole, weights, find_ranges(whole, windows(120), 120))


def test_results_stay_the_same(graph: onnx.ModelProto, tmp_path: Path) -> None:
    onnx.save(graph, tmp_path / "before.onnx")
    onnx.save(with_fast_layers(graph, HEADS), tmp_path / "after.onnx")
    before, after = (
        Network(open_backend(tmp_path / name, threads=1), "digits", SHIPPED, 120)
        .distributions(windows(120))
        .parameters()["logits"]
        for name in ("before.onnx", "after.onnx")
    )
    np.testing.assert_allclose(after, before, atol=1e-5)


def test_nothing_is_transposed_and_the_last_layer_reads_queries_alone(
    graph: onnx.ModelProto, tmp_path: Path
) -> None:
    fast = with_fast_layers(graph, HEADS)
    assert "Transpose" in operations(graph)
    assert "Transpose" not in operations(fast)
    last = [node for node in fast.graph.node if node.op_type == "Attention"][-1]
    fast.graph.output.append(onnx.helper.make_tensor_value_info(last.output[0], onnx.TensorProto.FLOAT, None))
    onnx.save(fast, tmp_path / "model.onnx")
    [window] = [each for each in windows(120) if len(each.values) == 5]
    result = open_backend(tmp_path / "model.onnx", threads=1).run([last.output[0]], collate([window], 120))
    assert result[last.output[0]].shape[1] == 5


def test_fast_layers_stay_as_they_are(graph: onnx.ModelProto) -> None:
    fast = with_fast_layers(graph, HEADS)
    assert operations(with_fast_layers(fast, HEADS)) == operations(fast)


def test_weights_keep_their_names(graph: onnx.ModelProto) -> None:
    """`experiments/default-model/restore.py` makes checkpoints of them."""
    before, after = (
        {tensor.name: numpy_helper.to_array(tensor) for tensor in each.graph.initializer}
        for each in (graph, with_fast_layers(graph, HEADS))
    )
    matrices = {name for name, array in before.items() if array.ndim == 2 and array.dtype.kind != "i"}
    assert matrices <= after.keys()
    assert all(np.array_equal(before[name], after[name]) for name in matrices)


def test_inputs_and_outputs_stay(graph: onnx.ModelProto) -> None:
    fast = with_fast_layers(graph, HEADS)
    assert [each.name for each in fast.graph.input] == list(INPUTS)
    assert fast.graph.output == graph.graph.output


def test_a_narrowed_graph_agrees_with_torch(tiny_checkpoint: Path, tiny_folder: Path, tmp_path: Path) -> None:
    fast = with_fast_layers(onnx.load(tiny_folder / "model.onnx"), HEADS)
    onnx.save(fast, tmp_path / "model.onnx")
    compare(NumberModel.from_pretrained(tiny_checkpoint), tmp_path / "model.onnx")
