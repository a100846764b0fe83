"""What runs a graph, chosen by the device it runs on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from numerate.errors import InputError, ModelFolderError

Feeds = Mapping[str, npt.NDArray[Any]]
Shapes = Mapping[str, tuple[Any, ...]]


class Graph(Protocol):
    """A graph that is ready to run.

    file: where it is from.
    shapes: of what it gives, by name; words stand for sizes that the input decides.
    tokens: how many of them to give it at a time.
    """

    file: Path
    shapes: Shapes
    tokens: int

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute what is asked for by name."""
        ...


def open_graph(file: Path, device: str = "cpu", threads: int | None = None, shared: bool = False) -> Graph:
    """Make a graph ready to run on a device.

    device: "cpu"; "cuda", or "cuda:1" for the second of several GPUs; "torch" is the way of the GPU, on the
        processors.
    threads: how many processors to use on "cpu"; else as many as there are. Torch has a setting of its own.
    shared: whether others want these processors while it runs.
    """
    if not re.fullmatch(r"cpu|torch|cuda(:(0|[1-9]\d?))?", device):
        raise InputError(f"device {device!r}: must be cpu, cuda, cuda:1 for the second GPU …, or torch")
    if not file.exists():
        raise ModelFolderError(f"{file.parent}: damaged: it has no {file.name}")
    # Each brings a library that takes its time to load, and torch need not be installed.
    if device == "cpu":
        from .on_onnxruntime import OnnxruntimeGraph

        return OnnxruntimeGraph(file, threads, shared)
    try:
        from .on_torch import TorchGraph
    except ModuleNotFoundError as error:
        raise InputError(
            f"device {device!r}: needs the package {error.name!r}; install it with: "
            "pip install 'numerate[train]'"
        ) from None
    return TorchGraph(file, "cpu" if device == "torch" else device)
