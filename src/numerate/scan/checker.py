"""Supervision of a worker process: documents that crash it or exceed their time limit are identified."""

from __future__ import annotations

import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from numerate.errors import InputError
from numerate.io.processes import with_one_thread, worker_context
from numerate.scan.records import Record
from numerate.scan.tables import Tables
from numerate.scan.worker import CheckTask, serve

TIMED_OUT = "took longer than {seconds:.4g} s"
CRASHED = "crashed the process that checked it on every attempt"

_MAX_STARTS = 3
_MAX_RETRIES = 3
"""Retries of a single document whose process died: more often, something else killed the process."""
_CANNOT_START = (
    "worker processes die while they start, most likely for lack of memory; run the same command with fewer "
    "--workers to resume the scan"
)
_PRELOADED = "numerate.consistency.tables"
"""Has most of what a worker imports; the model is left out, as onnxruntime starts a thread."""
_START_SECONDS = 600.0
_POLL_SECONDS = 0.5
"""Longest delay until a request to stop is noticed."""


class StoppedError(Exception):
    """The scan was asked to stop."""


class _WorkerLostError(Exception):
    """The worker process died, or was killed because it exceeded the time limit."""

    def __init__(self, reason: str, retry: bool) -> None:
        super().__init__(reason)
        self.retry = retry
        """Whether another attempt may succeed."""


class Checker:
    """Checks records in a worker process, which is started when first needed and replaced when lost."""

    def __init__(self, task: CheckTask, stopped: Callable[[], bool] = lambda: False) -> None:
        self._task = task
        self._stopped = stopped
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()

    def check(self, records: list[Record], retries: int = _MAX_RETRIES) -> list[Tables]:
        """Check records in order. If the worker is lost, each of them is checked again on its own."""
        try:
            return [self._request(records)]
        except _WorkerLostError as lost:
            if len(records) > 1:
                return [tables for record in records for tables in self.check([record])]
            if lost.retry and retries:
                return self.check(records, retries - 1)
            if not records or records[0].error:  # no document to blame
                raise InputError(_CANNOT_START) from None
            return self.check([records[0]._replace(content="", error=str(lost))])

    def _request(self, records: list[Record]) -> Tables:
        connection = self._connection or self._start()
        megabytes = sum(len(record.content) for record in records) / 1e6
        seconds = self._task.options.document_seconds * max(1.0, megabytes)
        if all(record.error for record in records):  # no document to check: the limit is not for these
            seconds = _START_SECONDS
        try:
            connection.send(records)
            if not self._wait(connection, seconds):
                self._kill()
                raise _WorkerLostError(TIMED_OUT.format(seconds=seconds), retry=False)
            tables: Tables = connection.recv()
            return tables
        except (EOFError, OSError):
            self._kill()
            raise _WorkerLostError(CRASHED, retry=True) from None

    def _start(self) -> Connection:
        """Start a process and wait until it has loaded its model."""
        for _ in range(_MAX_STARTS):
            context = worker_context(_PRELOADED)
            ours, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, self._task), daemon=True)
            with with_one_thread():
                self._process.start()
            theirs.close()  # so that the end of the process closes the pipe
            self._connection = ours
            try:
                if self._wait(ours, _START_SECONDS):
                    error = ours.recv()
                    if error is None:
                        return ours
                    self._kill()
                    raise error
            except (EOFError, OSError):
                pass
            self._kill()
        raise InputError(_CANNOT_START)

    def _wait(self, connection: Connection, seconds: float) -> bool:
        """Return whether the worker answers in time."""
        deadline = time.monotonic() + seconds
        while not connection.poll(min(_POLL_SECONDS, max(0.0, deadline - time.monotonic()))):
            if self._stopped():
                raise StoppedError
            if time.monotonic() >= deadline:
                return False
        return True

    def _kill(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._connection = None
