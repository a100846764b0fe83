"""Complete runs in this process."""

import json
from dataclasses import replace

import pytest
import torch

from numerate.errors import DivergedError, TrainingError
from numerate.training.nn import NumberModel
from numerate.training.nn.folder import RECORD
from numerate.training.run import checkpoint, progress
from tests.training.runs import QUICK, interrupt, metrics_in, quick_run, small_config, weights_in


def test_a_run_lowers_the_loss_and_writes_a_loadable_model(corpus, tmp_path):
    result = quick_run(corpus, tmp_path, recipe=replace(QUICK, epochs=8))
    losses = [epoch["valid_loss"] for epoch in result.epochs]
    assert losses[-1] < losses[0] - 0.1
    assert result.valid_loss == min(losses)
    assert type(NumberModel.from_pretrained(tmp_path)).__name__ == "LeaveOneOutModel"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"objective": "masked", "head": "dexp"},
        {"objective": "masked", "head": "disc"},
        {"objective": "masked", "encoder": "bigru", "head": "gmm", "components": 3},
    ],
    ids=["leave-one-out", "masked", "disc", "bigru-gmm"],
)
def test_runs_are_reproducible_bit_for_bit(corpus, tmp_path, changes):
    for name in ("once", "again"):
        torch.manual_seed(torch.seed())  # the global random state must make no difference
        quick_run(corpus, tmp_path / name, small_config(**changes))
    assert weights_in(tmp_path / "once") == weights_in(tmp_path / "again")
    assert metrics_in(tmp_path / "once") == metrics_in(tmp_path / "again")


def test_augmentation_changes_a_run_reproducibly(corpus, tmp_path):
    hiding = replace(QUICK, hidden_words=0.2, hidden_values=0.2, moved_years=0.2)
    for name, recipe in {"plain": QUICK, "once": hiding, "again": hiding}.items():
        quick_run(corpus, tmp_path / name, recipe=recipe)
    assert weights_in(tmp_path / "once") == weights_in(tmp_path / "again")
    assert weights_in(tmp_path / "once") != weights_in(tmp_path / "plain")


def test_the_seed_changes_a_run_but_not_the_callers_random_state(corpus, tmp_path):
    before = torch.get_rng_state()
    quick_run(corpus, tmp_path / "0")
    quick_run(corpus, tmp_path / "1", recipe=replace(QUICK, seed=1))
    assert weights_in(tmp_path / "0") != weights_in(tmp_path / "1")
    assert torch.equal(before, torch.get_rng_state())


MASKED = {"objective": "masked", "head": "dexp"}


@pytest.fixture(scope="module")
def whole_run(corpus, tmp_path_factory):
    """A run that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numerate.training.run.loop.REPORT_EVERY", 3)
        quick_run(corpus, folder, small_config(**MASKED))
    return folder


@pytest.mark.parametrize("checkpoints", [1, 2, 5, 7])
def test_an_interrupted_run_reaches_the_same_weights(corpus, whole_run, tmp_path, monkeypatch, checkpoints):
    """With a checkpoint every 3 steps and 8 steps per epoch, some are inside an epoch and some at its end."""
    monkeypatch.setattr("numerate.training.run.loop.REPORT_EVERY", 3)
    interrupt(checkpoints, corpus, tmp_path, small_config(**MASKED))
    quick_run(corpus, tmp_path, small_config(**MASKED))
    assert weights_in(tmp_path) == weights_in(whole_run)
    assert metrics_in(tmp_path) == metrics_in(whole_run)
    assert not list(tmp_path.glob("*checkpoint*"))


def test_patience_stops_a_run_and_the_best_weights_are_kept(corpus, tmp_path, monkeypatch):
    losses = iter([3.0, 2.0, 2.5, 2.0, 1.0])
    kept = []
    monkeypatch.setattr("numerate.training.run.engine.Engine.measure", lambda *_: next(losses))
    keep = checkpoint.BestWeights.keep

    def keep_and_record(self, model):
        keep(self, model)
        kept.append(self)

    monkeypatch.setattr(checkpoint.BestWeights, "keep", keep_and_record)
    result = quick_run(corpus, tmp_path, recipe=replace(QUICK, epochs=5, patience=2))
    assert [epoch["valid_loss"] for epoch in result.epochs] == [3.0, 2.0, 2.5, 2.0]
    assert (result.best_epoch, result.valid_loss) == (2, 2.0)
    model = NumberModel.from_pretrained(tmp_path)
    assert all(torch.equal(value, kept[-1].weights[name]) for name, value in model.state_dict().items())


def test_repeating_a_finished_run_returns_its_result(corpus, tmp_path, monkeypatch):
    first = quick_run(corpus, tmp_path)
    monkeypatch.setattr("numerate.training.run.engine.Engine.step", None)
    assert quick_run(corpus, tmp_path) == first


def test_the_result_is_recorded_in_training_json(corpus, tmp_path):
    result = quick_run(corpus, tmp_path)
    record = json.loads((tmp_path / RECORD).read_text())
    assert record["recipe"] == QUICK.to_dict()
    assert record["data"]["digest"] == corpus.digest
    assert record["model"]["head"] == "digits"
    assert record["epochs"] == result.epochs


@pytest.mark.parametrize("head", ["digits", "gmm"])
def test_a_trained_model_can_be_trained_further(corpus, tmp_path, head):
    first = quick_run(corpus, tmp_path / "first", small_config(head=head, components=3))
    gentle = replace(QUICK, epochs=2, scratch_rate=1e-4)
    further = quick_run(corpus, tmp_path / "further", tmp_path / "first", gentle)
    assert further.epochs[0]["valid_loss"] == pytest.approx(first.valid_loss, abs=0.1)
    assert weights_in(tmp_path / "further") != weights_in(tmp_path / "first")
    quick_run(corpus, tmp_path / "again", tmp_path / "first", gentle)
    assert weights_in(tmp_path / "further") == weights_in(tmp_path / "again")


def test_interrupted_further_training_reaches_the_same_weights(corpus, tmp_path, monkeypatch):
    quick_run(corpus, tmp_path / "first")
    monkeypatch.setattr("numerate.training.run.loop.REPORT_EVERY", 3)
    quick_run(corpus, tmp_path / "whole", tmp_path / "first")
    interrupt(2, corpus, tmp_path / "broken", tmp_path / "first")
    quick_run(corpus, tmp_path / "broken", tmp_path / "first")
    assert weights_in(tmp_path / "broken") == weights_in(tmp_path / "whole")


def test_a_folder_of_a_run_from_other_weights_is_refused(corpus, tmp_path):
    quick_run(corpus, tmp_path / "first")
    quick_run(corpus, tmp_path / "second", recipe=replace(QUICK, seed=1))
    quick_run(corpus, tmp_path / "out", tmp_path / "first")
    for config in (tmp_path / "second", small_config()):
        with pytest.raises(TrainingError, match=r"other settings \((start|model)"):
            quick_run(corpus, tmp_path / "out", config)


def test_a_folder_of_a_run_with_another_recipe_is_refused(corpus, tmp_path):
    quick_run(corpus, tmp_path)
    with pytest.raises(TrainingError, match=r"recipe: batch_size was 8, is 16.*--out"):
        quick_run(corpus, tmp_path, recipe=replace(QUICK, batch_size=16))


@pytest.mark.parametrize("name", ["state.json", "model.safetensors", "optimizer.safetensors"])
def test_a_damaged_checkpoint_raises_an_error(corpus, tmp_path, monkeypatch, name):
    monkeypatch.setattr("numerate.training.run.loop._Session.finish", lambda _: None)
    quick_run(corpus, tmp_path, checkpoint_seconds=0)
    (damaged,) = tmp_path.glob("checkpoint-*")
    (damaged / name).write_bytes(b"{")
    with pytest.raises(TrainingError, match=f"{damaged} is damaged"):
        quick_run(corpus, tmp_path)


@pytest.mark.parametrize(("optimizer", "rate"), [("sgd", 1e12), ("adamw", 300.0)])
def test_a_diverging_run_raises_an_error(corpus, tmp_path, monkeypatch, optimizer, rate):
    monkeypatch.setattr("numerate.training.run.loop.REPORT_EVERY", 1)
    recipe = replace(QUICK, optimizer=optimizer, scratch_rate=rate, warmup=0.0, clip=None, epochs=20)
    with pytest.raises(DivergedError, match=r"loss.*too high: lower them, such as with --set"):
        quick_run(corpus, tmp_path, recipe=recipe)


def test_losses_are_reported_rarely():
    """Each report makes the CPU wait for the GPU."""
    assert progress.REPORT_EVERY >= 10


def test_errors_name_the_device_folder_or_checkpoint(corpus, tmp_path):
    (tmp_path / "file").write_text("")
    nowhere = small_config(checkpoint=str(tmp_path / "nowhere"), architecture=None)
    with pytest.raises(TrainingError, match="device tpux: must be cpu or cuda"):
        quick_run(corpus, tmp_path / "out", device="tpux")
    with pytest.raises(TrainingError, match="compile=yes: sharded models cannot be compiled"):
        quick_run(corpus, tmp_path / "out", recipe=replace(QUICK, compile="yes"), sharded=True)
    with pytest.raises(TrainingError, match="file: cannot be written"):
        quick_run(corpus, tmp_path / "file")
    with pytest.raises(TrainingError, match=r"checkpoint .*nowhere: cannot be loaded"):
        quick_run(corpus, tmp_path / "out", nowhere)
