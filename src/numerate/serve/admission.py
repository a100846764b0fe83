"""Where requests are taken on: so many at work, so many waiting, and the next one is sent away."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from numerate.serve.deadline import DroppedError, Ticket, TooSlowError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError
from numerate.serve.settings import ServerSettings

T = TypeVar("T")


class Desk:
    """Counts who is in, and hands work to threads."""

    def __init__(self, settings: ServerSettings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(settings.threads, thread_name_prefix="worker")
        self._tickets: set[Ticket] = set()
        self._bytes = 0
        # What a request took lately, to tell those who are sent away when to come back.
        self._usual = 0.1

    @property
    def open(self) -> int:
        """Requests being worked on or waiting."""
        return len(self._tickets)

    def admit(self) -> Ticket:
        """Take a request on, or raise a 503."""
        if self.open >= self._settings.workers + self._settings.queue:
            raise self._come_back("as many requests as this server takes are waiting already")
        ticket = Ticket(self._settings.seconds)
        self._tickets.add(ticket)
        self._metrics.open.set(self.open)
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """End a request, however it ended."""
        ticket.drop()
        self._tickets.discard(ticket)
        self._metrics.open.set(self.open)
        self._usual += 0.05 * (ticket.seconds - ticket.left - self._usual)

    def hold(self, count: int) -> None:
        """Take on bytes of a request, or give them back where negative; raise a 503 where it is too much."""
        if count > 0 and self._bytes + count > self._settings.held_bytes:
            raise self._come_back("this server is receiving as much as it takes")
        self._bytes += count

    async def thread(self, ticket: Ticket, work: Callable[[], T]) -> T:
        """Do work in a thread, if the ticket is good when one is free; the work asks it again later."""

        def do() -> T:
            ticket.check()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._pool, do)

    async def attend(self, ticket: Ticket, request: Request, work: Coroutine[None, None, T]) -> T:
        """Await work for as long as somebody waits for it and there is time."""
        doing = asyncio.create_task(work)
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({doing, gone}, timeout=ticket.left, return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                return doing.result()
            if gone.done():
                self._metrics.dropped.inc()
                raise DroppedError
            raise TooSlowError
        finally:
            gone.cancel()
            if not doing.done():
                # A thread stops at its next step; what none has begun is not begun.
                ticket.drop()
                doing.cancel()

    def close(self) -> None:
        """Drop whoever is still there."""
        for ticket in self._tickets:
            ticket.drop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _come_back(self, why: str) -> ProblemError:
        wait = math.ceil(self._usual * self.open / self._settings.workers)
        return ProblemError(503, f"{why}; try again", Retry_After=str(min(max(wait, 1), 60)))


async def _gone(request: Request) -> None:
    """Wait until the client hangs up. The request has been received whole, so nothing else comes."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
