from __future__ import annotations

from typing import Any

import numpy as np
import numpy.testing as npt
import onnx
import onnxruntime
import pytest
import torch
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from numerate.model.torch_backend import OPERATIONS, SIZES

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
def test_an_operation_is_what_onnx_says(kind: str, operands: list[Any], attributes: dict[str, Any]) -> None:
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

    first = SIZES.get(kind, len(arrays))
    given = [torch.tensor(a) if i < first else a.tolist() for i, a in enumerate(arrays)]
    read = {entry.name: onnx.helper.get_attribute_value(entry) for entry in node.attribute}
    found = OPERATIONS[kind](*given, **read).numpy()
    assert found.dtype == expected.dtype
    npt.assert_allclose(found, expected, rtol=1e-5, atol=1e-6, strict=True)


@pytest.mark.parametrize("bias", [{}, {"bias": RNG.normal(size=7).astype(np.float32)}])
def test_a_product_of_integers_is_what_onnxruntime_says(bias: dict[str, Any]) -> None:
    """The one operation that is onnxruntime's own."""
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
    found = OPERATIONS[INTEGERS](*(torch.tensor(arrays[name]) if name else None for name in names))
    npt.assert_allclose(found.numpy(), expected, rtol=1e-5, atol=1e-5, strict=True)


def test_every_operation_is_tested() -> None:
    assert {kind for kind, _, _ in CASES} | {INTEGERS} == OPERATIONS.keys()
