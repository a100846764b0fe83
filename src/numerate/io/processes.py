"""Worker processes: how many to start and how, with how many threads, and when they end."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_environment = threading.Lock()


def available_processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worker_context(*preloaded: str) -> ForkServerContext | SpawnContext:
    """Return how to start worker processes: forked from one that has loaded some modules, and has no threads.

    A process with threads is not forked, as its copy may wait for locks that nobody releases. On Linux, the
    process to fork is started with the first worker, and saves all others the imports. Elsewhere, where the
    libraries of the system do not bear it, every worker starts afresh.

    preloaded: modules that start no thread when they are imported.
    """
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preloaded))
    return context


@contextmanager
def with_one_thread() -> Iterator[None]:
    """Make numpy compute with one thread in the processes that are started meanwhile.

    Its BLAS reads these variables when it is loaded, and otherwise takes all processors. With one process per
    processor, the threads of each would only contend with those of the others, and spin while they wait.
    """
    with _environment:
        before = {name: os.environ.get(name) for name in _THREADS}
        os.environ.update(dict.fromkeys(_THREADS, "1"))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


def serve_parent() -> None:
    """Leave Ctrl-C to the parent process, and end when the parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent has ended, even by SIGKILL, which it cannot pass on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
