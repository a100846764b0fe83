"""A run that goes on from a checkpoint as if nothing had happened."""

import json
from dataclasses import replace

import pytest
import torch

from numerate.errors import TrainingError
from numerate.training.run.checkpoint import Best, Checkpoints, State, check_same_run

RUN = {"recipe": {"rate": 0.1, "seed": 0}, "data": {"digest": "abc"}}
STATE = State(step=3, seconds=1.5, first_loss=2.0, best_loss=1.0, best_epoch=1, epochs=[{"loss": 1.0}])


class Learner:
    """A small model that is taught the same thing at each step."""

    def __init__(self, seed=0):
        torch.manual_seed(seed)
        self.model = torch.nn.Linear(3, 2)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=0.1)
        self.best = Best()

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


def test_a_run_goes_on_to_the_same_weights(tmp_path):
    whole = Learner().learn(3)
    whole.best.keep(whole.model)
    whole.save(Checkpoints(tmp_path, RUN))
    other = Learner(seed=5)
    assert other.load(Checkpoints(tmp_path, RUN)) == STATE
    assert torch.equal(other.weights(), whole.weights())
    assert torch.equal(other.best.weights["weight"], whole.best.weights["weight"])
    assert torch.equal(other.learn(4).weights(), whole.learn(4).weights())


def test_without_a_checkpoint_there_is_nothing_to_load(tmp_path):
    learner = Learner()
    before = learner.weights()
    assert learner.load(Checkpoints(tmp_path / "nowhere", RUN)) is None
    assert torch.equal(learner.weights(), before)


def test_before_the_first_epoch_there_are_no_best_weights(tmp_path):
    Learner().learn(1).save(Checkpoints(tmp_path, RUN))
    other = Learner()
    other.best.keep(other.model)
    other.load(Checkpoints(tmp_path, RUN))
    assert other.best.weights is None


def test_only_the_newest_is_kept(tmp_path):
    learner, checkpoints = Learner(), Checkpoints(tmp_path, RUN)
    for step in (9, 10, 100):
        learner.learn(1).save(checkpoints, replace(STATE, step=step))
        assert names(tmp_path) == [f"checkpoint-{step:09d}"]
    assert Learner().load(checkpoints).step == 100


def test_of_two_the_newer_is_loaded(tmp_path):
    """A run may be ended after it wrote one and before it removed the other."""
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


def test_a_process_that_does_not_write_leaves_nothing(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN, writes=False))
    assert names(tmp_path) == []


def test_what_was_begun_and_not_finished_is_no_checkpoint(tmp_path):
    (tmp_path / ".checkpoint-000000009.unfinished").mkdir()
    checkpoints = Checkpoints(tmp_path, RUN)
    assert Learner().load(checkpoints) is None
    Learner().save(checkpoints)
    (tmp_path / "model.safetensors").write_text("the finished model")
    checkpoints.remove()
    assert names(tmp_path) == ["model.safetensors"]


@pytest.mark.parametrize(
    "name", ["state.json", "model.safetensors", "optimizer.safetensors", "best.safetensors"]
)
@pytest.mark.parametrize(
    "damage", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: b"{}"]
)
def test_a_damaged_checkpoint_is_named(tmp_path, name, damage):
    learner = Learner().learn(1)
    learner.best.keep(learner.model)
    learner.save(Checkpoints(tmp_path, RUN))
    [path] = tmp_path.glob(f"checkpoint-*/{name}")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(
        TrainingError, match=r"checkpoint-000000003 is damaged \(.*; delete .* to start again"
    ):
        Learner().load(Checkpoints(tmp_path, RUN))


def test_a_checkpoint_of_another_model_is_refused(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN))
    other = torch.nn.Linear(4, 2)
    with pytest.raises(TrainingError, match="damaged"):
        Checkpoints(tmp_path, RUN).load(other, torch.optim.AdamW(other.parameters()), Best())


def test_a_checkpoint_of_other_settings_is_refused_and_left_alone(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN))
    learner = Learner(seed=1)
    before = learner.weights()
    other = {**RUN, "recipe": {"rate": 0.2, "seed": 0}}
    with pytest.raises(TrainingError, match=r"recipe: rate was 0\.1, is 0\.2.*--out"):
        learner.load(Checkpoints(tmp_path, other))
    assert torch.equal(learner.weights(), before)
    assert len(names(tmp_path)) == 1


@pytest.mark.parametrize(
    ("there", "now", "differs"),
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
def test_runs_are_the_same_where_all_settings_are(tmp_path, there, now, differs):
    if differs is None:
        check_same_run(tmp_path, there, now)
    else:
        with pytest.raises(TrainingError, match=differs):
            check_same_run(tmp_path, there, now)


def test_the_best_weights_stay_what_they_were_and_come_back():
    learner = Learner()
    learner.best.restore(learner.model)  # there are none yet
    learner.best.keep(learner.model)
    before = learner.weights()
    learner.learn(2)
    assert not torch.equal(learner.weights(), before)
    learner.best.restore(learner.model)
    assert torch.equal(learner.weights(), before)


def test_where_a_run_stands_is_written_for_people_to_read(tmp_path):
    Learner().save(Checkpoints(tmp_path, RUN))
    [path] = tmp_path.glob("checkpoint-*/state.json")
    written = json.loads(path.read_text())
    assert written["run"] == RUN
    assert State(**written["state"]) == STATE
