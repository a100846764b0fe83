"""`numerate` in a process that kills itself while it writes a file of its eighth checkpoint.

It is a point in the third epoch of `test_train`, whatever the speed of the machine.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from numerate.cli import main
from numerate.training.run import checkpoint

FILES = 20
"""Files that are written before the end, the last of them cut off."""

save_file, calls = checkpoint.save_file, 0


def save_or_die(tensors: Any, path: Path) -> None:
    global calls
    calls += 1
    save_file(tensors, path)
    if calls == FILES:
        path.write_bytes(path.read_bytes()[:-100])
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    checkpoint.save_file = save_or_die
    main()
