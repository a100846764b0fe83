from __future__ import annotations

import threading
import time

import pytest

from numerate.serve.ticket import DroppedError, Ticket, TooSlowError


def test_work_is_stopped_wherever_it_is() -> None:
    ticket = Ticket(20)
    ended: list[str] = []

    def work() -> None:
        try:
            with ticket.working():
                while True:
                    sum(range(100))
        except DroppedError:
            ended.append("dropped")

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    ticket.drop()
    thread.join(5)
    assert ended == ["dropped"]


def test_work_that_has_ended_is_left_alone() -> None:
    for _ in range(200):
        ticket = Ticket(20)
        dropping = threading.Thread(target=ticket.drop)
        try:
            with ticket.working():
                dropping.start()
        except DroppedError:
            pass
        # Whatever comes after must not be hit.
        sum(range(1000))
        dropping.join()


def test_a_ticket_that_has_ended_lets_no_work_begin() -> None:
    dropped, late = Ticket(20), Ticket(0)
    dropped.drop()
    with pytest.raises(DroppedError), dropped.working():
        pass
    with pytest.raises(TooSlowError), late.working():
        pass
    assert not dropped.is_good
    assert not late.is_good


def test_a_stop_that_is_lost_is_sent_again() -> None:
    """As one is that arrives in a destructor, where Python can raise nothing."""
    ticket = Ticket(20)
    arrived: list[str] = []

    def work() -> None:
        with ticket.working():
            for name in ("lost", "heard"):
                try:
                    while True:
                        sum(range(100))
                except DroppedError:
                    arrived.append(name)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    ticket.drop()
    thread.join(10)
    assert arrived == ["lost", "heard"]
