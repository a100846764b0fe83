"""Commands that tests interrupt with Ctrl-C."""

from __future__ import annotations

import fcntl
import signal
import struct
import subprocess
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from tests.waiting import LIMIT_SECONDS, wait_until


def start(command: Sequence[str | Path], **options: Any) -> subprocess.Popen[bytes]:
    """Start a command that receives SIGINT even if this process ignores it, as it does under nohup."""
    return subprocess.Popen(
        command, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler), **options
    )


def interrupt_at_input(command: Sequence[str | Path], cwd: Path) -> tuple[int, bytes]:
    """Interrupt a command while it reads standard input; return its exit status and standard error."""
    with start(
        command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        pipe = process.stdin.fileno()
        process.stdin.write(b"It is 5.\n")
        process.stdin.flush()
        # The command has taken what there was and sleeps until there is more. A signal that arrives earlier,
        # between two reads, would not interrupt the second.
        command_process = psutil.Process(process.pid)
        wait_until(lambda: _unread_bytes(pipe) == 0 and command_process.status() == psutil.STATUS_SLEEPING)
        process.send_signal(signal.SIGINT)
        return process.wait(LIMIT_SECONDS), process.stderr.read()


def _unread_bytes(pipe: int) -> int:
    count: int = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]
    return count
