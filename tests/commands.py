"""The command `numerate` without the seconds it takes to start: forked from a process that has loaded it.

`quick_command()` gives the path of a program that behaves as the installed command does: its own process,
arguments, folder, environment, streams and exit status. Tests that kill or measure the command, or change
how Python itself starts, run the installed one, `COMMAND`.

Commands that need PyTorch are forked from a second process, which loads it when the first of them is run. So
are modules: `quick_command() -m MODULE` is `python -m MODULE`.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.waiting import wait_until

COMMAND = Path(sys.executable).with_name("numerate")
"""The installed command."""

_LOADED = (
    "numerate.cli",
    "numerate.consistency.tables",
    "numerate.documents.readers",
    "numerate.report.outputs",
    "rich.progress",
)
"""What most commands import; not onnxruntime, which starts a thread, and so must not be forked."""
_DOCUMENT = """# Sales

Of 5 people, 6 came on 3 May 2020, 12% more than in 2019 (t(20) = 2.1, p = .05).

| | 2019 | 2020 |
|---|---|---|
| Rent | 5 | 6 |
| Food | 7 | 8 |
| Total | 12 | 41 |
"""
_TRAINING = ("train", "evaluate", "export", "-m")
_LOADED_TO_TRAIN = ("numerate.training.evaluation", "numerate.training.run.loop")
_CLIENT = """#!{python} -IS
import json, os, signal, socket, sys
server = socket.socket(socket.AF_UNIX)
server.connect({address!r} + ("-training" if sys.argv[1:2] and sys.argv[1] in {training!r} else ""))
request = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode("utf-8", "surrogateescape")
socket.send_fds(server, [len(request).to_bytes(4, "big")], [0, 1, 2])
server.sendall(request)
answer = server.makefile("rb")
command = int(answer.readline())
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, lambda number, frame: os.kill(command, number))
sys.exit(int(answer.readline()))
"""


@cache
def quick_command() -> Path:
    """Start the process that has the command loaded; return the path of the program that asks it."""
    folder = Path(tempfile.mkdtemp(prefix="numerate-command-"))
    address = folder / "socket"
    root = Path(__file__).parents[1]  # tests of documentation run in folders of their own
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.commands", address], stdin=subprocess.PIPE, cwd=root
    )
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(process.communicate)  # closes the pipe
    client = folder / "numerate"
    client.write_text(_CLIENT.format(python=sys.executable, address=str(address), training=_TRAINING))
    client.chmod(0o755)
    wait_until(lambda: address.exists() or process.poll() is not None)
    assert process.poll() is None, "the process that loads the command has ended"
    return client


def _start(address: str) -> None:
    """Serve at two addresses until standard input ends, with the process that started this one."""
    for_training = _listen(f"{address}-training")
    if os.fork() == 0:
        return _serve(for_training, (*_LOADED, *_LOADED_TO_TRAIN))
    for_training.close()
    return _serve(_listen(address), _LOADED)


def _listen(address: str) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"{address}.tmp")
    listener.listen()
    Path(f"{address}.tmp").rename(address)
    return listener


def _serve(listener: socket.socket, modules: tuple[str, ...]) -> None:
    """Load modules once they are needed, and fork for every command."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that answer
    while listener in select.select([listener, sys.stdin], [], [])[0]:
        connection, _ = listener.accept()
        for name in modules:
            import_module(name)
        _compile_rules()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listener.close()
            return _answer(connection)
        connection.close()
    return None


@cache
def _compile_rules() -> None:
    """Look for contradictions once, which compiles patterns and reads tables that every check needs."""
    from numerate.consistency import inconsistencies
    from numerate.consistency.tables import table_inconsistencies
    from numerate.documents import read

    document = read(_DOCUMENT.encode(), format="markdown")
    assert [*inconsistencies(document.text), *table_inconsistencies(document)]
    assert "onnxruntime" not in sys.modules


def _answer(connection: socket.socket) -> None:
    """Run one command in a further process, and send its exit status."""
    size, descriptors, _, _ = socket.recv_fds(connection, 4, 3)
    arguments, folder, environment = json.loads(connection.makefile("rb").read(int.from_bytes(size, "big")))
    command = os.fork()
    if command == 0:
        connection.close()
        _become(descriptors, arguments, folder, environment)
        _run(arguments)
    connection.sendall(f"{command}\n".encode())
    status = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
    connection.sendall(f"{status if status >= 0 else 128 - status}\n".encode())


def _run(arguments: list[str]) -> None:
    if arguments[:1] == ["-m"]:
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__")
        sys.exit()
    from numerate.cli import main

    sys.exit(main())


def _become(descriptors: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Give this process what belongs to a command that was started from elsewhere."""
    for target, descriptor in enumerate(descriptors):
        os.dup2(descriptor, target)
        os.close(descriptor)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["numerate", *arguments]
    sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False))  # noqa: SIM115
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(target, "wb", closefd=False), errors=errors, line_buffering=target == 2)  # noqa: SIM115
        for target, errors in ((1, "strict"), (2, "backslashreplace"))
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)


if __name__ == "__main__":
    _start(sys.argv[1])
