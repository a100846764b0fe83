"""The road from sources to a finished folder: find, cut, check partition by partition, sum up."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from numerate import __version__
from numerate.errors import InputError
from numerate.io import jobs as plans
from numerate.io.processes import available_processors
from numerate.scan import store
from numerate.scan.local import make_locally
from numerate.scan.options import ScanOptions
from numerate.scan.partition import PartitionResult, ScanJob
from numerate.scan.sources import Cut, Sources, cut, find_sources
from numerate.scan.worker import CheckTask, ModelSpec


class ScanProgress(NamedTuple):
    """How far the work is: partitions, and what is in those that are finished."""

    finished: int
    partitions: int
    documents: int
    numbers: int
    findings: int


def scan(
    sources: Sequence[str],
    folder: Path,
    settings: ScanOptions | None = None,
    *,
    model: str | None = None,
    device: str = "cpu",
    workers: int | None = None,
    ray: str | None = None,
    report: Callable[[ScanProgress], None] = lambda _: None,
) -> dict[str, Any]:
    """Check every document of `sources`, and give the manifest of `folder`, which holds what was found.

    Same sources, settings and model, same tables, on any number of workers or machines. A scan that was
    interrupted goes on with the partitions that are not finished. `InputError` says what the user has to put
    right.
    """
    settings = settings or ScanOptions()
    found = find_sources(list(sources), settings)
    judge = ModelSpec.choose(model, device) if settings.unlikely else None
    manifest = plans.begin(folder / store.MANIFEST, _plan(found, settings, judge))
    if manifest["complete"]:
        return manifest
    with store.alone(folder):
        if "cuts" not in manifest:
            manifest["model_name"] = judge and (judge.name or "default")
            manifest["cuts"] = cut(found.files, settings.partition)
            plans.write(folder / store.MANIFEST, manifest)
        cuts = tuple(Cut(*place) for place in manifest["cuts"])
        corpus = ScanJob(found.files, cuts, CheckTask(settings, judge))
        try:
            _work(corpus, folder, workers, ray, report)
            return _finish(folder, manifest)
        except OSError as error:
            raise InputError(
                f"{error.filename or folder}: {error.strerror or error}; put it right and run the same "
                "command again, it goes on from here"
            ) from None


def _work(
    corpus: ScanJob,
    folder: Path,
    workers: int | None,
    ray: str | None,
    report: Callable[[ScanProgress], None],
) -> None:
    total = len(corpus.cuts) - 1
    done = store.finished(folder, total)
    progress = ScanProgress(0, total, 0, 0, 0)
    for partition in done:
        progress = _after(progress, folder, partition)
    report(progress)
    left = sorted(set(range(total)) - set(done))
    if not left:
        return
    with closing(_made(corpus, left, workers, ray)) as finished:
        for made in finished:
            store.write_partition(folder, made)
            progress = _after(progress, folder, made.partition)
            report(progress)


def _made(
    corpus: ScanJob, left: list[int], workers: int | None, ray: str | None
) -> Generator[PartitionResult]:
    if ray is None:
        return make_locally(corpus, left, min(workers or available_processors(), len(left)))
    from numerate.scan.ray import make_on_ray

    return make_on_ray(corpus, left, workers, ray)


def _after(progress: ScanProgress, folder: Path, partition: int) -> ScanProgress:
    counts = store.counts(folder, partition)
    return ScanProgress(
        progress.finished + 1,
        progress.partitions,
        progress.documents + counts["documents"],
        progress.numbers + counts["numbers"],
        progress.findings + counts["findings"],
    )


def _finish(folder: Path, manifest: dict[str, Any]) -> dict[str, Any]:
    """Sum up all partitions, and say that this is all."""
    partitions = []
    totals: dict[str, int] = {}
    for partition in range(len(manifest["cuts"]) - 1):
        counts = store.counts(folder, partition)
        partitions.append({"folder": store.name(partition), **counts})
        totals = {name: totals.get(name, 0) + count for name, count in counts.items()}
    manifest = {**manifest, "complete": True, "counts": totals, "partitions": partitions}
    plans.write(folder / store.MANIFEST, manifest)
    return manifest


def _plan(found: Sources, settings: ScanOptions, judge: ModelSpec | None) -> dict[str, Any]:
    """Write down all that the result depends on, in values that JSON gives back as they were."""
    return {
        "version": store.VERSION,
        "numerate": __version__,
        "sources": found.described,
        "left_out": len(found.left_out),
        "settings": settings.to_dict(),
        "model": judge.describe() if judge else None,
    }
