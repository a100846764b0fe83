"""Partitions that threads check on this machine."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from numerate.scan import local
from numerate.scan.checker import StoppedError


class FakeChecker:
    """A checker that only counts how often it was opened and closed."""

    opened = closed = 0

    def __init__(self, task: object, is_stopped: Callable[[], bool]) -> None:
        self.is_stopped = is_stopped

    def __enter__(self) -> FakeChecker:
        FakeChecker.opened += 1
        return self

    def __exit__(self, *_: object) -> None:
        FakeChecker.closed += 1


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(FakeChecker, "opened", 0)
    monkeypatch.setattr(FakeChecker, "closed", 0)
    monkeypatch.setattr(local, "Checker", FakeChecker)
    monkeypatch.setattr(local, "check_partition", lambda job, partition, checker: partition)
    return SimpleNamespace(task=None)


def test_every_partition_is_checked_once(job: Any) -> None:
    assert sorted(local.check_locally(job, range(20), 3)) == list(range(20))
    assert FakeChecker.opened == FakeChecker.closed == 3


def test_an_error_of_a_worker_is_raised_where_results_are_taken(
    job: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(job: object, partition: int, checker: object) -> int:
        if partition == 3:
            raise OSError("disk full")
        return partition

    monkeypatch.setattr(local, "check_partition", fail)
    with pytest.raises(OSError, match="disk full"):
        list(local.check_locally(job, range(50), 2))
    assert FakeChecker.opened == FakeChecker.closed


def test_closing_the_generator_stops_the_workers(job: Any) -> None:
    taken: list[int] = []

    def partitions() -> Any:
        for partition in range(10_000):
            taken.append(partition)
            yield partition

    results = local.check_locally(job, partitions(), 2)
    next(results)
    results.close()
    assert len(taken) < 100  # one in each worker, one for each waiting, and the first
    assert FakeChecker.opened == FakeChecker.closed == 2


def test_a_worker_that_was_stopped_is_no_error(job: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(job: object, partition: int, checker: object) -> int:
        raise StoppedError

    monkeypatch.setattr(local, "check_partition", stop)
    assert list(local.check_locally(job, range(5), 2)) == []
