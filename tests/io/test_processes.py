from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from numerate.io.processes import available_processors

ON_ONE = """
import os
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
from numerate.io.processes import available_processors
print(available_processors())
"""
# A parent that starts a child, tells its number, and waits for it.
PARENT = """
import multiprocessing, time
from numerate.io.processes import serve_parent

def work(connection):
    serve_parent()
    connection.send("ready")
    time.sleep(60)

if __name__ == "__main__":
    here, there = multiprocessing.Pipe()
    child = multiprocessing.Process(target=work, args=(there,))
    child.start()
    here.recv()
    print(child.pid, flush=True)
    child.join()
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors cannot be chosen")
def test_only_processors_that_may_be_used_are_counted() -> None:
    assert subprocess.check_output([sys.executable, "-c", ON_ONE], text=True) == "1\n"
    assert available_processors() == len(os.sched_getaffinity(0))


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_who_works_for_another_ends_with_it_and_not_by_ctrl_c(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        child = psutil.Process(int(parent.stdout.readline()))
        child.send_signal(signal.SIGINT)
        with pytest.raises(psutil.TimeoutExpired):
            child.wait(0.2)
        parent.kill()
    assert psutil.wait_procs([child], 10)[1] == []
