"""Admission control: limits on the requests in progress or queued and on the bytes they hold."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from numerate.serve.deadline import Deadline, DeadlineExceededError, RequestCancelledError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError
from numerate.serve.settings import ServerSettings

T = TypeVar("T")

_SMOOTHING = 0.05
"""Weight of the latest request in the moving average of durations, which so spans about 20 requests."""
_FIRST_ESTIMATE = 0.1
"""Seconds that a request is assumed to take before any has been measured."""


class AdmissionController:
    """Admits requests up to the limits and runs their work until it is done, cancelled or too late."""

    def __init__(self, settings: ServerSettings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(settings.threads, thread_name_prefix="worker")
        self._deadlines: set[Deadline] = set()
        self._bytes = 0
        self._average_seconds = _FIRST_ESTIMATE

    @property
    def open(self) -> int:
        """Number of requests that are in progress or queued."""
        return len(self._deadlines)

    def admit(self) -> Deadline:
        """Admit a request and start its deadline; raise a 503 problem if the queue is full."""
        if self.open >= self._settings.workers + self._settings.queue:
            raise self._overloaded("the server's queue is full")
        deadline = Deadline(self._settings.seconds)
        self._deadlines.add(deadline)
        self._metrics.open.set(self.open)
        return deadline

    def release(self, deadline: Deadline) -> None:
        """End an admitted request, whatever its outcome."""
        deadline.cancel()
        self._deadlines.discard(deadline)
        self._metrics.open.set(self.open)
        self._average_seconds += _SMOOTHING * (deadline.elapsed - self._average_seconds)

    def reserve_bytes(self, count: int) -> None:
        """Count bytes of a request body as held in memory; raise a 503 problem beyond the limit."""
        if self._bytes + count > self._settings.held_bytes:
            raise self._overloaded("the server is receiving as many bytes as it can hold")
        self._bytes += count

    def release_bytes(self, count: int) -> None:
        """Give back bytes that were reserved."""
        self._bytes -= count

    async def run_in_thread(self, deadline: Deadline, function: Callable[[], T]) -> T:
        """Run a function in the thread pool, unless the deadline has passed once a thread is free."""
        waiting = [function]

        def run() -> T:
            deadline.check()
            return waiting.pop()()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, run)
        finally:
            # The pool keeps a cancelled call until a thread is free, but not the document that it was for.
            waiting.clear()

    async def wait_for(self, deadline: Deadline, request: Request, work: Coroutine[None, None, T]) -> T:
        """Await work; cancel it and raise if the client disconnects or the deadline passes."""
        task = asyncio.create_task(work)
        disconnect = asyncio.create_task(_wait_for_disconnect(request))
        try:
            await asyncio.wait(
                {task, disconnect}, timeout=deadline.remaining, return_when=asyncio.FIRST_COMPLETED
            )
            if task.done():
                return task.result()
            if disconnect.done():
                self._metrics.dropped.inc()
                raise RequestCancelledError
            raise DeadlineExceededError
        finally:
            disconnect.cancel()
            if not task.done():
                # A running thread stops at its next check; queued work is never started.
                deadline.cancel()
                task.cancel()

    def close(self) -> None:
        """Cancel all requests and stop the threads."""
        for deadline in self._deadlines:
            deadline.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _overloaded(self, reason: str) -> ProblemError:
        seconds = math.ceil(self._average_seconds * self.open / self._settings.workers)
        return ProblemError(503, f"{reason}; try again later", Retry_After=str(min(max(seconds, 1), 60)))


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client disconnects. The body has been received, so no other message matters."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
