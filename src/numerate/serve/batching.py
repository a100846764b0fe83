"""One network for all requests: what they ask for at the same time is run together.

Whatever waits when the network is free goes into its next run, so nobody waits for company, and under load
runs fill by themselves. Of each request only its share is taken in turn: a sentence does not wait for a book.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from numerate.distributions import Distribution
from numerate.documents import Document
from numerate.model.network import Network, Window
from numerate.serve.deadline import DroppedError, Ticket, Tickets
from numerate.serve.schemas import CheckOptionsSchema


@dataclass(eq=False)
class _Job:
    """Windows of one request, or of several short ones, as far as they were run."""

    windows: Sequence[Window]
    ticket: Ticket | Tickets
    done: int = 0
    parts: list[Distribution] = field(default_factory=list)
    result: Future[Distribution] = field(default_factory=Future)

    @property
    def requests(self) -> int:
        return len(self.ticket) if isinstance(self.ticket, Tickets) else 1

    @property
    def left(self) -> int:
        return len(self.windows) - self.done


class Batcher:
    """The thread that runs the network, and the jobs that wait for it."""

    def __init__(
        self, network: Network, windows: int, ran: Callable[[int, int], None] = lambda requests, windows: None
    ) -> None:
        """Take at most so many windows at once; `ran` is told how many requests and windows shared a run."""
        self.network = network
        self._windows = windows
        self._ran = ran
        self._jobs: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="network", daemon=True)
        self._thread.start()

    def distributions(self, windows: Sequence[Window], ticket: Ticket | Tickets) -> Distribution:
        """What each number of the windows may be; waits for it."""
        ticket.check()
        if not windows:
            return self.network.distributions([])
        job = _Job(windows, ticket)
        with self._changed:
            if self._closed:
                raise DroppedError
            self._jobs.append(job)
            self._changed.notify()
        return job.result.result()

    def close(self) -> None:
        """Finish the run that is under way, and drop the rest."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while batch := self._next():
            try:
                self._run(batch)
            except Exception as error:  # whoever waits must hear of it, whatever it is
                for job, _ in batch:
                    self._finish(job, error)

    def _next(self) -> list[tuple[_Job, Sequence[Window]]]:
        """Wait for jobs, and take a share of each, the longest waiting first; nothing when closed."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._jobs or self._closed)
                for job in [job for job in self._jobs if self._closed or not job.ticket.is_good]:
                    self._finish(job, DroppedError())
                if self._closed:
                    return []
                if self._jobs:
                    return self._shares()

    def _shares(self) -> list[tuple[_Job, Sequence[Window]]]:
        batch = []
        room = self._windows
        for place, job in enumerate(self._jobs):
            share = max(1, room // (len(self._jobs) - place))
            taken = job.windows[job.done : job.done + share]
            batch.append((job, taken))
            room -= len(taken)
            if room <= 0:
                break
        # Who was served goes to the end of the line.
        self._jobs.rotate(-len(batch))
        return batch

    def _run(self, batch: list[tuple[_Job, Sequence[Window]]]) -> None:
        found = self.network.distributions([window for _, windows in batch for window in windows])
        self._ran(sum(job.requests for job, _ in batch), sum(len(windows) for _, windows in batch))
        start = 0
        for job, windows in batch:
            end = start + sum(len(window.values) for window in windows)
            job.parts.append(found[start:end])
            job.done += len(windows)
            start = end
            if not job.left:
                self._finish(job, None)

    def _finish(self, job: _Job, error: Exception | None) -> None:
        with self._changed:
            if job in self._jobs:
                self._jobs.remove(job)
        if error is None:
            job.result.set_result(job.parts[0].concat(job.parts))
        else:
            job.result.set_exception(error)


class SharedNetwork(Network):
    """The network as one request sees it, or several together."""

    def __init__(self, batcher: Batcher, ticket: Ticket | Tickets) -> None:
        network = batcher.network
        self.family, self.support, self.number_id = network.family, network.support, network.number_id
        self._batcher, self._ticket = batcher, ticket

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """What each number of the windows may be, one after the other, given the text and the others."""
        return self._batcher.distributions(windows, self._ticket)


@dataclass(eq=False)
class Check:
    """A document to be checked, and its answer once that is there."""

    document: Document
    asked: CheckOptionsSchema
    ticket: Ticket
    progress: Callable[[float], None]
    """Told how much of it has been judged."""
    answer: Future[bytes] = field(default_factory=Future)

    def answer_with(self, check: Callable[[], bytes]) -> None:
        """Check it, unless nobody waits for it any more."""
        try:
            self.ticket.check()
            self.answer.set_result(check())
        except BaseException as error:  # whoever waits must hear of it, whatever it is
            self.answer.set_exception(error)


class Gathering:
    """The checks that wait, and the threads that take them on, as many at a time as wait."""

    def __init__(self, work: Callable[[list[Check]], None], threads: int, most: int) -> None:
        """Do `work` for so many checks at once at most; it gives each its answer."""
        self._work = work
        self._most = most
        self._waiting: deque[Check] = deque()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="together")

    async def check(self, check: Check) -> bytes:
        """Check a document beside others, if others wait."""
        self._waiting.append(check)
        self._pool.submit(self._take)
        return await asyncio.wrap_future(check.answer)

    def close(self) -> None:
        """Finish what is under way, and begin nothing more."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        for check in self._waiting:
            check.answer.cancel()

    def _take(self) -> None:
        """Take on what waits; there is a call for each check, and some find theirs taken."""
        taken: list[Check] = []
        while len(taken) < self._most:
            try:
                check = self._waiting.popleft()
            except IndexError:
                break
            if check.answer.set_running_or_notify_cancel():
                taken.append(check)
        if taken:
            self._work(taken)
