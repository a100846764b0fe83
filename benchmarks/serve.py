"""How many requests a server answers, how soon, and whether its memory grows.

    .venv/bin/python benchmarks/serve.py --model src/numerate/models/default

Two servers run side by side on the machine's own loopback: `numerate serve` as it is, which judges what many
requests ask for together, and `numerate serve --workers 1`, which works on one request at a time and so runs
the network for each alone. Clients, as many as are named, each ask for the check of a sentence, or of a
paragraph, wait for the answer, and ask again; the two servers take turns, round by round. Then 10,000
requests, eight at a time, are put to the first: its memory after 100 of them and after all.

The clients run on the same processors as the servers. The result goes to benchmarks/results/serve.json and,
as a table, to the terminal.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from inference import write_text
from machine import machine

HERE = Path(__file__).parent
COMMAND = Path(sys.executable).with_name("numerate")
VARIANTS = {"batched": [], "one at a time": ["--workers", "1"]}
CLIENTS = (1, 8, 64)
ROUNDS = 5


@contextmanager
def server(model: Path, *arguments: str) -> Iterator[tuple[int, int]]:
    """Run a server; give its port and process."""
    process = subprocess.Popen(
        [COMMAND, "serve", "--model", model, "--port", "0", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        yield int(re.search(r":(\d+)/", process.stdout.readline())[1]), process.pid
    finally:
        process.terminate()
        process.wait()


def questions(texts: list[str]) -> list[bytes]:
    """Requests for the check of texts, as they go over the wire."""
    requests = []
    for text in texts:
        body = json.dumps({"text": text}).encode()
        head = "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        requests.append(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return requests


PARAGRAPHS = write_text(60_000).split("\n\n")[:64]
KINDS = {
    "sentence": questions([paragraph.partition(". ")[0] + "." for paragraph in PARAGRAPHS]),
    "paragraph": questions(PARAGRAPHS),
}


class Round(NamedTuple):
    """The seconds that each answer took, and all of them together."""

    took: list[float]
    seconds: float


async def ask(kind: str, port: int, clients: int, *, seconds: float = 1e9, requests: int = 1 << 60) -> Round:
    """Ask until the time is up or so many are answered."""
    took: list[float] = []
    numbers = count()
    start = time.perf_counter()
    until = start + seconds

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
        while (number := next(numbers)) < requests and (began := time.perf_counter()) < until:
            writer.write(KINDS[kind][number % len(KINDS[kind])])
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))
            took.append(time.perf_counter() - began)
        writer.close()

    await asyncio.gather(*(client() for _ in range(clients)))
    return Round(took, time.perf_counter() - start)


def summary(rounds: list[Round]) -> dict[str, float]:
    took = sorted(t for round_ in rounds for t in round_.took)
    at = [took[min(int(share * len(took)), len(took) - 1)] for share in (0.5, 0.99)]
    return {
        "requests_per_second": round(statistics.median(len(r.took) / r.seconds for r in rounds), 1),
        "p50_ms": round(1000 * at[0], 1),
        "p99_ms": round(1000 * at[1], 1),
        "requests": len(took),
    }


def compare(model: Path, seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = {}
    with server(model) as (first, _), server(model, *VARIANTS["one at a time"]) as (second, _):
        ports = dict(zip(VARIANTS, (first, second), strict=True))
        for kind in KINDS:
            found[kind] = {}
            for port in ports.values():
                asyncio.run(ask(kind, port, 4, requests=100))
            for clients in CLIENTS:
                rounds: dict[str, list[Round]] = {name: [] for name in ports}
                for _ in range(ROUNDS):
                    for name, port in ports.items():
                        rounds[name].append(asyncio.run(ask(kind, port, clients, seconds=seconds)))
                found[kind][str(clients)] = {name: summary(those) for name, those in rounds.items()}
                show(kind, clients, found[kind][str(clients)])
    return found


def show(kind: str, clients: int, found: dict[str, dict[str, float]]) -> None:
    for name, figures in found.items():
        print(
            f"{kind:10} {clients:3} clients  {name:14} {figures['requests_per_second']:8.1f} requests/s  "
            f"p50 {figures['p50_ms']:8.1f} ms  p99 {figures['p99_ms']:8.1f} ms"
        )


def memory(model: Path, requests: int) -> dict[str, float]:
    with server(model) as (port, process):

        def held() -> float:
            status = Path(f"/proc/{process}/status").read_text()
            return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

        asyncio.run(ask("paragraph", port, 8, requests=100))
        before = held()
        asyncio.run(ask("paragraph", port, 8, requests=requests - 100))
        after = held()
    print(f"memory after 100 requests {before:.0f} MiB, after {requests:,} {after:.0f} MiB")
    return {"requests": requests, "mib_after_100": round(before, 1), "mib_after_all": round(after, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=HERE.parent / "src/numerate/models/default")
    parser.add_argument("--seconds", type=float, default=4, help="of each round")
    parser.add_argument("--requests", type=int, default=10_000, help="for the memory")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "serve.json")
    arguments = parser.parse_args()
    result = {
        "machine": machine("onnxruntime", "uvicorn"),
        "model": json.loads((arguments.model / "config.json").read_text()),
        "bytes_of_a_request": {kind: round(statistics.mean(map(len, sent))) for kind, sent in KINDS.items()},
        "compared": compare(arguments.model, arguments.seconds),
        "memory": memory(arguments.model, arguments.requests),
        "load_average_at_the_end": round(os.getloadavg()[0], 1),
    }
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
