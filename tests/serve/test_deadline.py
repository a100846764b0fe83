from __future__ import annotations

import pytest

from numerate.serve.deadline import Deadline, DeadlineExceededError, DeadlineGroup, RequestCancelledError


def test_a_deadline_is_active_until_it_passes() -> None:
    deadline = Deadline(1000)
    deadline.check()
    assert deadline.is_active
    assert deadline.elapsed >= 0
    assert 0 < deadline.remaining <= 1000


def test_a_passed_deadline_raises() -> None:
    deadline = Deadline(0)
    assert not deadline.is_active
    assert deadline.remaining == 0
    with pytest.raises(DeadlineExceededError):
        deadline.check()


def test_a_cancelled_deadline_raises() -> None:
    deadline = Deadline(1000)
    deadline.cancel()
    assert not deadline.is_active
    with pytest.raises(RequestCancelledError):
        deadline.check()


def test_a_group_is_active_while_any_of_its_deadlines_is() -> None:
    first, second = Deadline(1000), Deadline(1000)
    group = DeadlineGroup([first, second, Deadline(0)])
    assert len(group) == 3
    first.cancel()
    group.check()
    assert group.is_active
    second.cancel()
    assert not group.is_active
    with pytest.raises(RequestCancelledError):
        group.check()
