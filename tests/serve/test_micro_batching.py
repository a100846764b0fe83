from __future__ import annotations

import asyncio
import json
import threading

import httpx
import pytest

from numerate.documents import Document
from numerate.model import Predictor
from numerate.serve.batching import Check, Gathering
from numerate.serve.deadline import DroppedError, Ticket
from numerate.serve.metrics import Metrics
from numerate.serve.schemas import CheckOptionsSchema
from numerate.serve.service import Work
from numerate.serve.settings import ServerSettings
from tests.serve.running import eventually, gated, serving

TEXTS = [
    "Profit rose 12 percent to $3.5 million in the year.",
    "There is no number in this one.",
    "In a survey, 180 of 240 people (57%) agreed, and 2014 was the warmest year of the 30 before it.",
    "It was 5, 10 or 1e30 of them.",
]


def check_of(text: str, seconds: float = 20) -> Check:
    return Check(
        Document.from_text(text), CheckOptionsSchema(false_alarms=0.5), Ticket(seconds), lambda done: None
    )


@pytest.fixture
def work(model: Predictor):
    work = Work(model, ServerSettings(), Metrics())
    yield work
    work.close()


def test_what_waits_when_a_thread_is_free_is_taken_together() -> None:
    open_, taken = threading.Event(), []

    def work(checks: list[Check]) -> None:
        taken.append([check.document.text for check in checks])
        assert open_.wait(20)
        for check in checks:
            check.answer_with(lambda check=check: check.document.text.encode())

    gathering = Gathering(work, threads=1, most=3)

    async def run() -> list[bytes]:
        asked = [asyncio.create_task(gathering.check(check_of("0")))]
        await asyncio.to_thread(eventually, lambda: taken)
        asked += [asyncio.create_task(gathering.check(check_of(str(i)))) for i in range(1, 7)]
        await asyncio.sleep(0.05)
        asked[2].cancel()  # its client is gone before it was begun
        await asyncio.sleep(0.05)
        open_.set()
        return await asyncio.gather(*asked[:2], *asked[3:])

    assert asyncio.run(run()) == [b"0", b"1", b"3", b"4", b"5", b"6"]
    assert taken == [["0"], ["1", "3", "4"], ["5", "6"]]
    gathering.close()


def test_closing_begins_nothing_more() -> None:
    open_, taken = threading.Event(), []

    def work(checks: list[Check]) -> None:
        taken.extend(checks)
        assert open_.wait(20)
        for check in checks:
            check.answer_with(lambda: b"")

    gathering = Gathering(work, threads=1, most=1)

    async def run() -> list[bytes | BaseException]:
        asked = [asyncio.create_task(gathering.check(check_of("5"))) for _ in range(2)]
        await asyncio.to_thread(eventually, lambda: taken)
        threading.Timer(0.05, open_.set).start()
        await asyncio.to_thread(gathering.close)
        return await asyncio.gather(*asked, return_exceptions=True)

    first, second = asyncio.run(run())
    assert first == b""
    assert isinstance(second, asyncio.CancelledError)


def test_texts_get_the_answers_that_they_would_get_alone(work: Work) -> None:
    together = [check_of(text) for text in TEXTS]
    work.check_together(together)
    for text, check in zip(TEXTS, together, strict=True):
        answer, alone = (json.loads(told) for told in (check.answer.result(0), work.check(check_of(text))))
        assert [number.pop("p_value") or 0.0 for number in answer["numbers"]] == pytest.approx(
            [number.pop("p_value") or 0.0 for number in alone["numbers"]], rel=1e-3
        )
        assert answer["numbers"] == alone["numbers"]
        assert [f["message"] for f in answer["findings"]] == [f["message"] for f in alone["findings"]]


def test_one_that_is_dropped_or_fails_takes_no_other_along(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped, broken, good = (check_of(text) for text in ("It sold 5.", "It sold 13.", "It sold 7."))
    dropped.ticket.drop()
    judge = Predictor._sentences

    def stumbling(self: Predictor, text: str, numbers: list) -> object:
        if "13" in text:
            raise ZeroDivisionError
        return judge(self, text, numbers)

    monkeypatch.setattr(Predictor, "_sentences", stumbling)
    work.check_together([dropped, broken, good])
    with pytest.raises(DroppedError):
        dropped.answer.result(0)
    with pytest.raises(ZeroDivisionError):
        broken.answer.result(0)
    assert json.loads(good.answer.result(0))["numbers"][0]["value"] == 7


def test_a_short_text_does_not_wait_until_long_ones_have_been_checked(model: Predictor) -> None:
    held, gate = gated(model)
    book = {"text": "It sold 5 trucks in 2016.\n" * 2000}
    with serving(held, windows=2) as client:
        books = [
            threading.Thread(target=client.post, args=("/v1/check",), kwargs={"json": book}) for _ in range(4)
        ]
        for thread in books:
            thread.start()
        eventually(lambda: client.get("/v1/health").json()["open"] == 4 and gate.runs)
        gate.open.set()
        answer: httpx.Response = client.post("/v1/check", json={"text": "It rose 5 percent."})
        assert answer.status_code == 200
        assert client.get("/v1/health").json()["open"] > 0
        for thread in books:
            thread.join()
