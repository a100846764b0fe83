"""Tiny networks, a small vocabulary, and texts with numbers of all magnitudes."""

from itertools import product
from typing import get_args

import numpy as np
import torch

from numerate.training.nn import Batch, ModelConfig, NumberModel, TokenizedInstance
from numerate.training.nn.config import HEADS, Encoder, Input, Objective

WORDS = ["[PAD]", "[UNK]", "[CLS]", *(f"word{i}" for i in range(37))]
NUMBER_ID = len(WORDS)
TINY = {
    "model_type": "bert",
    "vocab_size": len(WORDS),
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 48,
}
TRAINING_NUMBERS = np.geomspace(0.1, 9e15, 200)


def tiny_config(**changes: object) -> ModelConfig:
    return ModelConfig(**{"pretrained": False, "architecture": TINY, "components": 7, **changes})


def tiny_model(**changes: object) -> NumberModel:
    """A model in eval mode with reproducible random weights."""
    torch.manual_seed(0)
    model = NumberModel.from_config(tiny_config(**changes))
    model.fit(TRAINING_NUMBERS)
    return model.eval()


def make_instances(numbers: list[list[float]], seed: int = 0) -> list[TokenizedInstance]:
    """One instance for each list of numbers, with the numbers at random places among random words."""
    rng = np.random.default_rng(seed)
    instances = []
    for values in numbers:
        ids = rng.integers(3, len(WORDS), size=len(values) + int(rng.integers(4, 12)))
        ids[rng.choice(np.arange(1, len(ids)), len(values), replace=False)] = NUMBER_ID
        ids[0] = WORDS.index("[CLS]")
        instances.append(TokenizedInstance(ids, np.array(values)))
    return instances


WHOLE_RANGE = [[3.0, 2019.0, 1e15, 0.25, 47.5], [12.0, 5e6], [], [0.1, 9.999e15, 1.0], [999.999]]


def make_batch(
    model: NumberModel, numbers: list[list[float]] = WHOLE_RANGE, row_length: int | None = None
) -> Batch:
    """A batch with reproducible draws."""
    generator = torch.Generator().manual_seed(0)
    batch = model.collator(row_length)(make_instances(numbers))
    return batch.with_draws(torch.from_numpy(TRAINING_NUMBERS), generator)


def combinations() -> list[dict[str, str]]:
    """Valid combinations of encoder and objective: every head with one input, every input with two heads."""
    names = ("encoder", "input", "head", "objective")
    choices = (get_args(Encoder), get_args(Input), HEADS, get_args(Objective))
    combinations = (dict(zip(names, combination, strict=True)) for combination in product(*choices))
    return [
        combination
        for combination in combinations
        if _is_allowed(combination)
        and (combination["input"] == "exponent" or combination["head"] in ("dexp", "digits"))
    ]


def _is_allowed(combination: dict[str, str]) -> bool:
    try:
        tiny_config(**combination)
    except ValueError:
        return False
    return True


COMBINATIONS = combinations()
"""`test_config` counts them, so that validation cannot silently refuse valid ones."""
