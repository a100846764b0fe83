import json
import lzma

import numpy as np
import pytest
import torch
from experiments.pack import draw, pack_corpus, pack_encoder, pack_vendor, unpack, unpack_encoder
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


def _encoder(folder, layers: int) -> dict[str, torch.Tensor]:
    weights = {f"encoder.layer.{i}.w": torch.full((2, 3), i + 1.0) for i in range(layers)}
    weights |= {"words": torch.randn(50, 8), "bias": torch.randn(8), "pooler.w": torch.ones(2, 2)}
    folder.mkdir()
    save_file(weights, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({"num_hidden_layers": layers}))
    return weights


def test_an_encoder_is_packed_in_a_quarter_and_trained_in_full(tmp_path):
    weights = _encoder(tmp_path / "encoder", 6)
    pack_encoder(tmp_path / "encoder", tmp_path / "packed" / "encoder")
    assert load_file(tmp_path / "packed" / "encoder" / "model.safetensors")["words"].dtype == torch.int8
    unpack(tmp_path / "packed", tmp_path / "data")
    arrived = load_file(tmp_path / "data" / "encoder" / "model.safetensors")
    assert "pooler.w" not in arrived
    assert torch.equal(arrived["bias"], weights["bias"])
    step = weights["words"].abs().amax(1, keepdim=True) / 127
    assert ((arrived["words"] - weights["words"]).abs() <= 0.51 * step).all()


@pytest.mark.parametrize(
    ("layers", "sources"), [(2, [1, 2]), (4, [1, 2, 3, 4]), (12, [i for i in range(1, 7) for _ in range(2)])]
)
def test_an_encoder_of_another_depth_has_the_first_layers_or_all_of_them_twice(layers, sources, tmp_path):
    _encoder(tmp_path / "encoder", 6)
    pack_encoder(tmp_path / "encoder", tmp_path / "packed")
    unpack_encoder(tmp_path / "packed", tmp_path / "out", layers)
    arrived = load_file(tmp_path / "out" / "model.safetensors")
    weights = [round(float(arrived[f"encoder.layer.{i}.w"][0, 0])) for i in range(layers)]
    assert weights == sources
    assert f"encoder.layer.{layers}.w" not in arrived
    assert json.loads((tmp_path / "out" / "config.json").read_text())["num_hidden_layers"] == layers


def test_the_vendored_package_is_whole(tmp_path):
    pack_vendor(tmp_path)
    assert (tmp_path / "array_api_compat" / "torch" / "__init__.py").exists()
    assert not list(tmp_path.rglob("__pycache__"))


def test_large_vocabularies_are_refused(tmp_path):
    prepared = write_prepared(tmp_path / "p", number_id=70_000)
    with pytest.raises(SystemExit, match="word pieces does not pack"):
        pack_corpus(prepared, tmp_path / "x.xz", {"train": 5, "valid": 5, "test": 5}, seed=0)
