from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.testing as npt
import pytest

from numerate.model import Predictor
from numerate.serve.batching import Batcher, SharedNetwork
from numerate.serve.deadline import DroppedError, Ticket
from tests.serve.running import eventually, gated

TEXTS = [f"Profit rose {i} percent to $3.{i} million in the year. " * (1 + i) for i in range(8)]


def shared(model: Predictor, batcher: Batcher, ticket: Ticket | None = None) -> Predictor:
    network = SharedNetwork(batcher, ticket or Ticket(20))
    return Predictor(model.config, network, model._pieces, model.calibration)


def test_requests_share_runs_and_get_what_they_would_get_alone(model: Predictor) -> None:
    held, gate = gated(model)
    ran: list[tuple[int, int]] = []
    batcher = Batcher(held.network, 16, lambda requests, windows: ran.append((requests, windows)))
    with ThreadPoolExecutor(len(TEXTS)) as pool:
        first = pool.submit(shared(model, batcher).judge, TEXTS[0])
        eventually(lambda: gate.runs)
        others = [pool.submit(shared(model, batcher).judge, text) for text in TEXTS[1:]]
        eventually(lambda: len(batcher._jobs) == 1 + len(others))
        gate.open.set()
        together = [first.result(), *(other.result() for other in others)]
    batcher.close()
    assert ran[0][0] == 1
    assert ran[1][0] == len(others)
    assert max(windows for _, windows in ran) <= 16
    for text, judged in zip(TEXTS, together, strict=True):
        alone = model.judge(text)
        assert judged.numbers == alone.numbers
        for name, array in alone.distributions.parameters().items():
            npt.assert_allclose(judged.distributions.parameters()[name], array, atol=1e-4)


def test_a_sentence_does_not_wait_for_a_book(model: Predictor) -> None:
    held, gate = gated(model)
    batcher = Batcher(held.network, 4)
    order: list[str] = []

    def judge(name: str, text: str) -> None:
        shared(model, batcher).judge(text)
        order.append(name)

    book = threading.Thread(target=judge, args=("book", "It sold 5 trucks in 2016.\n" * 300))
    book.start()
    eventually(lambda: gate.runs)
    sentence = threading.Thread(target=judge, args=("sentence", "It rose 5 percent."))
    sentence.start()
    eventually(lambda: len(batcher._jobs) == 2)
    gate.open.set()
    for thread in (book, sentence):
        thread.join(20)
    batcher.close()
    assert order == ["sentence", "book"]


def test_what_nobody_waits_for_is_not_run(model: Predictor) -> None:
    held, gate = gated(model)
    batcher = Batcher(held.network, 4)
    ticket = Ticket(20)
    with ThreadPoolExecutor(1) as pool:
        book = pool.submit(shared(model, batcher, ticket).judge, "It sold 5 trucks in 2016.\n" * 300)
        eventually(lambda: gate.runs)
        ticket.drop()
        gate.open.set()
        with pytest.raises(DroppedError):
            book.result()
    assert len(gate.runs) == 1
    with pytest.raises(DroppedError):
        shared(model, batcher, ticket).judge("It rose 5 percent.")
    batcher.close()


def test_an_error_of_the_network_reaches_whoever_waits(
    model: Predictor, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, gate = gated(model)
    gate.open.set()
    batcher = Batcher(held.network, 4)

    def broken(windows: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patched:
        patched.setattr(gate, "_network", type("Broken", (), {"distributions": staticmethod(broken)}))
        with pytest.raises(RuntimeError, match="broken"):
            shared(model, batcher).judge("It rose 5 percent.")
    assert len(shared(model, batcher).judge("It rose 5 percent.").index) == 1
    batcher.close()


def test_closing_drops_what_waits(model: Predictor) -> None:
    held, gate = gated(model)
    batcher = Batcher(held.network, 1)
    with ThreadPoolExecutor(1) as pool:
        book = pool.submit(shared(model, batcher).judge, "It sold 5 trucks in 2016.\n" * 300)
        eventually(lambda: gate.runs)
        threading.Timer(0.05, gate.open.set).start()
        batcher.close()
        with pytest.raises(DroppedError):
            book.result()
    with pytest.raises(DroppedError):
        shared(model, batcher).judge("It rose 5 percent.")


def test_a_text_without_numbers_needs_no_run(model: Predictor) -> None:
    held, gate = gated(model)
    batcher = Batcher(held.network, 1)
    assert np.size(shared(model, batcher).judge("Nothing.").index) == 0
    assert gate.runs == []
    batcher.close()
