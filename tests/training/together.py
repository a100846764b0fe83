"""What the tests of several processes do in each of them: `torchrun … together.py DATA OUT`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from numerate.training.batches.corpus import Corpus
from numerate.training.nn import NumberModel
from numerate.training.run import loop
from numerate.training.run.engine import Engine
from numerate.training.run.processes import Processes, gather, part
from tests.training.runs import QUICK, break_off, quick_run, small_config

loop.LOOK_EVERY = 3

# Without dropout nothing is drawn at random in a step, so the same batches give the same gradients.
CONFIG = small_config(dropout=0.0, architecture=small_config().architecture | {"num_hidden_layers": 2})
MASKED = small_config(dropout=0.0, objective="masked", head="gmm", components=3)
STREAMED = replace(QUICK, window=16)
# Checkpoints at steps 3, 6, 8, where the first epoch ends and the model has been measured, and 9.
AT_EPOCHS_END, IN_AN_EPOCH = 3, 4


def gradients(data: Path, processes: Processes) -> dict[str, Tensor]:
    """Of the last batch of an epoch, which is not full."""
    torch.manual_seed(0)
    train = Corpus.load(data).train
    engine = Engine(NumberModel.from_config(CONFIG), replace(QUICK, clip=None), processes, train.values)
    loader = engine.loader(train, engine.layout([train.sizes]))
    found: dict[str, Tensor] = {}

    def keep(*_: object) -> None:
        found.update(gather({n: p.grad for n, p in engine.model.named_parameters() if p.grad is not None}))

    engine.optimizer.register_step_pre_hook(keep)
    engine.step(list(loader.epoch([0]))[-1], 0, 1.0)
    return found


def main(data: Path, out: Path) -> None:
    for name, sharded in (("plain", False), ("sharded", True)):
        processes = Processes.join("cpu", sharded)
        found = gradients(data, processes)
        if processes.is_main:
            save_file(found, out / f"gradients-{name}.safetensors")
    quick_run(data, out / "plain", CONFIG)
    quick_run(data, out / "sharded", CONFIG, sharded=True)
    quick_run(data, out / "masked", MASKED, sharded=True)
    quick_run(data, out / "streamed", CONFIG, STREAMED)
    # Begun by one process and finished by two, and the other way round.
    quick_run(data, out / "one-two", CONFIG)
    quick_run(data, out / "one-two-sharded", CONFIG, sharded=True)
    break_off(IN_AN_EPOCH, data, out / "two-one", CONFIG)
    break_off(AT_EPOCHS_END, data, out / "two-one-sharded", CONFIG, sharded=True)
    try:
        quick_run(data, out / f"apart-{processes.index}", CONFIG)
    except ValueError as error:
        (out / f"apart-{processes.index}" / "error.txt").write_text(str(error))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
    part()
