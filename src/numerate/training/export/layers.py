"""Rewrites of the transformer layers of a graph that save time and change its results by rounding at most.

Attention takes queries, keys and values as the products give them, so that nothing is transposed. The last
layer computes no more than the rows that are read, those of numbers, which are few among the tokens; all
others are needed there as keys and values alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, helper, numpy_helper

_SELECTIONS = ("GatherElements", "Slice")
"""Operations that read some rows of the last layer."""
_OPSET, _IR_VERSION = 23, 10
"""The first versions with an Attention operator."""


def with_fast_layers(model: ModelProto, heads: int) -> ModelProto:
    """Return a copy of a graph of the BERT family, its weights in any format, with faster layers."""
    copy = ModelProto()
    copy.CopyFrom(model)
    graph = _Graph(copy)
    for node in graph.nodes("Softmax"):
        _fuse_attention(graph, node)
    for node in graph.nodes("Attention"):
        _join_heads(graph, node, heads)
    _narrow_last_layer(graph)
    graph.write()
    for opset in copy.opset_import:
        if not opset.domain:
            opset.version = max(_OPSET, opset.version)
    copy.ir_version = max(_IR_VERSION, copy.ir_version)
    return copy


class _Graph:
    """The nodes of a graph by the names of what they compute."""

    def __init__(self, model: ModelProto) -> None:
        self._graph = model.graph
        self._makers = {name: node for node in self._graph.node for name in node.output}
        self._arrays = {tensor.name: tensor for tensor in self._graph.initializer}

    def nodes(self, operation: str) -> list[NodeProto]:
        """Return all nodes of an operation, in order."""
        return [node for node in self._makers.values() if node.op_type == operation]

    def maker(self, name: str, *operations: str) -> NodeProto | None:
        """Return the node that computes a tensor, if it is one of some operations, by default of any."""
        node = self._makers.get(name)
        return node if node is not None and (not operations or node.op_type in operations) else None

    def reader(self, name: str, operation: str) -> NodeProto | None:
        """Return a node of an operation that reads a tensor."""
        return next((node for node in self.nodes(operation) if name in node.input), None)

    def value(self, name: str) -> float:
        """Return a constant of one element."""
        constant = self.maker(name, "Constant")
        tensor = self._arrays[name] if constant is None else constant.attribute[0].t
        return float(numpy_helper.to_array(tensor).item())

    def put(self, operation: str, inputs: Iterable[str], output: str, **attributes: Any) -> str:
        """Let a tensor be computed by a new node; return its name."""
        self._makers[output] = helper.make_node(operation, list(inputs), [output], **attributes)
        return output

    def put_like(self, node: NodeProto, inputs: Iterable[str], output: str) -> str:
        """Let a tensor be computed as another is, from other inputs; return its name."""
        copy = NodeProto()
        copy.CopyFrom(node)
        copy.ClearField("name")
        copy.input[:], copy.output[:] = list(inputs), [output]
        self._makers[output] = copy
        return output

    def rename(self, old: str, new: str) -> None:
        """Let a node compute a tensor under another name."""
        node = self._makers[new] = self._makers.pop(old)
        node.output[0] = new

    def put_array(self, name: str, values: list[int]) -> str:
        """Add a constant; return its name."""
        self._arrays[name] = numpy_helper.from_array(np.array(values, np.int64), name)
        return name

    def ancestors(self, names: Iterable[str]) -> set[str]:
        """Return some tensors and all that they are computed from."""
        ancestors: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name and name not in ancestors:
                ancestors.add(name)
                node = self.maker(name)
                waiting += node.input if node is not None else ()
        return ancestors

    def sizes(self) -> set[str]:
        """Return the tensors that hold sizes of others: they have no rows."""
        sizes: set[str] = set()
        for node in self._graph.node:
            known = [name for name in node.input if name and not self.is_constant(name)]
            if node.op_type == "Shape" or (known and sizes.issuperset(known)):
                sizes.update(node.output)
        return sizes

    def is_constant(self, name: str) -> bool:
        """Return whether a tensor is the same for all inputs of the graph."""
        return not self.ancestors([name]) & {each.name for each in self._graph.input}

    def write(self) -> None:
        """Write what the outputs need back into the graph, each node after those that it reads."""
        needed = self.ancestors(output.name for output in self._graph.output)
        nodes: dict[int, NodeProto] = {}
        done = {name for name in needed if name not in self._makers} | {""}
        waiting = [output.name for output in reversed(self._graph.output)]
        while waiting:
            node = self.maker(waiting[-1])
            missing = [name for name in node.input if name not in done] if node is not None else []
            if missing:
                waiting += reversed(missing)
                continue
            if node is not None:
                nodes[id(node)] = node
                done.update(node.output)
            waiting.pop()
        arrays = [tensor for name, tensor in self._arrays.items() if name in needed]
        del self._graph.node[:], self._graph.initializer[:], self._graph.value_info[:]
        self._graph.node.extend(nodes.values())
        self._graph.initializer.extend(arrays)


def _fuse_attention(graph: _Graph, softmax: NodeProto) -> None:
    """Replace softmax(queries · keys / divisor + mask) · values by one Attention."""
    masked = graph.maker(softmax.input[0], "Add")
    divided = graph.maker(masked.input[0], "Div") if masked is not None else None
    product = graph.maker(divided.input[0], "MatMul") if divided is not None else None
    keys = graph.maker(product.input[1], "Transpose") if product is not None else None
    mixed = graph.reader(softmax.output[0], "MatMul")
    if masked is None or divided is None or product is None or keys is None or mixed is None:
        return
    by_head = graph.put("Transpose", [keys.input[0]], f"{keys.output[0]}.by_head", perm=[0, 2, 1, 3])
    mask = _for_rows_of(graph, masked.input[1], keys.input[0], f"{masked.input[1]}.rows")
    inputs = [product.input[0], by_head, mixed.input[1], mask]
    graph.put("Attention", inputs, mixed.output[0], scale=1 / graph.value(divided.input[1]))


def _join_heads(graph: _Graph, attention: NodeProto, heads: int) -> None:
    """Let Attention take and give the vectors of all heads in one piece: it splits them faster."""
    joined = []
    for name in attention.input[:3]:
        transposed = graph.maker(name, "Transpose")
        split = graph.maker(transposed.input[0], "Reshape") if transposed is not None else None
        if split is None:
            return
        joined.append(split.input[0])
    transposed = graph.reader(attention.output[0], "Transpose")
    result = graph.reader(transposed.output[0], "Reshape") if transposed is not None else None
    if result is None:
        return
    scale = next(entry.f for entry in attention.attribute if entry.name == "scale")
    inputs = [*joined, *attention.input[3:]]
    graph.put("Attention", inputs, result.output[0], q_num_heads=heads, kv_num_heads=heads, scale=scale)


def _narrow_last_layer(graph: _Graph) -> None:
    """Select the rows that are read before the last layer instead of after it."""
    attention = next(reversed(graph.nodes("Attention")), None)
    selections = (node for operation in _SELECTIONS for node in graph.nodes(operation))
    selection = next((node for node in selections if _is_norm(graph, node.input[0])), None)
    if attention is None or selection is None:
        return
    queries, *others = attention.input
    sizes = graph.sizes()
    all_rows = graph.ancestors(others) - sizes
    _measure_input(graph, selection.input[0], all_rows)
    narrowed: dict[str, str] = {}

    def narrow(name: str) -> str:
        """Return a tensor with the selected rows alone."""
        node = graph.maker(name)
        if node is None or graph.is_constant(name):
            return name
        if name in sizes:
            raise _RowsUnknownError
        if name not in narrowed:
            output = f"{name}.selected"
            if name in all_rows:
                narrowed[name] = graph.put_like(selection, [name, *selection.input[1:]], output)
            elif node is attention:
                inputs = [
                    narrow(queries),
                    *others[:2],
                    *(_narrow_mask(graph, selection, m) for m in others[2:]),
                ]
                narrowed[name] = graph.put_like(node, inputs, output)
            else:
                narrowed[name] = graph.put_like(node, map(narrow, node.input), output)
        return narrowed[name]

    try:
        graph.rename(narrow(selection.input[0]), selection.output[0])
    except _RowsUnknownError:
        return  # what was added is not needed, and left out


class _RowsUnknownError(Exception):
    """A tensor of the last layer has a shape that is computed from the number of all rows."""


def _measure_input(graph: _Graph, result: str, all_rows: set[str]) -> None:
    """Let the size of a layer's result be read from its input, which is as large."""
    name = result
    while name not in all_rows and (node := graph.maker(name)) is not None:
        name = next((each for each in node.input if each in all_rows or _is_norm(graph, each)), node.input[0])
    for shape in graph.nodes("Shape"):
        if shape.input[0] == result:
            shape.input[0] = name


def _is_norm(graph: _Graph, name: str) -> bool:
    return graph.maker(name, "LayerNormalization") is not None


def _for_rows_of(graph: _Graph, mask: str, tensor: str, output: str) -> str:
    """Repeat a mask that all queries share for each of them: as often as a tensor has rows."""
    if graph.maker(output) is not None:  # by the first layer
        return output
    rows = graph.put("Shape", [tensor], f"{output}.count", start=1, end=2)
    before, after = graph.put_array("before_rows", [1, 1]), graph.put_array("after_rows", [1])
    sizes = graph.put("Concat", [before, rows, after], f"{output}.sizes", axis=0)
    return graph.put("Expand", [mask, sizes], output)


def _narrow_mask(graph: _Graph, selection: NodeProto, mask: str) -> str:
    """Return the rows of a mask for the selected queries."""
    repeated = graph.maker(mask, "Expand")
    if repeated is not None:
        return _for_rows_of(graph, repeated.input[0], selection.input[1], f"{mask}.selected")
    axis = graph.put_array(f"{mask}.axis", [2])
    first, last, _, *steps = selection.input[1:]
    return graph.put_like(selection, [mask, first, last, axis, *steps], f"{mask}.selected")
