"""Write the trained reader of claims as the model that ships.

python experiments/claim_reader/export.py OUT/NAME.*.pt --data work/claims/valid-news.npz --out FOLDER
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from torch import Tensor, nn

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "default-model")]
from network import HEADS, WORDS, ClaimNetwork, from_parts  # noqa: E402
from restore import read_weights  # noqa: E402
from train import DEFAULT, Windows  # noqa: E402

from numerate.training.export.layers import with_fast_layers  # noqa: E402
from numerate.training.export.weights import activation_ranges, with_weights  # noqa: E402

NAMES = ["ids", "lengths", "places", "window", "equations"]


class Graph(nn.Module):
    """The network from windows and equations to logits."""

    def __init__(self, model: ClaimNetwork) -> None:
        super().__init__()
        self.model = model

    def forward(
        self, ids: Tensor, lengths: Tensor, places: Tensor, window: Tensor, equations: Tensor
    ) -> tuple[Tensor, Tensor]:
        roles, sizes = self.model(ids, lengths, places)
        return self.model.score(roles, window, equations), sizes


def load(files: Sequence[Path]) -> ClaimNetwork:
    """Return the trained network, with the word embeddings of the number model."""
    return from_parts(files, torch.from_numpy(read_weights(DEFAULT)[WORDS].copy())).eval()


def feeds(file: Path, most: int = 300) -> Iterator[dict[str, npt.NDArray[np.int64]]]:
    """Yield mined windows as inputs of the graph, one by one."""
    windows = Windows([dict(np.load(file))])
    for i in range(0, len(windows), max(1, len(windows) // most)):
        batch = windows.batch(np.array([i]), "cpu")
        if len(batch.equations):
            tensors = (batch.ids, batch.lengths, batch.places, batch.window, batch.equations)
            yield dict(zip(NAMES, (tensor.numpy() for tensor in tensors), strict=True))


def trace(model: ClaimNetwork) -> onnx.ModelProto:
    """Return the graph of a network, for any number of windows, tokens, figures and equations."""
    example = (
        torch.randint(100, 200, (2, 9)),
        torch.tensor([9, 7]),
        torch.tensor([[1, 4, 6], [2, 3, 0]]),
        torch.tensor([0, 1, 1]),
        torch.zeros(3, 4, dtype=torch.long),
    )
    axes = {"ids": {0: "B", 1: "L"}, "lengths": {0: "B"}, "places": {0: "B", 1: "F"}, "window": {0: "E"}}
    axes |= {"equations": {0: "E"}, "logits": {0: "E"}, "sizes": {0: "B", 1: "F"}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.onnx"
        torch.onnx.export(
            Graph(model),
            example,
            file,
            input_names=NAMES,
            output_names=["logits", "sizes"],
            dynamic_axes=axes,
            dynamo=False,
        )
        return onnx.load(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trained", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", default="int8-static")
    parser.add_argument(
        "--data", type=Path, required=True, help="windows of `mine.py`, for the ranges of activations"
    )
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    whole = trace(load(given.trained))
    ranges = activation_ranges(whole, feeds(given.data)) if given.weights == "int8-static" else None
    graph = with_fast_layers(with_weights(whole, given.weights, ranges), HEADS)
    onnx.save(graph, given.out / "model.onnx")
    print(given.out / "model.onnx", (given.out / "model.onnx").stat().st_size)


if __name__ == "__main__":
    main()
