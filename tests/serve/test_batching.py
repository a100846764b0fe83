from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.testing as npt
import pytest

from numerate.documents import Document
from numerate.model import Predictor
from numerate.serve.batching import BatchedNetwork, Batcher, CheckJob, MicroBatcher
from numerate.serve.deadline import Deadline, DeadlineExceededError, RequestCancelledError
from numerate.serve.schemas import CheckOptionsSchema
from tests.serve.servers import PATIENCE, gated, run_when, wait_until

TEXTS = [f"Profit rose {i} percent to $3.{i} million in the year. " * (1 + i) for i in range(8)]
BOOK = "It sold 5 trucks in 2016.\n" * 300


def batched(model: Predictor, batcher: Batcher, deadline: Deadline | None = None) -> Predictor:
    network = BatchedNetwork(batcher, deadline or Deadline(1000))
    return Predictor(model.config, network, model._pieces, model.calibration)


def test_requests_share_batches_and_get_the_same_results_as_alone(model: Predictor) -> None:
    slow, network = gated(model)
    batches: list[tuple[int, int]] = []
    batcher = Batcher(slow.network, 16, lambda requests, windows: batches.append((requests, windows)))
    with ThreadPoolExecutor(len(TEXTS)) as pool:
        first = pool.submit(batched(model, batcher).judge, TEXTS[0])
        wait_until(lambda: network.batches)
        others = [pool.submit(batched(model, batcher).judge, text) for text in TEXTS[1:]]
        wait_until(lambda: len(batcher._jobs) == 1 + len(others))
        network.gate.set()
        results = [first.result(), *(other.result() for other in others)]
    batcher.close()
    assert batches[0][0] == 1
    assert batches[1][0] == len(others)
    assert max(windows for _, windows in batches) <= 16
    for text, result in zip(TEXTS, results, strict=True):
        alone = model.judge(text)
        assert result.numbers == alone.numbers
        for name, array in alone.distributions.parameters().items():
            npt.assert_allclose(result.distributions.parameters()[name], array, atol=1e-4)


def test_a_sentence_does_not_wait_for_a_book(model: Predictor) -> None:
    slow, network = gated(model)
    batcher = Batcher(slow.network, 4)
    order: list[str] = []

    def judge(name: str, text: str) -> None:
        batched(model, batcher).judge(text)
        order.append(name)

    book = threading.Thread(target=judge, args=("book", BOOK))
    book.start()
    wait_until(lambda: network.batches)
    sentence = threading.Thread(target=judge, args=("sentence", "It rose 5 percent."))
    sentence.start()
    wait_until(lambda: len(batcher._jobs) == 2)
    network.gate.set()
    for thread in (book, sentence):
        thread.join(PATIENCE)
    batcher.close()
    assert order == ["sentence", "book"]


def test_cancelled_requests_are_left_out_of_batches(model: Predictor) -> None:
    slow, network = gated(model)
    batcher = Batcher(slow.network, 4)
    deadline = Deadline(1000)
    with ThreadPoolExecutor(1) as pool:
        book = pool.submit(batched(model, batcher, deadline).judge, BOOK)
        wait_until(lambda: network.batches)
        deadline.cancel()
        network.gate.set()
        with pytest.raises(RequestCancelledError):
            book.result()
    assert len(network.batches) == 1
    with pytest.raises(RequestCancelledError):
        batched(model, batcher, deadline).judge("It rose 5 percent.")
    batcher.close()


def test_a_request_whose_time_passes_while_it_waits_is_late_and_not_cancelled(model: Predictor) -> None:
    slow, network = gated(model)
    batcher = Batcher(slow.network, 16, lambda requests, windows: None)
    deadline = Deadline(1000)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(batched(model, batcher).judge, TEXTS[0])
        wait_until(lambda: network.batches)
        second = pool.submit(batched(model, batcher, deadline).judge, TEXTS[1])
        wait_until(lambda: len(batcher._jobs) == 2)
        deadline.seconds = 0
        network.gate.set()
        with pytest.raises(DeadlineExceededError):
            second.result()
        first.result()
    batcher.close()


def test_an_error_of_the_network_is_raised_in_the_request(
    model: Predictor, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, network = gated(model)
    network.gate.set()
    batcher = Batcher(slow.network, 4)

    def fail(windows: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(network, "network", type("Broken", (), {"distributions": staticmethod(fail)}))
        with pytest.raises(RuntimeError, match="broken"):
            batched(model, batcher).judge("It rose 5 percent.")
    assert len(batched(model, batcher).judge("It rose 5 percent.").index) == 1
    batcher.close()


def test_closing_a_batcher_cancels_waiting_requests(model: Predictor) -> None:
    slow, network = gated(model)
    batcher = Batcher(slow.network, 1)
    with ThreadPoolExecutor(1) as pool:
        book = pool.submit(batched(model, batcher).judge, BOOK)
        wait_until(lambda: network.batches)
        run_when(lambda: batcher._closed, network.gate.set)
        batcher.close()
        with pytest.raises(RequestCancelledError):
            book.result()
    with pytest.raises(RequestCancelledError):
        batched(model, batcher).judge("It rose 5 percent.")


def test_a_text_without_numbers_does_not_run_the_network(model: Predictor) -> None:
    slow, network = gated(model)
    batcher = Batcher(slow.network, 1)
    assert np.size(batched(model, batcher).judge("Nothing.").index) == 0
    assert network.batches == []
    batcher.close()


def job(text: str) -> CheckJob:
    return CheckJob(Document.from_text(text), CheckOptionsSchema(), Deadline(1000), lambda done: None)


class GatedChecks:
    """Responds to each job with its text, once the gate is opened."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.batches: list[list[str]] = []

    def check_batch(self, jobs: list[CheckJob]) -> None:
        self.batches.append([job.document.text for job in jobs])
        assert self.gate.wait(PATIENCE)
        for job in jobs:
            job.respond(lambda job=job: job.document.text.encode())


def test_a_micro_batch_takes_all_jobs_that_are_waiting() -> None:
    checks = GatedChecks()
    batcher = MicroBatcher(checks.check_batch, threads=1, max_size=3)

    async def run() -> list[bytes]:
        jobs = [job(str(i)) for i in range(7)]
        tasks = [asyncio.create_task(batcher.check(jobs[0]))]
        await asyncio.to_thread(wait_until, lambda: checks.batches)
        tasks += [asyncio.create_task(batcher.check(job)) for job in jobs[1:]]
        await asyncio.to_thread(wait_until, lambda: len(batcher._queue) == 6)
        tasks[2].cancel()  # its client disconnects before it is processed
        await asyncio.to_thread(wait_until, jobs[2].response.cancelled)
        await asyncio.to_thread(wait_until, lambda: jobs[2] not in batcher._queue)  # which holds no document
        checks.gate.set()
        return await asyncio.gather(*tasks[:2], *tasks[3:])

    assert asyncio.run(run()) == [b"0", b"1", b"3", b"4", b"5", b"6"]
    assert checks.batches == [["0"], ["1", "3", "4"], ["5", "6"]]
    batcher.close()


def test_closing_a_micro_batcher_cancels_waiting_jobs() -> None:
    checks = GatedChecks()
    batcher = MicroBatcher(checks.check_batch, threads=1, max_size=1)

    async def run() -> list[bytes | BaseException]:
        tasks = [asyncio.create_task(batcher.check(job(text))) for text in ("5", "6")]
        await asyncio.to_thread(wait_until, lambda: checks.batches and batcher._queue)
        run_when(lambda: batcher._pool._shutdown, checks.gate.set)
        await asyncio.to_thread(batcher.close)
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, second = asyncio.run(run())
    assert first == b"5"
    assert isinstance(second, asyncio.CancelledError)
