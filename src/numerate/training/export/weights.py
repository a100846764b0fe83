"""How a graph keeps its weights: as they are, in half the bytes, or in a quarter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

import ml_dtypes
import numpy as np
import numpy.typing as npt
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

Weights = Literal["fp32", "bf16", "int8", "int8-dynamic"]
"""fp32: as trained.
bf16: matrices in 16 bits, widened when the model is loaded.
int8: matrices in 8 bits with a scale for each output, tables with one for each row; widened when the model is
    loaded, so that activations keep their precision and every processor computes the same.
int8-dynamic: tables likewise; matrices in 7 bits, multiplied as integers with activations in 8 bits.
"""
WEIGHTS: tuple[Weights, ...] = get_args(Weights)
BY_ITSELF: tuple[Weights, ...] = ("fp32", "bf16", "int8")
"""Those with which nothing that is computed beside a number changes what is said of it."""

_SMALLEST = 4096  # elements from which an array is worth it

Floats = npt.NDArray[np.float32]


def with_weights(model: onnx.ModelProto, weights: Weights) -> onnx.ModelProto:
    """Copy a graph in fp32 with its weights kept in another way."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    if weights != "fp32":
        _Rewriting(copy.graph, weights).run()
        onnx.checker.check_model(copy)
    return copy


class _Rewriting:
    """Walks through a graph and replaces matrices and tables, with the nodes that read them."""

    def __init__(self, graph: onnx.GraphProto, weights: Weights) -> None:
        self.graph = graph
        self.weights = weights
        self.arrays = {tensor.name: tensor for tensor in graph.initializer}
        self.nodes: list[NodeProto] = []
        self.quantised: dict[str, str] = {}  # activations, and the node that made integers of them

    def run(self) -> None:
        for node in list(self.graph.node):
            self._rewrite(node)
        del self.graph.node[:]
        self.graph.node.extend(self.nodes)
        used = {name for node in self.nodes for name in node.input} | {o.name for o in self.graph.output}
        kept = [tensor for name, tensor in self.arrays.items() if name in used]
        del self.graph.initializer[:]
        self.graph.initializer.extend(kept)

    def _rewrite(self, node: NodeProto) -> None:
        """Replace a product with a matrix, or a look-up in a table; let any other node be."""
        if node.op_type == "MatMul" and self._is_large(node.input[1]):
            rewrite = {"bf16": self._widened, "int8": self._scaled, "int8-dynamic": self._in_integers}
        elif node.op_type == "Gather" and self._is_large(node.input[0]):
            rewrite = {"bf16": self._widened, "int8": self._looked_up, "int8-dynamic": self._looked_up}
        else:
            self.nodes.append(node)
            return
        rewrite[self.weights](node)

    def _is_large(self, name: str) -> bool:
        tensor = self.arrays.get(name)
        return (
            tensor is not None
            and tensor.data_type == TensorProto.FLOAT
            and len(tensor.dims) == 2
            and int(np.prod(tensor.dims)) >= _SMALLEST
        )

    def _widened(self, node: NodeProto) -> None:
        """Keep the array in bf16 and cast it where it is read; onnxruntime does so once, at loading."""
        at = int(node.op_type == "MatMul")
        name = node.input[at]
        self._add(f"{name}.bf16", lambda: self._array(name).astype(ml_dtypes.bfloat16))
        self._node("Cast", [f"{name}.bf16"], f"{node.output[0]}.wide", to=TensorProto.FLOAT)
        node.input[at] = f"{node.output[0]}.wide"
        self.nodes.append(node)

    def _scaled(self, node: NodeProto) -> None:
        """Keep a matrix in int8; cast and scaled it is constant, and computed once, at loading."""
        name, out = node.input[1], node.output[0]
        self._add_quantised(name, axis=0, highest=127)
        self._node("Cast", [f"{name}.int8"], f"{out}.cast", to=TensorProto.FLOAT)
        self._node("Mul", [f"{out}.cast", f"{name}.scale"], f"{out}.matrix")
        node.input[1] = f"{out}.matrix"
        self.nodes.append(node)

    def _looked_up(self, node: NodeProto) -> None:
        """Keep a table in int8 for good; only the rows that are looked up are widened."""
        name, out = node.input[0], node.output[0]
        self._add_quantised(name, axis=1, highest=127)
        for part in ("int8", "scale"):
            self._node("Gather", [f"{name}.{part}", node.input[1]], f"{out}.{part}", axis=0)
        self._node("Cast", [f"{out}.int8"], f"{out}.cast", to=TensorProto.FLOAT)
        self._node("Mul", [f"{out}.cast", f"{out}.scale"], out)

    def _in_integers(self, node: NodeProto) -> None:
        """Multiply integers. With 7 bits, sums of two products fit the 16 that older processors give them."""
        (values, name), out = node.input, node.output[0]
        self._add_quantised(name, axis=0, highest=63)
        if values not in self.quantised:
            made = [f"{values}.{part}" for part in ("uint8", "step", "zero")]
            self.nodes.append(helper.make_node("DynamicQuantizeLinear", [values], made))
            self.quantised[values] = values
        self._node("MatMulInteger", [f"{values}.uint8", f"{name}.int8", f"{values}.zero"], f"{out}.int32")
        self._node("Cast", [f"{out}.int32"], f"{out}.cast", to=TensorProto.FLOAT)
        self._node("Mul", [f"{values}.step", f"{name}.scale"], f"{out}.scale")
        self._node("Mul", [f"{out}.cast", f"{out}.scale"], out)

    def _array(self, name: str) -> Floats:
        return numpy_helper.to_array(self.arrays[name])

    def _add(self, name: str, make: Callable[[], npt.NDArray[np.generic]]) -> None:
        if name not in self.arrays:
            self.arrays[name] = numpy_helper.from_array(make(), name)

    def _add_quantised(self, name: str, axis: int, highest: int) -> None:
        """Add an array as int8 with a scale for all that lies along `axis`."""
        array = self._array(name)
        largest = np.abs(array).max(axis=axis, keepdims=axis == 1)
        scale = np.where(largest > 0, largest / highest, 1).astype(np.float32)
        self._add(f"{name}.int8", lambda: np.rint(array / scale).astype(np.int8))
        self._add(f"{name}.scale", lambda: scale)

    def _node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> None:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
