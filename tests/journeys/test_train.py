"""What a user does with `numerate train`, with the command as installed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from numerate.cli import main

COMMAND = Path(sys.executable).with_name("numerate")
NETWORK = {
    "model_type": "bert",
    "vocab_size": 30522,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": 64,
}
CONFIG = {"pretrained": False, "architecture": NETWORK, "objective": "leave-one-out", "head": "dexp"}
SETTINGS = ["--set", "epochs=5", "--set", "batch_size=2", "--set", "scratch_rate=0.003"]


def start(*args: str | Path) -> subprocess.Popen[str]:
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([COMMAND, *map(str, args)], text=True, env=environment, **pipes)


def numerate(*args: str | Path) -> tuple[int, str, str]:
    process = start(*args)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A prepared corpus and a model's configuration."""
    home = tmp_path_factory.mktemp("train")
    with (home / "stories.jsonl").open("w") as file:
        for i in range(120):
            text = f"Sales of branch {i} rose {i % 17}.5 percent to ${1 + i % 40} million in {1990 + i % 30}."
            file.write(json.dumps({"text": text}) + "\n")
    (home / "config.json").write_text(json.dumps(CONFIG))
    status, _, err = numerate("prepare", home / "stories.jsonl", "--out", home / "data", "--processes", "1")
    assert status == 0, err
    return home


def train(home: Path, out: str, *more: str) -> list[str | Path]:
    return ["train", home / "config.json", "--data", home / "data", "--out", home / out, *SETTINGS, *more]


def last_step(folder: Path) -> int:
    """The last step that a run has told of."""
    metrics = folder / "metrics.jsonl"
    lines = metrics.read_text().splitlines() if metrics.exists() else []
    return json.loads(lines[-1])["step"] if lines else 0


def kill_after_step(home: Path, out: str, step: int) -> None:
    process = start(*train(home, out, "--checkpoint-seconds", "0"))
    deadline = time.monotonic() + 60
    while last_step(home / out) < step:
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL


def test_a_run_that_was_killed_ends_with_the_same_weights(home: Path) -> None:
    status, out, err = numerate(*train(home, "whole"))
    assert status == 0, err
    assert "validation loss" in out
    assert err.count("epoch ") == 5
    kill_after_step(home, "killed", 120)
    assert list((home / "killed").glob("checkpoint-*"))
    status, out, err = numerate(*train(home, "killed", "--format", "json"))
    assert status == 0, err
    whole, killed = ((home / name / "model.safetensors").read_bytes() for name in ("whole", "killed"))
    assert whole == killed
    assert json.loads(out)["epochs"] == json.loads((home / "whole" / "training.json").read_text())["epochs"]


@pytest.mark.parametrize(
    ("data", "change", "message"),
    [
        ("data", "epochs=0", "numerate: epochs=0: must be a whole number over 0\n"),
        ("nowhere", "epochs=1", "numerate: nowhere: no prepared instances here; make them with `numerate"),
    ],
)
def test_what_is_in_the_way_is_said_in_one_line(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    data: str,
    change: str,
    message: str,
) -> None:
    monkeypatch.chdir(home)
    command = ["numerate", "train", "config.json", "--data", data, "--out", "out", "--set", change]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as end:
        main()
    out, err = capsys.readouterr()
    assert err.startswith(message)
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)
