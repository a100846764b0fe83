"""What torch computes beside what onnxruntime does, from the same file; on processors, without a GPU."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.testing as npt
import onnx
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

import numerate
from numerate.distributions import Distribution
from numerate.errors import InputError, ModelFolderError
from numerate.model import Predictor
from numerate.model.folder import read_config
from numerate.model.network import Backend, Network, Window, open_backend
from numerate.model.torch_backend import TorchBackend
from numerate.training.export.weights import WEIGHTS, Weights, find_ranges, with_weights

VALUES = np.array([0.0, 7e-6, 0.5, 3.0, 42.0, 2016.0, 1.5e9])[:, None]
SHARES = np.array([0.1, 0.5, 0.99])[:, None]
NUMBER = 120


@pytest.fixture(scope="module")
def pair(tiny_folder: Path) -> tuple[Predictor, Predictor]:
    return numerate.load(tiny_folder, threads=1), numerate.load(tiny_folder, device="torch")


@pytest.fixture(scope="module")
def windows() -> list[Window]:
    """Of every length that the model takes, with none, one or more numbers, of which some are hidden."""
    rng = np.random.default_rng(5)
    made = []
    for length in range(1, 64):
        ids = rng.integers(4, 100, length)
        places = rng.choice(length, min(length, rng.integers(0, 7)), replace=False)
        ids[places] = NUMBER
        values = 10 ** rng.uniform(-6, 16, len(places))
        values[rng.random(len(places)) < 0.2] = np.nan
        made.append(Window(ids, values))
    return made


def assert_alike(one: Distribution, other: Distribution, tolerance: float) -> None:
    assert one.batch_shape == other.batch_shape
    for measure in ("linear", "log"):
        npt.assert_allclose(one.log_prob(VALUES, measure), other.log_prob(VALUES, measure), atol=tolerance)
    npt.assert_allclose(one.cdf(VALUES), other.cdf(VALUES), atol=tolerance)
    # Where numbers are unlikely a quantile moves far for little; what it is the quantile of does not.
    npt.assert_allclose(one.cdf(other.quantile(SHARES)), one.cdf(one.quantile(SHARES)), atol=tolerance)


def test_all_windows_have_the_same_distributions(
    pair: tuple[Predictor, Predictor], windows: list[Window]
) -> None:
    one, other = (model.network.distributions(windows) for model in pair)
    assert one.batch_shape[0] > 100
    assert_alike(one, other, 1e-4)


@pytest.fixture
def kept(tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Distribution]:
    """What a device says of windows when weights are kept in one way."""
    monkeypatch.setattr("numerate.training.export.weights._MIN_ELEMENTS", 100)
    graph, config = onnx.load(tiny_folder / "model.onnx"), read_config(tiny_folder)

    def run(weights: Weights, device: str, windows: list[Window]) -> Distribution:
        file = tmp_path / f"{weights}.onnx"
        onnx.save(with_weights(graph, weights, find_ranges(graph, windows[::8], NUMBER)), file)
        network = Network(open_backend(file, device, threads=1), config.family, config.support, NUMBER)
        return network.distributions(windows)

    return run


@pytest.mark.parametrize("weights", [kind for kind in WEIGHTS if kind != "int8-static"])
def test_so_they_have_however_weights_are_kept(
    kept: Callable[..., Distribution], windows: list[Window], weights: Weights
) -> None:
    assert_alike(kept(weights, "cpu", windows), kept(weights, "torch", windows), 1e-4)


def test_activations_in_integers_are_alike_until_one_is_rounded_to_another_side(
    kept: Callable[..., Distribution], windows: list[Window]
) -> None:
    """Where an activation lies halfway between two integers, the last bit of a float decides."""
    one, other, exact = (
        kept(*how, windows).parameters()["logits"]
        for how in (("int8-static", "cpu"), ("int8-static", "torch"), ("fp32", "cpu"))
    )
    difference = np.abs(one - other).max(axis=1)
    assert (difference < 1e-4).mean() > 0.9
    assert difference.max() < np.abs(one - exact).max()


def test_no_windows_and_windows_without_numbers(pair: tuple[Predictor, Predictor]) -> None:
    _, model = pair
    assert model.network.distributions([]).batch_shape == (0,)
    assert model.network.distributions([Window(np.array([5, 6]), np.array([]))]).batch_shape == (0,)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["sales rose", "12%", "$3.4 billion", "[#MASK]", "five", ".", "0", "\n\n"])))
def test_texts_are_judged_alike(pair: tuple[Predictor, Predictor], parts: list[str]) -> None:
    one, other = (model.judge(" ".join(parts)) for model in pair)
    assert one.numbers == other.numbers or np.isnan(one.values).any()
    npt.assert_array_equal(one.index, other.index)
    if len(one.index):
        assert_alike(one.distributions, other.distributions, 1e-4)


def test_a_value_does_not_reach_its_own_number(pair: tuple[Predictor, Predictor]) -> None:
    _, model = pair
    ids = np.array([5, NUMBER, 7, NUMBER])
    found = [
        model.network.distributions([Window(ids, np.array([value, 2016.0]))]).parameters()["logits"]
        for value in (3.0, 4e9, 0.0, np.nan)
    ]
    for other in found[1:]:
        npt.assert_array_equal(found[0][0], other[0])
        assert np.abs(found[0][1] - other[1]).max() > 1e-3


class OnOneDevice(TorchFunctionMode):
    """Sees that no operation reads tensors of two devices, which only a GPU would complain about."""

    def __torch_function__(
        self, function: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        devices = {leaf.device for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)}
        assert len(devices) < 2, function
        return function(*args, **(kwargs or {}))


def test_what_is_as_large_as_the_text_is_computed_on_the_device(tiny_folder: Path) -> None:
    """Tensors of the device "meta" have no content, and to wait for it is an error."""
    graph = TorchBackend(tiny_folder / "model.onnx", "meta")
    shapes = {"ids": (5, 20), "lengths": (5,), "digits": (5, 3, 7)}
    feeds = {
        name: torch.empty(
            shapes.get(name, (5, 3)),
            dtype=torch.bool if name in ("present", "shown") else torch.int64,
            device="meta",
        )
        for name in ("ids", "lengths", "places", "present", "exponent", "digits", "shown")
    }
    with OnOneDevice():
        found = graph.compute(feeds)
    assert found["logits"].shape == (5, 3, 23)
    assert {tensor.device.type for tensor in found.values()} == {"meta"}


def test_what_depends_on_weights_alone_is_computed_once(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numerate.training.export.weights._MIN_ELEMENTS", 100)
    steps = []
    for weights in ("fp32", "bf16"):
        file = tmp_path / f"{weights}.onnx"
        onnx.save(with_weights(onnx.load(tiny_folder / "model.onnx"), weights), file)
        steps.append(len(TorchBackend(file, "cpu")._steps))
    assert steps[0] == steps[1] < len(onnx.load(file).graph.node) - 10


def test_half_precision_is_near(
    pair: tuple[Predictor, Predictor], tiny_folder: Path, windows: list[Window]
) -> None:
    model, _ = pair
    graph: Backend = TorchBackend(tiny_folder / "model.onnx", "cpu", precision="bf16")
    network = Network(graph, model.config.family, model.config.support, NUMBER)
    exact, near = (n.distributions(windows).parameters()["logits"] for n in (model.network, network))
    assert 0 < np.abs(exact - near).max() < 0.2 * exact.std()


def test_a_device_that_is_not_there(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="device 'gpu': must be cpu, cuda"):
        numerate.load(tiny_folder, device="gpu")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match=r"device 'cuda': torch .* finds no GPU here"):
        numerate.load(tiny_folder, device="cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(
        InputError, match="device 'cuda:2': there is no such GPU; those here are cuda:0 to cuda:1"
    ):
        numerate.load(tiny_folder, device="cuda:2")


def test_a_device_without_room_says_so(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(TorchBackend, "compute", fail)
    with pytest.raises(InputError, match="out of memory; let fewer processes share it"):
        numerate.load(tiny_folder, device="torch")


def test_without_torch_the_way_out_is_named(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numerate.model.torch_backend")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"device 'cuda' needs the package 'torch'.*numerate\[train\]"):
        numerate.load(tiny_folder, device="cuda")


def test_a_graph_that_torch_cannot_run_says_so(tiny_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"not a graph")
    with pytest.raises(ModelFolderError, match="damaged"):
        open_backend(file, "torch")
    graph = onnx.load(tiny_folder / "model.onnx")
    del graph.graph.initializer[:30]
    onnx.save(graph, file)
    config = read_config(tiny_folder)
    with pytest.raises(ModelFolderError, match="damaged"):
        Network(open_backend(file, "torch"), config.family, config.support, NUMBER)
    graph.graph.node[0].op_type = "GRU"
    onnx.save(graph, file)
    with pytest.raises(ModelFolderError, match="has the operation GRU, which only onnxruntime runs"):
        open_backend(file, "torch")
