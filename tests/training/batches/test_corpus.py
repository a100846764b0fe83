"""Corpora of one or more folders, and the errors for damaged or unsuitable data."""

import json

import numpy as np
import pytest

from numerate.errors import BrokenDataError
from numerate.training.batches.corpus import Corpus
from numerate.training.nn import NumberModel
from numerate.training.prepare.shards import Columns
from numerate.training.run.loop import check_fits
from tests.training.runs import make_columns, quick_run, small_config, write_corpus


def changed(name, index, value):
    columns = make_columns(12, 0)
    array = getattr(columns, name).copy()
    array[index] = value
    return with_column(columns, name, array)


def with_column(columns, name, array):
    return Columns(**{**columns._asdict(), name: array})


def test_a_corpus_is_read_into_memory(folder):
    corpus = Corpus.load(folder)
    assert (len(corpus.train), len(corpus.valid)) == (60, 20)
    assert corpus.train.ids[corpus.train.token_offsets[7] + corpus.train.places[0]] < 42
    owner = np.repeat(np.arange(60), corpus.train.sizes.counts)
    at = corpus.train.token_offsets[owner] + corpus.train.places.numpy()
    assert (corpus.train.ids.numpy()[at] == corpus.number_id).all()


def test_several_folders_form_one_corpus(tmp_path, folder):
    other = write_corpus(tmp_path / "other", make_columns(30, 2), make_columns(7, 3))
    first, second, both = Corpus.load(folder), Corpus.load(other), Corpus.load(folder, other)
    assert (len(both.train), len(both.valid)) == (90, 27)
    assert both.train.values.tolist() == [*first.train.values.tolist(), *second.train.values.tolist()]
    assert both.train.sizes.lengths.tolist() == [*first.train.sizes.lengths, *second.train.sizes.lengths]
    assert len({first.digest, second.digest, both.digest, Corpus.load(other, folder).digest}) == 4


def test_folders_with_different_tokenizers_are_rejected(tmp_path, folder):
    other = write_corpus(tmp_path / "other")
    manifest = json.loads((other / "manifest.json").read_text())
    manifest["tokenizer"]["vocabulary"] += 1
    (other / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(BrokenDataError, match="prepared with different tokenizers"):
        Corpus.load(folder, other)


def test_a_folder_without_instances_is_rejected(tmp_path):
    with pytest.raises(
        BrokenDataError, match="no prepared instances here; make them with `numerate prepare`"
    ):
        Corpus.load(tmp_path)
    with pytest.raises(BrokenDataError, match="no valid instances; prepare with a split"):
        Corpus.load(write_corpus(tmp_path, valid=make_columns(0, 0)))


def test_a_truncated_shard_is_rejected(tmp_path):
    shard = write_corpus(tmp_path) / "shard-00000.safetensors"
    shard.write_bytes(shard.read_bytes()[:-100])
    with pytest.raises(BrokenDataError, match=f"{shard}: damaged"):
        Corpus.load(tmp_path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"vocab_size": 99},
            r"other word pieces than the model's \(its number symbol is 40, the model's 99\)",
        ),
        ({"max_position_embeddings": 8}, "takes at most 8; prepare it with --tokens 8"),
    ],
)
def test_a_corpus_that_does_not_fit_the_model_is_rejected(corpus, changes, message):
    config = small_config()
    model = NumberModel.from_config(small_config(architecture={**config.architecture, **changes}))
    with pytest.raises(BrokenDataError, match=message):
        check_fits(corpus, model, corpus.train)


def test_a_token_beyond_the_vocabulary_is_rejected(tmp_path):
    columns = changed("ids", 2, 77)
    with pytest.raises(BrokenDataError, match="token 77 is not one of the 42 of its tokenizer"):
        quick_run(write_corpus(tmp_path / "data", columns), tmp_path / "out")


def test_a_corpus_without_targets_is_rejected(tmp_path):
    columns = make_columns(12, 0)
    columns = with_column(columns, "targets", np.zeros_like(columns.targets))
    with pytest.raises(BrokenDataError, match="no number to predict in the model's range"):
        quick_run(write_corpus(tmp_path / "data", columns), tmp_path / "out")
