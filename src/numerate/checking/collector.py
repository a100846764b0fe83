"""Fewer runs of Python's collector of cyclic garbage, where most objects that are made live on for a while.

Each full run visits all of them again: a sixth of the time of a document dense with numbers.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_OBJECTS = 100_000
"""New objects after which the collector runs, instead of 700: garbage remains bounded."""
_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""The thresholds to go back to, once for each block that is running, in whatever thread."""


@contextmanager
def rare_collection() -> Iterator[None]:
    """Let the collector run rarely within a block, or within each call of a function that it decorates.

    The setting is the process's: it is as before when the last of several threads leaves.
    """
    with _lock:
        _usual.append(_usual[0] if _usual else gc.get_threshold())
        first, *others = _usual[0]
        if first:  # 0 turns the collector off
            gc.set_threshold(max(first, _OBJECTS), *others)
    try:
        yield
    finally:
        with _lock:
            usual = _usual.pop()
            if not _usual:
                gc.set_threshold(*usual)
