"""Work spread over processes, with the results in the order of the tasks and few of either in memory."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar

from numerate.processes import serve_parent

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    processes: int,
    prepare: Callable[..., None],
    arguments: tuple[Any, ...],
) -> Iterator[tuple[Task, Result]]:
    """Yield each task with its result. `prepare(*arguments)` runs once in every process before any work."""
    if processes == 1:
        prepare(*arguments)
        for task in tasks:
            yield task, work(task)
        return
    # spawn: the progress bar has a thread, and a forked copy of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _start, (prepare, arguments))
    waiting: deque[tuple[Task, Future[Result]]] = deque()
    try:
        for task in tasks:
            waiting.append((task, pool.submit(work, task)))
            # One task at hand for each process beside the one it is at.
            if len(waiting) > 2 * processes:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start(prepare: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    serve_parent()
    prepare(*arguments)
