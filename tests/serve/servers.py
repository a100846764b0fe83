"""Servers for tests: the installed command in its own process, or the application in a thread of this one."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from numerate.distributions import Distribution
from numerate.model import Predictor
from numerate.model.network import Network, Window
from numerate.serve.app import make_app, make_server
from numerate.serve.settings import ServerSettings
from tests.commands import COMMAND
from tests.waiting import LIMIT_SECONDS, wait_until

PATIENCE = LIMIT_SECONDS
"""Seconds to wait for an answer."""


@contextmanager
def run_command(*arguments: str | Path, **environment: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `numerate serve` on a free port; yield its address and process."""
    # Under nohup or in a background job SIGINT is ignored, which a child process would inherit.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [COMMAND, "serve", "--port", "0", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1"} | environment,
        )
    finally:
        signal.signal(signal.SIGINT, handler)
    try:
        line = process.stdout.readline()
        address = re.search(r"http://\S+", line)
        assert address, line + process.stderr.read()
        yield address[0].rstrip("/"), process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def run_app(model: Predictor, **settings: Any) -> Iterator[httpx.Client]:
    """Run the application in a thread; yield a client of it."""
    limits = ServerSettings(**settings)
    server = make_server(make_app(model, Path("nowhere"), limits), limits, port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_until(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False) as client:
            yield client
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def raw_request(client: httpx.Client, request: httpx.Request) -> Iterator[socket.socket]:
    """Send a request over a socket of its own, which is closed at the end, answered or not."""
    url = client.base_url
    with socket.create_connection((url.host, url.port), timeout=PATIENCE) as connection:
        headers = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
        connection.sendall(f"{request.method} {request.url.path} HTTP/1.1\r\n{headers}\r\n".encode())
        connection.sendall(request.read())
        yield connection


class GatedNetwork(Network):
    """A network that waits until its gate is opened, and records the size of each batch."""

    def __init__(self, network: Network) -> None:
        vars(self).update(vars(network))
        self.network = network
        self.gate = threading.Event()
        self.batches: list[int] = []

    def distributions(self, windows: Sequence[Window]) -> Distribution:
        if windows:
            self.batches.append(len(windows))
            assert self.gate.wait(PATIENCE)
        return self.network.distributions(windows)


def gated(model: Predictor) -> tuple[Predictor, GatedNetwork]:
    """Return a model whose network waits until its gate is opened."""
    network = GatedNetwork(model.network)
    return Predictor(model.config, network, model._pieces, model.calibration), network


def metric(client: httpx.Client, name: str) -> float:
    """Return a metric, summed over its labels."""
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if re.match(rf"{name}(\{{|\s)", line))


def open_requests(client: httpx.Client) -> int:
    """Return the number of requests in progress or queued."""
    return client.get("/v1/health").json()["open"]


def run_when(condition: Callable[[], object], action: Callable[[], object]) -> None:
    """Run an action in another thread once a condition holds."""

    def wait_and_run() -> None:
        wait_until(condition)
        action()

    threading.Thread(target=wait_and_run).start()
