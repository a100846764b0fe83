from __future__ import annotations

import json
from pathlib import Path

import pytest

from numerate.errors import InputError
from numerate.training.export.measuring import Measurement, held_out_corpora, sample
from numerate.training.prepare.sources import SourceCorpus


def write(path: Path, texts: list[str]) -> Path:
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    return path


def test_documents_are_sampled_uniformly_and_reproducibly(tmp_path: Path) -> None:
    file = write(tmp_path / "all.jsonl", [f"It sold {n} of them in the year." for n in range(500)])
    drawn = [record.text for record in sample(SourceCorpus((file,)), 100, seed=1)]
    assert len(set(drawn)) == 100
    assert drawn == [record.text for record in sample(SourceCorpus((file,)), 100, seed=1)]
    assert drawn != [record.text for record in sample(SourceCorpus((file,)), 100, seed=2)]
    late = sum(int(text.split()[2]) >= 250 for text in drawn)
    assert 30 < late < 70
    assert len(sample(SourceCorpus((file,)), 1000, seed=1)) == 500


def test_documents_with_references_only_are_skipped(tmp_path: Path) -> None:
    file = write(tmp_path / "some.jsonl", ["References\n\n1. A. Author, 2010.", "It rose 5 percent."])
    [documents] = held_out_corpora([file])
    texts = [document.text for document in documents]
    assert "It rose 5 percent." in texts
    assert not any("2010" in text for text in texts)


def test_a_missing_source_raises_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nowhere: no such file or folder"):
        held_out_corpora([tmp_path / "nowhere"])


def test_loss_is_that_of_the_worst_metric() -> None:
    reference = Measurement(nll=2.0, lmae=0.2, e_acc=0.8, milliseconds=1, numbers=1)
    assert Measurement(1.9, 0.21, 0.9, 1, 1).loss(reference) == pytest.approx(0.05)
    assert Measurement(2.0, 0.1, 0.79, 1, 1).loss(reference) == pytest.approx(0.0125)
