from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from numerate.model.network import Window
from numerate.training.export.weights import find_ranges, multiplied

from .test_graph import windows


@pytest.fixture
def graph(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> onnx.ModelProto:
    monkeypatch.setattr("numerate.training.export.weights._SMALLEST", 100)
    return onnx.load(tiny_folder / "model.onnx")


def test_each_channel_of_all_that_is_multiplied_has_a_range(graph: onnx.ModelProto) -> None:
    before = graph.SerializeToString()
    found = find_ranges(graph, windows(120), 120)
    assert list(found) == multiplied(graph.graph)
    for low, high in found.values():
        assert low.shape == high.shape
        assert low.shape[0] in (32, 48)
        assert (low < high).all()
    assert graph.SerializeToString() == before


def test_more_windows_make_ranges_wider_and_padding_does_not(graph: onnx.ModelProto) -> None:
    every = windows(120)
    parts = [find_ranges(graph, [window], 120) for window in every if len(window.values)]
    for name, (low, high) in find_ranges(graph, every, 120).items():
        np.testing.assert_array_equal(low, np.min([part[name][0] for part in parts], axis=0))
        np.testing.assert_array_equal(high, np.max([part[name][1] for part in parts], axis=0))


def test_numbers_that_are_hidden_are_within_range(graph: onnx.ModelProto) -> None:
    [shown, *_] = windows(120)
    hidden = Window(shown.ids, np.full_like(shown.values, np.nan))
    found, alone = (find_ranges(graph, [window], 120) for window in (shown, hidden))
    for name, (low, high) in alone.items():
        assert (found[name][0] <= low).all()
        assert (found[name][1] >= high).all()
