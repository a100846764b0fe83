"""A request's claim on the server, which ends when its client is gone or its time is up."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence


class DroppedError(Exception):
    """Nobody waits for the answer any more."""


class TooSlowError(Exception):
    """The time for a request is up."""


class Ticket:
    """Held by one request; what works for it asks it, step by step, whether to go on."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.monotonic() + seconds
        self._dropped = threading.Event()

    @property
    def left(self) -> float:
        """Seconds until the time is up."""
        return max(0.0, self._until - time.monotonic())

    @property
    def is_good(self) -> bool:
        """Whether to go on."""
        return not self._dropped.is_set() and self.left > 0

    def check(self) -> None:
        """Stop here if there is no reason to go on."""
        if self._dropped.is_set():
            raise DroppedError
        if not self.left:
            raise TooSlowError

    def drop(self) -> None:
        """Say that nobody waits any more."""
        self._dropped.set()


class Tickets:
    """Those of requests that are worked on together, which goes on for as long as one of them is good."""

    def __init__(self, every: Sequence[Ticket]) -> None:
        self._every = every

    def __len__(self) -> int:
        return len(self._every)

    @property
    def is_good(self) -> bool:
        """Whether to go on."""
        return any(ticket.is_good for ticket in self._every)

    def check(self) -> None:
        """Stop here if there is no reason to go on."""
        if not self.is_good:
            raise DroppedError
