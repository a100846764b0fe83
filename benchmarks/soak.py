"""A server under load and abuse: what it answers, what memory it takes, and how it ends.

    .venv/bin/python benchmarks/soak.py [--clients 256] [--minutes 10]

`numerate serve` runs on the machine's own loopback. Of the clients, half ask for the check of a paragraph and
wait for the answer; the others are slow (send their request a few bytes at a time), go away before the
answer, send hostile documents, or send what is no request. At the end, when the server has received further
requests, it gets SIGTERM: all of them must be answered. The result goes to benchmarks/results/soak.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from machine import machine

from serve import KINDS, server

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from tests.hostile.kinds import KINDS as HOSTILE  # noqa: E402

MODEL = HERE.parent / "src" / "numerate" / "models" / "default"


async def answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """Read one answer: its status, and whether it says when to come back."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
    await reader.readexactly(int(length or 0))
    return int(head.split(b" ", 2)[1]), b"retry-after" in head


def hostile(draw: random.Random) -> bytes:
    """Write a request for the check of a hostile document."""
    body = json.dumps({"text": draw.choice(HOSTILE).make(draw.choice([200, 2_000, 20_000]))}).encode()
    head = "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def client(kind: str, port: int, until: float, seed: int, counts: Counter[str]) -> None:
    """Ask in one way until the time is up."""
    draw = random.Random(seed)
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
        try:
            request = draw.choice(KINDS["paragraph"])
            if kind == "hostile":
                request = hostile(draw)
            elif kind == "no request":
                request = draw.randbytes(draw.randrange(1, 400)) + b"\r\n\r\n"
            if kind == "slow":
                for at in range(0, len(request), 64):
                    writer.write(request[at : at + 64])
                    await writer.drain()
                    await asyncio.sleep(0.05)
            else:
                writer.write(request)
                await writer.drain()
            if kind == "leaves":
                await asyncio.sleep(draw.random() / 5)
                counts["left"] += 1
                continue
            if kind == "no request":
                await asyncio.sleep(0.5)
            status, says_when = await answer(reader)
            counts[f"{status}"] += 1
            if status == 503:
                counts["503 with Retry-After"] += says_when
                await asyncio.sleep(0.5)
        except (OSError, asyncio.IncompleteReadError):
            counts["closed without an answer" if kind != "no request" else "no request: closed"] += 1
        finally:
            writer.close()


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def watch(pid: int, until: float, sizes: list[float]) -> None:
    """Note the memory of the server ten times."""
    step = (until - time.monotonic()) / 10
    while time.monotonic() < until:
        await asyncio.sleep(step)
        sizes.append(round(memory(pid), 1))


async def open_requests(port: int) -> int:
    """Ask the server how many requests it has received and not yet answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    body = (await reader.read()).partition(b"\r\n\r\n")[2]
    writer.close()
    return int(json.loads(body)["open"])


async def drain(port: int, pid: int, requests: int = 16) -> dict[str, float]:
    """End the server once it has received requests; count those that are answered."""
    left_over = await open_requests(port)
    streams = [await asyncio.open_connection("127.0.0.1", port, limit=1 << 24) for _ in range(requests)]
    for number, (_, writer) in enumerate(streams):
        writer.write(KINDS["paragraph"][number])
        await writer.drain()
    answers = [asyncio.create_task(answer(reader)) for reader, _ in streams]
    while (in_flight := await open_requests(port)) + sum(task.done() for task in answers) < requests:
        await asyncio.sleep(0.01)
    os.kill(pid, signal.SIGTERM)
    began = time.monotonic()
    done = await asyncio.gather(*answers, return_exceptions=True)
    return {
        "left_over": left_over,
        "requests": requests,
        "in_flight": in_flight,
        "answered": sum(isinstance(each, tuple) and each[0] == 200 for each in done),
        "seconds": round(time.monotonic() - began, 1),
    }


async def soak(port: int, pid: int, clients: int, minutes: float) -> dict[str, Any]:
    """Put the clients to the server, and see how it does."""
    kinds = ["asks"] * (clients // 2)
    kinds += [("slow", "leaves", "hostile", "no request")[i % 4] for i in range(clients - len(kinds))]
    counts: Counter[str] = Counter()
    sizes: list[float] = []
    warm = time.monotonic() + 5
    await asyncio.gather(*(client("asks", port, warm, i, Counter()) for i in range(16)))
    until = time.monotonic() + 60 * minutes
    tasks = [client(kind, port, until, i, counts) for i, kind in enumerate(kinds)]
    await asyncio.gather(watch(pid, until, sizes), *tasks)
    server_errors = {
        status: n for status, n in counts.items() if status.startswith("5") and status[:3] != "503"
    }
    return {
        "clients": dict(Counter(kinds)),
        "minutes": minutes,
        "answers": dict(counts.most_common()),
        "server_errors": server_errors,
        "memory_mb": sizes,
        "sigterm": await drain(port, pid),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, default=256)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "soak.json")
    options = parser.parse_args()
    with server(options.model) as (port, pid):
        result = asyncio.run(soak(port, pid, options.clients, options.minutes))
    record = {
        "command": f"python benchmarks/soak.py --clients {options.clients} --minutes {options.minutes:g}"
    }
    options.out.write_text(json.dumps(record | {"machine": machine()} | result, indent=1) + "\n")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
