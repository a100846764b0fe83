"""The torch backend: interprets the ONNX graph on a GPU, operation by operation.

Arithmetic on sizes stays on the CPU, so that the GPU is never synchronised; tensors as large as the text are
computed on the device. Constant subgraphs are folded when the graph is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, numpy_helper
from torch import Tensor
from torch.nn import functional

from numerate.errors import InputError, ModelFolderError
from numerate.model.network import Feeds, Shapes

Precision = Literal["fp32", "tf32", "bf16"]
"""Precision of matrix products; everything else is computed in 32 bits. tf32 exists only on GPUs.

fp32 agrees with onnxruntime, so results do not depend on the device. benchmarks/inference_gpu.py measures the
speed and accuracy of the others.
"""

_DOMAINS = ("", "com.microsoft")  # operations of ONNX and of onnxruntime
_MAX_SIZES = 16
"""Elements that a constant may have to be taken for a list of sizes."""
_FROM_SIZES = ("Expand", "Range")
"""Operations that turn sizes into tensors as large as the text, which belong on the device."""


@dataclass
class _Step:
    """An operation of the graph.

    on_cpu: whether it computes sizes, and stays on the CPU.
    last_uses: tensors that no later step reads.
    """

    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any]
    on_cpu: bool = False
    last_uses: list[str] = field(default_factory=list)


class TorchBackend:
    """The graph as a list of torch operations."""

    threads = 1
    """Torch itself keeps the device busy."""

    def __init__(
        self, file: Path, device: str, precision: Precision = "fp32", tokens: int | None = None
    ) -> None:
        """Read a graph and move its weights to the device.

        tokens: tokens per batch; by default as many as keep the device busy.
        """
        self.file = file
        self.device = _device(device)
        self.precision = precision
        self.batch_tokens = tokens or (1 << 15 if self.device.type == "cuda" else 1 << 11)
        graph = _read(file)
        self.output_shapes: Shapes = {output.name: _shape(output) for output in graph.output}
        self._sizes: dict[str, Tensor] = {}
        self._constants: dict[str, Tensor] = {}
        for tensor in graph.initializer:
            self._add_constant(tensor.name, _tensor(tensor))
        steps = [_step(node, file) for node in graph.node]
        try:
            with torch.inference_mode():
                self._steps = self._prepare(steps)
        except (KeyError, NotImplementedError, RuntimeError, TypeError, ValueError) as error:
            raise ModelFolderError(f"{file}: damaged: {error}") from error

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute the named outputs."""
        tensors = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in feeds.items()}
        try:
            with torch.inference_mode(), self._in_precision():
                results = self.compute({name: tensor.to(self.device) for name, tensor in tensors.items()})
                return {name: results[name].float().cpu().numpy() for name in outputs}
        except torch.OutOfMemoryError as error:
            raise InputError(
                f"device {str(self.device)!r}: out of memory; let fewer processes share it, "
                "or use device 'cpu'"
            ) from error

    def compute(self, feeds: dict[str, Tensor]) -> dict[str, Tensor]:
        """Compute all outputs from tensors on the device."""
        sizes, data = dict(self._sizes), {**self._constants, **feeds}
        for step in self._steps:
            self._execute(step, sizes, data)
            for name in step.last_uses:
                data.pop(name, None)
        return {name: data[name] for name in self.output_shapes}

    def _execute(self, step: _Step, sizes: dict[str, Tensor], data: dict[str, Tensor]) -> None:
        first = FIRST_SIZE_OPERAND.get(step.operation, len(step.inputs))
        operands: list[Any] = [self._operand(step, name, sizes, data) for name in step.inputs[:first]]
        operands += [sizes[name].tolist() if name else None for name in step.inputs[first:]]
        results = OPERATIONS[step.operation](*operands, **step.attributes)
        results = results if isinstance(results, tuple) else (results,)
        for name, result in zip(step.outputs, results, strict=False):
            if step.on_cpu:
                sizes[name] = result
            else:
                data[name] = result.to(self.device)

    def _operand(
        self, step: _Step, name: str, sizes: dict[str, Tensor], data: dict[str, Tensor]
    ) -> Tensor | None:
        """Return an operand, from the step's own side if it is on both; an omitted operand has no name."""
        if not name:
            return None
        if step.on_cpu:
            return sizes[name] if name in sizes else data[name]
        return data[name] if name in data else sizes[name].to(self.device)

    def _prepare(self, steps: list[_Step]) -> list[_Step]:
        """Separate sizes from data, fold constants, and record the last use of each tensor."""
        sizes, remaining = set(self._sizes), []
        for step in steps:
            only_sizes = step.operation not in _FROM_SIZES and sizes.issuperset(filter(None, step.inputs))
            step.on_cpu = step.operation == "Shape" or only_sizes
            if step.on_cpu:
                sizes.update(step.outputs)
            if all(name in self._constants for name in step.inputs if name):
                self._execute(step, self._sizes, self._constants)
                if step.on_cpu:
                    self._constants |= {name: self._sizes[name].to(self.device) for name in step.outputs}
            else:
                remaining.append(step)
        last = {name: step for step in remaining for name in step.inputs}
        self._constants = {
            name: tensor
            for name, tensor in self._constants.items()
            if name in last or name in self.output_shapes
        }
        for name, step in last.items():
            if name not in self._constants and name not in self.output_shapes:
                step.last_uses.append(name)
        return remaining

    def _add_constant(self, name: str, tensor: Tensor) -> None:
        if tensor.dtype == torch.int64 and tensor.ndim < 2 and tensor.numel() <= _MAX_SIZES:
            self._sizes[name] = tensor
        try:
            self._constants[name] = tensor.to(self.device)
        except RuntimeError as error:  # out of memory, among others
            raise InputError(f"device {str(self.device)!r}: {str(error).splitlines()[0]}") from error

    @contextmanager
    def _in_precision(self) -> Iterator[None]:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.precision == "bf16"):
            if self.device.type != "cuda":
                yield
                return
            before = torch.get_float32_matmul_precision()
            torch.set_float32_matmul_precision("highest" if self.precision == "fp32" else "high")
            try:
                yield
            finally:
                torch.set_float32_matmul_precision(before)


def _device(name: str) -> torch.device:
    device = torch.device(name)
    if device.type == "cuda":
        if not torch.cuda.is_available():
            raise InputError(
                f"device {name!r}: torch {torch.__version__} finds no GPU here; install a torch that was "
                "built for it, or use device 'cpu'"
            )
        count = torch.cuda.device_count()
        if device.index is not None and device.index >= count:
            raise InputError(
                f"device {name!r}: there is no such GPU; this machine has cuda:0 to cuda:{count - 1}"
            )
    return device


def _read(file: Path) -> onnx.GraphProto:
    try:
        return onnx.load(file).graph
    except Exception as error:  # protobuf's errors are not onnx's
        raise ModelFolderError(f"{file}: damaged: {error}") from error


def _step(node: onnx.NodeProto, file: Path) -> _Step:
    if node.op_type not in OPERATIONS or node.domain not in _DOMAINS:
        raise ModelFolderError(
            f"{file}: has the operation {node.op_type}, which only onnxruntime runs; use device 'cpu'"
        )
    attributes = {entry.name: onnx.helper.get_attribute_value(entry) for entry in node.attribute}
    return _Step(node.op_type, tuple(node.input), tuple(node.output), attributes)


def _shape(output: onnx.ValueInfoProto) -> tuple[int | str, ...]:
    return tuple(size.dim_param or size.dim_value for size in output.type.tensor_type.shape.dim)


def _tensor(tensor: onnx.TensorProto) -> Tensor:
    array = numpy_helper.to_array(tensor)
    # The bfloat16 of numpy comes from another library, which torch does not know.
    return torch.tensor(array.astype(np.float32) if tensor.data_type == onnx.TensorProto.BFLOAT16 else array)


Sizes = list[int]

_TYPES: dict[int, torch.dtype] = {
    TensorProto.FLOAT: torch.float32,
    TensorProto.INT32: torch.int32,
    TensorProto.INT64: torch.int64,
    TensorProto.BOOL: torch.bool,
}


def _attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None = None,
    *,
    scale: float | None = None,
    is_causal: int = 0,
    softcap: float = 0.0,
    qk_matmul_output_mode: int = 0,
    q_num_heads: int = 0,
    kv_num_heads: int = 0,
) -> Tensor:
    if softcap or q_num_heads != kv_num_heads:
        raise NotImplementedError("attention with a softcap, or with several queries for a key")
    if q_num_heads:  # the vectors of all heads are in one piece
        query, key, value = (
            x.reshape(*x.shape[:2], q_num_heads, -1).transpose(1, 2) for x in (query, key, value)
        )
    mixed = functional.scaled_dot_product_attention(
        query, key, value, attn_mask=mask, is_causal=bool(is_causal), scale=scale
    )
    return mixed.transpose(1, 2).flatten(2) if q_num_heads else mixed


def _expand(x: Tensor, shape: Sizes) -> Tensor:
    # ONNX broadcasts in both directions: a requested size of 1 keeps the size of the tensor.
    axes = [1] * (len(shape) - x.ndim) + list(x.shape)
    sizes = [1] * (x.ndim - len(shape)) + shape
    return x.expand([size if axis == 1 else axis for axis, size in zip(axes, sizes, strict=True)])


def _gather(x: Tensor, index: Tensor, *, axis: int = 0) -> Tensor:
    axis %= x.ndim
    positive = torch.where(index < 0, index + x.shape[axis], index)
    selected = x.index_select(axis, positive.flatten())
    return selected.reshape(*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])


def _layer_normalization(
    x: Tensor,
    scale: Tensor,
    bias: Tensor | None = None,
    *,
    axis: int = -1,
    epsilon: float = 1e-5,
    stash_type: int = 1,
) -> Tensor:
    return functional.layer_norm(x, x.shape[axis:], scale, bias, epsilon)


def _matmul_integer_to_float(
    x: Tensor,
    matrix: Tensor,
    step: Tensor,
    scale: Tensor,
    zero: Tensor,
    matrix_zero: None = None,
    bias: Tensor | None = None,
) -> Tensor:
    """Multiply integers as floats, which is exact at these sizes and fast on GPUs."""
    product = torch.matmul(x.float() - zero.float(), matrix.float()) * (step * scale)
    return product if bias is None else product + bias


def _quantize_linear(x: Tensor, step: Tensor, zero: Tensor) -> Tensor:
    limits = torch.iinfo(zero.dtype)
    return ((x / step).round() + zero).clamp(limits.min, limits.max).to(zero.dtype)


def _reduce_sum(
    x: Tensor, axes: Sizes | None = None, *, keepdims: int = 1, noop_with_empty_axes: int = 0
) -> Tensor:
    return x if noop_with_empty_axes and not axes else x.sum(axes, keepdim=bool(keepdims))


def _reshape(x: Tensor, shape: Sizes, *, allowzero: int = 0) -> Tensor:
    sizes = [x.shape[i] if not size and not allowzero else size for i, size in enumerate(shape)]
    return x.reshape(sizes)


def _slice(
    x: Tensor, starts: Sizes, ends: Sizes, axes: Sizes | None = None, steps: Sizes | None = None
) -> Tensor:
    axes = list(range(len(starts))) if axes is None else axes
    for axis, start, end, step in zip(axes, starts, ends, steps or [1] * len(axes), strict=True):
        x = x[(slice(None),) * (axis % x.ndim) + (slice(start, end, step),)]
    return x


def _unsqueeze(x: Tensor, axes: Sizes) -> Tensor:
    rank = x.ndim + len(axes)
    for axis in sorted(axis % rank for axis in axes):
        x = x.unsqueeze(axis)
    return x


OPERATIONS: dict[str, Callable[..., Tensor | tuple[Tensor, ...]]] = {
    "Add": torch.add,
    "And": torch.logical_and,
    "Attention": _attention,
    "Cast": lambda x, *, to, **_: x.to(_TYPES[to]),
    "Clip": lambda x, low=None, high=None: x.clamp(low, high),
    "Concat": lambda *parts, axis: torch.cat(parts, axis),
    "Equal": torch.eq,
    "Expand": _expand,
    "Gather": _gather,
    "GatherElements": lambda x, index, *, axis=0: x.gather(axis, index),
    "Gelu": lambda x, *, approximate=b"none": functional.gelu(x, approximate=approximate.decode()),
    "LayerNormalization": _layer_normalization,
    "Less": torch.lt,
    "MatMul": torch.matmul,
    "MatMulIntegerToFloat": _matmul_integer_to_float,
    "Mul": torch.mul,
    "Neg": torch.neg,
    "Not": torch.logical_not,
    "Or": torch.logical_or,
    "QuantizeLinear": _quantize_linear,
    "Range": torch.arange,
    "ReduceSum": _reduce_sum,
    "Reshape": _reshape,
    "Shape": lambda x, *, start=0, end=None: torch.tensor(x.shape[start:end]),
    "Sigmoid": torch.sigmoid,
    "Slice": _slice,
    "Squeeze": lambda x, axes=None: x.squeeze() if axes is None else x.squeeze(axes),
    "Sub": torch.sub,
    "Transpose": lambda x, *, perm: x.permute(*perm),
    "Unsqueeze": _unsqueeze,
    "Where": torch.where,
}

FIRST_SIZE_OPERAND: dict[str, int] = {
    "Expand": 1,
    "Range": 0,
    "ReduceSum": 1,
    "Reshape": 1,
    "Slice": 1,
    "Squeeze": 1,
    "Unsqueeze": 1,
}
"""Operations with operands that are sizes, and the index of the first of these."""
