"""The collector of garbage runs rarely within a block, and as before after it."""

import gc
from collections.abc import Iterator

import pytest

from numerate.checking.collector import rare_collection


@pytest.fixture(autouse=True)
def thresholds() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*usual)


def test_collection_is_rare_within_blocks_that_overlap() -> None:
    first, second = rare_collection(), rare_collection()
    with first:
        second.__enter__()
        assert gc.get_threshold()[0] > 700
    assert gc.get_threshold()[0] > 700
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 10)


def test_an_error_leaves_the_thresholds_as_they_were() -> None:
    @rare_collection()
    def fail() -> None:
        raise ValueError(gc.get_threshold()[0])

    for _ in range(2):
        with pytest.raises(ValueError, match="100000"):
            fail()
        assert gc.get_threshold() == (700, 10, 10)


def test_a_collector_that_is_off_remains_off() -> None:
    gc.set_threshold(0, 10, 10)
    with rare_collection():
        assert gc.get_threshold()[0] == 0
