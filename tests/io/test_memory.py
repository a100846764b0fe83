"""Memory that is freed goes back to the system."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# Each thread frees all it took but every tenth block.
GAPS = """
import threading
from numerate.io.memory import return_freed_memory
assert return_freed_memory()
kept = []
def fill():
    blocks = [bytearray(b"5" * 300_000) for _ in range(100)]
    kept.extend(blocks[::10])
threads = [threading.Thread(target=fill) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(open("/proc/self/statm").read().split()[1])
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other systems have another malloc")
def test_freed_memory_is_returned_although_some_is_kept_between() -> None:
    pages = int(subprocess.check_output([sys.executable, "-c", GAPS]))
    assert pages * 4096 < 60e6  # 12 MB are kept of 120 MB
