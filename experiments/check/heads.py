"""Other heads on the bundled model's encoder, for the comparison of scores on equal terms.

    python -m experiments.check.heads PREPARED … --out FOLDER [--model FOLDER]

The heads learn from the encoder's hidden states of validation windows, as in `experiments.frozen`: DExp as
its authors train it, DExp with a learned deviation, and a digit decoder; none has an encoder of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from numerate.distributions import FAMILIES, SHIPPED, Distribution
from numerate.model import Predictor, load
from numerate.model.network import Network, Window

from ..frozen import DEFAULT, HiddenStates, train_head, training_arrays
from ..spec import Experiment, Run
from ..table9 import frozen

HEADS = ("dexp", "dexp-scaled", "digits")


def experiment(head: str) -> Experiment:
    """A head for the whole range of numbers."""
    like = frozen(head)
    return replace(like, model=replace(like.model, support=SHIPPED))  # type: ignore[type-var]


class FrozenNetwork(Network):
    """The bundled model's encoder with another head."""

    def __init__(self, states: HiddenStates, head: Any, number_id: int) -> None:
        self.states, self.head, self.number_id = states, head, number_id
        self.family = FAMILIES[head.name]

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """Return the distribution of each number of the windows, in order."""
        import torch

        kept = [window for window in windows if len(window.values)]
        width = self.head.width
        states = self.states.of(kept) if kept else np.zeros((0, width), np.float32)
        with torch.inference_mode():
            raw = {name: np.asarray(array) for name, array in self.head.raw(torch.from_numpy(states)).items()}
        return self.family.from_raw(raw, SHIPPED)


def load_head(folder: Path, name: str, model: Path) -> Predictor:
    """Load the bundled model with one of the heads instead of its own."""
    import torch
    from safetensors.torch import load_file

    from numerate.training.nn.heads import family_head

    bundled = load(model, threads=1)
    weights = load_file(folder / f"{name}.safetensors")
    width = next(w.shape[1] for key, w in weights.items() if key == "networks.logits.weight")
    head = family_head(experiment(name).model, width)  # type: ignore[arg-type]
    head.load_state_dict(weights)
    head.name, head.width = name, width  # type: ignore[assignment]
    torch.set_num_threads(1)
    bundled.network = FrozenNetwork(HiddenStates(model), head.eval(), bundled.network.number_id)
    return bundled


def main() -> None:
    from safetensors.torch import save_file

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("prepared", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=DEFAULT)
    given = parser.parse_args()
    arrays = training_arrays(HiddenStates(given.model), *given.prepared)
    given.out.mkdir(parents=True, exist_ok=True)
    for name in HEADS:
        head, training = train_head(Run(experiment(name), 0), arrays)
        save_file(head.state_dict(), given.out / f"{name}.safetensors")
        print(
            f"{name}: {training['numbers']:,} numbers, validation loss {training['valid_loss']:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
