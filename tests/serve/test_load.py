"""Limits, under load: what is too much is sent away, what nobody waits for is dropped."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from numerate.model import Predictor
from tests.serve.running import eventually, figure, gated, serving

QUESTION = {"text": "Profit rose 12 percent to 5 million."}


def test_requests_are_batched_together(model: Predictor) -> None:
    held, gate = gated(model)
    with serving(held, workers=16) as client, ThreadPoolExecutor(9) as pool:
        asked = [pool.submit(client.post, "/v1/check", json=QUESTION)]
        eventually(lambda: gate.runs)
        asked += [pool.submit(client.post, "/v1/check", json=QUESTION) for _ in range(8)]
        eventually(lambda: figure(client, "numerate_requests_open") == 9)
        time.sleep(0.2)
        gate.open.set()
        answers = [answer.result().json() for answer in asked]
        assert all(answer == answers[0] for answer in answers[1:])
        assert figure(client, "numerate_batch_requests_sum") == 9
        assert figure(client, "numerate_batch_requests_count") <= 4


def test_a_full_queue_answers_503_and_when_to_come_back(model: Predictor) -> None:
    held, gate = gated(model)
    with serving(held, workers=1, queue=1) as client, ThreadPoolExecutor(2) as pool:
        taken = [pool.submit(client.post, "/v1/check", json=QUESTION) for _ in range(2)]
        eventually(lambda: client.get("/v1/health").json()["open"] == 2)
        refused = client.post("/v1/check", json=QUESTION)
        assert refused.status_code == refused.json()["status"] == 503
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        gate.open.set()
        assert [answer.result().status_code for answer in taken] == [200, 200]
        assert client.post("/v1/check", json=QUESTION).status_code == 200


def test_a_dropped_request_stops_costing(model: Predictor) -> None:
    held, gate = gated(model)
    book = {"text": "It sold 5 trucks in 2016.\n" * 2000}
    with serving(held, windows=2) as client:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{client.base_url}/v1/check", json=book, timeout=0.5)
        eventually(lambda: figure(client, "numerate_requests_dropped_total") == 1)
        gate.open.set()
        eventually(lambda: client.get("/v1/health").json()["open"] == 0)
        assert client.post("/v1/check", json=QUESTION).status_code == 200
        # The run that was under way, if one was, and that of the second request.
        assert len(gate.runs) <= 2


def test_a_stream_that_is_dropped_stops_costing(model: Predictor) -> None:
    held, gate = gated(model)
    book = {"text": "It sold 5 trucks in 2016.\n" * 2000}
    with serving(held, windows=2) as client:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(
                f"{client.base_url}/v1/check",
                json=book,
                timeout=0.5,
                headers={"Accept": "application/x-ndjson"},
            )
        eventually(lambda: client.get("/v1/health").json()["open"] == 0)
        gate.open.set()
        assert client.post("/v1/check", json=QUESTION).status_code == 200
        assert len(gate.runs) <= 2


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_a_request_that_takes_too_long_is_ended(model: Predictor, accept: str) -> None:
    held, gate = gated(model)
    with serving(held, seconds=0.4) as client:
        answer = client.post("/v1/check", json=QUESTION, headers={"Accept": accept})
        problem = answer.json()
        assert problem["status"] == 503
        assert "longer than 0.4 s" in problem["detail"]
        gate.open.set()
        eventually(lambda: client.get("/v1/health").json()["open"] == 0)


def test_work_without_the_network_is_ended_too(model: Predictor) -> None:
    text = "In a survey, 180 of 240 people (65%) said so. " * 5_000
    with serving(model, workers=1, seconds=1) as client:
        question = {"text": text, "unlikely": False}
        assert client.post("/v1/check", json=question).status_code == 503
        began = time.monotonic()
        while client.post("/v1/extract", json={"text": "It sold 5 trucks."}).status_code != 200:
            assert time.monotonic() - began < 10
    assert time.monotonic() - began < 3


def test_a_body_that_never_ends_is_ended(model: Predictor) -> None:
    def drip():
        yield b'{"text": "'
        time.sleep(2.5)
        yield b'5"}'

    with serving(model, seconds=0.2) as client:
        headers = {"Content-Type": "application/json"}
        assert client.post("/v1/extract", content=drip(), headers=headers).status_code == 503


def test_what_is_too_large_is_answered_413(model: Predictor) -> None:
    with serving(model, file_bytes=10_000, characters=5_000) as client:
        declared = client.post("/v1/check", json={"text": "5 " * 10_000})
        undeclared = client.post(
            "/v1/check",
            content=(b"5 " * 100 for _ in range(100)),
            headers={"Content-Type": "application/json"},
        )
        long = client.post("/v1/extract", json={"text": "5 " * 3_000})
        file = client.post("/v1/check", files={"file": ("a.txt", b"5 " * 3_000)})
        for answer, told in (
            (declared, "bytes"),
            (undeclared, "bytes"),
            (long, "characters"),
            (file, "a.txt"),
        ):
            assert answer.status_code == 413
            assert told in answer.json()["detail"]
        assert client.post("/v1/check", json=QUESTION).status_code == 200


def test_all_bodies_together_are_bounded(model: Predictor) -> None:
    with serving(model, held_bytes=1_000) as client:
        answer = client.post("/v1/extract", json={"text": "5 " * 1_000})
        assert answer.status_code == 503
        assert "retry-after" in answer.headers
        assert client.post("/v1/extract", json=QUESTION).status_code == 200


def test_requests_under_way_are_finished_when_the_server_stops(model: Predictor) -> None:
    held, gate = gated(model)
    answers: list[httpx.Response] = []
    with serving(held) as client:
        address = f"{client.base_url}/v1/check"
        asking = threading.Thread(target=lambda: answers.append(httpx.post(address, json=QUESTION)))
        asking.start()
        eventually(lambda: gate.runs)
        threading.Timer(0.3, gate.open.set).start()
    asking.join()
    assert answers[0].status_code == 200


def test_a_bug_is_told_without_the_document(model: Predictor, capfd: pytest.CaptureFixture[str]) -> None:
    held, gate = gated(model)
    gate.open.set()

    def broken(windows: object) -> None:
        raise RuntimeError("secret document")

    gate.distributions = broken
    with serving(held) as client:
        plain = client.post("/v1/check", json=QUESTION)
        streamed = client.post("/v1/check", json=QUESTION, headers={"Accept": "application/x-ndjson"})
    assert plain.status_code == plain.json()["status"] == streamed.json()["status"] == 500
    logged = capfd.readouterr()
    assert "RuntimeError" in logged.err
    assert "secret" not in logged.err + logged.out + plain.text + streamed.text
