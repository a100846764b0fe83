from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.testing as npt
import onnx
import torch

from numerate.model.network import Network, Window, open_backend
from numerate.training.export.graph import drop_positions_after, to_onnx
from numerate.training.nn import NumberModel, TokenizedInstance

NUMBERS = [[3.0, 2019.0, 1e15, 0.25, 47.5], [12.0, 5e6], [], [1e-6, 9.999e15, 0.0], [999.999, np.nan]]


def windows(number_id: int) -> list[Window]:
    rng = np.random.default_rng(3)
    windows = []
    for values in NUMBERS:
        ids = rng.integers(3, 90, len(values) + rng.integers(4, 20))
        ids[rng.choice(np.arange(1, len(ids)), len(values), replace=False)] = number_id
        windows.append(Window(ids, np.array(values)))
    return windows


def test_the_exported_graph_agrees_with_torch(tiny_checkpoint: Path, tmp_path: Path) -> None:
    model: NumberModel = NumberModel.from_pretrained(tiny_checkpoint)
    onnx.save(to_onnx(model, 64), tmp_path / "model.onnx")
    compare(model, tmp_path / "model.onnx")


def test_the_committed_tiny_model_agrees_with_its_checkpoint(
    tiny_checkpoint: Path, tiny_folder: Path
) -> None:
    compare(NumberModel.from_pretrained(tiny_checkpoint), tiny_folder / "model.onnx")
    tokenizer, committed = (
        (folder / "tokenizer.json").read_text() for folder in (tiny_checkpoint, tiny_folder)
    )
    assert json.loads(tokenizer) == json.loads(committed)


def test_the_exported_graph_of_another_family_agrees_with_torch(
    tiny_checkpoint: Path, tmp_path: Path
) -> None:
    config = NumberModel.from_pretrained(tiny_checkpoint).config
    small = config.architecture | {"num_hidden_layers": 1}
    torch.manual_seed(1)
    other = replace(config, architecture=small, head="dexp", input="exponent")
    model: NumberModel = NumberModel.from_config(other).eval()
    onnx.save(to_onnx(model, 64), tmp_path / "model.onnx")
    compare(model, tmp_path / "model.onnx")


def compare(model: NumberModel, file: Path) -> None:
    """Check that the distributions of torch and of numpy agree to 1e-4."""
    graph = open_backend(file, threads=1)
    network = Network(graph, model.config.head, model.config.support, model.number_id)
    given = windows(model.number_id)
    batch = model.collator()([TokenizedInstance(*window) for window in given])
    distributions = network.distributions(given)
    values = np.array([0.5, 3.0, 42.0, 2016.0, 1.5e9, 7e-6, 0.0])[:, None]
    shares = np.array([0.1, 0.3, 0.5, 0.99])[:, None]
    with torch.no_grad():
        reference = model.distributions(batch)[batch.present]
        for measure in ("linear", "log"):
            expected = reference.log_prob(values, measure).numpy()
            npt.assert_allclose(distributions.log_prob(values, measure), expected, atol=1e-4)
        npt.assert_allclose(distributions.cdf(values), reference.cdf(values).numpy(), atol=1e-4)
        # In the tails a quantile is sensitive to rounding; its probability is not.
        here, there = distributions.quantile(shares), reference.quantile(shares).numpy()
        npt.assert_allclose(distributions.cdf(there), distributions.cdf(here), atol=1e-4)


def test_unreachable_positions_are_dropped(tiny_checkpoint: Path) -> None:
    model: NumberModel = NumberModel.from_pretrained(tiny_checkpoint)
    batch = model.collator()([TokenizedInstance(*windows(model.number_id)[0])])
    with torch.no_grad():
        before = model.encode(batch, batch.values)
        drop_positions_after(model.encoder, batch.ids.shape[1])
        torch.testing.assert_close(model.encode(batch, batch.values), before)
    assert model.encoder.backbone.embeddings.position_embeddings.weight.shape[0] == batch.ids.shape[1]
