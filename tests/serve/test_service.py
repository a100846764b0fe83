"""The service under load: batching, limits, cancellation."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from pkgutil import resolve_name

import httpx
import pytest

from numerate.documents import Document, read
from numerate.model import Predictor
from numerate.serve import middleware
from numerate.serve.app import make_app, make_server
from numerate.serve.batching import CheckJob
from numerate.serve.deadline import Deadline, RequestCancelledError
from numerate.serve.schemas import CheckOptionsSchema
from numerate.serve.service import Service
from numerate.serve.settings import ServerSettings
from tests.serve.servers import gated, metric, open_requests, raw_request, run_app, run_when, wait_until

SENTENCE = {"text": "Profit rose 12 percent to 5 million."}
BOOK = {"text": "It sold 5 trucks in 2016.\n" * 1000, "consistency": False}
TEXTS = [
    "Profit rose 12 percent to $3.5 million in the year.",
    "There is no number in this one.",
    "In a survey, 180 of 240 people (57%) agreed, and 2014 was the warmest year of the 30 before it.",
    "It was 5, 10 or 1e30 of them.",
]
TABLE = (
    "| | 2023 | 2024 |\n|---|---|---|\n| Rent | 900 | 910 |\n| Food | 40 | 45 |\n| Total | 940 | 955 |\n\n"
)
NDJSON = {"Accept": "application/x-ndjson"}


@pytest.fixture
def service(model: Predictor) -> Iterator[Service]:
    service = Service(model, ServerSettings())
    yield service
    service.close()


def job(text: str, deadline: Deadline | None = None, **options: object) -> CheckJob:
    options = {"false_alarms": 0.5, **options}
    document = Document.from_text(text)
    return CheckJob(document, CheckOptionsSchema(**options), deadline or Deadline(1000), lambda done: None)


def test_a_micro_batch_gives_the_same_reports_as_single_checks(service: Service) -> None:
    jobs = [job(text) for text in TEXTS]
    service.check_batch(jobs)
    for text, batched in zip(TEXTS, jobs, strict=True):
        report, alone = (
            json.loads(body) for body in (batched.response.result(0), service.check_job(job(text)))
        )
        assert [number.pop("p_value") or 0.0 for number in report["numbers"]] == pytest.approx(
            [number.pop("p_value") or 0.0 for number in alone["numbers"]], rel=1e-3
        )
        assert report["numbers"] == alone["numbers"]
        assert [f["message"] for f in report["findings"]] == [f["message"] for f in alone["findings"]]


def test_a_cancelled_or_failing_job_does_not_affect_others_of_its_micro_batch(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancelled, failing, good = (job(text) for text in ("It sold 5.", "It sold 13.", "It sold 7."))
    cancelled.deadline.cancel()
    split = Predictor._sentences

    def fail_on_13(self: Predictor, text: str, numbers: list) -> object:
        if "13" in text:
            raise ZeroDivisionError
        return split(self, text, numbers)

    monkeypatch.setattr(Predictor, "_sentences", fail_on_13)
    service.check_batch([cancelled, failing, good])
    with pytest.raises(RequestCancelledError):
        cancelled.response.result(0)
    with pytest.raises(ZeroDivisionError):
        failing.response.result(0)
    assert json.loads(good.response.result(0))["numbers"][0]["value"] == 7


class CountdownDeadline(Deadline):
    """Is cancelled after a number of checks."""

    def __init__(self, checks: int) -> None:
        super().__init__(1000)
        self.checks = checks

    def check(self) -> None:
        self.checks -= 1
        if self.checks < 0:
            self.cancel()
        super().check()


def test_the_search_for_contradictions_stops_when_cancelled(service: Service) -> None:
    text = "In a survey, 180 of 240 people (65%) said so. " * 10
    assert len(json.loads(service.check_job(job(text, unlikely=False)))["findings"]) == 10
    with pytest.raises(RequestCancelledError):
        service.check_job(job(text, CountdownDeadline(5), unlikely=False))


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("numerate.consistency.learned.network.ClaimModel._run", "5% of 20 hens are 1. " * 100),
        ("numerate.consistency.tables.failures.analyse", TABLE * 9),
    ],
    ids=["claims", "tables"],
)
def test_a_cancelled_check_ends_between_the_batches_of_claims_and_between_tables(
    service: Service, monkeypatch: pytest.MonkeyPatch, step: str, text: str
) -> None:
    """Work for clients that have left would take the processors from all others."""
    deadline = Deadline(1000)
    calls: list[object] = []
    run = resolve_name(step)

    def cancel_at_second(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == 2:
            deadline.cancel()
        return run(*arguments)

    monkeypatch.setattr(step, cancel_at_second)
    document = read(text.encode(), format="markdown")
    with pytest.raises(RequestCancelledError):
        service.check_job(CheckJob(document, CheckOptionsSchema(), deadline, lambda done: None))
    assert len(calls) == 2


def test_waiting_requests_are_processed_in_few_batches(
    model: Predictor, monkeypatch: pytest.MonkeyPatch
) -> None:
    services: list[Service] = []
    start = Service.__init__

    def start_and_record(self: Service, *arguments: object) -> None:
        start(self, *arguments)
        services.append(self)

    monkeypatch.setattr(Service, "__init__", start_and_record)
    slow, network = gated(model)
    with run_app(slow, workers=16) as client, ThreadPoolExecutor(9) as pool:
        [service] = services

        def waiting() -> int:
            in_batches = sum(job.requests for job in list(service._batcher._jobs))
            return in_batches + len(service._micro_batcher._queue)

        responses = [pool.submit(client.post, "/v1/check", json=SENTENCE)]
        wait_until(lambda: network.batches)
        responses += [pool.submit(client.post, "/v1/check", json=SENTENCE) for _ in range(8)]
        wait_until(lambda: waiting() == 9)
        network.gate.set()
        reports = [response.result().json() for response in responses]
        assert all(report == reports[0] for report in reports[1:])
        assert metric(client, "numerate_batch_requests_sum") == 9
        assert metric(client, "numerate_batch_requests_count") <= 4


@pytest.mark.slow
def test_a_short_text_does_not_wait_for_long_documents(model: Predictor) -> None:
    slow, network = gated(model)
    with run_app(slow, windows=2) as client, ThreadPoolExecutor(4) as pool:
        books = [pool.submit(client.post, "/v1/check", json=BOOK) for _ in range(4)]
        wait_until(lambda: open_requests(client) == 4 and network.batches)
        network.gate.set()
        assert client.post("/v1/check", json={"text": "It rose 5 percent."}).status_code == 200
        assert open_requests(client) > 0
        assert [book.result().status_code for book in books] == [200] * 4


def test_a_full_queue_answers_503_with_retry_after(model: Predictor) -> None:
    slow, network = gated(model)
    with run_app(slow, workers=1, queue=1) as client, ThreadPoolExecutor(2) as pool:
        admitted = [pool.submit(client.post, "/v1/check", json=SENTENCE) for _ in range(2)]
        wait_until(lambda: open_requests(client) == 2)
        refused = client.post("/v1/check", json=SENTENCE)
        assert refused.status_code == refused.json()["status"] == 503
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        network.gate.set()
        assert [response.result().status_code for response in admitted] == [200, 200]
        assert client.post("/v1/check", json=SENTENCE).status_code == 200


@pytest.mark.parametrize("headers", [{}, NDJSON], ids=["json", "ndjson"])
def test_a_request_stops_when_its_client_disconnects(model: Predictor, headers: dict[str, str]) -> None:
    slow, network = gated(model)
    with run_app(slow, windows=2) as client:
        with raw_request(client, client.build_request("POST", "/v1/check", json=BOOK, headers=headers)):
            wait_until(lambda: network.batches)
        wait_until(lambda: open_requests(client) == 0)
        if not headers:
            assert metric(client, "numerate_requests_dropped_total") == 1
        network.gate.set()
        assert client.post("/v1/check", json=SENTENCE).status_code == 200
        # The batch that was running, and that of the second request.
        assert len(network.batches) == 2


@pytest.mark.parametrize("headers", [{}, NDJSON], ids=["json", "ndjson"])
def test_a_request_that_takes_too_long_is_answered_503(
    model: Predictor, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "GRACE_SECONDS", 1000)
    slow, network = gated(model)
    with run_app(slow, seconds=0.4) as client:
        problem = client.post("/v1/check", json=SENTENCE, headers=headers).json()
        assert problem["status"] == 503
        assert "longer than 0.4 s" in problem["detail"]
        network.gate.set()
        wait_until(lambda: open_requests(client) == 0)


def test_a_request_whose_body_never_ends_is_answered_503(
    model: Predictor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "GRACE_SECONDS", 0)
    with run_app(model, seconds=0.2) as client:
        request = client.build_request("POST", "/v1/extract", json={"text": "5"})
        request.headers["Content-Length"] = "1000"
        with raw_request(client, request) as connection:
            assert connection.recv(1000).startswith(b"HTTP/1.1 503 ")


def test_requests_and_documents_that_are_too_large_are_answered_413(model: Predictor) -> None:
    with run_app(model, file_bytes=10_000, characters=5_000) as client:
        json_type = {"Content-Type": "application/json"}
        chunks = (b"5 " * 100 for _ in range(100))
        for response, detail in (
            (client.post("/v1/check", json={"text": "5 " * 10_000}), "more than 10,000 bytes"),
            (client.post("/v1/check", content=chunks, headers=json_type), "more than 10,000 bytes"),
            (client.post("/v1/check", json={"text": "5 " * 3_000}), "the text: has 6,000 characters"),
            (client.post("/v1/predict", json={"text": "5 " * 3_000}), "the text: has 6,000 characters"),
            (client.post("/v1/extract", json={"text": "5 " * 3_000}), "the text: has 6,000 characters"),
            (
                client.post("/v1/check", files={"file": ("a.txt", b"5 " * 3_000)}),
                "a.txt: has 5,999 characters",
            ),
        ):
            assert response.status_code == 413
            assert detail in response.json()["detail"]
        assert client.post("/v1/check", json=SENTENCE).status_code == 200


def test_the_bytes_of_all_requests_together_are_limited(model: Predictor) -> None:
    with run_app(model, held_bytes=1_000) as client:
        response = client.post("/v1/extract", json={"text": "5 " * 1_000})
        assert response.status_code == 503
        assert "retry-after" in response.headers
        assert client.post("/v1/extract", json=SENTENCE).status_code == 200


def test_requests_have_as_much_time_after_a_stop_signal_as_before_it(model: Predictor) -> None:
    settings = ServerSettings(seconds=150.5)
    server = make_server(make_app(model, Path("nowhere"), settings), settings)
    assert server.config.timeout_graceful_shutdown >= settings.seconds + middleware.GRACE_SECONDS


def test_requests_in_progress_are_finished_at_shutdown(model: Predictor) -> None:
    slow, network = gated(model)
    responses: list[httpx.Response] = []
    with run_app(slow) as client:
        url = f"{client.base_url}/v1/check"
        post = threading.Thread(target=lambda: responses.append(httpx.post(url, json=SENTENCE, timeout=None)))
        post.start()
        wait_until(lambda: network.batches)

        def refuses_connections() -> bool:
            try:
                httpx.get(url, timeout=None)
            except httpx.TransportError:
                return True
            return False

        run_when(refuses_connections, network.gate.set)
    post.join()
    assert responses[0].status_code == 200


def test_an_internal_error_reveals_nothing_of_the_document(
    model: Predictor, capfd: pytest.CaptureFixture[str]
) -> None:
    slow, network = gated(model)

    def fail(windows: object) -> None:
        raise RuntimeError("secret document")

    network.distributions = fail
    with run_app(slow) as client:
        plain = client.post("/v1/check", json=SENTENCE)
        streamed = client.post("/v1/check", json=SENTENCE, headers=NDJSON)
    assert plain.status_code == plain.json()["status"] == streamed.json()["status"] == 500
    logged = capfd.readouterr()
    assert "RuntimeError" in logged.err
    assert "secret" not in logged.err + logged.out + plain.text + streamed.text
