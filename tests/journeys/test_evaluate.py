"""What a user does with `numerate evaluate`, through the command line's own entry."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from numerate.cli import main
from numerate.training.nn import ModelConfig, NumberModel
from numerate.training.prepare.shards import VERSION, ColumnBuilder, write_shard

NUMBER = 40
TINY = {
    "model_type": "bert",
    "vocab_size": NUMBER,
    "hidden_size": 16,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": 32,
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    gatherer = ColumnBuilder()
    for i in range(120):
        gatherer.add([2, 5, NUMBER, 7, NUMBER], [float(1 + i), 2000.0 + i], [0, 1], [1, 1], i // 2, 20)
    write_shard(folder / "shard-00000.safetensors", gatherer.columns(), {})
    manifest = {
        "version": VERSION,
        "complete": True,
        "recipe": {"low": 1.0, "high": 1e16},
        "kinds": ["cardinal", "year"],
        "tokenizer": {"number": NUMBER, "vocabulary": NUMBER + 2},
        "shards": [{"file": "shard-00000.safetensors", "instances": {"train": 40, "valid": 0, "test": 80}}],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    config = ModelConfig(pretrained=False, architecture=TINY, objective="leave-one-out")
    NumberModel.from_config(config).save_pretrained(folder)
    return folder


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["numerate", "evaluate", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_people_read_tables_and_look_at_plots(monkeypatch, capsys, model, data, tmp_path):
    assert run(monkeypatch, model, "--data", data, "--plots", tmp_path / "plots") == 0
    told = capsys.readouterr().out
    assert "80 numbers" in told
    assert "Calibration" in told
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == [
        "pit.png",
        "reliability.png",
        "roc.png",
    ]


def test_programs_read_json(monkeypatch, capsys, model, data):
    assert run(monkeypatch, model, "--data", data, "--format", "json", "--limit", 50) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["cases"] == 50
    value, low, high, count = told["figures"]["lmae.median"]
    assert low <= value <= high
    assert count == 50
    assert told["model"] == str(model)


def test_constants_need_no_model(monkeypatch, capsys, data):
    assert run(monkeypatch, "train-median", "--data", data, "--format", "json") == 0
    assert "auc.random.log" not in json.loads(capsys.readouterr().out)["figures"]
    assert run(monkeypatch, "train-mean", "--data", data) == 0


def test_the_same_seed_gives_the_same_figures(monkeypatch, capsys, model, data):
    def told(seed: int) -> dict:
        assert run(monkeypatch, model, "--data", data, "--format", "json", "--seed", seed) == 0
        return json.loads(capsys.readouterr().out)["figures"]

    assert told(3) == told(3) != told(4)


def test_what_is_wrong_is_named_with_the_way_out(monkeypatch, capsys, model, data, tmp_path):
    other = tmp_path / "other"
    config = ModelConfig(pretrained=False, architecture={**TINY, "vocab_size": 60})
    NumberModel.from_config(config).save_pretrained(other)
    (tmp_path / "file").touch()
    for arguments, message in (
        ((tmp_path, "--data", data), "is not a model: it has no config.json"),
        ((model, "--data", tmp_path), "no prepared instances here; make them with `numerate prepare`"),
        ((model, "--data", data, "--split", "dev"), "has no split 'dev'"),
        ((model, "--data", data, "--split", "valid"), "no instance of valid has two numbers"),
        ((other, "--data", data), "prepare them with the model's --tokenizer"),
        ((model, "--data", data, "--device", "abacus"), "--device abacus"),
        ((model, "--data", data, "--plots", tmp_path / "file"), "--plots"),
    ):
        assert run(monkeypatch, *arguments) == 2, message
        told = capsys.readouterr().err
        assert message in told
        assert "Traceback" not in told
