from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.testing as npt
import pytest

from numerate.errors import BrokenDataError
from numerate.training.prepare import Instances
from numerate.training.prepare.preparation import PrepareOptions, prepare

from .conftest import write_stories


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tokenizer: Path) -> Path:
    here = tmp_path_factory.mktemp("prepared")
    source = write_stories(here / "stories.jsonl", 150)
    prepare([source], here / "out", PrepareOptions(tokenizer=tokenizer, shard_bytes=20_000), processes=1)
    return here / "out"


@pytest.mark.parametrize("split", ["train", "valid", "test"])
def test_a_split_is_a_sequence_of_consistent_instances(folder: Path, split: str) -> None:
    instances = Instances(folder, split)
    assert len(instances.manifest["shards"]) > 3
    assert len(instances) == instances.manifest["counts"]["instances"][split] == len(list(instances))
    number, cls = (instances.manifest["tokenizer"][symbol] for symbol in ("number", "cls"))
    documents = []
    for instance in instances:
        assert instance.ids[0] == cls
        assert np.count_nonzero(instance.ids == number) == len(instance.values) == len(instance.kinds)
        assert instance.targets.all()
        assert (instance.kinds < len(instances.kinds)).all()
        documents.append(instance.document)
    assert documents == sorted(documents)


def test_lengths_and_values_match_the_instances(folder: Path) -> None:
    instances = Instances(folder)
    npt.assert_array_equal(instances.lengths, [len(instance.ids) for instance in instances])
    npt.assert_array_equal(instances.values, np.concatenate([instance.values for instance in instances]))


def test_indices_may_be_negative_or_slices(folder: Path) -> None:
    instances = Instances(folder)
    npt.assert_array_equal(instances[-1].ids, instances[len(instances) - 1].ids)
    assert len(instances[2:7]) == 5
    for index in (len(instances), -len(instances) - 1):
        with pytest.raises(IndexError):
            instances[index]


def test_a_pickled_split_does_not_contain_the_shards(folder: Path) -> None:
    instances = Instances(folder)
    before = instances[5]
    data = pickle.dumps(instances)
    assert len(data) < 20_000
    npt.assert_array_equal(pickle.loads(data)[5].ids, before.ids)


def test_no_document_is_in_two_splits(folder: Path) -> None:
    seen = [
        {instance.document for instance in Instances(folder, split)} for split in ("train", "valid", "test")
    ]
    assert len(set().union(*seen)) == sum(map(len, seen))


def test_a_folder_that_cannot_be_read_is_an_error(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="numerate prepare"):
        Instances(tmp_path)
    with pytest.raises(ValueError, match="no split 'dev'"):
        Instances(folder, "dev")
    for manifest, message in (
        ('{"version": 1, "complete": false}', "again to finish"),
        ('{"version": 0, "complete": true}', "another version"),
        ('{"version": 1', "not a manifest"),
        ("[]", "not a manifest"),
        ("[" * 100_000, "not a manifest"),
    ):
        (tmp_path / "manifest.json").write_text(manifest)
        with pytest.raises(BrokenDataError, match=message):
            Instances(tmp_path)


def test_reading_imports_no_heavy_package() -> None:
    code = """
import sys
import numerate.training.prepare, numerate.training.prepare.statistics
heavy = {"pyarrow", "tokenizers", "sentencex", "re2", "torch", "safetensors", "matplotlib"}
sys.exit(", ".join(heavy & set(sys.modules)) or 0)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
