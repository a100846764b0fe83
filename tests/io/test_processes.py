"""Worker processes: their number, their threads and their end."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import psutil
import pytest

from numerate.io.processes import available_processors, with_one_thread
from tests.waiting import wait_until

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
ON_ONE = """
import os
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
from numerate.io.processes import available_processors
print(available_processors())
"""
# A parent whose child echoes what it is sent.
PARENT = """
import multiprocessing, sys
from numerate.io.processes import serve_parent

def work(connection):
    serve_parent()
    connection.send("ready")
    while True:
        connection.send(connection.recv())

if __name__ == "__main__":
    here, there = multiprocessing.Pipe()
    child = multiprocessing.Process(target=work, args=(there,))
    child.start()
    here.recv()
    print(child.pid, flush=True)
    for line in sys.stdin:
        here.send(line)
        print(here.recv(), end="", flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors cannot be chosen")
def test_only_processors_that_the_process_may_use_are_counted() -> None:
    assert subprocess.check_output([sys.executable, "-c", ON_ONE], text=True) == "1\n"
    assert available_processors() == len(os.sched_getaffinity(0))


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_worker_ignores_ctrl_c_and_ends_with_its_parent(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, script], stdin=pipe, stdout=pipe, text=True) as parent:
        child = psutil.Process(int(parent.stdout.readline()))
        child.send_signal(signal.SIGINT)
        parent.stdin.write("still there\n")
        parent.stdin.flush()
        assert parent.stdout.readline() == "still there\n"
        parent.kill()
    wait_until(lambda: has_ended(child))


def has_ended(process: psutil.Process) -> bool:
    try:
        # Where no init process collects orphans, as in many containers, it stays a zombie.
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def threads() -> list[str | None]:
    return [os.environ.get(name) for name in NAMES]


def send_threads(connection: Connection) -> None:
    connection.send(threads())


def threads_of_a_new_process() -> list[str | None]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with with_one_thread():
        process = context.Process(target=send_threads, args=(theirs,))
        process.start()
    received = ours.recv()
    process.join()
    return received


def test_processes_started_meanwhile_have_one_thread_and_this_one_is_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(NAMES[0], "5")
    monkeypatch.delenv(NAMES[1], raising=False)
    before = threads()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: threads_of_a_new_process(), range(4))) == [["1"] * 3] * 4
    assert threads() == before


ALONE = """
import os, sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")
def test_what_workers_are_forked_with_starts_no_thread() -> None:
    modules = ("numerate.consistency.tables", "numerate.checking.faithfulness", "numerate.documents.readers")
    environment = os.environ | dict.fromkeys(NAMES, "1")
    command = [sys.executable, "-c", ALONE, *modules]
    assert subprocess.check_output(command, text=True, env=environment) == "1\n"


# A process of its own: the one that its workers are forked from lasts as long as it does.
STARTING = """
import json, os
from numerate.io.processes import worker_context
from tests.io.test_processes import send_modules

context = worker_context("wave")
received = []
for _ in range(2):
    ours, theirs = context.Pipe()
    context.Process(target=send_modules, args=(theirs,)).start()
    received.append(ours.recv())
print(json.dumps([os.getpid(), *received]))
"""


def send_modules(connection: Connection) -> None:
    connection.send((os.getppid(), "wave" in sys.modules))


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")
def test_workers_are_forked_from_a_process_that_has_loaded_their_modules() -> None:
    root = Path(__file__).parents[2]
    written = subprocess.check_output([sys.executable, "-c", STARTING], cwd=root)
    starting, (first, first_has), (second, second_has) = json.loads(written)
    assert first_has
    assert second_has
    assert first == second != starting
