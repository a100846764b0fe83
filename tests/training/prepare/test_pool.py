from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from numerate.training.prepare.preparation import in_order

_power = 1


def prepare(power: int) -> None:
    global _power
    _power = power


def slow_power(base: int) -> int:
    time.sleep(0.01 * (base % 3))
    return base**_power


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_tasks(processes: int) -> None:
    found = list(in_order(slow_power, range(20), processes, prepare, (2,)))
    assert found == [(i, i * i) for i in range(20)]


def test_tasks_are_taken_only_as_they_are_needed() -> None:
    tasks = iter(range(1000))
    results = in_order(slow_power, tasks, 2, prepare, (1,))
    for _ in range(3):
        next(results)
    assert next(tasks) <= 8
    results.close()  # type: ignore[attr-defined]


SCRIPT = """
import os, sys, time
from numerate.training.prepare.preparation import in_order

def prepare(folder):
    open(os.path.join(folder, str(os.getpid())), "w").close()

def work(task):
    time.sleep(30)

if __name__ == "__main__":
    list(in_order(work, range(4), 2, prepare, (sys.argv[1],)))
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_processes_end_with_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "pids"
    folder.mkdir()
    parent = subprocess.Popen([sys.executable, str(script), str(folder)])
    deadline = time.monotonic() + 30
    while len(list(folder.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    pids = [int(path.name) for path in folder.iterdir()]
    assert len(pids) == 2
    while any(_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_alive(pid) for pid in pids)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # Gone, but for an entry that whoever adopted it has not read yet.
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")
