"""Documents that end their worker, take too long or fail: noted, and nothing else is lost."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from threading import Event, Timer

import pytest

from numerate.errors import InputError
from numerate.scan.checker import Checker, StoppedError
from numerate.scan.options import ScanOptions
from numerate.scan.records import Record
from numerate.scan.worker import CheckTask, CheckWorker, ModelSpec
from tests.scan.dangerous import judge, text

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
WORK = CheckTask(ScanOptions(seconds=3.0), judge())


def records(*words: str) -> list[Record]:
    return [Record(f"d{i}", None, "here", text(i, word)) for i, word in enumerate(words)]


def rows(checker: Checker, given: list[Record], name: str = "documents") -> list[dict[str, object]]:
    return [row for tables in checker.check(given) for row in tables[name].to_pylist()]


def test_what_is_poisoned_is_noted_and_the_rest_is_checked() -> None:
    given = records("plain", "deadly", "plain", "endless", "broken", "plain")
    with Checker(WORK) as checker:
        found = rows(checker, given)
    assert [row["document"] for row in found] == [record.document for record in given]
    assert [row["error"] for row in found] == [
        None,
        "ended the process that checked it, every time",
        None,
        "took longer than 3 s",
        "the check failed: ZeroDivisionError: by nought",
        None,
    ]
    plain = [record for record in given if "plain" in str(record.content)]
    expected = CheckWorker(WORK).check(plain)["documents"].to_pylist()
    assert [row for row in found if row["error"] is None] == expected
    assert all(row["numbers"] == 4 for row in expected)


def test_a_worker_that_is_killed_from_outside_costs_no_document() -> None:
    given = records(*["slow"] * 16)
    with Checker(WORK) as checker:
        rows(checker, given[:1])
        assert checker._process is not None
        victim = checker._process.pid
        Timer(0.3, lambda: os.kill(victim, signal.SIGKILL)).start()
        found = rows(checker, given)
        assert checker._process.pid != victim
    assert found == CheckWorker(WORK).check(given)["documents"].to_pylist()
    assert not any(row["error"] for row in found)


def test_a_checker_stops_when_it_is_told_to() -> None:
    stopped = Event()
    with Checker(CheckTask(ScanOptions(), judge()), stopped.is_set) as checker:
        Timer(0.3, stopped.set).start()
        started = time.monotonic()
        with pytest.raises(StoppedError):
            checker.check(records("endless"))
        assert time.monotonic() - started < 30


def test_a_model_that_is_none_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=str(tmp_path)):
        ModelSpec.choose(str(tmp_path), "cpu")
    gone = CheckTask(ScanOptions(), ModelSpec(str(tmp_path), "cpu", "0"))
    with Checker(gone) as checker, pytest.raises(InputError, match=str(tmp_path)):
        checker.check(records("plain"))


def test_two_machines_may_not_judge_by_different_models(tiny_folder: Path) -> None:
    here = ModelSpec.choose(str(tiny_folder), "cpu")
    elsewhere = ModelSpec(here.name, here.device, "another")
    with (
        Checker(CheckTask(ScanOptions(), elsewhere)) as checker,
        pytest.raises(InputError, match="not the same"),
    ):
        checker.check(records("plain"))
