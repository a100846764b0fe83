"""A step recorded once and replayed: Python and the launching of kernels no longer hold the GPU up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import torch
from torch import Tensor

from .nn import Batch, Loss

_FIRST_STEPS = 3  # taken as they are, so that everything is compiled and allocated before a step is recorded


class Recorded:
    """A step on a batch, with all that it does to weights and optimizer, as a CUDA graph.

    The step must not wait for the device. What a recording reads lies at fixed addresses, so each batch is
    copied to where the recorded one lay; a batch of another shape is recorded anew.
    """

    def __init__(self, step: Callable[[Batch], Loss]) -> None:
        self._step = step
        self._taken = 0
        self._shapes: dict[str, Any] | None = None
        self._graph: torch.cuda.CUDAGraph | None = None
        self._batch: Batch
        self._loss: Loss

    def __call__(self, batch: Batch) -> Loss:
        """Take the step; its loss is overwritten by the next one."""
        shapes = {name: tensor.shape for name, tensor in _tensors(batch).items()}
        if shapes != self._shapes:
            self._shapes, self._graph, self._taken = shapes, None, 0
        if self._taken < _FIRST_STEPS:
            self._taken += 1
            return self._beside(batch)
        graph = self._graph or self._record(batch)
        for name, tensor in _tensors(batch).items():
            getattr(self._batch, name).copy_(tensor)
        graph.replay()
        return self._loss

    def _beside(self, batch: Batch) -> Loss:
        """Take the step on another stream, which is where recording will put it."""
        here, beside = torch.cuda.current_stream(), torch.cuda.Stream()  # type: ignore[no-untyped-call]
        beside.wait_stream(here)
        with torch.cuda.stream(beside):
            loss = self._step(batch)
        here.wait_stream(beside)
        return loss

    def _record(self, batch: Batch) -> torch.cuda.CUDAGraph:
        copies: dict[str, Any] = {name: tensor.clone() for name, tensor in _tensors(batch).items()}
        self._batch = replace(batch, **copies)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._loss = self._step(self._batch)
        return self._graph


def _tensors(batch: Batch) -> dict[str, Tensor]:
    every = {field.name: getattr(batch, field.name) for field in fields(batch)}
    return {name: value for name, value in every.items() if isinstance(value, Tensor)}
