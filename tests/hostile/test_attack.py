"""The attack itself: documents side by side, limits that kill, and runs that go on where another stopped."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from typing import Any

import pytest

from tests.hostile import attack
from tests.hostile.kinds import Kind

QUICK, SLOW, BROKEN = Kind("text", "", "5 "), Kind("text", "", "6 "), Kind("text", "", "7 ")
SIZES = [100, 200]


def checked(seconds: float = 0.1, megabytes: int = 1) -> dict[str, Any]:
    return {"outcome": "checked", "seconds": seconds, "megabytes": megabytes}


def test_documents_are_checked_from_small_to_large_and_verdicts_passed() -> None:
    results: dict[str, list[dict[str, Any]]] = {}
    done = list(attack.attack([QUICK, SLOW], SIZES, 2, False, results))
    assert sorted(done) == sorted([QUICK, QUICK, SLOW, SLOW])
    assert all(run["outcome"] == "checked" for runs in results.values() for run in runs)
    assert {attack.verdict(runs) for runs in results.values()} == {attack.PASSED}


def test_what_exceeds_its_limit_is_killed_and_what_ends_without_a_result_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def check(kind: Kind, size: int, model: bool, sender: Connection) -> None:
        if kind == SLOW:
            time.sleep(60)
        if kind == QUICK:
            sender.send(checked())

    monkeypatch.setattr(attack, "check", check)
    results: dict[str, list[dict[str, Any]]] = {}
    list(attack.attack([BROKEN, QUICK], SIZES, 2, False, results))
    monkeypatch.setattr(attack, "LONGEST", 0.01)
    list(attack.attack([SLOW], SIZES, 1, False, results))
    verdicts = {kind: attack.verdict(runs) for kind, runs in results.items()}
    assert verdicts == {str(SLOW): attack.FAILED, str(BROKEN): attack.FAILED, str(QUICK): attack.PASSED}
    assert [len(results[str(kind)]) for kind in (SLOW, BROKEN, QUICK)] == [1, 1, 2]


def test_a_run_goes_on_with_the_sizes_that_are_missing() -> None:
    results = {str(QUICK): [checked()], str(SLOW): [checked(), checked()]}
    assert list(attack.attack([QUICK, SLOW], SIZES, 1, False, results)) == [QUICK]
    assert len(results[str(QUICK)]) == 2


@pytest.mark.parametrize(
    ("runs", "verdict"),
    [
        ([checked(1), checked(2.9)], attack.PASSED),
        ([checked(1), checked(3.1)], attack.FAILED),
        ([checked(0.01), checked(0.8)], attack.PASSED),  # less than the clock can tell
        ([checked(1, 100), checked(1, 301)], attack.FAILED),
        ([checked(1) | {"outcome": "not run: needs a package"}], attack.NOT_RUN),
        ([checked(1) | {"outcome": "died: RecursionError"}], attack.FAILED),
        ([checked(1) | {"outcome": "refused: too deep"}] * 2, attack.PASSED),
    ],
)
def test_verdicts(runs: list[dict[str, Any]], verdict: str) -> None:
    assert attack.verdict(runs) == verdict
