"""Turn an exported model back into a checkpoint to train from, when the checkpoint itself is gone.

    .venv/bin/python experiments/default-model/restore.py ENCODER --out FOLDER [--model FOLDER]

ENCODER is the pretrained checkpoint that the model was trained from. It gives the architecture, the tokenizer
and the position embeddings beyond the windows. Weights come back at the precision of the export, int8.
The checkpoint has styles (`numerate prepare --styles`), whether or not the exported model had them.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper

Arrays = dict[str, npt.NDArray[np.float32]]


def read_weights(file: Path) -> Arrays:
    """Read the weights of an int8-static graph by their names in the checkpoint."""
    graph = onnx.load(file).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights: Arrays = {}
    for name, array in arrays.items():
        if name.startswith("model.") and name.endswith(".int8"):
            table = name.removesuffix(".int8")
            weights[table] = array.astype(np.float32) * arrays[f"{table}.scale"]
        elif name.startswith("model."):
            weights[name] = array
    for node in graph.node:
        if node.op_type != "MatMulIntegerToFloat":
            continue
        activation = node.input[0].removesuffix(".uint8")
        matrix = arrays[node.input[1]].astype(np.float32) * arrays[node.input[3]]
        matrix *= arrays[f"{activation}.factor"][:, None]
        weights[node.input[6].removesuffix(".bias") + ".weight"] = np.ascontiguousarray(matrix.T)
    # Arrays that all numbers share are outputs of the graph, under their own names.
    for output in graph.output:
        if output.name in arrays:
            weights[f"model.head.tables.{output.name}"] = arrays[output.name]
    return {name.removeprefix("model."): array for name, array in weights.items()}


def restore(encoder: str, model: Path, out: Path) -> None:
    """Write a checkpoint with the weights of an exported model."""
    # Imported here: the weights alone are read on machines without numerate's dependencies.
    from numerate.model import folder as folders
    from numerate.training.nn import NumberModel
    from numerate.training.nn.config import preset

    config = folders.read_config(model)
    name = f"loo-{config.family}"
    fresh = NumberModel.from_config(
        replace(preset(name), checkpoint=encoder, support=config.support, styles=True)
    )
    state = fresh.state_dict()
    missing = set(state)
    for key, array in read_weights(model / folders.NETWORK).items():
        if key not in state:
            continue
        value = torch.from_numpy(array.copy())
        if "position_embeddings" in key:
            state[key][: len(value)] = value
        else:
            state[key] = value.reshape(state[key].shape)
        missing.discard(key)
    if missing:
        raise SystemExit(f"{model}: no weights for {', '.join(sorted(missing))}")
    fresh.load_state_dict(state)
    fresh.save_pretrained(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("encoder")
    parser.add_argument("--model", type=Path, default=Path("src/numerate/models/default"))
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    restore(given.encoder, given.model, given.out)
