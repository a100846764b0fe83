"""Graphs in torch, on a GPU: operation by operation, from the same file and with the same results.

The arithmetic of sizes stays with the processors, so that the GPU is never waited for; what is as large as
the text is computed on the device. What depends on weights alone is computed once, at loading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from numerate.errors import InputError, ModelFolderError

from .graph import Feeds, Shapes
from .operations import OPERATIONS, SIZES

Precision = Literal["fp32", "tf32", "bf16"]
"""Of products of matrices; all else is computed in 32 bits. tf32 is for GPUs only.

fp32 gives what onnxruntime gives, wherever a document is judged; what the others gain and cost is measured by
benchmarks/inference_gpu.py.
"""

_DOMAINS = ("", "com.microsoft")  # ONNX's own operations, and onnxruntime's
_FEW = 16  # a constant of more elements is no list of sizes
_FROM_SIZES = ("Expand", "Range")  # what they make of sizes is as large as the text


@dataclass
class _Step:
    """An operation of the graph.

    counts: it computes sizes, and stays with the processors.
    over: what nobody reads after it.
    """

    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Any]
    counts: bool = False
    over: list[str] = field(default_factory=list)


class TorchGraph:
    """A graph as steps in torch."""

    def __init__(
        self, file: Path, device: str, precision: Precision = "fp32", tokens: int | None = None
    ) -> None:
        """Read a graph, and put its weights on the device."""
        self.file = file
        self.device = _device(device)
        self.precision = precision
        # As many as keep a GPU busy; more take only more of its memory.
        self.tokens = tokens or (1 << 15 if self.device.type == "cuda" else 1 << 11)
        graph = _read(file)
        self.shapes: Shapes = {output.name: _shape(output) for output in graph.output}
        self._sizes: dict[str, Tensor] = {}
        self._constants: dict[str, Tensor] = {}
        for tensor in graph.initializer:
            self._keep(tensor.name, _tensor(tensor))
        steps = [_step(node, file) for node in graph.node]
        try:
            with torch.inference_mode():
                self._steps = self._prepare(steps)
        except (KeyError, NotImplementedError, RuntimeError, TypeError, ValueError) as error:
            raise ModelFolderError(f"{file}: damaged: {error}") from error

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute what is asked for by name."""
        given = {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in feeds.items()}
        try:
            with torch.inference_mode(), self._in_precision():
                found = self.compute({name: tensor.to(self.device) for name, tensor in given.items()})
                return {name: found[name].float().cpu().numpy() for name in outputs}
        except torch.OutOfMemoryError as error:
            raise InputError(
                f"device {str(self.device)!r}: out of memory; let fewer processes share it, "
                "or take device 'cpu'"
            ) from error

    def compute(self, feeds: dict[str, Tensor]) -> dict[str, Tensor]:
        """The same on tensors of the device; gives whatever the graph gives."""
        sizes, data = dict(self._sizes), {**self._constants, **feeds}
        for step in self._steps:
            self._do(step, sizes, data)
            for name in step.over:
                data.pop(name, None)
        return {name: data[name] for name in self.shapes}

    def _do(self, step: _Step, sizes: dict[str, Tensor], data: dict[str, Tensor]) -> None:
        first = SIZES.get(step.kind, len(step.inputs))
        operands: list[Any] = [self._find(step, name, sizes, data) for name in step.inputs[:first]]
        operands += [sizes[name].tolist() if name else None for name in step.inputs[first:]]
        results = OPERATIONS[step.kind](*operands, **step.attributes)
        made = results if isinstance(results, tuple) else (results,)
        for name, result in zip(step.outputs, made, strict=False):
            if step.counts:
                sizes[name] = result
            else:
                data[name] = result.to(self.device)

    def _find(
        self, step: _Step, name: str, sizes: dict[str, Tensor], data: dict[str, Tensor]
    ) -> Tensor | None:
        """What a step reads, on its own side where it is on both; an operand may be left out."""
        if not name:
            return None
        if step.counts:
            return sizes[name] if name in sizes else data[name]
        return data[name] if name in data else sizes[name].to(self.device)

    def _prepare(self, steps: list[_Step]) -> list[_Step]:
        """Tell sizes from data, do what depends on nothing but constants, and note when to forget what."""
        counted, left = set(self._sizes), []
        for step in steps:
            only_sizes = step.kind not in _FROM_SIZES and counted.issuperset(filter(None, step.inputs))
            step.counts = step.kind == "Shape" or only_sizes
            if step.counts:
                counted.update(step.outputs)
            if all(name in self._constants for name in step.inputs if name):
                self._do(step, self._sizes, self._constants)
                if step.counts:
                    self._constants |= {name: self._sizes[name].to(self.device) for name in step.outputs}
            else:
                left.append(step)
        last = {name: step for step in left for name in step.inputs}
        self._constants = {
            name: tensor for name, tensor in self._constants.items() if name in last or name in self.shapes
        }
        for name, step in last.items():
            if name not in self._constants and name not in self.shapes:
                step.over.append(name)
        return left

    def _keep(self, name: str, tensor: Tensor) -> None:
        if tensor.dtype == torch.int64 and tensor.ndim < 2 and tensor.numel() <= _FEW:
            self._sizes[name] = tensor
        try:
            self._constants[name] = tensor.to(self.device)
        except RuntimeError as error:  # out of memory among others
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
                "built for it, or take device 'cpu'"
            )
        count = torch.cuda.device_count()
        if device.index is not None and device.index >= count:
            raise InputError(
                f"device {name!r}: there is no such GPU; those here are cuda:0 to cuda:{count - 1}"
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
            f"{file}: has the operation {node.op_type}, which only onnxruntime runs; take device 'cpu'"
        )
    attributes = {entry.name: onnx.helper.get_attribute_value(entry) for entry in node.attribute}
    return _Step(node.op_type, tuple(node.input), tuple(node.output), attributes)


def _shape(output: onnx.ValueInfoProto) -> tuple[int | str, ...]:
    return tuple(size.dim_param or size.dim_value for size in output.type.tensor_type.shape.dim)


def _tensor(tensor: onnx.TensorProto) -> Tensor:
    array = numpy_helper.to_array(tensor)
    # numpy has bf16 from another library, which torch does not know.
    return torch.tensor(array.astype(np.float32) if tensor.data_type == onnx.TensorProto.BFLOAT16 else array)
