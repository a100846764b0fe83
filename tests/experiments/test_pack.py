import lzma

import numpy as np
import pytest
import torch
from experiments.pack import copy_encoder, draw, pack_corpus, pack_vendor, unpack
from safetensors.torch import load_file, save_file

from numerate.training.prepare import Instances
from tests.experiments.numbers_prepared import write_prepared


def test_a_packed_corpus_is_unpacked_unchanged(tmp_path):
    prepared = write_prepared(tmp_path / "prepared")
    pack_corpus(prepared, tmp_path / "packed" / "news.xz", {"train": 30, "valid": 999, "test": 10}, seed=0)
    unpack(tmp_path / "packed", tmp_path / "data")
    for split, count in (("train", 30), ("valid", 20), ("test", 10)):
        before, after = Instances(prepared, split), Instances(tmp_path / "data" / "news", split)
        assert len(after) == count
        there = {
            (i.ids.tobytes(), i.values.tobytes(), i.kinds.tobytes(), i.targets.tobytes()) for i in before
        }
        assert all(
            (i.ids.tobytes(), i.values.tobytes(), i.kinds.tobytes(), i.targets.tobytes()) in there
            for i in after
        )
    assert Instances(tmp_path / "data" / "news").manifest["recipe"] == Instances(prepared).manifest["recipe"]


def test_an_unpacked_corpus_is_not_unpacked_again(tmp_path):
    pack_corpus(
        write_prepared(tmp_path / "p"), tmp_path / "x" / "a.xz", {"train": 5, "valid": 5, "test": 5}, seed=0
    )
    unpack(tmp_path / "x", tmp_path / "data")
    (tmp_path / "x" / "a.xz").write_bytes(lzma.compress(b"damaged"))
    unpack(tmp_path / "x", tmp_path / "data")
    assert len(Instances(tmp_path / "data" / "a")) == 5


def test_draws_follow_the_seed_and_keep_the_order(tmp_path):
    instances = Instances(write_prepared(tmp_path))
    first, again, other = (draw(instances, 10, np.random.default_rng(seed)) for seed in (0, 0, 1))
    assert np.array_equal(first.ids, again.ids)
    assert not np.array_equal(first.values, other.values)
    assert (np.diff(first.documents.astype(int)) >= 0).all()


def test_an_encoder_is_packed_in_half_precision_and_trained_in_full(tmp_path):
    (tmp_path / "encoder").mkdir()
    save_file({"w": torch.randn(4, 4), "n": torch.arange(3)}, tmp_path / "encoder" / "model.safetensors")
    (tmp_path / "encoder" / "config.json").write_text("{}")
    copy_encoder(tmp_path / "encoder", tmp_path / "packed" / "encoder", "float16")
    assert load_file(tmp_path / "packed" / "encoder" / "model.safetensors")["w"].dtype == torch.float16
    unpack(tmp_path / "packed", tmp_path / "data")
    arrived = load_file(tmp_path / "data" / "encoder" / "model.safetensors")
    assert arrived["w"].dtype == torch.float32
    assert arrived["n"].dtype == torch.int64
    assert (tmp_path / "data" / "encoder" / "config.json").exists()


def test_the_vendored_package_is_whole(tmp_path):
    pack_vendor(tmp_path)
    assert (tmp_path / "array_api_compat" / "torch" / "__init__.py").exists()
    assert not list(tmp_path.rglob("__pycache__"))


def test_large_vocabularies_are_refused(tmp_path):
    prepared = write_prepared(tmp_path / "p", number_id=70_000)
    with pytest.raises(SystemExit, match="word pieces does not pack"):
        pack_corpus(prepared, tmp_path / "x.xz", {"train": 5, "valid": 5, "test": 5}, seed=0)
