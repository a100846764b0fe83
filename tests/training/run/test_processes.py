"""Two processes train like one; docs/clusters.md starts them as users do, with `accelerate launch`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.torch import load_file

from numerate.training.nn import NumberModel
from numerate.training.run.processes import Processes
from tests.commands import quick_command
from tests.training.run import distributed_runs
from tests.training.runs import interrupt, metrics_in, quick_run


@pytest.fixture(scope="module")
def single(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs of one process."""
    home = tmp_path_factory.mktemp("single")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numerate.training.run.loop.REPORT_EVERY", 3)
        quick_run(folder, home / "plain", distributed_runs.CONFIG)
        quick_run(folder, home / "streamed", distributed_runs.CONFIG, distributed_runs.STREAMED)
    return home


@pytest.fixture(scope="module")
def pair(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs of two processes, all of them in one start."""
    home = tmp_path_factory.mktemp("pair")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numerate.training.run.loop.REPORT_EVERY", 3)
        for name in ("one-two", "one-two-sharded", "different-0"):
            interrupt(distributed_runs.IN_AN_EPOCH, folder, home / name, distributed_runs.CONFIG)
    command = [quick_command(), "-m", distributed_runs.__name__, folder, home]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    assert ran.returncode == 0, ran.stderr[-5000:]
    return home


def assert_same_run(run: Path, expected: Path) -> None:
    for metrics, expected_metrics in zip(metrics_in(run), metrics_in(expected), strict=True):
        assert metrics == pytest.approx(expected_metrics, rel=1e-4)
    weights, others = (NumberModel.from_pretrained(path).state_dict() for path in (expected, run))
    for name, tensor in weights.items():
        # A key's bias cancels out in the softmax: its gradient is rounding error, which Adam scales up.
        if name.endswith("key.bias"):
            continue
        assert tensor.numpy() == pytest.approx(others[name].numpy(), abs=1e-4), name


@pytest.mark.parametrize("name", ["plain", "sharded"])
def test_two_processes_compute_the_gradients_of_one(folder: Path, pair: Path, name: str):
    expected = distributed_runs.gradients(folder, Processes.join("cpu"))
    gradients = load_file(pair / f"gradients-{name}.safetensors")
    assert gradients.keys() == expected.keys()
    assert max(float(tensor.abs().max()) for tensor in expected.values()) > 0.01
    for parameter, tensor in expected.items():
        assert gradients[parameter].numpy() == pytest.approx(tensor.numpy(), rel=1e-4, abs=1e-6), parameter


@pytest.mark.parametrize("name", ["plain", "sharded", "one-two", "one-two-sharded"])
def test_two_processes_train_like_one_also_from_its_checkpoint(single: Path, pair: Path, name: str):
    assert_same_run(pair / name, single / "plain")
    assert json.loads((pair / name / "training.json").read_text())["processes"] == 2


@pytest.mark.parametrize(("name", "step"), [("two-one", 9), ("two-one-sharded", 8)])
def test_one_process_resumes_from_a_checkpoint_of_two(
    folder: Path, single: Path, pair: Path, name: str, step: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("numerate.training.run.loop.REPORT_EVERY", 3)
    (checkpoint,) = (pair / name).glob("checkpoint-*")
    assert checkpoint.name == f"checkpoint-{step:09d}"
    quick_run(folder, pair / name, distributed_runs.CONFIG)
    assert_same_run(pair / name, single / "plain")


def test_two_processes_stream_the_batches_of_one(single: Path, pair: Path):
    assert_same_run(pair / "streamed", single / "streamed")


def test_buffers_are_not_sharded(pair: Path):
    assert NumberModel.from_pretrained(pair / "masked").state_dict()["head.mean"].isfinite().all()


def test_processes_with_different_checkpoints_raise_an_error(pair: Path):
    for index in range(2):
        message = (pair / f"different-{index}" / "error.txt").read_text()
        assert "the processes of this run read different data" in message
        assert "put both on a file system that all machines share" in message


def test_a_process_that_exits_at_once_prints_all_and_runs_no_shutdown():
    script = (
        "import atexit\n"
        "from numerate.training.run.processes import exit_at_once\n"
        "atexit.register(print, 'shutdown')\n"
        "print('printed')\n"
        "exit_at_once()\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "printed\n", "")
