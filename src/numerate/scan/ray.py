"""Partitions on a Ray cluster, through Ray Data: actors, retries and backpressure are the engine's.

Each actor has a worker, and so a model, of its own. Finished partitions come back as rows, and are written
where the scan was started: the machines of the cluster need no disk in common, only the sources in reach.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any

import numpy as np

from numerate.errors import InputError
from numerate.scan.checker import Checker
from numerate.scan.partition import PartitionResult, ScanJob, make

LOCAL = "local"

Batch = dict[str, Any]


class Actor:
    """What runs on the cluster: takes the number of a partition, gives its tables."""

    def __init__(self, corpus: ScanJob) -> None:
        self._corpus = corpus
        self._checker = Checker(corpus.work)

    def __call__(self, batch: Batch) -> Batch:
        """Make the partitions of a batch, of which there is one."""
        try:
            made = [make(self._corpus, int(partition), self._checker) for partition in batch["partition"]]
        except InputError as error:
            # To try again would not help: it goes back as a result, and is told where the scan was started.
            return {"partition": batch["partition"], "problem": np.array([str(error)], object)}
        tables = {name: np.array([m.tables[name] for m in made], object) for name in made[0].tables}
        return {"partition": batch["partition"], "problem": np.array([""], object), **tables}


def make_on_ray(
    corpus: ScanJob, partitions: Sequence[int], workers: int | None, address: str
) -> Generator[PartitionResult]:
    """Yield partitions as they are finished. `address` is that of a cluster, or "local" for one here."""
    import ray.data

    with _connected(address, workers):
        there = ray.cluster_resources()
        gpus = there.get("GPU", 0) if corpus.work.judge and corpus.work.judge.device.startswith("cuda") else 0
        count = min(workers or max(1, int(gpus or there.get("CPU", 1))), len(partitions))
        rows = [{"partition": partition} for partition in partitions]
        # A block for each, so that what is lost with a worker is what it was at and nothing else.
        dataset = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
            Actor,
            batch_size=1,
            concurrency=count,
            num_cpus=1,
            num_gpus=min(1, gpus / count) if gpus else None,
            fn_constructor_args=(corpus,),
        )
        for row in dataset.iter_rows():
            if row["problem"]:
                raise InputError(row["problem"])
            names = row.keys() - {"partition", "problem"}
            yield PartitionResult(int(row["partition"]), {name: row[name] for name in sorted(names)})


@contextmanager
def _connected(address: str, workers: int | None) -> Iterator[None]:
    """Connect to a cluster, unless whoever calls is connected already, and be quiet about it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing leaves the cluster
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # else it warns of what it does itself
    import ray
    from ray.data import DataContext

    ours = not ray.is_initialized()
    if ours:
        _reach(address)
        options: dict[str, Any] = {"num_cpus": workers} if address == LOCAL and workers else {}
        try:
            with _muted():
                ray.init(
                    address=address,
                    include_dashboard=False if address == LOCAL else None,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    **options,
                )
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = str(error).partition("\n")[0]
            raise InputError(
                f"--ray {address}: no Ray cluster there, or none that lets us in ({reason}); one that asks "
                "for a token takes it with RAY_AUTH_MODE=token, from RAY_AUTH_TOKEN or ~/.ray/auth_token"
            ) from None
    context = DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    try:
        # What it has to say of workers it lost belongs beside the bar, not among what was found.
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if ours:
            ray.shutdown()


def _reach(address: str) -> None:
    """Find out in seconds what Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, ValueError) as error:
        raise InputError(
            f"--ray {address}: no Ray cluster there ({error}); write HOST:PORT of its head, auto on a "
            "machine of the cluster, or local"
        ) from None


@contextmanager
def _muted() -> Iterator[None]:
    """Keep what Ray's own C++ says from standard error, for a moment: what is wrong is raised."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
