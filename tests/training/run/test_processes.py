"""Several processes do what one does; docs/clusters.md starts them as users do, with `accelerate launch`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from safetensors.torch import load_file

from numerate.training.nn import NumberModel
from numerate.training.run.processes import Processes
from tests.training import together
from tests.training.runs import break_off, metrics_in, quick_run


@pytest.fixture(scope="module")
def one(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runs of one process."""
    home = tmp_path_factory.mktemp("one")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numerate.training.run.loop.LOOK_EVERY", 3)
        quick_run(folder, home / "plain", together.CONFIG)
        quick_run(folder, home / "streamed", together.CONFIG, together.STREAMED)
    return home


@pytest.fixture(scope="module")
def two(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What two processes do, all of it with one start of them."""
    home = tmp_path_factory.mktemp("two")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numerate.training.run.loop.LOOK_EVERY", 3)
        for name in ("one-two", "one-two-sharded", "apart-0"):
            break_off(together.IN_AN_EPOCH, folder, home / name, together.CONFIG)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [*launcher, together.__file__, str(folder), str(home)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=240, env=environment)
    assert ran.returncode == 0, ran.stderr[-5000:]
    return home


def assert_same_run(found: Path, expected: Path) -> None:
    for mine, theirs in zip(metrics_in(expected), metrics_in(found), strict=True):
        assert theirs == pytest.approx(mine, rel=1e-4)
    weights, others = (NumberModel.from_pretrained(path).state_dict() for path in (expected, found))
    for name, tensor in weights.items():
        # A key's bias cancels out in the softmax: its gradient is rounding, which Adam makes as large as any.
        if name.endswith("key.bias"):
            continue
        assert tensor.numpy() == pytest.approx(others[name].numpy(), abs=1e-4), name


@pytest.mark.parametrize("name", ["plain", "sharded"])
def test_the_gradients_of_two_are_those_of_one(folder: Path, two: Path, name: str):
    expected = together.gradients(folder, Processes.join("cpu"))
    found = load_file(two / f"gradients-{name}.safetensors")
    assert found.keys() == expected.keys()
    assert max(float(tensor.abs().max()) for tensor in expected.values()) > 0.01
    for parameter, tensor in expected.items():
        assert found[parameter].numpy() == pytest.approx(tensor.numpy(), rel=1e-4, abs=1e-6), parameter


@pytest.mark.parametrize("name", ["plain", "sharded", "one-two", "one-two-sharded"])
def test_two_train_like_one_from_the_start_or_from_where_one_broke_off(one: Path, two: Path, name: str):
    assert_same_run(two / name, one / "plain")
    assert json.loads((two / name / "training.json").read_text())["processes"] == 2


@pytest.mark.parametrize(("name", "step"), [("two-one", 9), ("two-one-sharded", 8)])
def test_one_goes_on_from_where_two_broke_off(
    folder: Path, one: Path, two: Path, name: str, step: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("numerate.training.run.loop.LOOK_EVERY", 3)
    (checkpoint,) = (two / name).glob("checkpoint-*")
    assert checkpoint.name == f"checkpoint-{step:09d}"
    quick_run(folder, two / name, together.CONFIG)
    assert_same_run(two / name, one / "plain")


def test_what_two_read_from_disk_is_what_one_does(one: Path, two: Path):
    assert_same_run(two / "streamed", one / "streamed")


def test_what_is_fitted_before_training_is_not_spread_and_comes_whole(two: Path):
    assert NumberModel.from_pretrained(two / "masked").state_dict()["head.mean"].isfinite().all()


def test_two_that_do_not_find_the_same_checkpoint_say_so(two: Path):
    for index in range(2):
        message = (two / f"apart-{index}" / "error.txt").read_text()
        assert "do not find the same in" in message
        assert "put both where all machines see them" in message
