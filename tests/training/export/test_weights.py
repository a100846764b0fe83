from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from numerate.distributions import SHIPPED
from numerate.model.network import Network, Window
from numerate.runtime import open_graph
from numerate.training.export.exporting import LARGEST, choose
from numerate.training.export.measuring import Measurement
from numerate.training.export.weights import BY_ITSELF, WEIGHTS, Weights, with_weights

from .test_graph import windows

_SMALL = "numerate.training.export.weights._SMALLEST"


@pytest.fixture
def graph(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> onnx.ModelProto:
    monkeypatch.setattr(_SMALL, 100)
    return onnx.load(tiny_folder / "model.onnx")


def logits(graph: onnx.ModelProto, weights: Weights, folder: Path, given: list[Window]) -> np.ndarray:
    file = folder / f"{weights}.onnx"
    onnx.save(with_weights(graph, weights), file)
    return (
        Network(open_graph(file, threads=1), "digits", SHIPPED, 120)
        .distributions(given)
        .parameters()["logits"]
    )


@pytest.mark.parametrize(
    ("weights", "share", "most"), [("bf16", 0.7, 0.02), ("int8", 0.55, 0.04), ("int8-dynamic", 0.55, 0.15)]
)
def test_smaller_weights_say_nearly_the_same(
    graph: onnx.ModelProto, tmp_path: Path, weights: Weights, share: float, most: float
) -> None:
    given = windows(120)
    whole, small = (logits(graph, kind, tmp_path, given) for kind in ("fp32", weights))
    assert 0 < np.abs(small - whole).max() < most * whole.std() * 4
    sizes = [(tmp_path / f"{kind}.onnx").stat().st_size for kind in (weights, "fp32")]
    assert sizes[0] < share * sizes[1]


@pytest.mark.parametrize("weights", BY_ITSELF)
def test_a_number_is_judged_by_itself(graph: onnx.ModelProto, tmp_path: Path, weights: Weights) -> None:
    given = windows(120)
    first = len(given[0].values)
    loud = [Window(w.ids, w.values * 1e3) for w in given[1:]]
    alone = logits(graph, weights, tmp_path, given[:1])
    np.testing.assert_allclose(logits(graph, weights, tmp_path, given[:1] + loud)[:first], alone, atol=1e-5)


def test_the_fastest_that_lose_little_are_chosen() -> None:
    def measured(nll: float, milliseconds: float) -> Measurement:
        return Measurement(nll, lmae=0.2, e_acc=0.8, milliseconds=milliseconds, numbers=10)

    small = dict.fromkeys(WEIGHTS, 1000)
    figures: dict[Weights, Measurement] = {
        "fp32": measured(1.0, 20),
        "bf16": measured(1.001, 19),
        "int8": measured(1.005, 10),
        "int8-dynamic": measured(1.0, 5),
    }
    assert choose(small, figures) == "int8"
    assert choose(small, figures | {"int8": measured(1.02, 10)}) == "bf16"
    assert (
        choose(small | {"fp32": LARGEST + 1, "bf16": LARGEST + 1}, figures | {"int8": measured(2, 10)})
        == "int8"
    )
    assert choose(small, {}) == "fp32"
    assert choose(small | {"fp32": LARGEST + 1}, {}) == "bf16"
    assert choose({"int8-dynamic": 5}, {}) == "int8-dynamic"


def test_what_is_lost_is_the_worst_of_all_metrics() -> None:
    reference = Measurement(nll=2.0, lmae=0.2, e_acc=0.8, milliseconds=1, numbers=1)
    assert Measurement(1.9, 0.21, 0.9, 1, 1).lost(reference) == pytest.approx(0.05)
    assert Measurement(2.0, 0.1, 0.79, 1, 1).lost(reference) == pytest.approx(0.0125)
