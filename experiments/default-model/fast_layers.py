"""Rewrite the layers of exported graphs as `numerate export` writes them: the same results in less time.

    .venv/bin/python experiments/default-model/fast_layers.py src/numerate/models/*/model.onnx --heads 12

Graphs that have these layers already stay as they are.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx

from numerate.training.export.layers import with_fast_layers

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graphs", type=Path, nargs="+")
    parser.add_argument("--heads", type=int, required=True, help="attention heads of a layer")
    given = parser.parse_args()
    for graph in given.graphs:
        onnx.save(with_fast_layers(onnx.load(graph), given.heads), graph)
        print(graph, len(onnx.load(graph).graph.node), "nodes")
