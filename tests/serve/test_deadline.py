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
    group = DeadlineGroup([first, second])
    assert len(group) == 2
    first.cancel()
    group.check()
    assert group.is_active
    second.cancel()
    assert not group.is_active
    with pytest.raises(RequestCancelledError):
        group.check()


def test_a_group_whose_time_has_passed_for_one_who_waits_is_late_and_not_cancelled() -> None:
    """The soak found it: such a client got an empty answer, which uvicorn made a 500."""
    left = Deadline(1000)
    left.cancel()
    with pytest.raises(DeadlineExceededError):
        DeadlineGroup([left, Deadline(0)]).check()
