"""Write the figures of docs/arithmetic.md from the results of the benchmarks.

python docs/arithmetic.py

Unit costs come from benchmarks/results/scan.json (`benchmarks/scan.py`) and, for a GPU, from
benchmarks/results/inference_gpu.json (`benchmarks/inference_gpu.py`). Unmeasured costs are left out.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
PAGE = HERE / "arithmetic.md"
RESULTS = HERE.parent / "benchmarks" / "results"
BEGIN, END = "<!-- written by arithmetic.py -->", "<!-- until here -->"

CORES = 64  # per machine
PARTITION = 16  # megabytes, the size that docs/scan.md recommends for clusters


class Corpus(NamedTuple):
    """A corpus and its estimated size."""

    name: str
    documents: float
    kilobytes: float
    """Text per document."""
    per_kilobyte: float
    """Numbers per kilobyte of text."""

    @property
    def megabytes(self) -> float:
        """Text of the whole corpus."""
        return self.documents * self.kilobytes / 1e3

    @property
    def numbers(self) -> float:
        """Numbers of the whole corpus."""
        return self.documents * self.kilobytes * self.per_kilobyte


CORPORA = (
    Corpus("a news agency's archive", 24.2e6, 2.5, 8.2),
    Corpus("S2ORC", 8.1e6, 30, 9.0),
    Corpus("Common Crawl's English, one crawl", 365e6, 2.3, 8.2),
    Corpus("Common Crawl's English, 96 crawls", 29e9, 2.3, 8.2),
)


def main() -> None:
    """Replace the figures of the page."""
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    figures = "\n".join(write(_read("scan.json"), _read("inference_gpu.json")))
    PAGE.write_text(f"{before}{BEGIN}\n\n{figures}\n\n{END}{after}", encoding="utf-8")


def write(scan: dict[str, Any] | None, gpu: dict[str, Any] | None) -> Iterator[str]:
    """Yield the lines of all figures."""
    if scan is None:
        yield "*Not measured yet: run `benchmarks/scan.py`, then `python docs/arithmetic.py`.*"
        return
    single = scan["speed"]["1 worker"]
    speed = single["megabytes"] / (single["seconds"] - single["start_seconds"])
    yield from _units(scan, gpu or {}, speed)
    yield ""
    yield from _processors(scan, speed)
    if gpu is not None and (line := _device(gpu, single["numbers"] / single["megabytes"])) is not None:
        yield ""
        yield from _gpus(*line)
    yield ""
    yield from _limits(scan, speed)


def _units(scan: dict[str, Any], gpu: dict[str, Any], speed: float) -> Iterator[str]:
    single, double = scan["speed"]["1 worker"], scan["speed"]["2 workers"]
    written, with_all = double["bytes_written"] / double["megabytes"], scan["every"]
    yield "| measured | |"
    yield "|---|---|"
    numbers = f"{single['numbers_per_second']:,.0f} numbers"
    yield f"| one worker, one core | {speed:.3f} MB of text per second, {numbers} |"
    gain = double["numbers_per_second"] / single["numbers_per_second"]
    yield f"| two workers, two cores | {gain:.2f} times as fast |"
    yield from _several(gpu)
    longer = _percent(scan["overhead"]["2 workers"]["seconds"])
    yield f"| through Ray, two workers | {longer} time per document |"
    yield f"| memory of a worker | {double['peak_mib'] - single['peak_mib']:,.0f} MiB |"
    yield f"| findings and documents | {written / 1e3:,.1f} KB per MB of text |"
    yield (
        f"| every number, with `--all` | {with_all['bytes_per_number']:.0f} more bytes per number, "
        f"{with_all['times_as_long']:.1f} times as long |"
    )
    yield f"| writing a partition | {1000 * with_all['writing']['seconds']:.1f} ms |"


def _several(gpu: dict[str, Any]) -> Iterator[str]:
    """Yield the speedup of several processes on a larger machine, if it was measured."""
    speeds = {
        run["processes"]: run["numbers_per_second"]
        for run in gpu.get("texts", ())
        if (run["doing"], run["device"]) == ("judge", "cpu")
    }
    for count in sorted(speeds.keys() - {1}) if 1 in speeds else ():
        gain, cores = speeds[count] / speeds[1], gpu["machine"]["processors"]
        yield f"| {count} processes scoring numbers, {cores} cores | {gain:.1f} times as fast |"


def _processors(scan: dict[str, Any], speed: float) -> Iterator[str]:
    double, with_all = scan["speed"]["2 workers"], scan["every"]
    yield f"| | core-hours | one machine of {CORES} cores | 100 machines | findings | every number |"
    yield "|---|---:|---:|---:|---:|---:|"
    for corpus in CORPORA:
        hours = corpus.megabytes / speed / 3600
        findings = double["bytes_written"] / double["megabytes"] * corpus.megabytes
        numbers = with_all["bytes_per_number"] * corpus.numbers
        cells = [f"{_two(hours)}", _time(hours / CORES), _time(hours / CORES / 100)]
        yield f"| {corpus.name} | {' | '.join([*cells, _bytes(findings), _bytes(findings + numbers)])} |"


def _device(gpu: dict[str, Any], numbers_per_megabyte: float) -> tuple[str, float, float] | None:
    """Return the GPU's name, its MB per second at full load, and the processes that this needs."""
    exact = next(
        (run for run in gpu.get("torch", ()) if run.get("precision") == "fp32" and "graph" in run), None
    )
    feeding = gpu.get("feeding", {}).get("check, fp32")
    if exact is None or not feeding:
        return None
    return gpu["machine"]["gpu"] or "GPU", exact["graph"]["numbers"] / numbers_per_megabyte, feeding


def _gpus(name: str, speed: float, feeding: float) -> Iterator[str]:
    yield from _wrapped(
        f"With a GPU ({name}) the network processes {speed:,.1f} MB of text per second if {feeding:,.0f} "
        "worker processes, each on its own core, read and score the text: set `--workers` to this number per "
        "GPU. With fewer, the GPU waits for the workers, and they determine the time."
    )
    yield ""
    yield f"| | GPU-hours | one GPU and {feeding:,.0f} cores | 8 of these |"
    yield "|---|---:|---:|---:|"
    for corpus in CORPORA:
        hours = corpus.megabytes / speed / 3600
        yield f"| {corpus.name} | {_two(hours)} | {_time(hours)} | {_time(hours / 8)} |"


def _limits(scan: dict[str, Any], speed: float) -> Iterator[str]:
    took = scan["every"]["writing"]["seconds"]
    workers = PARTITION / speed / took
    yield from _wrapped(
        f"A partition of {PARTITION} MB takes a worker {_time(PARTITION / speed / 3600)}, and the command "
        f"{1000 * took:.0f} ms to write. So one command keeps up with about {_two(workers)} workers, "
        f"{_two(workers / CORES)} machines, and with more if partitions are larger. Together they read "
        f"{workers * speed:,.0f} MB of text per second."
    )


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 120, break_long_words=False, break_on_hyphens=False)


def _percent(share: float) -> str:
    return f"{abs(share):.0%} {'more' if share >= 0 else 'less'}"


def _two(value: float) -> str:
    """Format a value with two significant digits, as the estimates are no more precise."""
    value = float(f"{value:.2g}")
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"


def _time(hours: float) -> str:
    if hours < 1 / 60:
        return f"{_two(3600 * hours)} s"
    if hours < 2:
        return f"{_two(60 * hours)} min"
    return f"{_two(hours)} h" if hours < 72 else f"{_two(hours / 24)} days"


def _bytes(size: float) -> str:
    for unit, name in ((1e12, "TB"), (1e9, "GB")):
        if size >= unit:
            return f"{_two(size / unit)} {name}"
    return f"{_two(size / 1e6)} MB"


def _read(name: str) -> dict[str, Any] | None:
    file = RESULTS / name
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


if __name__ == "__main__":
    main()
