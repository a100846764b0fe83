"""The torch backend agrees with onnxruntime; run on the CPU, so that no GPU is needed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.testing as npt
import onnx
import onnxruntime
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

import numerate
from numerate.distributions import Distribution
from numerate.errors import InputError, ModelFolderError
from numerate.model import Predictor
from numerate.model.folder import read_config
from numerate.model.network import Backend, Network, Window, open_backend
from numerate.model.torch_backend import FIRST_SIZE_OPERAND, OPERATIONS, TorchBackend
from numerate.training.export.weights import WEIGHTS, Weights, find_ranges, with_weights

pytestmark = pytest.mark.slow

VALUES = np.array([0.0, 7e-6, 0.5, 3.0, 42.0, 2016.0, 1.5e9])[:, None]
SHARES = np.array([0.1, 0.5, 0.99])[:, None]
NUMBER = 120


@pytest.fixture(scope="module")
def pair(tiny_folder: Path) -> tuple[Predictor, Predictor]:
    return numerate.load(tiny_folder, threads=1), numerate.load(tiny_folder, device="torch")


@pytest.fixture(scope="module")
def windows() -> list[Window]:
    """Windows of all lengths, with none, one or more numbers, some of them masked."""
    rng = np.random.default_rng(5)
    result = []
    for length in range(1, 64):
        ids = rng.integers(4, 100, length)
        places = rng.choice(length, min(length, rng.integers(0, 7)), replace=False)
        ids[places] = NUMBER
        values = 10 ** rng.uniform(-6, 16, len(places))
        values[rng.random(len(places)) < 0.2] = np.nan
        result.append(Window(ids, values))
    return result


def assert_alike(first: Distribution, other: Distribution, tolerance: float) -> None:
    assert first.batch_shape == other.batch_shape
    for measure in ("linear", "log"):
        npt.assert_allclose(first.log_prob(VALUES, measure), other.log_prob(VALUES, measure), atol=tolerance)
    npt.assert_allclose(first.cdf(VALUES), other.cdf(VALUES), atol=tolerance)
    # Quantiles are ill-conditioned in the tails, so they are compared by their cdf.
    npt.assert_allclose(first.cdf(other.quantile(SHARES)), first.cdf(first.quantile(SHARES)), atol=tolerance)


def test_windows_have_the_same_distributions(
    pair: tuple[Predictor, Predictor], windows: list[Window]
) -> None:
    first, other = (model.network.distributions(windows) for model in pair)
    assert first.batch_shape[0] > 100
    assert_alike(first, other, 1e-4)


@pytest.fixture
def run_with(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Distribution]:
    """Return a function that runs windows on a device, with weights in a given format."""
    monkeypatch.setattr("numerate.training.export.weights._MIN_ELEMENTS", 100)
    graph, config = onnx.load(tiny_folder / "model.onnx"), read_config(tiny_folder)

    def run(weights: Weights, device: str, windows: list[Window]) -> Distribution:
        file = tmp_path / f"{weights}.onnx"
        onnx.save(with_weights(graph, weights, find_ranges(graph, windows[::8], NUMBER)), file)
        network = Network(open_backend(file, device, threads=1), config.family, config.support, NUMBER)
        return network.distributions(windows)

    return run


@pytest.mark.parametrize("weights", [kind for kind in WEIGHTS if kind != "int8-static"])
def test_weight_formats_have_the_same_distributions(
    run_with: Callable[..., Distribution], windows: list[Window], weights: Weights
) -> None:
    assert_alike(run_with(weights, "cpu", windows), run_with(weights, "torch", windows), 1e-4)


def test_integer_activations_agree_except_where_rounding_differs(
    run_with: Callable[..., Distribution], windows: list[Window]
) -> None:
    """An activation halfway between two integers is rounded by the last bit of a float."""
    first, other, exact = (
        run_with(*how, windows).parameters()["logits"]
        for how in (("int8-static", "cpu"), ("int8-static", "torch"), ("fp32", "cpu"))
    )
    difference = np.abs(first - other).max(axis=1)
    assert (difference < 1e-4).mean() > 0.9
    assert difference.max() < np.abs(first - exact).max()


def test_no_windows_and_windows_without_numbers(pair: tuple[Predictor, Predictor]) -> None:
    _, model = pair
    assert model.network.distributions([]).batch_shape == (0,)
    assert model.network.distributions([Window(np.array([5, 6]), np.array([]))]).batch_shape == (0,)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["sales rose", "12%", "$3.4 billion", "[#MASK]", "five", ".", "0", "\n\n"])))
def test_texts_have_the_same_predictions(pair: tuple[Predictor, Predictor], parts: list[str]) -> None:
    first, other = (model.judge(" ".join(parts)) for model in pair)
    assert first.numbers == other.numbers or np.isnan(first.values).any()
    npt.assert_array_equal(first.index, other.index)
    if len(first.index):
        assert_alike(first.distributions, other.distributions, 1e-4)


def test_a_number_does_not_see_its_own_value(pair: tuple[Predictor, Predictor]) -> None:
    _, model = pair
    ids = np.array([5, NUMBER, 7, NUMBER])
    logits = [
        model.network.distributions([Window(ids, np.array([value, 2016.0]))]).parameters()["logits"]
        for value in (3.0, 4e9, 0.0, np.nan)
    ]
    for other in logits[1:]:
        npt.assert_array_equal(logits[0][0], other[0])
        assert np.abs(logits[0][1] - other[1]).max() > 1e-3


class OnOneDevice(TorchFunctionMode):
    """Asserts that no operation mixes tensors of two devices, which would fail only on a GPU."""

    def __torch_function__(
        self, function: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        devices = {leaf.device for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)}
        assert len(devices) < 2, function
        return function(*args, **(kwargs or {}))


def test_large_tensors_are_computed_on_the_device_without_synchronisation(tiny_folder: Path) -> None:
    """Tensors of the device "meta" have no content, so reading one is an error."""
    backend = TorchBackend(tiny_folder / "model.onnx", "meta")
    shapes = {"ids": (5, 20), "lengths": (5,), "digits": (5, 3, 7)}
    feeds = {
        name: torch.empty(
            shapes.get(name, (5, 3)),
            dtype=torch.bool if name in ("present", "shown") else torch.int64,
            device="meta",
        )
        for name in ("ids", "lengths", "places", "present", "exponent", "digits", "shown")
    }
    with OnOneDevice():
        outputs = backend.compute(feeds)
    assert outputs["logits"].shape == (5, 3, 23)
    assert {tensor.device.type for tensor in outputs.values()} == {"meta"}


def test_constant_subgraphs_are_folded(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numerate.training.export.weights._MIN_ELEMENTS", 100)
    steps = []
    for weights in ("fp32", "bf16"):
        file = tmp_path / f"{weights}.onnx"
        onnx.save(with_weights(onnx.load(tiny_folder / "model.onnx"), weights), file)
        steps.append(len(TorchBackend(file, "cpu")._steps))
    assert steps[0] == steps[1] < len(onnx.load(file).graph.node) - 10


def test_bf16_is_close_to_fp32(
    pair: tuple[Predictor, Predictor], tiny_folder: Path, windows: list[Window]
) -> None:
    model, _ = pair
    backend: Backend = TorchBackend(tiny_folder / "model.onnx", "cpu", precision="bf16")
    network = Network(backend, model.config.family, model.config.support, NUMBER)
    exact, near = (n.distributions(windows).parameters()["logits"] for n in (model.network, network))
    assert 0 < np.abs(exact - near).max() < 0.2 * exact.std()


def test_an_unknown_or_missing_device_is_reported(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="device 'gpu': must be cpu, cuda"):
        numerate.load(tiny_folder, device="gpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match=r"device 'cuda': torch .* finds no GPU here"):
        numerate.load(tiny_folder, device="cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(
        InputError, match="device 'cuda:2': there is no such GPU; this machine has cuda:0 to cuda:1"
    ):
        numerate.load(tiny_folder, device="cuda:2")


def test_a_device_out_of_memory_is_reported(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(TorchBackend, "compute", fail)
    with pytest.raises(InputError, match="out of memory; let fewer processes share it"):
        numerate.load(tiny_folder, device="torch")


def test_without_torch_the_error_names_the_extra(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numerate.model.torch_backend")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"device 'cuda' needs the package 'torch'.*numerate\[train\]"):
        numerate.load(tiny_folder, device="cuda")


def test_a_damaged_or_unsupported_graph_is_reported(tiny_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"not a graph")
    with pytest.raises(ModelFolderError, match="damaged"):
        open_backend(file, "torch")
    graph = onnx.load(tiny_folder / "model.onnx")
    del graph.graph.initializer[:30]
    onnx.save(graph, file)
    config = read_config(tiny_folder)
    with pytest.raises(ModelFolderError, match="damaged"):
        Network(open_backend(file, "torch"), config.family, config.support, NUMBER)
    graph.graph.node[0].op_type = "GRU"
    onnx.save(graph, file)
    with pytest.raises(ModelFolderError, match="has the operation GRU, which only onnxruntime runs"):
        open_backend(file, "torch")


# -- Operations --------------------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
HEADS = RNG.normal(size=(3, 2, 2, 5, 4)).astype(np.float32)
MASK = RNG.random((2, 1, 5, 5)) < 0.5
MASK |= np.eye(5, dtype=bool)
X, Y = RNG.normal(size=(2, 3, 4, 6)).astype(np.float32)
INDEX = np.array([[0, 2, 1], [1, 1, -1]])
INTEGERS = "MatMulIntegerToFloat"
BOOLS = RNG.random((2, 3)) < 0.5


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int64)


CASES: list[tuple[str, list[Any], dict[str, Any]]] = [
    ("Add", [X, Y[0]], {}),
    ("And", [BOOLS, ~BOOLS[0]], {}),
    ("Attention", [*HEADS, MASK], {"scale": 0.3}),
    ("Attention", [*HEADS], {}),
    ("Cast", [BOOLS], {"to": TensorProto.FLOAT}),
    ("Clip", [X, np.float32(-0.5), np.float32(0.5)], {}),
    ("Concat", [X, Y], {"axis": -1}),
    ("Equal", [INDEX, ints(1)], {}),
    ("Expand", [X[:, :1], ints(2, 1, 4, 6)], {}),
    ("Expand", [X, ints(4, 1)], {}),
    ("Gather", [X, INDEX], {"axis": 1}),
    ("Gather", [X, np.array(-1)], {"axis": 2}),
    ("GatherElements", [X[:2, 0], INDEX % 3], {"axis": 1}),
    ("Gelu", [X], {"approximate": "none"}),
    ("Gelu", [X], {"approximate": "tanh"}),
    ("LayerNormalization", [X, Y[0, 0], X[0, 0]], {"axis": -1, "epsilon": 1e-12}),
    ("Less", [INDEX, ints(1)], {}),
    ("MatMul", [X, Y[0].T.copy()], {}),
    ("Mul", [X, Y], {}),
    ("Neg", [X], {}),
    ("Not", [BOOLS], {}),
    ("Or", [BOOLS, ~BOOLS[0]], {}),
    ("QuantizeLinear", [100 * X, np.float32(0.7), np.uint8(131)], {}),
    ("QuantizeLinear", [np.float32([0.5, 1.5, -2.5, 300]), np.float32(1), np.int8(-3)], {}),
    ("Range", [np.array(2), np.array(11), np.array(3)], {}),
    ("ReduceSum", [X, ints(-2)], {"keepdims": 0}),
    ("ReduceSum", [X], {}),
    ("Reshape", [X, ints(0, -1, 2)], {}),
    ("Shape", [X], {"start": 1}),
    ("Shape", [X], {"start": 0, "end": 1}),
    ("Sigmoid", [X], {}),
    ("Slice", [X, ints(-2, 1), ints(2**63 - 1, -1), ints(1, -1), ints(1, 2)], {}),
    ("Slice", [X, ints(1), ints(3)], {}),
    ("Squeeze", [X[:, :1], ints(1)], {}),
    ("Squeeze", [X[:, :1]], {}),
    ("Sub", [X, Y], {}),
    ("Transpose", [X], {"perm": [2, 0, 1]}),
    ("Unsqueeze", [X, ints(-1, 1)], {}),
    ("Where", [BOOLS[..., None, None], X[:2, :3, None], Y[:2, :3, None]], {}),
]


@pytest.mark.parametrize(("kind", "operands", "attributes"), CASES)
def test_operations_agree_with_the_onnx_reference(
    kind: str, operands: list[Any], attributes: dict[str, Any]
) -> None:
    arrays = [np.asarray(operand) for operand in operands]
    names = [f"x{i}" for i in range(len(arrays))]
    node = helper.make_node(kind, names, ["y"], **attributes)
    types = [helper.np_dtype_to_tensor_dtype(array.dtype) for array in arrays]
    inputs = [
        helper.make_tensor_value_info(name, kind, None) for name, kind in zip(names, types, strict=True)
    ]
    output = helper.make_tensor_value_info("y", TensorProto.UNDEFINED, None)
    graph = helper.make_graph([node], "one", inputs, [output])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    [expected] = ReferenceEvaluator(model).run(None, dict(zip(names, arrays, strict=True)))

    first = FIRST_SIZE_OPERAND.get(kind, len(arrays))
    tensors = [torch.tensor(a) if i < first else a.tolist() for i, a in enumerate(arrays)]
    read = {entry.name: onnx.helper.get_attribute_value(entry) for entry in node.attribute}
    result = OPERATIONS[kind](*tensors, **read).numpy()
    assert result.dtype == expected.dtype
    npt.assert_allclose(result, expected, rtol=1e-5, atol=1e-6, strict=True)


@pytest.mark.parametrize("bias", [{}, {"bias": RNG.normal(size=7).astype(np.float32)}])
def test_the_integer_product_agrees_with_onnxruntime(bias: dict[str, Any]) -> None:
    """The only operation that is not in the ONNX standard."""
    arrays: dict[str, Any] = {
        "x": RNG.integers(0, 256, (3, 5, 16), dtype=np.uint8),
        "matrix": RNG.integers(-64, 65, (16, 7), dtype=np.int8),
        "step": np.float32(0.03),
        "scale": RNG.random(7, dtype=np.float32),
        "zero": np.uint8(120),
        **bias,
    }
    names = [*list(arrays)[:5], *(["", "bias"] if bias else [])]
    node = helper.make_node(INTEGERS, names, ["y"], domain="com.microsoft")
    inputs = [
        helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(np.asarray(array).dtype), np.shape(array)
        )
        for name, array in arrays.items()
    ]
    output = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    opsets = [helper.make_opsetid("", 23), helper.make_opsetid("com.microsoft", 1)]
    graph = helper.make_graph([node], "one", inputs, [output])
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    [expected] = session.run(None, {name: np.asarray(array) for name, array in arrays.items()})
    result = OPERATIONS[INTEGERS](*(torch.tensor(arrays[name]) if name else None for name in names))
    npt.assert_allclose(result.numpy(), expected, rtol=1e-5, atol=1e-5, strict=True)


def test_all_operations_are_tested() -> None:
    assert {kind for kind, _, _ in CASES} | {INTEGERS} == OPERATIONS.keys()
