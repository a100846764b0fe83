"""A request's claim on the server, which ends when its client is gone or its time is up."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_AGAIN = 0.2  # seconds


class DroppedError(Exception):
    """Nobody waits for the answer any more."""


class TooSlowError(Exception):
    """The time for a request is up."""


class Ticket:
    """Held by one request; what works for it ends with it."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.monotonic() + seconds
        self._dropped = threading.Event()
        self._lock = threading.Lock()
        self._thread: int | None = None

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
        """Say that nobody waits any more: work that is under way is stopped."""
        with self._lock:
            self._dropped.set()
            if self._thread is None:
                return
            _raise_in(self._thread, DroppedError)
        # Where Python has nowhere to raise it, in a destructor say, it is lost: until it arrives, once more.
        again = threading.Timer(_AGAIN, self.drop)
        again.daemon = True
        again.start()

    @contextmanager
    def working(self) -> Iterator[None]:
        """Around work in a thread: whichever line of Python it has come to, there it stops with the ticket.

        Some of it, such as a text in which every sentence contradicts itself, goes on for minutes without
        asking for anything.
        """
        with self._lock:
            self.check()
            self._thread = threading.get_ident()
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        """See that nothing is raised in this thread any more; what arrives just now changes nothing."""
        while self._thread is not None:
            with suppress(DroppedError), self._lock:
                # What was raised but has not arrived must not arrive in the work of another.
                _raise_in(threading.get_ident(), None)
                self._thread = None


def _raise_in(thread: int, error: type[Exception] | None) -> None:
    """Raise an error in another thread, or take back one that has not arrived."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error)
    )
