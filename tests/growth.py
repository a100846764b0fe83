"""Growth of processor time with the input, measured so that a busy machine changes nothing."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from math import inf
from typing import TypeVar

T = TypeVar("T")

_ATTEMPTS = 5
"""A measurement may be slowed down by other work, but hardly the fastest of several."""
_RESOLUTION = 0.005
"""Seconds below which constant costs outweigh those that grow."""


def assert_linear(run: Callable[[T], object], small: T, large: T) -> None:
    """Check that four times the input takes at most ten times as long, where quadratic is sixteen."""
    short = long = inf
    for _ in range(_ATTEMPTS):
        long = min(long, _seconds(run, large))
        if long <= 10 * _RESOLUTION:  # however long the smaller one takes
            return
        short = min(short, _seconds(run, small))
        if long <= 10 * short:
            return
    raise AssertionError(f"four times the input takes {long:.3f} s instead of {short:.3f} s")


def least_seconds(run: Callable[[T], object], value: T) -> float:
    """Return the processor time of the faster of two runs."""
    return min(_seconds(run, value) for _ in range(2))


def _seconds(run: Callable[[T], object], value: T) -> float:
    gc.disable()  # it would traverse all objects of the test run
    try:
        began = time.process_time()
        run(value)
        return time.process_time() - began
    finally:
        gc.enable()
