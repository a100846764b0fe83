"""`numerate evaluate` from end to end, through the entry point of the command line."""

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
    builder = ColumnBuilder()
    for i in range(120):
        builder.add([2, 5, NUMBER, 7, NUMBER], [float(1 + i), 2000.0 + i], [0, 1], [1, 1], i // 2, 20)
    write_shard(folder / "shard-00000.safetensors", builder.columns(), {})
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


def test_text_output_has_tables_and_plots_are_written(monkeypatch, capsys, model, data, tmp_path):
    assert run(monkeypatch, model, "--data", data, "--plots", tmp_path / "plots") == 0
    output = capsys.readouterr().out
    assert "80 numbers" in output
    assert "Calibration" in output
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == [
        "pit.png",
        "reliability.png",
        "roc.png",
    ]


def test_json_output_has_figures_with_intervals(monkeypatch, capsys, model, data):
    assert run(monkeypatch, model, "--data", data, "--format", "json", "--limit", 50) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["cases"] == 50
    value, low, high, count = record["figures"]["lmae.median"]
    assert low <= value <= high
    assert count == 50
    assert record["model"] == str(model)


def test_constant_baselines_need_no_model(monkeypatch, capsys, data):
    assert run(monkeypatch, "train-median", "--data", data, "--format", "json") == 0
    assert "auc.random.log" not in json.loads(capsys.readouterr().out)["figures"]
    assert run(monkeypatch, "train-mean", "--data", data) == 0


def test_the_same_seed_gives_the_same_figures(monkeypatch, capsys, model, data):
    def figures(seed: int) -> dict:
        assert run(monkeypatch, model, "--data", data, "--format", "json", "--seed", seed) == 0
        return json.loads(capsys.readouterr().out)["figures"]

    assert figures(3) == figures(3) != figures(4)


def test_errors_name_the_input_and_the_remedy(monkeypatch, capsys, model, data, tmp_path):
    other = tmp_path / "other"
    config = ModelConfig(pretrained=False, architecture={**TINY, "vocab_size": 60})
    NumberModel.from_config(config).save_pretrained(other)
    (tmp_path / "file").touch()
    for arguments, message in (
        ((tmp_path, "--data", data), "is not a model: it has no config.json"),
        ((model, "--data", tmp_path), "no prepared instances here; make them with `numerate prepare`"),
        ((model, "--data", data, "--split", "dev"), "no split 'dev'; choose one of train"),
        ((model, "--data", data, "--split", "valid"), "no instance of valid has two numbers"),
        ((other, "--data", data), "prepare it with --tokenizer"),
        ((model, "--data", data, "--device", "abacus"), "--device abacus"),
        ((model, "--data", data, "--plots", tmp_path / "file"), "--plots"),
    ):
        assert run(monkeypatch, *arguments) == 2, message
        error = capsys.readouterr().err
        assert message in error
        assert "Traceback" not in error
