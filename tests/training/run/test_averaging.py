"""Weights of several checkpoints, of finished runs and of one that was stopped, in one model's folder."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file

from numerate.errors import ModelFolderError
from numerate.training.run.checkpoint import Best, Checkpoints, State, average

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
        best = Best()
        best.keep(model)
        model.weight.copy_(torch.tensor([[8.0, 0.0]]))
    state = State(step=7, best_loss=1.5, best_epoch=1, epochs=EPOCHS)
    Checkpoints(tmp_path / "stopped", {"recipe": RECIPE}).save(model, optimizer, best, state)
    return tmp_path / "stopped" / "checkpoint-000000007"


def test_the_mean_has_the_first_ones_files_and_tells_of_all(tmp_path, finished, stopped):
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


def test_what_is_no_checkpoint_of_the_same_network_is_refused(tmp_path, finished, stopped):
    other = tmp_path / "other"
    other.mkdir()
    (other / "training.json").write_text(finished.with_name("training.json").read_text())
    save_file({"weight": torch.zeros(3, 1)}, other / "model.safetensors")
    with pytest.raises(ModelFolderError, match="another network"):
        average([finished, other / "model.safetensors"], tmp_path / "mean")
    (other / "model.safetensors").write_bytes(b"cut off")
    with pytest.raises(ModelFolderError, match="is damaged"):
        average([other / "model.safetensors"], tmp_path / "mean")
    (other / "training.json").unlink()
    with pytest.raises(ModelFolderError, match="neither"):
        average([other / "model.safetensors"], tmp_path / "mean")
    assert not (tmp_path / "mean").exists()
    with pytest.raises(ModelFolderError, match="is there already"):
        average([finished], stopped)
