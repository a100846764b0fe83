from __future__ import annotations

import pytest

from numerate.serve.deadline import DroppedError, Ticket, TooSlowError


def test_a_good_ticket_lets_work_go_on() -> None:
    ticket = Ticket(20)
    ticket.check()
    assert ticket.is_good
    assert 0 < ticket.left <= 20


def test_a_ticket_ends_when_dropped_or_late() -> None:
    dropped, late = Ticket(20), Ticket(0)
    dropped.drop()
    with pytest.raises(DroppedError):
        dropped.check()
    with pytest.raises(TooSlowError):
        late.check()
    assert not dropped.is_good
    assert not late.is_good
