"""Windows that are cut anew each epoch."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from numerate.training.batches.recut import MAX_NUMBERS, EpochWindows, WindowCutter
from numerate.training.batches.split import MemorySplit

CLS, NUMBER, STOP, WORD = 0, 1, 2, 3


def split_of(documents: list[list[int]]) -> MemorySplit:
    """Return documents of token ids as a split; the value of a number is its index."""
    ids = np.concatenate([[CLS, *document] for document in documents]).astype(np.int32)
    lengths = [len(document) + 1 for document in documents]
    counts = [document.count(NUMBER) for document in documents]
    places = np.concatenate([1 + np.flatnonzero(np.array(d) == NUMBER) for d in documents])
    values = np.arange(sum(counts), dtype=np.float64)
    return MemorySplit(
        ids=torch.from_numpy(ids),
        values=torch.from_numpy(values),
        wanted=torch.ones(len(values), dtype=torch.bool),
        years=torch.zeros(len(values), dtype=torch.bool),
        places=torch.from_numpy(places.astype(np.int32)),
        token_offsets=np.concatenate([[0], np.cumsum(lengths)]),
        number_offsets=np.concatenate([[0], np.cumsum(counts)]),
    )


documents = st.lists(
    st.lists(st.sampled_from([NUMBER, STOP, WORD, WORD]), min_size=1, max_size=400).filter(
        lambda tokens: NUMBER in tokens
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=60, deadline=None)
@given(documents, st.integers(25, 64), st.integers(0, 9))
def test_every_number_is_in_one_window(documents: list[list[int]], tokens: int, seed: int) -> None:
    split = split_of(documents)
    windows = WindowCutter(split, tokens, STOP).cut([seed])
    assert sorted(windows.values.tolist()) == split.values.tolist()
    assert windows.sizes.lengths.max() <= tokens
    assert windows.sizes.counts.max() <= MAX_NUMBERS
    starts = windows.token_offsets[:-1]
    assert (windows.ids[torch.from_numpy(starts)] == CLS).all()
    owner = np.repeat(np.arange(len(windows)), np.diff(windows.number_offsets))
    at = torch.from_numpy(starts[owner]) + windows.places
    assert (windows.ids[at] == NUMBER).all()


def test_windows_differ_between_epochs_and_not_between_runs() -> None:
    cutter = WindowCutter(split_of([[WORD, WORD, NUMBER, STOP] * 300]), 32, STOP)
    first, again, other = cutter.cut([0, 0]), cutter.cut([0, 0]), cutter.cut([0, 1])
    assert torch.equal(first.values, again.values)
    assert first.token_offsets.tolist() != other.token_offsets.tolist()


def test_windows_without_a_number_to_predict_are_left_out() -> None:
    cutter = WindowCutter(split_of([[WORD] * 200 + [NUMBER] + [WORD] * 200]), 32, STOP)
    assert len(cutter.cut([0])) == 1


def test_windows_end_after_a_sentence_where_one_ends_nearby() -> None:
    windows = WindowCutter(split_of([[WORD, NUMBER, WORD, STOP] * 100]), 30, STOP).cut([0])
    ends = windows.ids[torch.from_numpy(windows.token_offsets[1:] - 1)]
    assert (ends == STOP).float().mean() > 0.9


def test_the_next_epoch_is_cut_ahead() -> None:
    cutter = WindowCutter(split_of([[WORD, NUMBER, STOP] * 100]), 30, STOP)
    windows = EpochWindows(cutter)
    for epoch in range(3):
        expected = cutter.cut([7, epoch])
        assert torch.equal(windows.of_epoch([7, epoch]).values, expected.values)


@pytest.mark.parametrize("stop", [None, STOP])
def test_a_dense_window_ends_early(stop: int | None) -> None:
    windows = WindowCutter(split_of([[NUMBER] * 500]), 256, stop).cut([0])
    assert windows.sizes.counts.max() == MAX_NUMBERS
