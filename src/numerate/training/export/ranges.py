"""What goes through a network: the range of its activations on sample text."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from numerate.model.network import Window, lay_out
from numerate.runtime import open_graph

from .weights import Floats, Ranges, multiplied


def find_ranges(model: onnx.ModelProto, windows: Sequence[Window], number_id: int) -> Ranges:
    """The lowest and the highest value of each channel of what is multiplied with a matrix.

    Windows are run one by one, since nothing that is padding counts, and with their numbers hidden too, as
    numbers that are to be predicted are.
    """
    names = multiplied(model.graph)
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    watched.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names
    )
    lowest: dict[str, Floats] = {}
    highest: dict[str, Floats] = {}
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "watched.onnx")
        onnx.save(watched, file)
        graph = open_graph(file)
        for window in _shown_and_hidden(windows):
            for name, values in graph.run(names, lay_out([window], number_id)).items():
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
