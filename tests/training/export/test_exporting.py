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
from numerate.training.export.exporting import MAX_GRAPH_BYTES, choose_weights
from numerate.training.export.measuring import Measurement, coverage, measure, sample_windows
from numerate.training.export.weights import WEIGHTS, Weights
from numerate.training.nn import ModelConfig, NumberModel
from numerate.training.prepare.instances import InstanceRecipe
from numerate.training.prepare.preparation import PrepareOptions, prepare
from tests.training.export.test_measuring import write
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
    """Use the committed graph: tracing takes seconds."""
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
    steps: list[str] = []
    result = export(tiny_checkpoint, out, [prepared], evaluations=[evaluation], report=steps.append)
    assert result.config.tokens == 64
    assert set(result.measured) == {"fp32", "bf16", "int8", "int8-static"}
    assert [line.split()[0] for line in steps] == ["tracing", "finding", *["measuring"] * 4, "calibrating"]
    return out


def test_the_exported_folder_has_exactly_a_models_files(exported: Path) -> None:
    assert sorted(path.name for path in exported.iterdir()) == sorted(FILES)
    assert [path.name for path in exported.parent.iterdir() if path.name.startswith(".")] == []
    assert load(exported).predict("Sales rose [#MASK] percent.")[0].median >= 0


def test_intervals_are_calibrated_on_validation_numbers(exported: Path, prepared: Path) -> None:
    model = Predictor.from_folder(exported)
    for split, off in (("valid", 0.03), ("test", 0.12)):
        windows = sample_windows([prepared], 4000, split)
        kinds = ["cardinal"] * sum(len(window.values) for window in windows)
        assert coverage(model, windows, kinds) == pytest.approx([0.5, 0.8, 0.9], abs=off)


def test_the_card_has_figures_data_weights_and_limits(exported: Path) -> None:
    card = (exported / "README.md").read_text()
    assert "| LMAE at the median | 0.2500 | 0.2400 to 0.2600 |" in card
    assert "stories.jsonl" in card
    assert "| int8-static |" in card
    assert "at most 64 tokens" in card
    assert "Intervals are calibrated on" in card
    assert "Covers 0 and 1e-06 to 1e+16" in card


def test_an_exported_model_has_the_figures_of_its_checkpoint(
    tiny_folder: Path, tiny_checkpoint: Path, prepared: Path
) -> None:
    cases = draw_cases(prepared, limit=60)
    model: NumberModel = NumberModel.from_pretrained(tiny_checkpoint)
    expected, figures = (evaluate(m, cases).figures for m in (model, ExportedModel.load(tiny_folder)))
    assert figures.keys() == expected.keys()
    for name in figures:
        if "argmax" not in name:  # rounding decides between modes that are nearly as likely
            assert figures[name].value == pytest.approx(expected[name].value, abs=2e-3), name
    assert measure(Predictor.from_folder(tiny_folder).network, sample_windows([prepared], 20)).nll > 0


def test_exporting_again_replaces_the_model_and_keeps_other_files(
    tiny_checkpoint: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "model"
    out.mkdir()
    (out / "tokenizer.json").write_text("previous")
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


def test_invalid_exports_raise_an_error_before_any_work(
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
        ((masked, out), "only leave-one-out models can be exported"),
        ((tiny_checkpoint, out, [tmp_path]), "no prepared instances here"),
        ((tiny_checkpoint, out, [other]), "prepared with other word pieces"),
        ((tiny_checkpoint, out, [prepared, short]), "prepared with different ranges or lengths"),
        ((tiny_checkpoint, file), "is a file; choose another"),
        ((tiny_checkpoint, tiny_checkpoint), "holds something other than an exported model"),
        ((tiny_checkpoint, other), "holds something other than an exported model"),
        (
            (tiny_checkpoint, out, [], "int8-static"),
            "needs sample text to find activation ranges; name --data",
        ),
        ((tiny_checkpoint, out, [], "fp32", [file]), "not an evaluation"),
        ((tiny_checkpoint, out, [], "fp32", [tmp_path / "nothing"]), "cannot be read"),
    ):
        with pytest.raises(InputError, match=message):
            export(*arguments)
    assert not out.exists()


def test_a_network_without_a_tokenizer_must_use_the_packages(tmp_path: Path) -> None:
    network = {"model_type": "bert", "vocab_size": 40, "hidden_size": 16, "num_hidden_layers": 1}
    network |= {"num_attention_heads": 2, "intermediate_size": 16}
    config = ModelConfig(pretrained=False, architecture=network, objective="leave-one-out")
    NumberModel.from_config(config).save_pretrained(tmp_path / "scratch")
    with pytest.raises(InputError, match="its word pieces are not the package's"):
        export(tmp_path / "scratch", tmp_path / "out")


def test_choose_weights_takes_the_fastest_that_are_accurate_and_small() -> None:
    def measured(nll: float, milliseconds: float) -> Measurement:
        return Measurement(nll, lmae=0.2, e_acc=0.8, milliseconds=milliseconds, numbers=10)

    small = dict.fromkeys(WEIGHTS, 1000)
    figures: dict[Weights, Measurement] = {
        "fp32": measured(1.0, 20),
        "bf16": measured(1.001, 19),
        "int8": measured(1.005, 10),
        "int8-static": measured(1.009, 5),
    }
    bad: dict[Weights, Measurement] = {"int8-static": measured(2.5, 5), "int8": measured(2, 10)}
    assert choose_weights(small, figures) == "int8-static"
    assert choose_weights(small, figures | {"int8-static": measured(1.02, 5)}) == "int8"
    assert choose_weights(small, figures | bad) == "bf16"
    assert (
        choose_weights(small | {"fp32": MAX_GRAPH_BYTES + 1, "bf16": MAX_GRAPH_BYTES + 1}, figures | bad)
        == "int8"
    )
    assert choose_weights(small, {}) == "fp32"
    assert choose_weights(small | {"fp32": MAX_GRAPH_BYTES + 1}, {}) == "bf16"
    assert choose_weights({"int8-static": 5}, {}) == "int8-static"


def test_a_model_is_calibrated_on_documents(
    tiny_checkpoint: Path, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = onnx.load(tiny_folder / "model.onnx")
    monkeypatch.setattr("numerate.training.export.exporting.to_onnx", lambda model, tokens: graph)
    text = "The bank said that sales of the group rose {} percent to ${} million in {}."
    texts = [text.format(n % 13, n, 1990 + n % 30) for n in range(80)]
    files = [write(tmp_path / f"{name}.jsonl", texts) for name in ("one", "two")]
    steps: list[str] = []
    counts: list[tuple[int, int]] = []
    result = export(
        tiny_checkpoint,
        tmp_path / "model",
        weights="fp32",
        documents=files,
        report=steps.append,
        progress=lambda count, limit: counts.append((count, limit)),
    )
    assert steps[-1] == "calibrating fp32 on documents of 2 corpora"
    assert (len(counts), counts[0], counts[-1]) == (160, (3, 100_000), (480, 100_000))
    model = load(tmp_path / "model")
    assert model.calibration == result.calibration
    assert model.calibration.numbers == 480
    assert model.calibration.p_values.overall.numbers <= 480
    assert "of held-out documents" in (tmp_path / "model" / "README.md").read_text()


def test_sampled_windows_are_evenly_spaced(prepared: Path) -> None:
    assert len(sample_windows([prepared], 10)) == 10
    assert len(sample_windows([prepared, prepared], 10)) == 10
    windows = sample_windows([prepared], 10**6)
    assert np.concatenate([window.values for window in windows]).size > 100
