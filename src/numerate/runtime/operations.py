"""The operations of ONNX graphs, in torch: those that networks of the BERT family are made of.

Each takes its operands, of which those that are sizes come as lists of integers, and its attributes by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from onnx import TensorProto
from torch import Tensor
from torch.nn import functional

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
) -> Tensor:
    if softcap or query.ndim != 4:
        raise NotImplementedError("attention with a softcap, or with its heads side by side")
    return functional.scaled_dot_product_attention(
        query, key, value, attn_mask=mask, is_causal=bool(is_causal), scale=scale
    )


def _cast(x: Tensor, *, to: int, **_: int) -> Tensor:
    return x.to(_TYPES[to])


def _clip(x: Tensor, low: Tensor | None = None, high: Tensor | None = None) -> Tensor:
    return x.clamp(low, high)


def _concat(*parts: Tensor, axis: int) -> Tensor:
    return torch.cat(parts, axis)


def _expand(x: Tensor, shape: Sizes) -> Tensor:
    # An axis of one may be asked for where the tensor has more: each then is as long as the longer.
    axes = [1] * (len(shape) - x.ndim) + list(x.shape)
    sizes = [1] * (x.ndim - len(shape)) + shape
    return x.expand([size if axis == 1 else axis for axis, size in zip(axes, sizes, strict=True)])


def _gather(x: Tensor, index: Tensor, *, axis: int = 0) -> Tensor:
    axis %= x.ndim
    counted = torch.where(index < 0, index + x.shape[axis], index)
    found = x.index_select(axis, counted.flatten())
    return found.reshape(*x.shape[:axis], *index.shape, *x.shape[axis + 1 :])


def _gather_elements(x: Tensor, index: Tensor, *, axis: int = 0) -> Tensor:
    return x.gather(axis, index)


def _gelu(x: Tensor, *, approximate: bytes = b"none") -> Tensor:
    return functional.gelu(x, approximate=approximate.decode())


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
    """Multiply integers as floats, which GPUs are made for and which hold them as well."""
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
    wanted = [x.shape[i] if not size and not allowzero else size for i, size in enumerate(shape)]
    return x.reshape(wanted)


def _shape(x: Tensor, *, start: int = 0, end: int | None = None) -> Tensor:
    return torch.tensor(x.shape[start:end])


def _slice(
    x: Tensor, starts: Sizes, ends: Sizes, axes: Sizes | None = None, steps: Sizes | None = None
) -> Tensor:
    axes = list(range(len(starts))) if axes is None else axes
    for axis, start, end, step in zip(axes, starts, ends, steps or [1] * len(axes), strict=True):
        x = x[(slice(None),) * (axis % x.ndim) + (slice(start, end, step),)]
    return x


def _squeeze(x: Tensor, axes: Sizes | None = None) -> Tensor:
    return x.squeeze() if axes is None else x.squeeze(axes)


def _transpose(x: Tensor, *, perm: Sequence[int]) -> Tensor:
    return x.permute(*perm)


def _unsqueeze(x: Tensor, axes: Sizes) -> Tensor:
    rank = x.ndim + len(axes)
    for axis in sorted(axis % rank for axis in axes):
        x = x.unsqueeze(axis)
    return x


OPERATIONS: dict[str, Callable[..., Tensor | tuple[Tensor, ...]]] = {
    "Add": torch.add,
    "And": torch.logical_and,
    "Attention": _attention,
    "Cast": _cast,
    "Clip": _clip,
    "Concat": _concat,
    "Equal": torch.eq,
    "Expand": _expand,
    "Gather": _gather,
    "GatherElements": _gather_elements,
    "Gelu": _gelu,
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
    "Shape": _shape,
    "Sigmoid": torch.sigmoid,
    "Slice": _slice,
    "Squeeze": _squeeze,
    "Sub": torch.sub,
    "Transpose": _transpose,
    "Unsqueeze": _unsqueeze,
    "Where": torch.where,
}

SIZES: dict[str, int] = {
    "Expand": 1,
    "Range": 0,
    "ReduceSum": 1,
    "Reshape": 1,
    "Slice": 1,
    "Squeeze": 1,
    "Unsqueeze": 1,
}
"""The operations with operands that are sizes, and the first of these."""
