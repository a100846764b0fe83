"""What a process starts others with, in processes of their own."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from numerate.io.processes import with_one_thread

NAMES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def threads_there() -> list[str | None]:
    return [os.environ.get(name) for name in NAMES]


def tell(connection) -> None:
    connection.send(threads_there())


def ask() -> list[str | None]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with with_one_thread():
        process = context.Process(target=tell, args=(theirs,))
        process.start()
    told = ours.recv()
    process.join()
    return told


def test_processes_started_meanwhile_have_one_thread_and_this_one_what_it_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(NAMES[0], "5")
    monkeypatch.delenv(NAMES[1], raising=False)
    before = threads_there()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: ask(), range(4))) == [["1"] * 3] * 4
    assert threads_there() == before
