"""Servers to ask: the installed command in a process of its own, or the application in this one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from numerate.distributions import Distribution
from numerate.model import Predictor
from numerate.model.network import Network, Window
from numerate.serve.app import make_app
from numerate.serve.server import about
from numerate.serve.settings import ServerSettings

COMMAND = Path(sys.executable).with_name("numerate")


@contextmanager
def command(*arguments: str | Path, **environment: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `numerate serve` on a free port; give its address."""
    process = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"} | environment,
    )
    try:
        told = process.stdout.readline()
        address = re.search(r"http://\S+", told)
        assert address, told + process.stderr.read()
        yield address[0].rstrip("/"), process
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def serving(model: Predictor, **settings: Any) -> Iterator[httpx.Client]:
    """Serve from a thread of this process; give a client of it."""
    chosen = ServerSettings(**settings)
    app = make_app(model, about(model, Path("nowhere")), chosen)
    config = uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join()


class Gate(Network):
    """A network that waits until it is let through, and notes what it was asked."""

    def __init__(self, network: Network) -> None:
        vars(self).update(vars(network))
        self._network = network
        self.open = threading.Event()
        self.runs: list[int] = []

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        if windows:
            self.runs.append(len(windows))
            assert self.open.wait(20)
        return self._network.distributions(windows)


def gated(model: Predictor) -> tuple[Predictor, Gate]:
    gate = Gate(model.network)
    return Predictor(model.config, gate, model._pieces, model.calibration), gate


def figure(client: httpx.Client, name: str) -> float:
    """A figure of /metrics, all its labels summed."""
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if re.match(rf"{name}(\{{|\s)", line))


def eventually(holds: Any, seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came about"
        time.sleep(0.02)
