"""Short texts are checked together: whatever waits when a thread is free shares the steps that can be shared.

Python does one thing at a time, and most of what a check takes is the same for one number as for many. So few
threads, each with several texts, answer more requests than many threads with one text each.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from numerate.checking.documents import Document
from numerate.serve.schemas import CheckOptions
from numerate.serve.ticket import Ticket


@dataclass(eq=False)
class Check:
    """A document to be checked, and its answer once that is there."""

    document: Document
    asked: CheckOptions
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
