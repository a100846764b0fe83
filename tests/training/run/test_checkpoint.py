"""Runs resume exactly from their checkpoints; weights of several checkpoints are averaged."""

import json
from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file, save_file

from numerate.errors import ModelFolderError, TrainingError
from numerate.training.run.checkpoint import BestWeights, Checkpoints, RunState, average, check_same_run

RUN = {"recipe": {"rate": 0.1, "seed": 0}, "data": {"digest": "abc"}}
STATE = RunState(step=3, seconds=1.5, first_loss=2.0, best_loss=1.0, best_epoch=1, epochs=[{"loss": 1.0}])


class Learner:
    """A small model that takes the same training step again and again."""

    def __init__(self, seed=0):
        torch.manual_seed(seed)
        self.model = torch.nn.Linear(3, 2)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=0.1)
        self.best = BestWeights()

    def learn(self, steps):
        for _ in range(steps):
            self.optimizer.zero_grad()
            self.model(torch.ones(3)).square().sum().backward()
            self.optimizer.step()
        return self

    def weights(self):
        return self.model.weight.detach().clone()

    def save(self, checkpoints, state=STATE):
        checkpoints.save(self.model, self.optimizer, self.best, state)

    def load(self, checkpoints):
        return checkpoints.load(self.model, self.optimizer, self.best)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_resumed_run_reaches_the_same_weights(tmp_path):
    whole = Learner().learn(3)
    whole.best.keep(whole.model)
    whole.save(Checkpoints(tmp_path, RUN))
    other = Learner(seed=5)
    assert other.load(Checkpoints(tmp_path, RUN)) == STATE
    assert torch.equal(other.weights(), whole.weights())
    assert torch.equal(other.best.weights["weight"], whole.best.weights["weight"])
    assert torch.equal(other.learn(4).weights(), whole.learn(4).weights())


def test_loading_without_a_checkpoint_changes_nothing(tmp_path):
    learner = Learner()
    before = learner.weights()
    assert learner.load(Checkpoints(tmp_path / "nowhere", RUN)) is None
    assert torch.equal(learner.weights(), before)


def test_a_checkpoint_before_the_first_epoch_has_no_best_weights(tmp_path):
    Learner().learn(1).save(Checkpoints(tmp_path, RUN))
    other = Learner()
    other.best.keep(other.model)
    other.load(Checkpoints(tmp_path, RUN))
    assert other.best.weights is None


def test_only_the_newest_checkpoint_is_kept(tmp_path):
    learner, checkpoints = Learner(), Checkpoints(tmp_path, RUN)
    for step in (9, 10, 100):
        learner.learn(1).save(checkpoints, replace(STATE, step=step))
        assert names(tmp_path) == [f"checkpoint-{step:09d}"]
    assert Learner().load(checkpoints).step == 100


def test_the_newest_checkpoint_is_loaded(tmp_path):
    """A run may be killed after it wrote a checkpoint and before it deleted the previous one."""
    for step in (100, 99):
        Learner().save(Checkpoints(tmp_path / str(step), RUN), replace(STATE, step=step))
    (tmp_path / "99" / "checkpoint-000000099").rename(tmp_path / "100" / "checkpoint-000000099")
    assert Learner().load(Checkpoints(tmp_path / "100", RUN)).step == 100


def test_a_step_is_written_once(tmp_path):
    checkpoints = Checkpoints(tmp_path, RUN)
    first = Learner()
    first.save(checkpoints)
    Learner(seed=1).save(checkpoints)
    again = Learner(seed=2)
    again.load(checkpoints)
    assert torch.equal(again.weights(), first.weights())


def test_only_the_main_process_writes_checkpoints(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN, writes=False))
    assert names(tmp_path) == []


def test_incomplete_checkpoints_are_ignored_and_removed(tmp_path):
    (tmp_path / ".checkpoint-000000009.unfinished").mkdir()
    checkpoints = Checkpoints(tmp_path, RUN)
    assert Learner().load(checkpoints) is None
    Learner().save(checkpoints)
    (tmp_path / "model.safetensors").write_text("a finished model")
    checkpoints.remove()
    assert names(tmp_path) == ["model.safetensors"]


@pytest.mark.parametrize(
    "name", ["state.json", "model.safetensors", "optimizer.safetensors", "best.safetensors"]
)
@pytest.mark.parametrize(
    "damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: b"{}"]
)
def test_a_damaged_checkpoint_raises_an_error(tmp_path, name, damage):
    learner = Learner().learn(1)
    learner.best.keep(learner.model)
    learner.save(Checkpoints(tmp_path, RUN))
    [path] = tmp_path.glob(f"checkpoint-*/{name}")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TrainingError, match=r"checkpoint-000000003 is damaged \(.*; delete .* to start over"):
        Learner().load(Checkpoints(tmp_path, RUN))


def test_a_checkpoint_of_another_model_is_refused(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN))
    other = torch.nn.Linear(4, 2)
    with pytest.raises(TrainingError, match="damaged"):
        Checkpoints(tmp_path, RUN).load(other, torch.optim.AdamW(other.parameters()), BestWeights())


def test_a_checkpoint_of_other_settings_is_refused_and_kept(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN))
    learner = Learner(seed=1)
    before = learner.weights()
    other = {**RUN, "recipe": {"rate": 0.2, "seed": 0}}
    with pytest.raises(TrainingError, match=r"recipe: rate was 0\.1, is 0\.2.*--out"):
        learner.load(Checkpoints(tmp_path, other))
    assert torch.equal(learner.weights(), before)
    assert len(names(tmp_path)) == 1


@pytest.mark.parametrize(
    ("recorded", "run", "difference"),
    [
        ({"a": {"x": 1}}, {"a": {"x": 1}}, None),
        ({"a": {"x": 1}}, {"a": {"x": 2}}, "a: x was 1, is 2"),
        ({"a": {"x": 1}}, {"a": {}}, "a: x was 1, is None"),
        ({"a": {}}, {"a": {"x": 1}}, "a: x was None, is 1"),
        ({}, {"a": {"x": 1}}, "a: x was None, is 1"),
        ({"a": {}}, {"a": {"x": None}}, None),
        ({"a": {"x": None}}, {"a": {}}, None),
    ],
)
def test_check_same_run_names_the_first_difference(tmp_path, recorded, run, difference):
    if difference is None:
        check_same_run(tmp_path, recorded, run)
    else:
        with pytest.raises(TrainingError, match=difference):
            check_same_run(tmp_path, recorded, run)


def test_best_weights_are_restored():
    learner = Learner()
    learner.best.restore(learner.model)  # there are none yet
    learner.best.keep(learner.model)
    before = learner.weights()
    learner.learn(2)
    assert not torch.equal(learner.weights(), before)
    learner.best.restore(learner.model)
    assert torch.equal(learner.weights(), before)


def test_the_state_is_readable_json(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN))
    [path] = tmp_path.glob("checkpoint-*/state.json")
    content = json.loads(path.read_text())
    assert content["run"] == RUN
    assert RunState(**content["state"]) == STATE


RECIPE = {"epochs": 4}
EPOCHS = [{"epoch": 1, "valid_loss": 2.0}]


@pytest.fixture
def finished(tmp_path):
    folder = tmp_path / "finished"
    folder.mkdir()
    save_file({"weight": torch.tensor([[1.0, 4.0]])}, folder / "model.safetensors")
    record = {"recipe": RECIPE, "epochs": EPOCHS, "best_epoch": 1, "valid_loss": 2.0, "seconds": 3}
    (folder / "training.json").write_text(json.dumps(record))
    (folder / "config.json").write_text("{}")
    return folder / "model.safetensors"


@pytest.fixture
def stopped(tmp_path):
    model = torch.nn.Linear(2, 1, bias=False)
    optimizer = torch.optim.SGD(model.parameters())
    with torch.no_grad():
        model.weight.copy_(torch.tensor([[3.0, 2.0]]))
        best = BestWeights()
        best.keep(model)
        model.weight.copy_(torch.tensor([[8.0, 0.0]]))
    state = RunState(step=7, best_loss=1.5, best_epoch=1, epochs=EPOCHS)
    Checkpoints(tmp_path / "stopped", {"recipe": RECIPE}).save(model, optimizer, best, state)
    return tmp_path / "stopped" / "checkpoint-000000007"


def test_an_average_has_the_files_of_the_first_and_a_record_of_all(tmp_path, finished, stopped):
    sources = [finished, stopped / "best.safetensors", stopped / "model.safetensors"]
    average(sources, tmp_path / "mean")
    assert sorted(path.name for path in (tmp_path / "mean").iterdir()) == [
        "config.json",
        "model.safetensors",
        "training.json",
    ]
    assert load_file(tmp_path / "mean" / "model.safetensors")["weight"].tolist() == [[4.0, 2.0]]
    assert json.loads((tmp_path / "mean" / "training.json").read_text())["mean_of"] == [
        {"recipe": RECIPE, "epochs": EPOCHS, "best_epoch": 1, "valid_loss": 2.0},
        {"recipe": RECIPE, "epochs": EPOCHS, "best_epoch": 1, "valid_loss": 1.5},
        {"recipe": RECIPE, "epochs": EPOCHS, "step": 7},
    ]


def test_weights_of_another_network_or_without_a_record_are_not_averaged(tmp_path, finished, stopped):
    other = tmp_path / "other"
    other.mkdir()
    (other / "training.json").write_text(finished.with_name("training.json").read_text())
    save_file({"weight": torch.zeros(3, 1)}, other / "model.safetensors")
    with pytest.raises(ModelFolderError, match="other names or shapes"):
        average([finished, other / "model.safetensors"], tmp_path / "mean")
    (other / "model.safetensors").write_bytes(b"cut off")
    with pytest.raises(ModelFolderError, match="is damaged"):
        average([other / "model.safetensors"], tmp_path / "mean")
    (other / "training.json").unlink()
    with pytest.raises(ModelFolderError, match="no readable"):
        average([other / "model.safetensors"], tmp_path / "mean")
    assert not (tmp_path / "mean").exists()
    with pytest.raises(ModelFolderError, match="exists already"):
        average([finished], stopped)
