"""A worker and whoever watches over it: a document that ends it, or takes too long, is found and noted."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from numerate.errors import InputError
from numerate.io.processes import with_one_thread
from numerate.scan.records import Record
from numerate.scan.tables import Tables
from numerate.scan.worker import CheckTask, serve

TOO_LONG = "took longer than {seconds:g} s"
DEADLY = "ended the process that checked it, every time"

_STARTS = 3
_TRIES = 3
"""Of one document more: others end processes, too, and few documents do."""
_ENDS = (
    "processes that check documents end as they start, most likely for want of memory; "
    "run the same command with fewer --workers, and it goes on from here"
)
_START_SECONDS = 600.0
_LOOK = 0.5
"""Seconds after which it is asked again whether to stop."""


class StoppedError(Exception):
    """The scan is to stop; nothing is wrong."""


class _LostError(Exception):
    """The process ended, or was ended because it took too long."""

    def __init__(self, reason: str, again: bool) -> None:
        super().__init__(reason)
        self.again = again
        """Whether a second try may go better."""


class Checker:
    """Checks records in a process of its own, which is started when it is needed."""

    def __init__(self, work: CheckTask, stopped: Callable[[], bool] = lambda: False) -> None:
        self._work = work
        self._stopped = stopped
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def check(self, records: list[Record], tries: int = _TRIES) -> list[Tables]:
        """Check records, in order. Those that are lost together are tried again, each alone."""
        try:
            return [self._ask(records)]
        except _LostError as lost:
            if len(records) > 1:
                return [tables for record in records for tables in self.check([record])]
            if lost.again and tries:
                return self.check(records, tries - 1)
            if not records or records[0].error:  # there was nothing to check
                raise InputError(_ENDS) from None
            return self.check([records[0]._replace(content="", error=str(lost))])

    def _ask(self, records: list[Record]) -> Tables:
        connection = self._connection or self._start()
        # Bytes are at least as many as characters; what a document may take grows with it.
        size = sum(len(record.content) for record in records)
        seconds = self._work.settings.seconds * max(1.0, size / 1e6)
        try:
            connection.send(records)
            if not self._wait(connection, seconds):
                self._end()
                raise _LostError(TOO_LONG.format(seconds=seconds), again=False)
            answer: Tables = connection.recv()
            return answer
        except (EOFError, OSError):
            self._end()
            raise _LostError(DEADLY, again=True) from None

    def _start(self) -> Connection:
        """Start a process, and wait until it has loaded its model."""
        for _ in range(_STARTS):
            # spawn: there are threads here, and a forked copy of a process with threads may hang.
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(theirs, self._work), daemon=True)
            with with_one_thread():
                self._process.start()
            theirs.close()  # so that its end is noticed
            self._connection = ours
            try:
                if self._wait(ours, _START_SECONDS):
                    problem = ours.recv()
                    if problem is None:
                        return ours
                    self._end()
                    raise problem
            except (EOFError, OSError):
                pass
            self._end()
        raise InputError(_ENDS)

    def _wait(self, connection: Connection, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while not connection.poll(min(_LOOK, max(0.0, until - time.monotonic()))):
            if self._stopped():
                raise StoppedError
            if time.monotonic() >= until:
                return False
        return True

    def _end(self) -> None:
        """End the process, whatever it is at."""
        if self._connection is not None:
            self._connection.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._connection = None
