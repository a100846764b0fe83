"""The network: windows of tokens with numbers in, what each number may be out.

The graph takes, for B windows of up to L tokens and K numbers,

    ids       (B, L)     word-pieces, [CLS] first, the number symbol at each number's place
    lengths   (B,)       tokens of each window
    places    (B, K)     the token at which each number stands, 0 where there is none
    present   (B, K)     whether there is a number
    exponent  (B, K)     e of each number d.dddddd·10^e
    digits    (B, K, 7)  its digits
    shown     (B, K)     whether its value is known

and gives each array that its family of distributions learns by name: (B, K, …) where it differs from number
to number, and otherwise, the same for every input, what all numbers share.
"""

from __future__ import annotations

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

DIGITS = 7
INPUTS = ("ids", "lengths", "places", "present", "exponent", "digits", "shown")

Integers = npt.NDArray[np.integer[Any]]


class Window(NamedTuple):
    """Tokens, [CLS] first, with the number symbol at each number's place, and the values in order.

    NaN is a number that the text leaves open.
    """

    ids: Integers
    values: npt.NDArray[np.float64]


class Network:
    """A graph, and the family of distributions that it gives the parameters of."""

    def __init__(self, backend: Backend, family: str, support: Support, number_id: int) -> None:
        self.backend, self.family, self.support, self.number_id = (
            backend,
            FAMILIES[family],
            support,
            number_id,
        )
        shared = self.family.shared() & backend.output_shapes.keys()
        self._shapes = {
            name: shape[2:] for name, shape in backend.output_shapes.items() if name not in shared
        }
        self._shared = self._ask_for_shared(sorted(shared))

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """What each number of the windows may be, one after the other, given the text and the others."""
        lengths = np.array([len(window.ids) for window in windows], dtype=np.int64)
        counts = np.array([len(window.values) for window in windows], dtype=np.int64)
        ends = np.cumsum(counts)
        raw = {
            name: np.empty((int(counts.sum()), *shape), np.float32) for name, shape in self._shapes.items()
        }
        for rows in _runs(lengths, counts, self.backend.batch_tokens):
            feeds = collate([windows[row] for row in rows], self.number_id)
            to = np.concatenate([np.arange(ends[row] - counts[row], ends[row]) for row in rows])
            for name, array in self.backend.run(list(raw), feeds).items():
                raw[name][to] = array[feeds["present"]]
        return self.family.from_raw({**raw, **self._shared}, self.support)

    def _ask_for_shared(self, names: list[str]) -> dict[str, npt.NDArray[np.float32]]:
        """Ask once, with the smallest window there is; a graph that does not suit the family shows here."""
        smallest = Window(np.array([self.number_id]), np.array([1.0]))
        feeds = collate([smallest], self.number_id)
        try:
            found = self.backend.run([*self._shapes, *names], feeds)
            self.family.from_raw(found, self.support).cdf(1.0)
        except InputError:
            raise
        except Exception as error:  # onnxruntime's errors have no common class
            raise ModelFolderError(
                f"{self.backend.file}: damaged, or not a graph of this family: {error}"
            ) from error
        return {name: found[name] for name in names}


def _runs(lengths: Integers, counts: Integers, tokens: int) -> list[Integers]:
    """Windows of like length together, so that little is padding; so many tokens to a run."""
    sizes = lengths + 2 * counts
    order = np.lexsort((counts, lengths))
    order = order[counts[order] > 0]
    runs: list[Integers] = []
    start = widest = 0
    for at, size in enumerate(sizes[order].tolist()):
        widest = max(widest, size)
        if at > start and (at + 1 - start) * widest > tokens:
            runs.append(order[start:at])
            start, widest = at, size
    return [*runs, order[start:]] if len(order) else runs


def collate(windows: Sequence[Window], number_id: int) -> dict[str, npt.NDArray[Any]]:
    """What the graph takes for windows, by name."""
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


Feeds = Mapping[str, npt.NDArray[Any]]
Shapes = Mapping[str, tuple[Any, ...]]


class Backend(Protocol):
    """A graph that is ready to run.

    file: where it is from.
    output_shapes: of what it gives, by name; words stand for sizes that the input decides.
    batch_tokens: how many tokens to give it at a time.
    """

    file: Path
    output_shapes: Shapes
    batch_tokens: int

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute what is asked for by name."""
        ...


def open_backend(
    file: Path, device: str = "cpu", threads: int | None = None, spinning: bool = True
) -> Backend:
    """Make a graph ready to run on a device.

    device: "cpu"; "cuda", or "cuda:1" for the second of several GPUs; "torch" is the way of the GPU, on the
        processors.
    threads: how many processors to use on "cpu"; else as many as there are. Torch has a setting of its own.
    spinning: let onnxruntime's threads wait busily for each other; off where other work shares the CPU.
    """
    if not re.fullmatch(r"cpu|torch|cuda(:(0|[1-9]\d?))?", device):
        raise InputError(f"device {device!r}: must be cpu, cuda, cuda:1 for the second GPU …, or torch")
    if not file.exists():
        raise ModelFolderError(f"{file.parent}: damaged: it has no {file.name}")
    # Each brings a library that takes its time to load, and torch need not be installed.
    if device == "cpu":
        return OnnxruntimeBackend(file, threads, spinning)
    with needs_extra("train", f"device {device!r}"):
        from numerate.model.torch_backend import TorchBackend
    return TorchBackend(file, "cpu" if device == "torch" else device)


class OnnxruntimeBackend:
    """A session of onnxruntime's."""

    # Enough for two cores to share, little enough for their caches, and for little padding.
    batch_tokens = 384

    def __init__(self, file: Path, threads: int | None = None, spinning: bool = True) -> None:
        self.file = file
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        if threads is not None:
            options.intra_op_num_threads = threads
        # Threads that wait busily for the next run would take the processors from those who prepare it. For
        # each other they wait busily, which is quicker, unless others go on meanwhile.
        options.add_session_config_entry("session.force_spinning_stop", "1")
        options.add_session_config_entry("session.intra_op.allow_spinning", "1" if spinning else "0")
        providers = ["CPUExecutionProvider"]
        try:
            self._session = onnxruntime.InferenceSession(str(file), options, providers=providers)
        except Exception as error:  # onnxruntime's errors have no common class
            raise ModelFolderError(f"{file}: damaged: {str(error).splitlines()[0]}") from error
        self.output_shapes: Shapes = {
            output.name: tuple(output.shape) for output in self._session.get_outputs()
        }

    def run(self, outputs: Sequence[str], feeds: Feeds) -> dict[str, npt.NDArray[np.float32]]:
        """Compute what is asked for by name."""
        return dict(zip(outputs, self._session.run(list(outputs), dict(feeds)), strict=True))
