"""A split that stays on disk gives what one in memory gives, and holds a window of it at a time."""

import threading
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import torch

from numerate.errors import BrokenDataError
from numerate.training.batches import split
from numerate.training.batches.corpus import Corpus
from numerate.training.batches.loader import Loader, choose_row_capacity, prefetch
from numerate.training.batches.order import Share
from numerate.training.batches.split import MemorySplit, StreamedSplit
from numerate.training.prepare.shards import Columns, join
from numerate.training.run import recipe
from tests.training.runs import (
    QUICK,
    interrupt,
    make_columns,
    metrics_in,
    quick_run,
    small_config,
    weights_in,
    write_corpus,
)

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr("numerate.training.batches.order.BLOCK", 7)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Two folders of several shards each."""
    home = tmp_path_factory.mktemp("streamed")
    first = write_corpus(home / "first", make_columns(150, 0), make_columns(20, 1), shards=4)
    return [first, write_corpus(home / "second", make_columns(90, 2), make_columns(30, 3), shards=3)]


@pytest.fixture(scope="module")
def streamed(folders):
    return Corpus.open(*folders)


@pytest.fixture(scope="module")
def held(folders):
    return Corpus.load(*folders)


def test_what_is_read_is_what_lies_there(streamed, held):
    which = np.array([0, 1, 17, 149, 150, 151, 239])
    read, whole = streamed.train.read(which), held.train
    assert len(streamed.train) == len(whole) == 240
    for mine, offsets in (
        ("ids", "token_offsets"),
        ("values", "number_offsets"),
        ("places", "number_offsets"),
    ):
        pieces, at = getattr(read, mine), getattr(read, offsets)
        every, begins = getattr(whole, mine), getattr(whole, offsets)
        for i, instance in enumerate(which):
            expected = every[begins[instance] : begins[instance + 1]]
            assert torch.equal(pieces[at[i] : at[i + 1]], expected)


def test_what_must_be_known_beforehand_is_known_from_a_pass_over_the_sizes(streamed, held):
    for mine, whole in ((streamed.train, held.train), (streamed.valid, held.valid)):
        assert set(zip(*mine.sizes, strict=True)) == set(zip(*whole.sizes, strict=True))
        assert mine.tokens == whole.tokens
        assert choose_row_capacity([mine.sizes], 2, None) == choose_row_capacity([whole.sizes], 2, None)


def test_a_sample_stands_for_all(streamed, held, monkeypatch):
    assert sorted(streamed.train.sample().values) == sorted(held.train.values)
    monkeypatch.setattr(split, "SAMPLE", 60)
    sample = streamed.train.sample()
    assert len(sample) == 60
    assert torch.equal(sample.values, streamed.train.sample().values)


@pytest.mark.parametrize("processes", [1, 3])
def test_batches_are_those_of_a_split_in_memory(streamed, held, processes):
    room = choose_row_capacity([held.train.sizes], 2, None)
    for index in range(processes):
        loaders = [
            Loader(corpus.train, 16, CPU, room, Share(index, processes), window=50)
            for corpus in (streamed, held)
        ]
        for start in (0, 5):
            epochs = (loader.epoch([0, 1], start) for loader in loaders)
            for mine, expected in zip(*epochs, strict=True):
                for name in ("ids", "positions", "documents", "places", "present", "wanted"):
                    assert torch.equal(getattr(mine, name), getattr(expected, name))
                torch.testing.assert_close(mine.values, expected.values, rtol=0, atol=0, equal_nan=True)


def test_where_shapes_are_compiled_all_stretches_have_one(streamed):
    shapes = set()

    def cut(split, _places, shape):
        shapes.add((split.ids.shape, split.values.shape, split.places.shape, shape))

    room = choose_row_capacity([streamed.train.sizes], 2, None)
    list(Loader(streamed.train, 16, CPU, room, window=48, one_shape=True, cut=cut).epoch([0]))
    assert len(shapes) == 1


@pytest.mark.parametrize("changes", [{}, {"objective": "masked", "head": "gmm", "components": 3}])
def test_a_run_from_disk_is_the_run_in_memory_and_goes_on_where_it_broke_off(
    folders, held, tmp_path, monkeypatch, changes
):
    monkeypatch.setattr("numerate.training.run.loop.REPORT_EVERY", 4)
    windowed, config = replace(QUICK, window=40, epochs=2), small_config(**changes)
    quick_run(held, tmp_path / "held", config, windowed)
    monkeypatch.setattr(StreamedSplit, "all", None)  # nothing reads it whole
    # Nine checkpoints, of 30 steps to an epoch: it breaks off in the second epoch.
    interrupt(9, folders, tmp_path / "streamed", config, windowed)
    quick_run(folders, tmp_path / "streamed", config, windowed)
    assert weights_in(tmp_path / "held") == weights_in(tmp_path / "streamed")
    assert metrics_in(tmp_path / "held") == metrics_in(tmp_path / "streamed")


def test_memory_does_not_grow_with_the_corpus(tmp_path, monkeypatch):
    monkeypatch.setattr("numerate.training.batches.order.BLOCK", 64)
    part = make_columns(500, 0)
    peaks = {}
    for times in (2, 16):
        folder = write_corpus(tmp_path / str(times), join([part] * times), shards=times)
        corpus = Corpus.open(folder)
        room = choose_row_capacity([corpus.train.sizes], 2, None)
        peaks[times] = peak(
            lambda c=corpus, r=room: [0 for _ in Loader(c.train, 16, CPU, r, window=256).epoch([0])]
        )
    whole = peak(lambda: Corpus.load(folder))
    assert peaks[16] < 1.2 * peaks[2]
    assert peaks[16] < whole / 4


def peak(work):
    """The most bytes of arrays that were there at a time."""
    work()  # what is made once is made now
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_large_corpora_stay_on_disk_and_small_ones_do_not(folders, tmp_path, monkeypatch, held):
    seen = []
    sample, read_all = MemorySplit.sample, StreamedSplit.all
    monkeypatch.setattr(MemorySplit, "sample", lambda self: (seen.append("held"), sample(self))[1])
    monkeypatch.setattr(StreamedSplit, "all", lambda self: (seen.append("all"), read_all(self))[1])
    quick_run(folders, tmp_path / "small", recipe=replace(QUICK, epochs=1))
    assert set(seen) == {"held", "all"}
    seen.clear()
    monkeypatch.setattr(recipe, "MAX_TOKENS_IN_MEMORY", held.train.tokens - 1)
    monkeypatch.setattr(recipe, "WINDOW", 64)
    quick_run(folders, tmp_path / "large", recipe=replace(QUICK, epochs=1))
    assert seen == []


def test_what_is_broken_is_found_when_it_is_read(tmp_path):
    columns = make_columns(60, 0)
    values = columns.values.copy()
    values[-1] = -2.0
    folder = write_corpus(tmp_path / "data", Columns(**{**columns._asdict(), "values": values}), shards=3)
    loader = Loader(Corpus.open(folder).train, 10, CPU, None, window=20)
    with pytest.raises(BrokenDataError, match=r"\(train\): instance 59 has the value -2"):
        list(loader.epoch())
    (folder / "shard-00002.safetensors").unlink()
    with pytest.raises(BrokenDataError, match=r"shard-00002\.safetensors: damaged"):
        list(loader.epoch())


def test_the_next_thing_is_made_while_this_one_is_used():
    made, second = [], threading.Event()

    def make(i):
        made.append(i)
        if i == 1:
            second.set()
        return i

    things = prefetch(make, range(5))
    assert next(things) == 0
    assert second.wait(10)
    assert list(things) == [1, 2, 3, 4]
    assert made == [0, 1, 2, 3, 4]
