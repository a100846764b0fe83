from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError
from typing import Any

import pytest
from starlette.requests import Request

from numerate.serve.admission import Desk
from numerate.serve.deadline import DroppedError, Ticket, TooSlowError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError
from numerate.serve.settings import ServerSettings
from tests.serve.running import eventually


@pytest.fixture
def desk():
    desk = Desk(ServerSettings(workers=2, queue=1, seconds=20, held_bytes=100), Metrics())
    yield desk
    desk.close()


def request(*messages: str) -> Request:
    """A request whose client sends these messages and then waits for ever."""
    coming = list(messages)

    async def receive() -> dict[str, str]:
        if not coming:
            await asyncio.Event().wait()
        return {"type": coming.pop(0)}

    return Request({"type": "http"}, receive)


def attended(
    desk: Desk, ticket: Ticket, client: Request, work: Callable[[], Coroutine[None, None, Any]]
) -> Any:
    async def run() -> Any:
        return await desk.attend(ticket, client, work())

    return asyncio.run(run())


def test_so_many_are_taken_on_and_the_next_is_sent_away(desk: Desk) -> None:
    tickets = [desk.admit() for _ in range(3)]
    assert desk.open == 3
    with pytest.raises(ProblemError, match="waiting already") as refused:
        desk.admit()
    assert refused.value.status_code == 503
    assert desk.open == 3
    desk.leave(tickets[0])
    assert desk.open == 2
    desk.admit()


def test_whoever_leaves_is_dropped_and_leaves_once(desk: Desk) -> None:
    ticket = desk.admit()
    desk.leave(ticket)
    desk.leave(ticket)
    assert desk.open == 0
    assert not ticket.is_good


def test_who_is_in_is_counted_for_others_to_see() -> None:
    metrics = Metrics()
    desk = Desk(ServerSettings(), metrics)
    first, _ = desk.admit(), desk.admit()
    assert b"numerate_requests_open 2.0" in metrics.text()
    desk.leave(first)
    assert b"numerate_requests_open 1.0" in metrics.text()
    desk.close()


def test_the_more_wait_and_the_longer_they_take_the_later_one_is_told_to_come_back() -> None:
    def told(taken: float, queue: int) -> int:
        desk = Desk(ServerSettings(workers=1, queue=queue, seconds=1000), Metrics())
        for _ in range(100):
            slow = Ticket(1000)
            slow.seconds += taken  # as if it had begun so long ago
            desk.leave(slow)
        for _ in range(queue + 1):
            desk.admit()
        with pytest.raises(ProblemError) as refused:
            desk.admit()
        desk.close()
        return int(refused.value.headers["Retry-After"])

    assert told(0, 0) == 1
    assert told(4, 3) == pytest.approx(16, abs=1)
    assert told(4, 7) == pytest.approx(32, abs=1)
    assert told(500, 9) == 60


def test_bytes_are_held_up_to_a_limit_and_given_back(desk: Desk) -> None:
    desk.hold(60)
    desk.hold(40)
    with pytest.raises(ProblemError, match="as much as it takes"):
        desk.hold(1)
    desk.hold(-40)
    desk.hold(40)  # what was refused was not counted
    desk.hold(-100)


def test_work_is_done_in_a_thread_of_its_own(desk: Desk) -> None:
    async def run() -> str:
        return await desk.thread(desk.admit(), lambda: threading.current_thread().name)

    assert asyncio.run(run()).startswith("worker")


def test_work_whose_ticket_is_no_longer_good_is_not_begun(desk: Desk) -> None:
    done: list[int] = []
    dropped, late = desk.admit(), Ticket(0)
    dropped.drop()
    for ticket, error in ((dropped, DroppedError), (late, TooSlowError)):
        with pytest.raises(error):
            asyncio.run(desk.thread(ticket, lambda: done.append(1)))
    assert done == []


def test_what_is_done_in_time_is_answered(desk: Desk) -> None:
    ticket = desk.admit()

    async def work() -> int:
        return await desk.thread(ticket, lambda: 41 + 1)

    assert attended(desk, ticket, request("http.request"), work) == 42
    assert ticket.is_good


def test_an_error_of_the_work_is_passed_on(desk: Desk) -> None:
    async def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        attended(desk, desk.admit(), request(), work)


@pytest.mark.parametrize(
    ("seconds", "messages", "error", "dropped"),
    [(20, ["http.request", "http.disconnect"], DroppedError, 1), (0.05, [], TooSlowError, 0)],
)
def test_work_stops_when_its_client_is_gone_or_its_time_is_up(
    seconds: float, messages: list[str], error: type[Exception], dropped: int
) -> None:
    metrics = Metrics()
    desk = Desk(ServerSettings(workers=1, seconds=seconds), metrics)
    ticket, stopped = desk.admit(), threading.Event()

    def steps() -> None:
        try:
            while True:
                ticket.check()
                stopped.wait(0.005)
        finally:
            stopped.set()

    async def work() -> None:
        await desk.thread(ticket, steps)

    with pytest.raises(error):
        attended(desk, ticket, request(*messages), work)
    assert stopped.wait(5)
    assert not ticket.is_good
    assert f"numerate_requests_dropped_total {dropped}.0".encode() in metrics.text()
    desk.close()


def test_work_that_waits_without_a_thread_is_cancelled(desk: Desk) -> None:
    async def run() -> None:
        cancelled = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        with pytest.raises(DroppedError):
            await desk.attend(desk.admit(), request("http.disconnect"), work())
        await asyncio.wait_for(cancelled.wait(), 2)

    asyncio.run(run())


def test_closing_drops_whoever_is_there_and_begins_nothing_more() -> None:
    desk = Desk(ServerSettings(workers=1), Metrics())
    first, second = desk.admit(), desk.admit()
    began: list[str] = []

    def steps() -> None:
        began.append("first")
        eventually(lambda: not first.is_good)

    async def run() -> list[Any]:
        both = [desk.thread(first, steps), desk.thread(second, lambda: began.append("second"))]
        waiting = asyncio.gather(*both, return_exceptions=True)
        await asyncio.sleep(0.05)
        await asyncio.to_thread(desk.close)
        return await waiting

    _, other = asyncio.run(run())
    assert began == ["first"]
    assert isinstance(other, asyncio.CancelledError | CancelledError)
