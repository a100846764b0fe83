from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import CancelledError
from typing import Any

import pytest
from starlette.requests import Request

from numerate.serve.admission import AdmissionController
from numerate.serve.deadline import Deadline, DeadlineExceededError, RequestCancelledError
from numerate.serve.metrics import Metrics
from numerate.serve.problems import ProblemError
from numerate.serve.settings import ServerSettings
from tests.serve.servers import PATIENCE, wait_until


@pytest.fixture
def admission() -> Iterator[AdmissionController]:
    settings = ServerSettings(workers=2, queue=1, seconds=1000, held_bytes=100)
    admission = AdmissionController(settings, Metrics())
    yield admission
    admission.close()


def request(*messages: str, after: threading.Event | None = None) -> Request:
    """A request whose client sends these messages, once the event is set, and then nothing more."""
    queue = list(messages)

    async def receive() -> dict[str, str]:
        if after:
            await asyncio.to_thread(after.wait, PATIENCE)
        if not queue:
            await asyncio.Event().wait()
        return {"type": queue.pop(0)}

    return Request({"type": "http"}, receive)


def wait_for(
    admission: AdmissionController,
    deadline: Deadline,
    client: Request,
    work: Callable[[], Coroutine[None, None, Any]],
) -> Any:
    async def run() -> Any:
        return await admission.wait_for(deadline, client, work())

    return asyncio.run(run())


def test_requests_beyond_workers_and_queue_are_refused(admission: AdmissionController) -> None:
    deadlines = [admission.admit() for _ in range(3)]
    assert admission.open == 3
    with pytest.raises(ProblemError, match="queue is full") as refused:
        admission.admit()
    assert refused.value.status_code == 503
    assert admission.open == 3
    admission.release(deadlines[0])
    assert admission.open == 2
    admission.admit()


def test_a_released_request_is_cancelled_and_counted_once(admission: AdmissionController) -> None:
    deadline = admission.admit()
    admission.release(deadline)
    admission.release(deadline)
    assert admission.open == 0
    assert not deadline.is_active


def test_open_requests_are_a_metric() -> None:
    metrics = Metrics()
    admission = AdmissionController(ServerSettings(), metrics)
    first, _ = admission.admit(), admission.admit()
    assert b"numerate_requests_open 2.0" in metrics.text()
    admission.release(first)
    assert b"numerate_requests_open 1.0" in metrics.text()
    admission.close()


@pytest.mark.parametrize(("elapsed", "queue", "expected"), [(0, 0, 1), (4, 3, 16), (4, 7, 32), (500, 9, 60)])
def test_retry_after_grows_with_the_queue_and_the_duration_of_requests(
    elapsed: float, queue: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    admission = AdmissionController(ServerSettings(workers=1, queue=queue, seconds=1000), Metrics())
    monkeypatch.setattr(Deadline, "elapsed", elapsed)
    for _ in range(100):
        admission.release(Deadline(1000))
    for _ in range(queue + 1):
        admission.admit()
    with pytest.raises(ProblemError) as refused:
        admission.admit()
    admission.close()
    assert int(refused.value.headers["Retry-After"]) == pytest.approx(expected, abs=1)


def test_bytes_are_reserved_up_to_a_limit_and_released(admission: AdmissionController) -> None:
    admission.reserve_bytes(60)
    admission.reserve_bytes(40)
    with pytest.raises(ProblemError, match="as many bytes as it can hold"):
        admission.reserve_bytes(1)
    admission.release_bytes(40)
    admission.reserve_bytes(40)  # the refused byte was not counted
    admission.release_bytes(100)


def test_work_runs_in_a_worker_thread(admission: AdmissionController) -> None:
    name = asyncio.run(admission.run_in_thread(admission.admit(), lambda: threading.current_thread().name))
    assert name.startswith("worker")


def test_work_is_not_started_after_its_deadline(admission: AdmissionController) -> None:
    calls: list[int] = []
    cancelled, late = admission.admit(), Deadline(0)
    cancelled.cancel()
    for deadline, error in ((cancelled, RequestCancelledError), (late, DeadlineExceededError)):
        with pytest.raises(error):
            asyncio.run(admission.run_in_thread(deadline, lambda: calls.append(1)))
    assert calls == []


def test_the_result_of_work_is_returned(admission: AdmissionController) -> None:
    deadline = admission.admit()

    async def work() -> int:
        return await admission.run_in_thread(deadline, lambda: 41 + 1)

    assert wait_for(admission, deadline, request("http.request"), work) == 42
    assert deadline.is_active


def test_an_error_of_work_is_raised(admission: AdmissionController) -> None:
    async def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        wait_for(admission, admission.admit(), request(), work)


@pytest.mark.parametrize("reason", ["disconnect", "deadline"])
def test_a_running_thread_stops_when_its_client_disconnects_or_its_deadline_passes(reason: str) -> None:
    metrics = Metrics()
    seconds = 1000 if reason == "disconnect" else 0.2
    admission = AdmissionController(ServerSettings(workers=1, seconds=seconds), metrics)
    deadline, started, running = admission.admit(), threading.Event(), []

    def poll() -> None:
        running.append(1)
        started.set()
        try:
            while True:
                deadline.check()
        finally:
            running.pop()

    async def work() -> None:
        await admission.run_in_thread(deadline, poll)

    messages = ["http.request", "http.disconnect"] if reason == "disconnect" else []
    error = RequestCancelledError if reason == "disconnect" else DeadlineExceededError
    with pytest.raises(error):
        wait_for(admission, deadline, request(*messages, after=started if messages else None), work)
    wait_until(lambda: not running)
    assert not deadline.is_active
    disconnects = 1 if reason == "disconnect" else 0
    assert f"numerate_requests_dropped_total {disconnects}.0".encode() in metrics.text()
    admission.close()


def test_a_coroutine_is_cancelled_when_its_client_disconnects(admission: AdmissionController) -> None:
    async def run() -> None:
        cancelled = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()

        # The client disconnects only after the coroutine has started: tasks run in order of their creation.
        with pytest.raises(RequestCancelledError):
            await admission.wait_for(admission.admit(), request("http.disconnect"), work())
        await asyncio.wait_for(cancelled.wait(), PATIENCE)

    asyncio.run(run())


def test_closing_cancels_running_work_and_starts_nothing_more() -> None:
    admission = AdmissionController(ServerSettings(workers=1), Metrics())
    first, second = admission.admit(), admission.admit()
    calls: list[str] = []

    def poll() -> None:
        calls.append("first")
        wait_until(lambda: not first.is_active)

    async def run() -> list[Any]:
        work = [
            admission.run_in_thread(first, poll),
            admission.run_in_thread(second, lambda: calls.append("second")),
        ]
        results = asyncio.gather(*work, return_exceptions=True)
        await asyncio.to_thread(wait_until, lambda: calls)
        await asyncio.to_thread(admission.close)
        return await results

    _, cancelled = asyncio.run(run())
    assert calls == ["first"]
    assert isinstance(cancelled, asyncio.CancelledError | CancelledError)
