"""Documents that crash their worker, exceed the time limit or fail are recorded, and no other is lost."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from threading import Event, Thread

import pytest

from numerate.errors import InputError
from numerate.scan.checker import Checker, StoppedError
from numerate.scan.options import ScanOptions
from numerate.scan.records import Record
from numerate.scan.worker import CheckTask, CheckWorker, ModelSpec
from tests.scan.poisoned import Gate, poisoned_model, text

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="SIGKILL")]


def task(gate: Gate, seconds: float = 300.0) -> CheckTask:
    options = ScanOptions(document_seconds=seconds, consistency=False)
    return CheckTask(options, poisoned_model(gate.folder))


def records(*words: str) -> list[Record]:
    return [Record(f"d{i}", None, "here", text(i, word)) for i, word in enumerate(words)]


def rows(checker: Checker, given: list[Record]) -> list[dict[str, object]]:
    return [row for tables in checker.check(given) for row in tables["documents"].to_pylist()]


def expected_rows(gate: Gate, given: list[Record]) -> list[dict[str, object]]:
    return CheckWorker(task(gate)).check(given)["documents"].to_pylist()


def test_documents_that_crash_or_fail_are_recorded_and_the_rest_is_checked(gate: Gate) -> None:
    given = records("plain", "deadly", "plain", "broken", "plain")
    with Checker(task(gate)) as checker:
        checked = rows(checker, given)
    assert [row["document"] for row in checked] == [record.document for record in given]
    assert [row["error"] for row in checked] == [
        None,
        "crashed the process that checked it on every attempt",
        None,
        "the check failed: ZeroDivisionError: by nought",
        None,
    ]
    expected = expected_rows(gate, [record for record in given if "plain" in str(record.content)])
    assert [row for row in checked if row["error"] is None] == expected
    assert all(row["numbers"] == 4 for row in expected)


def test_a_document_over_the_time_limit_is_recorded(gate: Gate) -> None:
    with Checker(task(gate, seconds=2.0)) as checker:
        checked = rows(checker, records("endless", "endless"))
    assert [row["error"] for row in checked] == ["took longer than 2 s"] * 2


def test_the_time_limit_grows_with_the_size_of_a_document(gate: Gate) -> None:
    [record] = records("endless")
    long = record._replace(content=str(record.content) + " " * 2_000_000)
    with Checker(task(gate, seconds=1.0)) as checker:
        [row] = rows(checker, [long])
    assert row["error"] == "took longer than 2 s"


def test_a_worker_killed_from_outside_costs_no_document(gate: Gate) -> None:
    given = records(*["plain"] * 8, "held", *["plain"] * 7)
    victims: list[int] = []

    def kill_held_worker() -> None:
        victims.append(gate.next_held())
        os.kill(victims[0], signal.SIGKILL)
        gate.open()

    killer = Thread(target=kill_held_worker)
    killer.start()
    with Checker(task(gate)) as checker:
        checked = rows(checker, given)
        killer.join()
        assert checker._process is not None
        assert checker._process.pid not in victims
    assert checked == expected_rows(gate, given)
    assert not any(row["error"] for row in checked)


def test_a_checker_stops_on_request(gate: Gate) -> None:
    stopped = Event()

    def stop_when_held() -> None:
        gate.next_held()
        stopped.set()

    Thread(target=stop_when_held, daemon=True).start()
    with Checker(task(gate), stopped.is_set) as checker, pytest.raises(StoppedError):
        checker.check(records("held"))


def test_a_missing_model_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=str(tmp_path)):
        ModelSpec.resolve(str(tmp_path), "cpu")
    gone = CheckTask(ScanOptions(), ModelSpec(str(tmp_path), "cpu", "0"))
    with Checker(gone) as checker, pytest.raises(InputError, match=str(tmp_path)):
        checker.check(records("plain"))


def test_all_machines_must_have_the_same_model(tiny_folder: Path) -> None:
    here = ModelSpec.resolve(str(tiny_folder), "cpu")
    elsewhere = ModelSpec(here.name, here.device, "another")
    with (
        Checker(CheckTask(ScanOptions(), elsewhere)) as checker,
        pytest.raises(InputError, match="not the same"),
    ):
        checker.check(records("plain"))
