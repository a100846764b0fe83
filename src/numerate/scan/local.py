"""Partitions checked on this machine: one worker process each, supervised by a thread."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from queue import Empty, Queue
from threading import Event, Lock, Thread

from numerate.scan.checker import Checker, StoppedError
from numerate.scan.partition import PartitionResult, ScanJob, check_partition

_Results = Queue[PartitionResult | BaseException | None]


def check_locally(job: ScanJob, partitions: Iterable[int], workers: int) -> Generator[PartitionResult]:
    """Yield partitions as they are finished, with at most one per worker waiting in memory.

    Closing the generator kills all worker processes.
    """
    tasks, lock = iter(partitions), Lock()
    results: _Results = Queue(workers)
    stopped = Event()

    def next_partition() -> int | None:
        with lock:
            return None if stopped.is_set() else next(tasks, None)

    def run() -> None:
        try:
            with Checker(job.task, stopped.is_set) as checker:
                while (partition := next_partition()) is not None:
                    results.put(check_partition(job, partition, checker))
        except StoppedError:
            pass
        except BaseException as error:  # raised again in the thread that takes the results
            results.put(error)
        finally:
            results.put(None)

    threads = [Thread(target=run, daemon=True) for _ in range(workers)]
    try:
        for thread in threads:
            thread.start()
        yield from _until_all_end(results, workers)
    finally:
        stopped.set()
        _join(threads, results)


def _until_all_end(results: _Results, workers: int) -> Iterator[PartitionResult]:
    while workers:
        result = results.get()
        if isinstance(result, BaseException):
            raise result
        if result is None:
            workers -= 1
        else:
            yield result


def _join(threads: list[Thread], results: _Results) -> None:
    """Wait for the threads, and empty the queue so that none of them blocks on it."""
    for thread in threads:
        while thread.is_alive():
            try:
                results.get(timeout=0.05)
            except Empty:
                continue
