"""User journeys with `numerate train`."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from numerate.cli import main
from tests.commands import quick_command

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
SETTINGS = ["--set", "epochs=3", "--set", "batch_size=2", "--set", "scratch_rate=0.003"]


def run(*command: str | Path) -> tuple[int, str, str]:
    process = subprocess.run(
        list(map(str, command)),
        capture_output=True,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        timeout=1800,
    )
    return process.returncode, process.stdout, process.stderr


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a prepared corpus and a model's configuration."""
    home = tmp_path_factory.mktemp("train")
    with (home / "stories.jsonl").open("w") as file:
        for i in range(120):
            text = f"Sales of branch {i} rose {i % 17}.5 percent to ${1 + i % 40} million in {1990 + i % 30}."
            file.write(json.dumps({"text": text}) + "\n")
    (home / "config.json").write_text(json.dumps(CONFIG))
    prepare = ["prepare", home / "stories.jsonl", "--out", home / "data", "--processes", "1"]
    status, _, err = run(quick_command(), *prepare)
    assert status == 0, err
    return home


def train(home: Path, out: str, *more: str) -> list[str | Path]:
    return ["train", home / "config.json", "--data", home / "data", "--out", home / out, *SETTINGS, *more]


def test_a_killed_run_resumes_to_the_same_weights(home: Path) -> None:
    status, out, err = run(quick_command(), *train(home, "whole"))
    assert status == 0, err
    assert "validation loss" in out
    assert err.count("epoch ") == 3
    killed = [quick_command(), "-m", "tests.journeys.killed_training"]
    status, _, err = run(*killed, *train(home, "killed", "--checkpoint-seconds", "0"))
    assert status == 128 + signal.SIGKILL, err
    assert len(list((home / "killed").glob("checkpoint-*"))) == 1
    assert len(list((home / "killed").glob(".checkpoint-*"))) == 1
    status, out, err = run(quick_command(), *train(home, "killed", "--format", "json"))
    assert status == 0, err
    whole, killed = ((home / name / "model.safetensors").read_bytes() for name in ("whole", "killed"))
    assert whole == killed
    assert json.loads(out)["epochs"] == json.loads((home / "whole" / "training.json").read_text())["epochs"]
    assert not list((home / "killed").glob("*checkpoint-*"))


@pytest.mark.parametrize(
    ("data", "change", "message"),
    [
        ("data", "epochs=0", "numerate: epochs=0: must be a whole number over 0\n"),
        ("nowhere", "epochs=1", "numerate: nowhere: no prepared instances here; make them with `numerate"),
    ],
)
def test_errors_are_one_line(
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
    with pytest.raises(SystemExit) as exit_:
        main()
    out, err = capsys.readouterr()
    assert err.startswith(message)
    assert (exit_.value.code, out, err.count("\n")) == (2, "", 1)
