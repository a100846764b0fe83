"""Deadlines of requests, which work polls to stop early when its result is no longer wanted."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence


class RequestCancelledError(Exception):
    """The client has disconnected, or the server is shutting down."""


class DeadlineExceededError(Exception):
    """The time limit of a request has passed."""


class Deadline:
    """The time limit of one request, which can also be cancelled before it passes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._started = time.monotonic()
        self._cancelled = threading.Event()

    @property
    def elapsed(self) -> float:
        """Seconds since the request was admitted."""
        return time.monotonic() - self._started

    @property
    def remaining(self) -> float:
        """Seconds until the deadline; 0 once it has passed."""
        return max(0.0, self.seconds - self.elapsed)

    @property
    def is_active(self) -> bool:
        """True until the deadline passes or is cancelled."""
        return not self.is_cancelled and self.remaining > 0

    @property
    def is_cancelled(self) -> bool:
        """Whether nobody waits for the result any more."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raise if the request was cancelled or its deadline has passed."""
        if self.is_cancelled:
            raise RequestCancelledError
        if not self.remaining:
            raise DeadlineExceededError

    def cancel(self) -> None:
        """Make every further `check` raise."""
        self._cancelled.set()


class DeadlineGroup:
    """Deadlines of requests that are processed as one batch, active while any of them is."""

    def __init__(self, deadlines: Sequence[Deadline]) -> None:
        self._deadlines = deadlines

    def __len__(self) -> int:
        return len(self._deadlines)

    @property
    def is_active(self) -> bool:
        """True while the deadline of at least one request is active."""
        return any(deadline.is_active for deadline in self._deadlines)

    def check(self) -> None:
        """Raise if no request of the batch is active any more.

        Whoever still waits for an answer was not cancelled: its time has passed, which it has to learn.
        """
        if not self.is_active:
            is_cancelled = all(deadline.is_cancelled for deadline in self._deadlines)
            raise RequestCancelledError if is_cancelled else DeadlineExceededError
