"""The mean of the weights of several checkpoints, as a model's folder.

    .venv/bin/python experiments/default-model/average.py WEIGHTS… --out FOLDER

WEIGHTS are files: `FOLDER/model.safetensors` of a trained model, `FOLDER/checkpoint-N/best.safetensors` or
`…/model.safetensors` of a run that was stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from numerate.training.run.checkpoint import average

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("weights", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    average(given.weights, given.out)
