"""Memory of a process that runs for long: what is freed goes back to the system."""

from __future__ import annotations

import ctypes

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_HELD_BYTES = 1 << 20
"""Free bytes at the end of the heap above which it shrinks."""
_OWN_MAPPING_BYTES = 1 << 18
"""Size from which a block is mapped by itself, and so returned when it is freed. glibc's own limit rises to
32 MB as large blocks are freed."""


def return_freed_memory() -> bool:
    """Let glibc return what is freed; call before threads start. Return whether this system's malloc does.

    By default each thread has a heap of its own, in which the arrays of one request leave gaps that the next
    request does not fit: a server under load came to hold as much free memory as it used.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # not glibc
        return False
    settings = (
        (_M_ARENA_MAX, 1),
        (_M_MMAP_THRESHOLD, _OWN_MAPPING_BYTES),
        (_M_TRIM_THRESHOLD, _HELD_BYTES),
    )
    accepted = [mallopt(name, value) == 1 for name, value in settings]
    return all(accepted)
