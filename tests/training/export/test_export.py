from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest

from numerate.errors import InputError
from numerate.model import Predictor, load
from numerate.model.folder import FILES
from numerate.training.evaluation import draw_cases, evaluate
from numerate.training.export import ExportedModel, export
from numerate.training.export.measuring import coverage, measure, sample_windows
from numerate.training.nn import ModelConfig, NumberModel
from numerate.training.prepare.instances import InstanceRecipe
from numerate.training.prepare.preparation import PrepareOptions, prepare
from tests.training.prepare.conftest import write_stories


@pytest.fixture(scope="module")
def prepared(tokenizer: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("prepared")
    stories = write_stories(home / "stories.jsonl", 150)
    settings = PrepareOptions(recipe=InstanceRecipe(tokens=64), tokenizer=tokenizer)
    settings = replace(settings, split=replace(settings.split, shares=(0.2, 0.4, 0.4)))
    prepare([stories], home / "data", settings, processes=1)
    return home / "data"


@pytest.fixture(scope="module", autouse=True)
def traced_once(tiny_folder: Path) -> Iterator[None]:
    """Tracing takes seconds, and what it gives is known."""
    graph = onnx.load(tiny_folder / "model.onnx")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numerate.training.export.exporting.to_onnx", lambda model, tokens: graph)
        yield


@pytest.fixture(scope="module")
def exported(tiny_checkpoint: Path, prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported") / "model"
    evaluation = out.parent / "evaluation.json"
    figures = {"lmae.median": [0.25, 0.24, 0.26, 90], "e_acc.argmax": [0.8, 0.7, 0.9, 90]}
    evaluation.write_text(json.dumps({"data": "news", "cases": 90, "figures": figures}))
    told: list[str] = []
    made = export(tiny_checkpoint, out, [prepared], evaluations=[evaluation], report=told.append)
    assert made.config.tokens == 64
    assert set(made.measured) == {"fp32", "bf16", "int8", "int8-static"}
    assert [line.split()[0] for line in told] == ["tracing", "finding", *["measuring"] * 4, "calibrating"]
    return out


def test_the_folder_has_all_it_needs_and_no_more(exported: Path) -> None:
    assert sorted(path.name for path in exported.iterdir()) == sorted(FILES)
    assert [path.name for path in exported.parent.iterdir() if path.name.startswith(".")] == []
    assert load(exported).predict("Sales rose [#MASK] percent.")[0].median >= 0


def test_intervals_are_calibrated_on_the_validation_numbers(exported: Path, prepared: Path) -> None:
    model = Predictor.from_folder(exported)
    for split, off in (("valid", 0.03), ("test", 0.12)):
        windows = sample_windows([prepared], 4000, split)
        kinds = ["cardinal"] * sum(len(window.values) for window in windows)
        assert coverage(model, windows, kinds) == pytest.approx([0.5, 0.8, 0.9], abs=off)


def test_the_card_says_what_it_is_made_of(exported: Path) -> None:
    card = (exported / "README.md").read_text()
    assert "| LMAE at the median | 0.2500 | 0.2400 to 0.2600 |" in card
    assert "stories.jsonl" in card
    assert "| int8-static |" in card
    assert "64 tokens at most" in card
    assert "Intervals are calibrated on" in card
    assert "Covers 0 and 1e-06 to 1e+16" in card


def test_an_exported_model_is_evaluated_as_its_checkpoint_is(
    tiny_folder: Path, tiny_checkpoint: Path, prepared: Path
) -> None:
    cases = draw_cases(prepared, limit=60)
    model: NumberModel = NumberModel.from_pretrained(tiny_checkpoint)
    one, other = evaluate(model, cases).figures, evaluate(ExportedModel.load(tiny_folder), cases).figures
    assert one.keys() == other.keys()
    for name in one:
        if "argmax" not in name:  # of many cells that are nearly as likely either may be the best
            assert one[name].value == pytest.approx(other[name].value, abs=2e-3), name
    assert measure(Predictor.from_folder(tiny_folder).network, sample_windows([prepared], 20)).nll > 0


def test_a_former_model_is_replaced_and_what_lies_beside_it_kept(
    tiny_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "model"
    out.mkdir()
    (out / "tokenizer.json").write_text("former")
    (out / "NOTICE").write_text("kept")
    export(tiny_checkpoint, out, weights="int8")
    assert sorted(path.name for path in out.iterdir()) == sorted([*FILES, "NOTICE"])
    assert load(out).config.weights == "int8"
    before = (out / "model.onnx").read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("numerate.training.export.exporting.card", fail)
    with pytest.raises(OSError, match="disk full"):
        export(tiny_checkpoint, out, weights="fp32")
    assert (out / "model.onnx").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_what_cannot_be_exported_is_said_first(
    tiny_checkpoint: Path, tmp_path: Path, prepared: Path, tokenizer: Path
) -> None:
    masked = tmp_path / "masked"
    config = replace(NumberModel.from_pretrained(tiny_checkpoint).config, objective="masked")
    NumberModel.from_config(config).save_pretrained(masked)
    other, short = tmp_path / "other", tmp_path / "short"
    stories = write_stories(tmp_path / "stories.jsonl", 5)
    prepare([stories], other, PrepareOptions(recipe=InstanceRecipe(tokens=64)), processes=1)
    prepare(
        [stories], short, PrepareOptions(recipe=InstanceRecipe(tokens=32), tokenizer=tokenizer), processes=1
    )
    file = tmp_path / "file"
    file.write_text("{}")
    out = tmp_path / "out"
    for arguments, message in (
        ((masked, out), "only leave-one-out models are exported"),
        ((tiny_checkpoint, out, [tmp_path]), "no prepared instances here"),
        ((tiny_checkpoint, out, [other]), "prepared with other word pieces"),
        ((tiny_checkpoint, out, [prepared, short]), "prepared with different ranges or lengths"),
        ((tiny_checkpoint, file), "there is a file of that name"),
        ((tiny_checkpoint, tiny_checkpoint), "holds something else than an exported model"),
        ((tiny_checkpoint, other), "holds something else than an exported model"),
        ((tiny_checkpoint, out, [], "int8-static"), "found on sample text; name --data"),
        ((tiny_checkpoint, out, [], "fp32", [file]), "not an evaluation"),
        ((tiny_checkpoint, out, [], "fp32", [tmp_path / "nothing"]), "cannot be read"),
    ):
        with pytest.raises(InputError, match=message):
            export(*arguments)
    assert not out.exists()


def test_a_network_without_word_pieces_has_to_use_the_packages(tmp_path: Path) -> None:
    network = {"model_type": "bert", "vocab_size": 40, "hidden_size": 16, "num_hidden_layers": 1}
    network |= {"num_attention_heads": 2, "intermediate_size": 16}
    config = ModelConfig(pretrained=False, architecture=network, objective="leave-one-out")
    NumberModel.from_config(config).save_pretrained(tmp_path / "scratch")
    with pytest.raises(InputError, match="its word pieces are not the package's own"):
        export(tmp_path / "scratch", tmp_path / "out")


def test_windows_are_spread_over_the_split(prepared: Path) -> None:
    assert len(sample_windows([prepared], 10)) == 10
    assert len(sample_windows([prepared, prepared], 10)) == 10
    every = sample_windows([prepared], 10**6)
    assert np.concatenate([w.values for w in every]).size > 100
