"""Partitions on this machine: a process for each worker, watched over by a thread."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from queue import Empty, Queue
from threading import Event, Lock, Thread

from numerate.scan.checker import Checker, StoppedError
from numerate.scan.partition import PartitionResult, ScanJob, make


def make_locally(corpus: ScanJob, partitions: Iterable[int], workers: int) -> Generator[PartitionResult]:
    """Yield partitions as they are finished; few are in memory at a time.

    Whoever asks for no more, or is interrupted, ends all processes.
    """
    tasks, taking = iter(partitions), Lock()
    finished: Queue[PartitionResult | BaseException | None] = Queue(workers)
    stopped = Event()

    def take() -> int | None:
        with taking:
            return None if stopped.is_set() else next(tasks, None)

    def work() -> None:
        try:
            with Checker(corpus.work, stopped.is_set) as checker:
                while (partition := take()) is not None:
                    finished.put(make(corpus, partition, checker))
        except StoppedError:
            pass
        except BaseException as error:  # it is raised again where the partitions are taken
            finished.put(error)
        finally:
            finished.put(None)

    threads = [Thread(target=work, daemon=True) for _ in range(workers)]
    try:
        for thread in threads:
            thread.start()
        yield from _until_all_end(finished, workers)
    finally:
        stopped.set()
        _join(threads, finished)


def _until_all_end(
    finished: Queue[PartitionResult | BaseException | None], workers: int
) -> Iterator[PartitionResult]:
    while workers:
        got = finished.get()
        if isinstance(got, BaseException):
            raise got
        if got is None:
            workers -= 1
        else:
            yield got


def _join(threads: list[Thread], finished: Queue[PartitionResult | BaseException | None]) -> None:
    """Wait for the threads, taking what they still put."""
    for thread in threads:
        while thread.is_alive():
            try:
                finished.get(timeout=0.05)
            except Empty:
                continue
