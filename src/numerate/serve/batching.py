"""Batching across requests: windows of text share batches of the network, short checks form micro-batches.

A batch takes whatever is waiting when the network becomes free. Nothing waits for a batch to fill, and under
load batches fill by themselves. Each request gets an equal share of a batch, so that a sentence need not
wait for a book.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from numerate.distributions import Distribution
from numerate.documents import Document
from numerate.model.network import Network, Window
from numerate.serve.deadline import Deadline, DeadlineExceededError, DeadlineGroup, RequestCancelledError
from numerate.serve.schemas import CheckOptionsSchema


@dataclass(eq=False)
class _WindowJob:
    """The windows of one request or of one micro-batch, and the distributions computed so far."""

    windows: Sequence[Window]
    deadline: Deadline | DeadlineGroup
    done: int = 0
    parts: list[Distribution] = field(default_factory=list)
    result: Future[Distribution] = field(default_factory=Future)

    @property
    def requests(self) -> int:
        return len(self.deadline) if isinstance(self.deadline, DeadlineGroup) else 1


class Batcher:
    """Runs the network in one thread, on batches of windows from all requests."""

    def __init__(
        self,
        network: Network,
        max_windows: int,
        observe: Callable[[int, int], None] = lambda requests, windows: None,
    ) -> None:
        """Start the thread.

        max_windows: most windows in one batch.
        observe: called after each batch with the number of requests and of windows in it.
        """
        self.network = network
        self._max_windows = max_windows
        self._observe = observe
        self._jobs: deque[_WindowJob] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run_batches, name="network", daemon=True)
        self._thread.start()

    def distributions(self, windows: Sequence[Window], deadline: Deadline | DeadlineGroup) -> Distribution:
        """Return the distribution of each number in the windows; block until they are computed."""
        deadline.check()
        if not windows:
            return self.network.distributions([])
        job = _WindowJob(windows, deadline)
        with self._changed:
            if self._closed:
                raise RequestCancelledError
            self._jobs.append(job)
            self._changed.notify()
        return job.result.result()

    def close(self) -> None:
        """Finish the current batch and cancel all jobs that are left."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run_batches(self) -> None:
        while batch := self._next_batch():
            try:
                self._run(batch)
            except Exception as error:  # passed on to the threads that wait for the result
                for job, _ in batch:
                    self._finish(job, error)

    def _next_batch(self) -> list[tuple[_WindowJob, Sequence[Window]]]:
        """Wait for jobs and return a share of each, longest waiting first; nothing once closed."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._jobs or self._closed)
                for job in [job for job in self._jobs if self._closed or not job.deadline.is_active]:
                    self._finish(job, _reason(job))
                if self._closed:
                    return []
                if self._jobs:
                    return self._take_shares()

    def _take_shares(self) -> list[tuple[_WindowJob, Sequence[Window]]]:
        batch = []
        capacity = self._max_windows
        for position, job in enumerate(self._jobs):
            share = max(1, capacity // (len(self._jobs) - position))
            windows = job.windows[job.done : job.done + share]
            batch.append((job, windows))
            capacity -= len(windows)
            if capacity <= 0:
                break
        # Round robin: jobs in this batch go to the end of the queue.
        self._jobs.rotate(-len(batch))
        return batch

    def _run(self, batch: list[tuple[_WindowJob, Sequence[Window]]]) -> None:
        distributions = self.network.distributions([window for _, windows in batch for window in windows])
        self._observe(sum(job.requests for job, _ in batch), sum(len(windows) for _, windows in batch))
        start = 0
        for job, windows in batch:
            end = start + sum(len(window.values) for window in windows)
            job.parts.append(distributions[start:end])
            job.done += len(windows)
            start = end
            if job.done == len(job.windows):
                self._finish(job, None)

    def _finish(self, job: _WindowJob, error: Exception | None) -> None:
        with self._changed:
            if job in self._jobs:
                self._jobs.remove(job)
        if error is None:
            job.result.set_result(job.parts[0].concat(job.parts))
        else:
            job.result.set_exception(error)


def _reason(job: _WindowJob) -> Exception:
    """Return why a job is not run: its time has passed, its client has left, or the server stops."""
    try:
        job.deadline.check()
    except (DeadlineExceededError, RequestCancelledError) as error:
        return error
    return RequestCancelledError()


class BatchedNetwork(Network):
    """The network as one request or micro-batch uses it: calls go through the batcher."""

    def __init__(self, batcher: Batcher, deadline: Deadline | DeadlineGroup) -> None:
        network = batcher.network
        self.family, self.support, self.number_id = network.family, network.support, network.number_id
        self._batcher, self._deadline = batcher, deadline

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        """Return the distribution of each number in the windows, in order."""
        return self._batcher.distributions(windows, self._deadline)


@dataclass(eq=False)
class CheckJob:
    """A document to check, and its response once that is ready."""

    document: Document
    options: CheckOptionsSchema
    deadline: Deadline
    progress: Callable[[float], None]
    """Called with the share of the document that has been processed."""
    response: Future[bytes] = field(default_factory=Future)

    def respond(self, check: Callable[[], bytes]) -> None:
        """Set the response, or the error, to what `check` returns or raises."""
        try:
            self.deadline.check()
            self.response.set_result(check())
        except BaseException as error:  # passed on to the coroutine that waits for the response
            self.response.set_exception(error)


class MicroBatcher:
    """Checks short documents in micro-batches of all that are waiting when a thread becomes free."""

    def __init__(self, check_batch: Callable[[list[CheckJob]], None], threads: int, max_size: int) -> None:
        """Start the threads; `check_batch` sets the response of each of up to `max_size` jobs."""
        self._check_batch = check_batch
        self._threads = threads
        self._max_size = max_size
        self._queue: deque[CheckJob] = deque()
        self._running = 0
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="micro-batch")

    async def check(self, job: CheckJob) -> bytes:
        """Return the response to a job, processed together with others that are waiting."""
        with self._lock:
            self._queue.append(job)
            if self._running < self._threads:
                self._running += 1
                self._pool.submit(self._process)
        try:
            return await asyncio.wrap_future(job.response)
        except asyncio.CancelledError:
            # Clients that leave make way for others: their jobs must not pile up behind slow ones.
            with self._lock, suppress(ValueError):  # it has been taken
                self._queue.remove(job)
            raise

    def close(self) -> None:
        """Finish the current micro-batches and cancel all jobs that are left."""
        with self._lock:
            jobs = list(self._queue)
            self._queue.clear()
        for job in jobs:
            job.response.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _process(self) -> None:
        """Process micro-batches until no job is waiting."""
        while jobs := self._take():
            try:
                self._check_batch(jobs)
            except BaseException as error:  # a defect; this thread goes on with the other jobs
                for job in jobs:
                    if not job.response.done():
                        job.response.set_exception(error)

    def _take(self) -> list[CheckJob]:
        with self._lock:
            jobs: list[CheckJob] = []
            while self._queue and len(jobs) < self._max_size:
                job = self._queue.popleft()
                if job.response.set_running_or_notify_cancel():
                    jobs.append(job)
            if not jobs:
                self._running -= 1
            return jobs
