"""Splits in memory and on disk: the tensors, the checks, and the same batches from either."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from numerate.errors import BrokenDataError, TrainingError
from numerate.training.batches.corpus import Corpus
from numerate.training.batches.loader import Loader, choose_row_capacity
from numerate.training.batches.order import Share
from numerate.training.batches.split import MemorySplit, StreamedSplit
from numerate.training.prepare.instances import KINDS
from numerate.training.prepare.shards import ColumnBuilder, Columns, join
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
NUMBER = 9
TENSORS = ("ids", "values", "wanted", "years", "places")
TOKENS = st.lists(st.integers(0, 8) | st.just(NUMBER), min_size=1, max_size=6)


def build(instances):
    """Return columns of instances with the values 100 × instance + number."""
    builder = ColumnBuilder()
    for i, ids in enumerate(instances):
        count = ids.count(NUMBER)
        values = [float(100 * i + n) for n in range(count)]
        kinds = [KINDS.index("year" if n % 2 else "money") for n in range(count)]
        builder.add(ids, values, kinds, [n % 3 > 0 for n in range(count)], i, 0)
    return builder.columns()


def make_split(instances):
    return MemorySplit.from_columns(build(instances), NUMBER, "a")


def changed(name, index, value):
    columns = build([[1, 9, 9], [2, 9], [3], [9, 9, 9]])
    array = getattr(columns, name).copy()
    array[index] = value
    return Columns(**{**columns._asdict(), name: array})


@given(st.lists(TOKENS, max_size=6))
def test_tensors_match_the_instances(instances):
    split = make_split(instances)
    assert len(split) == len(instances)
    assert split.tokens == sum(map(len, instances))
    assert split.sizes.lengths.tolist() == [len(ids) for ids in instances]
    assert split.sizes.counts.tolist() == [ids.count(NUMBER) for ids in instances]
    for i, ids in enumerate(instances):
        first, last = split.number_offsets[i : i + 2]
        places = [at for at, token in enumerate(ids) if token == NUMBER]
        assert split.places[first:last].tolist() == places
        assert split.values[first:last].tolist() == [100 * i + n for n in range(len(places))]
        assert split.years[first:last].tolist() == [n % 2 == 1 for n in range(len(places))]
        assert split.wanted[first:last].tolist() == [n % 3 > 0 for n in range(len(places))]
        begin, end = split.token_offsets[i : i + 2]
        assert split.ids[begin:end].tolist() == ids


def test_types_of_the_tensors():
    split = make_split([[1, NUMBER]])
    types = [getattr(split, name).dtype for name in TENSORS]
    assert types == [torch.int32, torch.float64, torch.bool, torch.bool, torch.int32]
    assert split.token_offsets.dtype == split.number_offsets.dtype == np.int64


def test_padding_belongs_to_no_instance():
    split = make_split([[1, NUMBER], [2]])
    padded = split.padded(7, 4)
    assert (len(padded.ids), len(padded.values)) == (7, 4)
    assert len(padded) == 2
    assert padded.tokens == 3
    assert not padded.wanted[1:].any()
    for name in TENSORS:
        original = getattr(split, name)
        assert getattr(padded, name)[: len(original)].tolist() == original.tolist()
        assert len(getattr(padded, name)) == (7 if name == "ids" else 4)


def test_a_copy_on_a_device_has_the_same_content():
    split = make_split([[1, NUMBER], [2]])
    moved = split.to(torch.device("cpu"))
    assert all(getattr(moved, name).tolist() == getattr(split, name).tolist() for name in TENSORS)
    assert moved.sample() is moved


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (changed("values", 3, np.inf), "a: instance 3 has the value inf; numbers must be finite"),
        (changed("values", 2, -2.0), "a: instance 1 has the value -2"),
        (changed("ids", 0, NUMBER), "instance 0 has 3 number symbols but 2 values; prepare the folder again"),
        (changed("ids", 5, NUMBER), "instance 2 has 1 number symbols but 0 values"),
        (changed("token_offsets", 1, 5), "instance 1 has no tokens"),
        (changed("token_offsets", 1, 6), "damaged offsets; prepare the folder again"),
        (changed("token_offsets", 0, 1), "damaged offsets"),
        (changed("number_offsets", -1, 5), "damaged offsets"),
        (changed("number_offsets", -1, 7), "damaged offsets"),
    ],
)
def test_damaged_columns_are_rejected(columns, message):
    with pytest.raises(BrokenDataError, match=message):
        MemorySplit.from_columns(columns, NUMBER, "a")
    assert issubclass(BrokenDataError, TrainingError)


@pytest.mark.parametrize(
    ("columns", "message"),
    [(changed("values", 2, -2.0), "instance 17 has"), (changed("ids", 5, NUMBER), "instance 18 has")],
)
def test_a_damaged_instance_is_named_by_its_index_in_the_split(columns, message):
    with pytest.raises(BrokenDataError, match=message):
        MemorySplit.from_columns(columns, NUMBER, "a", np.array([16, 17, 18, 19]))


def test_zero_and_missing_values_are_accepted():
    columns = changed("values", slice(0, 2), [0.0, np.nan])
    assert MemorySplit.from_columns(columns, NUMBER, "a").values[0] == 0


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr("numerate.training.batches.order.BLOCK", 7)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Write two folders of several shards each."""
    home = tmp_path_factory.mktemp("streamed")
    first = write_corpus(home / "first", make_columns(150, 0), make_columns(20, 1), shards=4)
    return [first, write_corpus(home / "second", make_columns(90, 2), make_columns(30, 3), shards=3)]


@pytest.fixture(scope="module")
def streamed(folders):
    return Corpus.open(*folders)


@pytest.fixture(scope="module")
def in_memory(folders):
    return Corpus.load(*folders)


def test_reading_returns_the_chosen_instances(streamed, in_memory):
    indices = np.array([0, 1, 17, 149, 150, 151, 239])
    read, whole = streamed.train.read(indices), in_memory.train
    assert len(streamed.train) == len(whole) == 240
    for name, offsets in (
        ("ids", "token_offsets"),
        ("values", "number_offsets"),
        ("places", "number_offsets"),
    ):
        part, part_offsets = getattr(read, name), getattr(read, offsets)
        items, item_offsets = getattr(whole, name), getattr(whole, offsets)
        for i, index in enumerate(indices):
            expected = items[item_offsets[index] : item_offsets[index + 1]]
            assert torch.equal(part[part_offsets[i] : part_offsets[i + 1]], expected)


def test_sizes_and_tokens_equal_those_in_memory(streamed, in_memory):
    for mine, whole in ((streamed.train, in_memory.train), (streamed.valid, in_memory.valid)):
        assert set(zip(*mine.sizes, strict=True)) == set(zip(*whole.sizes, strict=True))
        assert mine.tokens == whole.tokens
        assert choose_row_capacity([mine.sizes], 2, None) == choose_row_capacity([whole.sizes], 2, None)


def test_a_sample_is_reproducible_and_of_limited_size(streamed, in_memory, monkeypatch):
    assert sorted(streamed.train.sample().values) == sorted(in_memory.train.values)
    monkeypatch.setattr("numerate.training.batches.split.SAMPLE", 60)
    sample = streamed.train.sample()
    assert len(sample) == 60
    assert torch.equal(sample.values, streamed.train.sample().values)


@pytest.mark.parametrize("processes", [1, 3])
def test_batches_equal_those_of_a_split_in_memory(streamed, in_memory, processes):
    capacity = choose_row_capacity([in_memory.train.sizes], 2, None)
    for index in range(processes):
        loaders = [
            Loader(corpus.train, 16, CPU, capacity, Share(index, processes), window=50)
            for corpus in (streamed, in_memory)
        ]
        for start in (0, 5):
            epochs = (loader.epoch([0, 1], start) for loader in loaders)
            for mine, expected in zip(*epochs, strict=True):
                for name in ("ids", "positions", "documents", "places", "present", "wanted"):
                    assert torch.equal(getattr(mine, name), getattr(expected, name))
                torch.testing.assert_close(mine.values, expected.values, rtol=0, atol=0, equal_nan=True)


def test_all_windows_have_one_shape_if_requested(streamed):
    shapes = set()

    def cut(split, _places, shape):
        shapes.add((split.ids.shape, split.values.shape, split.places.shape, shape))

    capacity = choose_row_capacity([streamed.train.sizes], 2, None)
    list(Loader(streamed.train, 16, CPU, capacity, window=48, one_shape=True, cut=cut).epoch([0]))
    assert len(shapes) == 1


@pytest.mark.parametrize("changes", [{}, {"objective": "masked", "head": "gmm", "components": 3}])
def test_a_streamed_run_equals_a_run_in_memory_and_resumes(
    folders, in_memory, tmp_path, monkeypatch, changes
):
    monkeypatch.setattr("numerate.training.run.loop.REPORT_EVERY", 4)
    windowed, config = replace(QUICK, window=40, epochs=2), small_config(**changes)
    quick_run(in_memory, tmp_path / "in_memory", config, windowed)
    monkeypatch.setattr(StreamedSplit, "all", None)  # the streamed run must not read the split as a whole
    # With 30 steps an epoch and a checkpoint every 4, the run is interrupted in the second epoch.
    interrupt(9, folders, tmp_path / "streamed", config, windowed)
    quick_run(folders, tmp_path / "streamed", config, windowed)
    assert weights_in(tmp_path / "in_memory") == weights_in(tmp_path / "streamed")
    assert metrics_in(tmp_path / "in_memory") == metrics_in(tmp_path / "streamed")


def test_memory_does_not_grow_with_the_size_of_the_corpus(tmp_path, monkeypatch):
    monkeypatch.setattr("numerate.training.batches.order.BLOCK", 64)
    part = make_columns(500, 0)
    peaks = {}
    for times in (2, 16):
        folder = write_corpus(tmp_path / str(times), join([part] * times), shards=times)
        corpus = Corpus.open(folder)
        capacity = choose_row_capacity([corpus.train.sizes], 2, None)
        peaks[times] = peak(
            lambda c=corpus, r=capacity: [0 for _ in Loader(c.train, 16, CPU, r, window=256).epoch([0])]
        )
    whole = peak(lambda: Corpus.load(folder))
    assert peaks[16] < 1.2 * peaks[2]
    assert peaks[16] < whole / 4


def peak(work):
    """Return the peak of allocated bytes during `work`."""
    work()  # a first call, for what is allocated only once
    tracemalloc.start()
    work()
    _, bytes_ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return bytes_


def test_only_large_corpora_stay_on_disk(folders, tmp_path, monkeypatch, in_memory):
    seen = []
    sample, read_all = MemorySplit.sample, StreamedSplit.all
    monkeypatch.setattr(MemorySplit, "sample", lambda self: (seen.append("sample"), sample(self))[1])
    monkeypatch.setattr(StreamedSplit, "all", lambda self: (seen.append("all"), read_all(self))[1])
    quick_run(folders, tmp_path / "small", recipe=replace(QUICK, epochs=1))
    assert set(seen) == {"sample", "all"}
    seen.clear()
    monkeypatch.setattr(recipe, "MAX_TOKENS_IN_MEMORY", in_memory.train.tokens - 1)
    monkeypatch.setattr(recipe, "WINDOW", 64)
    quick_run(folders, tmp_path / "large", recipe=replace(QUICK, epochs=1))
    assert seen == []


def test_damage_is_reported_when_it_is_read(tmp_path):
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
