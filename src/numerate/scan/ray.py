"""Partitions checked on a Ray cluster, through Ray Data, which handles actors, retries and backpressure.

Each actor has a worker process, and so a model, of its own. Finished partitions return as rows, to be written
where the scan was started: the machines of the cluster must reach the sources, but need no common disk.
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
from numerate.scan.partition import PartitionResult, ScanJob, check_partition

LOCAL = "local"
_CONNECT_SECONDS = 10

Batch = dict[str, Any]


class PartitionActor:
    """A Ray actor that receives the index of a partition and returns its tables."""

    def __init__(self, job: ScanJob) -> None:
        self._job = job
        self._checker = Checker(job.task)

    def __call__(self, batch: Batch) -> Batch:
        """Check the partition of a batch of one."""
        try:
            results = [check_partition(self._job, int(index), self._checker) for index in batch["partition"]]
        except InputError as error:
            # A retry would fail, too: return the error as a result, to be raised where the scan was started.
            return {"partition": batch["partition"], "problem": np.array([str(error)], object)}
        tables = {
            name: np.array([result.tables[name] for result in results], object) for name in results[0].tables
        }
        return {"partition": batch["partition"], "problem": np.array([""], object), **tables}


def check_on_ray(
    job: ScanJob, partitions: Sequence[int], workers: int | None, address: str
) -> Generator[PartitionResult]:
    """Yield partitions as they are finished. `address` is that of a cluster, or "local" to start one."""
    import ray.data

    with _connected(address, workers):
        resources = ray.cluster_resources()
        on_gpu = job.task.model is not None and job.task.model.device.startswith("cuda")
        gpus = resources.get("GPU", 0) if on_gpu else 0
        actors = min(workers or max(1, int(gpus or resources.get("CPU", 1))), len(partitions))
        rows = [{"partition": partition} for partition in partitions]
        # One block per partition, so that a lost actor costs only the partition it was checking.
        dataset = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
            PartitionActor,
            batch_size=1,
            concurrency=actors,
            num_cpus=1,
            num_gpus=min(1, gpus / actors) if gpus else None,
            fn_constructor_args=(job,),
        )
        for row in dataset.iter_rows():
            if row["problem"]:
                raise InputError(row["problem"])
            names = row.keys() - {"partition", "problem"}
            yield PartitionResult(int(row["partition"]), {name: row[name] for name in sorted(names)})


@contextmanager
def _connected(address: str, workers: int | None) -> Iterator[None]:
    """Connect quietly to a cluster, unless the caller already is connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # otherwise it warns about its own internals
    import ray
    from ray.data import DataContext

    connects = not ray.is_initialized()
    if connects:
        _probe(address)
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
        except (
            Exception
        ) as error:  # the bare class where its own processes take longer to start than it waits
            reason = str(error).partition("\n")[0]
            if address == LOCAL:
                raise InputError(
                    f"--ray {address}: Ray does not start ({reason}); try again when the machine is less "
                    "busy, or scan without --ray"
                ) from None
            raise InputError(
                f"--ray {address}: no Ray cluster there, or it refuses the connection ({reason}); for one "
                "that requires a token set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN, or write ~/.ray/auth_token"
            ) from None
    context = DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    try:
        # Ray prints warnings about lost workers to standard output, which belongs to the results.
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if connects:
            ray.shutdown()


def _probe(address: str) -> None:
    """Fail within seconds where nothing listens; Ray itself would retry for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host, int(port)), timeout=_CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise InputError(
            f"--ray {address}: no Ray cluster there ({error}); give HOST:PORT of its head node, auto on a "
            "machine of the cluster, or local"
        ) from None


@contextmanager
def _muted() -> Iterator[None]:
    """Discard what Ray's C++ code writes to standard error; errors are raised as well."""
    saved, devnull = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(devnull)
