"""Weight formats of a graph: fp32, bf16, int8 weights, or int8 weights and activations."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import ml_dtypes
import numpy as np
import numpy.typing as npt
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

from numerate.model.network import Feeds, Window, collate, open_backend

Weights = Literal["fp32", "bf16", "int8", "int8-static"]
"""fp32: as trained.
bf16: matrices in 16 bits, cast to fp32 when the model is loaded.
int8: matrices in 8 bits with a scale per output, embeddings with a scale per row; matrices are cast to fp32
    when the model is loaded, so that activations keep their precision and all processors agree.
int8-static: as int8, but matrices are multiplied as integers with 8-bit activations. The scales of the
    activations are constants, found on sample text, so that no prediction depends on the rest of its batch.
"""
WEIGHTS: tuple[Weights, ...] = get_args(Weights)

_MIN_ELEMENTS = 4096  # smaller arrays stay in fp32: compressing them saves next to nothing

_ONNXRUNTIME = "com.microsoft"  # the domain of operators that only onnxruntime has

Floats = npt.NDArray[np.float32]
Ranges = Mapping[str, tuple[Floats, Floats]]
"""The lowest and the highest value of each channel, by the name of the activation."""


def with_weights(model: onnx.ModelProto, weights: Weights, ranges: Ranges | None = None) -> onnx.ModelProto:
    """Return a copy of an fp32 graph with its weights in another format.

    ranges: activation ranges from `find_ranges`, for int8-static.
    """
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    if weights != "fp32":
        _WeightRewriter(copy.graph, weights, ranges or {}).run()
        if weights == "int8-static":
            copy.opset_import.append(helper.make_opsetid(_ONNXRUNTIME, 1))
        onnx.checker.check_model(copy)
    return copy


def matmul_inputs(graph: onnx.GraphProto) -> list[str]:
    """Return the activations that are multiplied with a matrix large enough to be compressed."""
    arrays = {tensor.name: tensor for tensor in graph.initializer}
    inputs = (node.input for node in graph.node if node.op_type == "MatMul")
    return list(dict.fromkeys(values for values, matrix in inputs if _is_large(arrays.get(matrix))))


def _is_large(tensor: TensorProto | None) -> bool:
    return (
        tensor is not None
        and tensor.data_type == TensorProto.FLOAT
        and len(tensor.dims) == 2
        and int(np.prod(tensor.dims)) >= _MIN_ELEMENTS
    )


class _WeightRewriter:
    """Replaces matrices and embeddings of a graph, and the nodes that read them."""

    def __init__(self, graph: onnx.GraphProto, weights: Weights, ranges: Ranges) -> None:
        self.graph = graph
        self.weights = weights
        self.ranges = ranges
        self.arrays = {tensor.name: tensor for tensor in graph.initializer}
        self.nodes: list[NodeProto] = []
        self.readers = Counter(name for node in graph.node for name in node.input)
        self.readers.update(output.name for output in graph.output)
        self.products: dict[str, NodeProto] = {}  # integer matmuls by the name of their output
        self.divisors: dict[str, Floats] = {}  # what each channel of a quantised activation was divided by

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
        """Replace a product with a matrix or a look-up in an embedding; keep any other node."""
        if node.op_type == "MatMul" and _is_large(self.arrays.get(node.input[1])):
            rewrite = {"bf16": self._cast, "int8": self._scale, "int8-static": self._multiply_integers}
        elif node.op_type == "Gather" and _is_large(self.arrays.get(node.input[0])):
            rewrite = {"bf16": self._cast, "int8": self._look_up, "int8-static": self._look_up}
        else:
            if not self._fuse_bias(node):
                self.nodes.append(node)
            return
        rewrite[self.weights](node)

    def _cast(self, node: NodeProto) -> None:
        """Store the array in bf16 and cast it where it is read; onnxruntime does so once, when loading."""
        at = int(node.op_type == "MatMul")
        name = node.input[at]
        self._add(f"{name}.bf16", lambda: self._array(name).astype(ml_dtypes.bfloat16))
        self._node("Cast", [f"{name}.bf16"], f"{node.output[0]}.wide", to=TensorProto.FLOAT)
        node.input[at] = f"{node.output[0]}.wide"
        self.nodes.append(node)

    def _scale(self, node: NodeProto) -> None:
        """Store a matrix in int8; the cast and scaled one is a constant, computed once, when loading."""
        name, out = node.input[1], node.output[0]
        matrix = self._array(name)
        self._add_quantised(name, matrix, np.abs(matrix).max(axis=0))
        self._node("Cast", [f"{name}.int8"], f"{out}.cast", to=TensorProto.FLOAT)
        self._node("Mul", [f"{out}.cast", f"{name}.scale"], f"{out}.matrix")
        node.input[1] = f"{out}.matrix"
        self.nodes.append(node)

    def _look_up(self, node: NodeProto) -> None:
        """Keep an embedding in int8; only the rows that are looked up are cast to fp32."""
        name, out = node.input[0], node.output[0]
        table = self._array(name)
        self._add_quantised(name, table, np.abs(table).max(axis=1, keepdims=True))
        for part in ("int8", "scale"):
            self._node("Gather", [f"{name}.{part}", node.input[1]], f"{out}.{part}", axis=0)
        self._node("Cast", [f"{out}.int8"], f"{out}.cast", to=TensorProto.FLOAT)
        self._node("Mul", [f"{out}.cast", f"{out}.scale"], out)

    def _multiply_integers(self, node: NodeProto) -> None:
        """Multiply as integers; rows of the matrix are multiplied by the divisors of the channels."""
        (values, name), out = node.input, node.output[0]
        if values not in self.divisors:
            self.divisors[values] = self._quantise(values)
        matrix = self._array(name) * self.divisors[values][:, None]
        product = f"{values}.{name}"
        self._add_quantised(product, matrix, _largest_pair(matrix))
        inputs = [
            f"{values}.uint8",
            f"{product}.int8",
            f"{values}.step",
            f"{product}.scale",
            f"{values}.zero",
        ]
        self._node("MatMulIntegerToFloat", inputs, out, domain=_ONNXRUNTIME)
        self.products[out] = self.nodes[-1]

    def _fuse_bias(self, node: NodeProto) -> bool:
        """Fuse the addition of a vector into an integer matmul; return whether the node was one."""
        if node.op_type != "Add":
            return False
        for values, vector in (node.input, reversed(node.input)):
            product, tensor = self.products.get(values), self.arrays.get(vector)
            if product and tensor and self.readers[values] == 1 and len(tensor.dims) == 1:
                product.input.extend(["", vector])
                product.output[0] = node.output[0]
                return True
        return False

    def _quantise(self, values: str) -> Floats:
        """Quantise an activation to 8 bits with one scale; return the divisors of its channels.

        A few channels with large values would leave the others little precision. So they are divided by the
        square root of their ratio to the median channel; dividing by the whole ratio would cost the matrix
        more precision than it gains here.
        """
        low, high = self.ranges[values]
        magnitudes = np.maximum(np.abs(low), np.abs(high))
        ratios = np.maximum(magnitudes / max(np.median(magnitudes), 1e-6), 1)
        divisors: Floats = np.sqrt(ratios, dtype=np.float32)
        lowest, highest = min((low / divisors).min(), 0), max((high / divisors).max(), 0)
        step = np.float32((highest - lowest) / 255 or 1)
        self._add(f"{values}.factor", lambda: 1 / divisors)
        self._add(f"{values}.step", lambda: np.array(step))
        self._add(f"{values}.zero", lambda: np.array(np.rint(-lowest / step), np.uint8))
        self._node("Mul", [values, f"{values}.factor"], f"{values}.even")
        # onnxruntime's own operator: 1.23, the last for Python 3.10, has no standard one of this opset.
        inputs = [f"{values}.even", f"{values}.step", f"{values}.zero"]
        self._node("QuantizeLinear", inputs, f"{values}.uint8", domain=_ONNXRUNTIME)
        return divisors

    def _array(self, name: str) -> Floats:
        return numpy_helper.to_array(self.arrays[name])

    def _add(self, name: str, make: Callable[[], npt.NDArray[np.generic]]) -> None:
        if name not in self.arrays:
            self.arrays[name] = numpy_helper.from_array(make(), name)

    def _add_quantised(self, name: str, array: Floats, largest: Floats) -> None:
        """Add an array as int8 with scales that map `largest` to 127."""
        scale = np.where(largest > 0, largest / 127, 1).astype(np.float32)
        self._add(f"{name}.int8", lambda: np.rint(array / scale).astype(np.int8))
        self._add(f"{name}.scale", lambda: scale)

    def _node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> None:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))


def _largest_pair(matrix: Floats) -> Floats:
    """Return the largest sum, in each column, of two adjacent weights of one sign.

    Older processors add two products in 16 bits; scaled so, a pair sums to at most 255 · 128, which fits.
    """
    even = np.pad(matrix, ((0, len(matrix) % 2), (0, 0)))
    pairs = np.stack([even, -even]).clip(min=0).reshape(2, -1, 2, matrix.shape[1])
    largest: Floats = pairs.sum(axis=2).max(axis=(0, 1))
    return largest


def find_ranges(model: onnx.ModelProto, windows: Sequence[Window], number_id: int) -> Ranges:
    """Find the ranges of activations on windows of text.

    Windows are run one by one, so that padding does not count, and again with their values hidden, as
    numbers to predict are.
    """
    return activation_ranges(model, (collate([window], number_id) for window in _shown_and_hidden(windows)))


def activation_ranges(model: onnx.ModelProto, inputs: Iterable[Feeds]) -> Ranges:
    """Find the lowest and the highest value of each channel of the inputs of matmuls."""
    names = matmul_inputs(model.graph)
    probed = onnx.ModelProto()
    probed.CopyFrom(model)
    probed.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    lowest: dict[str, Floats] = {}
    highest: dict[str, Floats] = {}
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "probed.onnx")
        onnx.save(probed, file)
        graph = open_backend(file)
        for feeds in inputs:
            for name, values in graph.run(names, feeds).items():
                rows = values.reshape(-1, values.shape[-1])
                low, high = rows.min(axis=0), rows.max(axis=0)
                lowest[name] = np.minimum(lowest.get(name, low), low)
                highest[name] = np.maximum(highest.get(name, high), high)
    return {name: (lowest[name], highest[name]) for name in lowest}


def _shown_and_hidden(windows: Sequence[Window]) -> Iterator[Window]:
    for window in windows:
        if len(window.values):
            yield window
            yield Window(window.ids, np.full_like(window.values, np.nan))
