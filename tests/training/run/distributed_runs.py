"""The runs of `test_processes` in each of two processes: `python -m … DATA OUT`.

Both are forked from one that has PyTorch loaded, with the environment that `accelerate launch` gives to its
processes: that it starts them, too, is tested by docs/clusters.md.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import traceback
from dataclasses import replace
from pathlib import Path

import torch
from safetensors.torch import save_file
from torch import Tensor

from numerate.training.batches.corpus import Corpus
from numerate.training.nn import NumberModel
from numerate.training.run import loop
from numerate.training.run.engine import Engine
from numerate.training.run.processes import Processes, exit_at_once, gather, leave_process_group
from tests.training.runs import QUICK, interrupt, quick_run, small_config

loop.REPORT_EVERY = 3

# Without dropout a step has no randomness, so the same batches give the same gradients.
CONFIG = small_config(dropout=0.0, architecture=small_config().architecture | {"num_hidden_layers": 2})
MASKED = small_config(dropout=0.0, objective="masked", head="gmm", components=3)
STREAMED = replace(QUICK, window=16)
# Checkpoints are written at steps 3, 6, 8 (the end of the first epoch) and 9.
AT_EPOCHS_END, IN_AN_EPOCH = 3, 4


def gradients(data: Path, processes: Processes) -> dict[str, Tensor]:
    """Compute the gradients of the last batch of an epoch, which is not full."""
    torch.manual_seed(0)
    train = Corpus.load(data).train
    engine = Engine(NumberModel.from_config(CONFIG), replace(QUICK, clip=None), processes, train.values)
    loader = engine.loader(train, engine.layout([train.sizes]))
    gradients: dict[str, Tensor] = {}

    def keep(*_: object) -> None:
        parameters = engine.model.named_parameters()
        gradients.update(gather({name: p.grad for name, p in parameters if p.grad is not None}))

    engine.optimizer.register_step_pre_hook(keep)
    engine.step(list(loader.epoch([0]))[-1], 0, 1.0)
    return gradients


def main(data: Path, out: Path) -> None:
    for name, sharded in (("plain", False), ("sharded", True)):
        processes = Processes.join("cpu", sharded)
        tensors = gradients(data, processes)
        if processes.is_main:
            save_file(tensors, out / f"gradients-{name}.safetensors")
    quick_run(data, out / "plain", CONFIG)
    quick_run(data, out / "sharded", CONFIG, sharded=True)
    quick_run(data, out / "masked", MASKED, sharded=True)
    quick_run(data, out / "streamed", CONFIG, STREAMED)
    # Started by one process and finished by two, and the other way round.
    quick_run(data, out / "one-two", CONFIG)
    quick_run(data, out / "one-two-sharded", CONFIG, sharded=True)
    interrupt(IN_AN_EPOCH, data, out / "two-one", CONFIG)
    interrupt(AT_EPOCHS_END, data, out / "two-one-sharded", CONFIG, sharded=True)
    try:
        quick_run(data, out / f"different-{processes.index}", CONFIG)
    except ValueError as error:
        (out / f"different-{processes.index}" / "error.txt").write_text(str(error))


def fork(index: int, port: int, *arguments: Path) -> int:
    """Start one of two processes; return its id."""
    process = os.fork()
    if process:
        return process
    os.environ.update(
        {"WORLD_SIZE": "2", "RANK": str(index), "LOCAL_RANK": str(index)},
        MASTER_ADDR="127.0.0.1",
        MASTER_PORT=str(port),
    )
    try:
        main(*arguments)
        leave_process_group()
        exit_at_once()
    except BaseException:
        traceback.print_exc()
    os._exit(1)


if __name__ == "__main__":
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    processes = {fork(index, port, *map(Path, sys.argv[1:])) for index in range(2)}
    while processes:
        process, status = os.wait()
        processes.discard(process)
        if status:  # the other would wait for it
            for other in processes:
                os.kill(other, signal.SIGKILL)
            sys.exit(1)
