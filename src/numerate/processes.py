"""What processes that work for another need: how many there may be, and an end when the other has ended."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading


def available_processors() -> int:
    """Count the processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def serve_parent() -> None:
    """Leave it to the parent what Ctrl-C means, and end when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the parent is gone, even by SIGKILL, which leaves it no time to say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
