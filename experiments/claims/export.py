"""Write the trained reader of claims as the model that ships.

python experiments/claims/export.py NAME.*.pt --out src/numerate/models/claims [--weights int8]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "default-model")]
from network import ClaimNetwork  # noqa: E402
from restore import read_weights  # noqa: E402

from numerate.training.export.weights import with_weights  # noqa: E402

DEFAULT = Path("src/numerate/models/default/model.onnx")


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
    parts = (torch.load(file, weights_only=True) for file in files)
    state = {name: value.float() for part in parts for name, value in part.items()}
    words = read_weights(DEFAULT)["encoder.backbone.embeddings.word_embeddings.weight"]
    state["words.weight"] = torch.from_numpy(words.copy())
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    model = ClaimNetwork(len(words), len(state["positions.weight"]), layers)
    model.load_state_dict(state)
    return model.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trained", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", default="int8")
    given = parser.parse_args()
    graph = Graph(load(given.trained))
    ids = torch.randint(1000, 2000, (2, 9))
    places = torch.tensor([[1, 4, 6], [2, 3, 0]])
    example = (
        ids,
        torch.tensor([9, 7]),
        places,
        torch.tensor([0, 1, 1]),
        torch.zeros(3, 4, dtype=torch.long),
    )
    names = ["ids", "lengths", "places", "window", "equations"]
    axes = {"ids": {0: "B", 1: "L"}, "lengths": {0: "B"}, "places": {0: "B", 1: "F"}, "window": {0: "E"}}
    axes |= {"equations": {0: "E"}, "logits": {0: "E"}, "sizes": {0: "B", 1: "F"}}
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.onnx"
        torch.onnx.export(
            graph,
            example,
            file,
            input_names=names,
            output_names=["logits", "sizes"],
            dynamic_axes=axes,
            dynamo=False,
        )
        onnx.save(with_weights(onnx.load(file), given.weights), given.out / "model.onnx")
    print(given.out / "model.onnx", (given.out / "model.onnx").stat().st_size)


if __name__ == "__main__":
    main()
