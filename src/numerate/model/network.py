"""The network: windows of tokens and numbers in, distributions out, on a backend that runs the ONNX graph.

The graph takes, for B windows of up to L tokens and K numbers,

    ids       (B, L)     word pieces, [CLS] first, with the number symbol at each number's position
    lengths   (B,)       number of tokens
    places    (B, K)     position of each number, 0 for padding
    present   (B, K)     mask of the numbers, false for padding
    exponent  (B, K)     e of each number d.dddddd·10^e
    digits    (B, K, 7)  its digits
    shown     (B, K)     mask of the numbers whose value is known

and returns the arrays that the family of distributions learns, by name: (B, K, …) for those that differ from
number to number; shared ones are the same for every input.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import onnxruntime

from numerate.distributions import FAMILIES, Distribution, Support
from numerate.distributions.numeric import scientific
from numerate.errors import InputError, ModelFolderError, needs_extra
from numerate.model.graph_file import check_graph
from numerate.model.threads import in_parallel

DIGITS = 7
INPUTS = ("ids", "lengths", "places", "present", "exponent", "digits", "shown")

Integers = npt.NDArray[np.integer[Any]]
Feeds = Mapping[str, npt.NDArray[Any]]
Shapes = Mapping[str, tuple[Any, ...]]


class Window(NamedTuple):
    """Token ids, [CLS] first, with the number symbol at each number's position, and the values in order.

    The value of a mask is NaN.
    """

    ids: Integers
    values: npt.NDArray[np.float64]


class Network:
    """A backend, and the family of distributions whose parameters it computes."""

    def __init__(self, backend: Backend, family: str, support: Support, number_id: int) -> None:
        self.backend = backend
        self.family = FAMILIES[family]
        self.support = support
        self.number_id = number_id
        shared = self.family.shared() & backend.output_shapes.keys()
        self._shapes = {
            name: shape[2:] for name, shape in backend.output_shapes.items() if name not in shared
        }
        self._shared = self._compute_shared(sorted(shared))

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """Return the distribution of each number of the windows, in order, given the text and the others."""
        lengths = np.array([len(window.ids) for window in windows], dtype=np.int64)
        counts = np.array([len(window.values) for window in windows], dtype=np.int64)
        ends = np.cumsum(counts)
        raw = {
            name: np.empty((int(counts.sum()), *shape), np.float32) for name, shape in self._shapes.items()
        }

        def compute(batch: Integers) -> None:
            feeds = collate([windows[i] for i in batch], self.number_id)
            rows = np.concatenate([np.arange(ends[i] - counts[i], ends[i]) for i in batch])
            for name, array in self.backend.run(list(raw), feeds).items():
                raw[name][rows] = array[feeds["present"]]

        batches = _batches(lengths, counts, self.backend.batch_tokens)
        for _ in in_parallel(compute, batches, self.backend.threads):
            pass
        return self.family.from_raw({**raw, **self._shared}, self.support)

    def _compute_shared(self, names: list[str]) -> dict[str, npt.NDArray[np.float32]]:
        """Run the smallest possible window for the shared arrays; this also reveals an unsuitable graph."""
        smallest = Window(np.array([self.number_id]), np.array([1.0]))
        feeds = collate([smallest], self.number_id)
        try:
            outputs = self.backend.run([*self._shapes, *names], feeds)
            self.family.from_raw(outputs, self.support).cdf(1.0)
        except InputError:
            raise
        except Exception as error:  # onnxruntime's errors have no common class
            raise ModelFolderError(
                f"{self.backend.file}: damaged, or not a graph of this family: {error}"
            ) from error
        return {name: outputs[name] for name in names}


def _batches(lengths: Integers, counts: Integers, max_tokens: int) -> list[Integers]:
    """Group windows of similar length, to save padding, into batches of at most `max_tokens` tokens."""
    sizes = lengths + 2 * counts
    order = np.lexsort((counts, lengths))
    order = order[counts[order] > 0]
    batches: list[Integers] = []
    start = widest = 0
    for at, size in enumerate(sizes[order].tolist()):
        widest = max(widest, size)
        if at > start and (at + 1 - start) * widest > max_tokens:
            batches.append(order[start:at])
            start, widest = at, size
    return [*batches, order[start:]] if len(order) else batches


def collate(windows: Sequence[Window], number_id: int) -> dict[str, npt.NDArray[Any]]:
    """Pad windows into the inputs of the graph, by name."""
    lengths = np.array([len(window.ids) for window in windows], dtype=np.int64)
    counts = np.array([len(window.values) for window in windows], dtype=np.int64)
    inside = np.arange(lengths.max()) < lengths[:, None]
    present = np.arange(counts.max()) < counts[:, None]
    ids = np.zeros(inside.shape, np.int64)
    ids[inside] = np.concatenate([window.ids for window in windows])
    places = np.zeros(present.shape, np.int64)
    places[present] = np.nonzero(inside & (ids == number_id))[1]
    values = np.full(present.shape, np.nan)
    values[present] = np.concatenate([window.values for window in windows])
    exponent, digits, shown = scientific(values, DIGITS)
    arrays = (ids, lengths, places, present, exponent, digits, shown)
    return dict(zip(INPUTS, arrays, strict=True))


class Backend(Protocol):
    """A loaded graph.

    file: the file of the graph.
    output_shapes: shapes of the outputs by name, with words for sizes that depend on the input.
    batch_tokens: the number of tokens, padding included, that a batch should have.
    threads: how many batches should be computed at a time.
    """

    file: Path
    output_shapes: Shapes
    batch_tokens: int
    threads: int

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute the named outputs."""
        ...


def open_backend(file: Path, device: str = "cpu", threads: int | None = None) -> Backend:
    """Load a graph on a device.

    device: "cpu" runs onnxruntime; "cuda", or "cuda:1" for the second GPU, runs torch; "torch" runs torch on
        the CPU.
    threads: threads of onnxruntime; by default OMP_NUM_THREADS of the environment, else one per core. Torch
        has a setting of its own.
    """
    if not re.fullmatch(r"cpu|torch|cuda(:(0|[1-9]\d?))?", device):
        raise InputError(f"device {device!r}: must be cpu, cuda, cuda:1 for the second GPU …, or torch")
    if not file.exists():
        raise ModelFolderError(f"{file.parent}: damaged: it has no {file.name}")
    check_graph(file)
    if device == "cpu":
        return OnnxruntimeBackend(file, threads)
    with needs_extra("train", f"device {device!r}"):
        from numerate.model.torch_backend import TorchBackend
    return TorchBackend(file, "cpu" if device == "torch" else device)


def _default_threads() -> int:
    """Return how many threads the environment allows, as for numpy and torch; 0, one per core, if any."""
    threads = os.environ.get("OMP_NUM_THREADS", "")
    return int(threads) if re.fullmatch(r"[1-9]\d{0,3}", threads) else 0


class OnnxruntimeBackend:
    """The graph in onnxruntime, on the CPU."""

    batch_tokens = 384
    """Faster than 2,048 on two cores: less padding, and it fits the CPU caches (experiments/LOG.md)."""

    def __init__(self, file: Path, threads: int | None = None) -> None:
        self.file = file
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = _default_threads() if threads is None else threads
        self.threads = options.intra_op_num_threads or os.cpu_count() or 1
        # Threads that wait busily for each other would take the CPU from other batches and from the code that
        # prepares the next.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        providers = ["CPUExecutionProvider"]
        try:
            self._session = onnxruntime.InferenceSession(str(file), options, providers=providers)
        except Exception as error:  # onnxruntime's errors have no common class
            raise ModelFolderError(f"{file}: damaged: {str(error).splitlines()[0]}") from error
        outputs = self._session.get_outputs()
        self.output_shapes: Shapes = {output.name: tuple(output.shape) for output in outputs}

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute the named outputs."""
        return dict(zip(outputs, self._session.run(list(outputs), dict(feeds)), strict=True))
