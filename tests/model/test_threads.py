import threading
from collections.abc import Iterator

import pytest

from numerate.model.threads import in_parallel


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_results_are_in_order(threads: int, count: int) -> None:
    assert list(in_parallel(lambda n: n * n, range(count), threads)) == [n * n for n in range(count)]


def test_several_run_at_a_time() -> None:
    meeting = threading.Barrier(2, timeout=10)
    assert sorted(in_parallel(lambda _: meeting.wait(), range(2), 2)) == [0, 1]


@pytest.mark.parametrize(("threads", "count"), [(1, 9), (4, 1)])
def test_one_thread_or_one_item_needs_no_other(threads: int, count: int) -> None:
    names = set(in_parallel(lambda _: threading.current_thread().name, range(count), threads))
    assert names == {threading.current_thread().name}


def test_items_are_taken_shortly_before_their_turn() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for n in range(50):
            taken.append(n)
            yield n

    results = in_parallel(lambda n: n, items(), 2)
    assert next(results) == 0
    assert len(taken) < 5


def test_an_error_ends_it() -> None:
    results = in_parallel(lambda n: 1 // n, [2, 1, 0, 3], 2)
    assert next(results) == 0
    with pytest.raises(ZeroDivisionError):
        list(results)
