"""Average the weights of trained networks that began with the same weights.

python experiments/claim_reader/average.py OUT/s1 OUT/s2 OUT/soup
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

sys.path[:0] = [str(Path(__file__).parent)]
from train import parts_of  # noqa: E402


def average(states: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
    """Return the mean of each weight."""
    return {name: torch.stack([state[name].float() for state in states]).mean(0).half() for name in states[0]}


def load(name: Path) -> dict[str, Tensor]:
    """Read the weights of a network from all its parts."""
    parts = (torch.load(file, weights_only=True) for file in sorted(name.parent.glob(f"{name.name}.*.pt")))
    return {key: value for part in parts for key, value in part.items()}


if __name__ == "__main__":
    *names, out = map(Path, sys.argv[1:])
    for i, part in enumerate(parts_of(average([load(name) for name in names]))):
        torch.save(part, out.with_name(f"{out.name}.{i}.pt"))
