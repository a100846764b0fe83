"""A scan from its sources to a complete folder: find files, split them, check the partitions, count."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from numerate import __version__
from numerate.errors import InputError
from numerate.io import jobs
from numerate.io.processes import available_processors
from numerate.scan.local import check_locally
from numerate.scan.options import ScanOptions
from numerate.scan.partition import (
    MANIFEST,
    VERSION,
    PartitionResult,
    ScanJob,
    count_partition,
    exclusive,
    finished_partitions,
    folder_name,
    write_partition,
)
from numerate.scan.sources import Cut, Sources, find_sources, split
from numerate.scan.worker import CheckTask, ModelSpec


class ScanProgress(NamedTuple):
    """Finished partitions out of all, and the contents of the finished ones."""

    finished: int
    partitions: int
    documents: int
    numbers: int
    findings: int


def scan(
    sources: Sequence[str],
    folder: Path,
    options: ScanOptions | None = None,
    *,
    model: str | None = None,
    device: str = "cpu",
    workers: int | None = None,
    ray: str | None = None,
    on_progress: Callable[[ScanProgress], None] = lambda _: None,
) -> dict[str, Any]:
    """Check every document of `sources`, write the results to `folder`, and return its manifest.

    The tables depend only on the sources, options and model, not on the number of workers or machines. An
    interrupted scan is resumed with the partitions that are missing. `InputError` says what to correct.
    """
    options = options or ScanOptions()
    corpus = find_sources(list(sources), options)
    spec = ModelSpec.resolve(model, device) if options.needs_model else None
    plan = _plan(corpus, options, spec)
    with exclusive(folder):  # before the manifest is read: two scans may begin at once
        manifest = jobs.begin(folder / MANIFEST, plan)
        if manifest["complete"]:
            return manifest
        if "cuts" not in manifest:
            manifest["model_name"] = spec and (spec.name or "default")
            manifest["cuts"] = split(corpus.files, options.partition_bytes)
            jobs.write(folder / MANIFEST, manifest)
        cuts = tuple(Cut(*cut) for cut in manifest["cuts"])
        job = ScanJob(corpus.files, cuts, CheckTask(options, spec))
        try:
            _check_missing(job, folder, workers, ray, on_progress)
            return _finish(folder, manifest)
        except OSError as error:
            raise InputError(
                f"{error.filename or folder}: {error.strerror or error}; correct that and run the same "
                "command again to resume"
            ) from None


def _check_missing(
    job: ScanJob,
    folder: Path,
    workers: int | None,
    ray: str | None,
    on_progress: Callable[[ScanProgress], None],
) -> None:
    total = len(job.cuts) - 1
    finished = finished_partitions(folder, total)
    progress = ScanProgress(0, total, 0, 0, 0)
    for partition in finished:
        progress = _advance(progress, folder, partition)
    on_progress(progress)
    missing = sorted(set(range(total)) - set(finished))
    if not missing:
        return
    with closing(_check(job, missing, workers, ray)) as results:
        for result in results:
            write_partition(folder, result)
            progress = _advance(progress, folder, result.partition)
            on_progress(progress)


def _check(
    job: ScanJob, partitions: list[int], workers: int | None, ray: str | None
) -> Generator[PartitionResult]:
    if ray is None:
        return check_locally(job, partitions, min(workers or available_processors(), len(partitions)))
    from numerate.scan.ray import check_on_ray

    return check_on_ray(job, partitions, workers, ray)


def _advance(progress: ScanProgress, folder: Path, partition: int) -> ScanProgress:
    counts = count_partition(folder, partition)
    return ScanProgress(
        progress.finished + 1,
        progress.partitions,
        progress.documents + counts["documents"],
        progress.numbers + counts["numbers"],
        progress.findings + counts["findings"],
    )


def _finish(folder: Path, manifest: dict[str, Any]) -> dict[str, Any]:
    """Add the counts of all partitions to the manifest and mark it complete."""
    partitions = []
    totals: dict[str, int] = {}
    for partition in range(len(manifest["cuts"]) - 1):
        counts = count_partition(folder, partition)
        partitions.append({"folder": folder_name(partition), **counts})
        totals = {name: totals.get(name, 0) + count for name, count in counts.items()}
    manifest = {**manifest, "complete": True, "counts": totals, "partitions": partitions}
    jobs.write(folder / MANIFEST, manifest)
    return manifest


def _plan(sources: Sources, options: ScanOptions, model: ModelSpec | None) -> dict[str, Any]:
    """Return everything that the tables depend on, in types that survive JSON unchanged."""
    return {
        "version": VERSION,
        "numerate": __version__,
        "sources": sources.described,
        "left_out": len(sources.left_out),
        "settings": options.to_dict(),
        "model": model.describe() if model else None,
    }
