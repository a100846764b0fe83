"""Waiting for a state to be observed, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT_SECONDS = 300.0
"""Far longer than any state takes to appear, so that only a defect reaches it."""


def wait_until(condition: Callable[[], object], seconds: float = LIMIT_SECONDS) -> None:
    """Return as soon as the condition holds; fail if it never does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not observed within {seconds:g} s"
        time.sleep(0.01)
