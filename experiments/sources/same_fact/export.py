"""Write the trained network as the model that ships.

    python experiments/sources/same_fact/export.py OUT/NAME --start minilm.npz --data FOLDER --out FOLDER

FOLDER of --data has the validation files of `mine.py`, for the ranges of activations.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch

sys.path[:0] = [str(Path(__file__).parent)]
from network import SameFactNetwork  # noqa: E402
from train import INPUTS, digits_of, read_minilm, read_parts  # noqa: E402
from windows import Builder, collate, read  # noqa: E402

from numerate.training.export.weights import activation_ranges, with_weights  # noqa: E402


def load(name: Path, start: Path, layers: int) -> SameFactNetwork:
    """Return the trained network, with MiniLM's word embeddings."""
    model = SameFactNetwork(layers)
    words = read_minilm(start)["embeddings.word_embeddings.weight"]
    model.load_state_dict({**read_parts(name), "words.weight": words})
    return model.eval()


def feeds(
    folder: Path, digits: frozenset[int], most: int = 300
) -> Iterator[dict[str, npt.NDArray[np.int64]]]:
    """Yield mined windows as inputs of the graph, one by one."""
    builder = Builder(None, digits, 0)
    stretches = read(sorted(folder.glob("valid-*.xz")))
    for stretch in stretches[:: max(1, len(stretches) // most)]:
        window = builder.repeated(stretch, stretch["targets"][0])
        if window is not None:
            batch = collate([window])
            yield {name: batch[name] for name in INPUTS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, default=Path("src/numerate/models/default/tokenizer.json"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", default="int8-static")
    given = parser.parse_args()
    model = load(given.trained, given.start, given.layers)
    windows = list(feeds(given.data, digits_of(given.tokenizer)))
    example = tuple(torch.from_numpy(windows[0][name]) for name in INPUTS)
    axes = {"ids": {0: "B", 1: "L"}, "kinds": {0: "B", 1: "L"}, "places": {0: "B", 1: "F"}}
    axes |= {name: {0: "B"} for name in ("draft", "lengths", "asked")} | {"scores": {0: "B", 1: "G"}}
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.onnx"
        torch.onnx.export(
            model,
            example,
            file,
            input_names=list(INPUTS),
            output_names=["scores"],
            dynamic_axes=axes,
            dynamo=False,
        )
        whole = onnx.load(file)
        ranges = activation_ranges(whole, iter(windows)) if given.weights == "int8-static" else None
        onnx.save(with_weights(whole, given.weights, ranges), given.out / "model.onnx")
    print(given.out / "model.onnx", (given.out / "model.onnx").stat().st_size)


if __name__ == "__main__":
    main()
