"""Batches cut on the device equal those of the collator."""

import threading
from dataclasses import replace

import numpy as np
import pytest
import torch

from numerate.training.batches.corpus import Corpus
from numerate.training.batches.loader import Loader, choose_row_capacity, prefetch
from numerate.training.batches.order import Share
from numerate.training.batches.packing import RowCapacity, SingleRow
from numerate.training.nn import NumberModel, TokenizedInstance
from tests.training.runs import small_config

CPU = torch.device("cpu")


def instances_of(split):
    ids, values = split.ids.numpy(), split.values.numpy()
    tokens, numbers = split.token_offsets, split.number_offsets
    return [
        TokenizedInstance(ids[tokens[i] : tokens[i + 1]], values[numbers[i] : numbers[i + 1]])
        for i in range(len(split))
    ]


def log_densities(model, batch):
    """Return the log densities of all numbers, sorted by their values."""
    with torch.no_grad():
        scores = model.distributions(batch, batch.present).log_prob(batch.values.nan_to_num(1.0))
    pairs = zip(batch.values[batch.present].tolist(), scores[batch.present].tolist(), strict=True)
    return torch.tensor(sorted(pairs))


def test_with_one_instance_a_row_batches_equal_those_of_the_collator(corpus):
    split = corpus.train
    collator = replace(NumberModel.from_config(small_config()).collator(), number_multiple=8)
    order = np.random.default_rng([3, 4]).permutation(len(split))
    instances = instances_of(split)
    loader = Loader(split, 16, CPU, layout=None)
    batches = list(loader.epoch([3, 4]))
    assert len(batches) == len(loader) == 4
    for i, batch in enumerate(batches):
        expected = collator([instances[j] for j in order[16 * i : 16 * (i + 1)]])
        for name in ("ids", "positions", "documents", "places", "values", "present"):
            torch.testing.assert_close(
                getattr(batch, name),
                getattr(expected, name),
                rtol=0,
                atol=0,
                equal_nan=True,
                check_dtype=True,
            )


@pytest.mark.parametrize("objective", ["leave-one-out", "masked"])
@pytest.mark.parametrize("row_length", [None, 20, 100])
def test_packing_does_not_change_predictions(corpus, objective, row_length):
    torch.manual_seed(0)
    model = NumberModel.from_config(small_config(objective=objective)).eval()
    split = corpus.valid
    capacity = choose_row_capacity([split.sizes], 2 if objective == "leave-one-out" else 0, row_length)
    (packed,) = Loader(split, len(split), CPU, capacity).epoch()
    plain = model.collator()(instances_of(split))
    assert packed.ids.shape[0] < plain.ids.shape[0]
    torch.testing.assert_close(log_densities(model, packed), log_densities(model, plain))


def test_a_single_row_does_not_change_predictions(corpus):
    torch.manual_seed(0)
    model = NumberModel.from_config(small_config(objective="masked")).eval()
    split = corpus.valid
    layout = SingleRow(int(split.sizes.lengths.max()))
    (row,) = Loader(split, len(split), CPU, layout, one_shape=True).epoch()
    plain = model.collator()(instances_of(split))
    assert row.ids.shape[0] == 1
    torch.testing.assert_close(log_densities(model, row), log_densities(model, plain))


@pytest.mark.parametrize("count", [40, 3])
def test_the_edges_of_a_single_row_delimit_instances_and_padding(corpus, folder, count):
    longest, split = int(corpus.train.sizes.lengths.max()), Corpus.open(folder).train.read(np.arange(count))
    loader = Loader(split, 40, CPU, SingleRow(longest), one_shape=True)
    batch = next(loader.epoch())
    edges, tokens = batch.edges.tolist(), batch.ids.shape[1]
    assert edges[:count] == np.cumsum([0, *split.sizes.lengths])[:-1].tolist()
    assert edges == sorted(edges)
    assert edges[-1] == tokens
    assert np.diff(edges).max() <= longest
    starts = [0, *(1 + np.flatnonzero(np.diff(batch.documents[0]))), tokens]
    assert set(starts) <= set(edges)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_flash_attention_equals_a_dense_mask(corpus):
    torch.manual_seed(0)
    model = NumberModel.from_config(small_config(objective="masked")).eval().cuda()
    split = corpus.valid
    loader = Loader(split, len(split), torch.device("cuda"), SingleRow(int(split.sizes.lengths.max())))
    (row,) = loader.epoch()
    with torch.autocast("cuda", torch.bfloat16):
        expected = log_densities(model, row)
        model.encoder.use("flash")
        torch.testing.assert_close(log_densities(model, row), expected, rtol=2e-2, atol=2e-2)


def test_rows_fit_the_longest_instance(corpus):
    longest = (corpus.train.sizes.lengths + 2 * corpus.train.sizes.counts).max()
    assert choose_row_capacity([corpus.train.sizes], 2, row_length=8).tokens >= longest
    assert choose_row_capacity([corpus.train.sizes], 2, row_length=200) == RowCapacity(200, 8, 2)


def test_each_batch_is_divided_among_processes(corpus):
    split = corpus.train
    whole = Loader(split, 16, CPU, None)
    parts = [Loader(split, 16, CPU, None, Share(i, 3)) for i in range(3)]
    for batch, *shares in zip(*(loader.epoch([0]) for loader in (whole, *parts)), strict=True):
        together = torch.cat([share.values[share.present] for share in shares])
        assert sorted(together.tolist()) == sorted(batch.values[batch.present].tolist())


def test_an_epoch_can_start_at_any_batch(corpus):
    loader = Loader(corpus.train, 16, CPU, RowCapacity(64, 16, 2))
    whole, rest = list(loader.epoch([0])), list(loader.epoch([0], start=2))
    assert [batch.ids.tolist() for batch in whole[2:]] == [batch.ids.tolist() for batch in rest]


def test_all_batches_have_one_shape_if_requested(corpus):
    loader = Loader(corpus.train, 16, CPU, RowCapacity(64, 16, 2), one_shape=True)
    shapes = {batch.ids.shape for batch in loader.epoch()}
    assert len(shapes) == 1


def test_the_next_item_is_made_while_the_current_one_is_used():
    items, second = [], threading.Event()

    def make(i):
        items.append(i)
        if i == 1:
            second.set()
        return i

    results = prefetch(make, range(5))
    assert next(results) == 0
    assert second.wait(120)
    assert list(results) == [1, 2, 3, 4]
    assert items == [0, 1, 2, 3, 4]
