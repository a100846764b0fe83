"""Two processes that `accelerate launch` starts do what one does."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from runs import QUICK, metrics_in, quick_run, small_config

from numerate.training.nn import NumberModel


def test_two_processes_train_like_one(folder: Path, tmp_path: Path):
    # Without dropout nothing is drawn at random in a step, so the same batches give the same gradients.
    config, changes = (
        small_config(dropout=0.0),
        {"batch_size": 8, "epochs": 3, "scratch_rate": 0.01, "patience": None},
    )
    (tmp_path / "config.json").write_text(json.dumps(config.to_dict()))
    launch = [sys.executable, "-m", "accelerate.commands.launch", "--multi_gpu", "--num_processes", "2"]
    launch += ["--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no"]
    command = [str(Path(sys.executable).with_name("numerate")), "train", str(tmp_path / "config.json")]
    command += ["--data", str(folder), "--out", str(tmp_path / "two"), "--format", "json"]
    command += [part for name, value in changes.items() for part in ("--set", f"{name}={json.dumps(value)}")]
    ran = subprocess.run(
        [*launch, "--main_process_port", "0", *command],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"OMP_NUM_THREADS": "1", "ACCELERATE_USE_CPU": "true"},
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    one = quick_run(folder, tmp_path / "one", config, QUICK)
    assert len(ran.stdout.splitlines()) == 1  # only one of them speaks
    two = json.loads(ran.stdout)
    assert json.loads((tmp_path / "two" / "training.json").read_text())["processes"] == {"count": 2}
    for mine, theirs in zip(metrics_in(tmp_path / "one"), metrics_in(tmp_path / "two"), strict=True):
        assert theirs == pytest.approx(mine, rel=1e-4)
    assert two["valid_loss"] == pytest.approx(one.valid_loss, rel=1e-4)
    weights, others = (NumberModel.from_pretrained(tmp_path / n).state_dict() for n in ("one", "two"))
    for name, tensor in weights.items():
        assert tensor.numpy() == pytest.approx(others[name].numpy(), abs=1e-4), name
