from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest

from numerate.errors import InputError
from numerate.model import load
from numerate.training.export import export
from numerate.training.export.documents import corpora, sample
from numerate.training.prepare.sources import SourceCorpus


def write(path: Path, texts: list[str]) -> Path:
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    return path


def test_documents_are_drawn_at_random_and_alike(tmp_path: Path) -> None:
    file = write(tmp_path / "all.jsonl", [f"It sold {n} of them in the year." for n in range(500)])
    drawn = [record.text for record in sample(SourceCorpus((file,)), 100, seed=1)]
    assert len(set(drawn)) == 100
    assert drawn == [record.text for record in sample(SourceCorpus((file,)), 100, seed=1)]
    assert drawn != [record.text for record in sample(SourceCorpus((file,)), 100, seed=2)]
    late = sum(int(text.split()[2]) >= 250 for text in drawn)
    assert 30 < late < 70
    assert len(sample(SourceCorpus((file,)), 1000, seed=1)) == 500


def test_what_holds_nothing_but_references_is_passed_over(tmp_path: Path) -> None:
    file = write(tmp_path / "some.jsonl", ["References\n\n1. A. Author, 2010.", "It rose 5 percent."])
    [found] = corpora([file])
    texts = [document.text for document in found]
    assert "It rose 5 percent." in texts
    assert not any("2010" in text for text in texts)


def test_a_source_that_is_not_there_is_named_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: no such file or folder"):
        corpora([tmp_path / "nowhere"])


def test_a_model_is_calibrated_on_documents(
    tiny_checkpoint: Path, tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = onnx.load(tiny_folder / "model.onnx")
    monkeypatch.setattr("numerate.training.export.exporting.to_onnx", lambda model, tokens: graph)
    text = "The bank said that sales of the group rose {} percent to ${} million in {}."
    texts = [text.format(n % 13, n, 1990 + n % 30) for n in range(80)]
    files = [write(tmp_path / f"{name}.jsonl", texts) for name in ("one", "two")]
    told: list[str] = []
    counted: list[tuple[int, int]] = []
    made = export(
        tiny_checkpoint,
        tmp_path / "model",
        weights="fp32",
        documents=files,
        report=told.append,
        progress=lambda count, most: counted.append((count, most)),
    )
    assert told[-1] == "calibrating fp32 on documents of 2 corpora"
    assert (len(counted), counted[0], counted[-1]) == (160, (3, 100_000), (480, 100_000))
    model = load(tmp_path / "model")
    assert model.calibration == made.calibration
    assert model.calibration.numbers == 480
    assert model.calibration.p_values.every.numbers <= 480
    assert "of held-out documents" in (tmp_path / "model" / "README.md").read_text()
