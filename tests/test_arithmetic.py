"""The cost page has the figures of the benchmarks, and what follows from them."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
SCRIPT: dict[str, Any] = runpy.run_path(str(DOCS / "arithmetic.py"))

RUN = {
    "documents": 7000,
    "numbers": 300_000,
    "numbers_per_second": 1500.0,
    "megabytes": 20.0,
    "seconds": 205.0,
    "start_seconds": 5.0,
    "peak_mib": 300.0,
    "bytes_written": 1_000_000,
}
SCAN = {
    "speed": {
        "1 worker": RUN,
        "2 workers": RUN | {"numbers_per_second": 2850.0, "peak_mib": 420.0},
    },
    "overhead": {"2 workers": {"seconds": 0.031}},
    "every": {"bytes_per_number": 50.0, "times_as_long": 2.0, "writing": {"seconds": 0.02}},
}
GPU = {
    "machine": {"gpu": "A GPU", "processors": 16},
    "texts": [
        {"doing": "judge", "device": "cuda", "processes": 8, "numbers_per_second": 9000.0},
        {"doing": "judge", "device": "cpu", "processes": 1, "numbers_per_second": 300.0},
        {"doing": "judge", "device": "cpu", "processes": 8, "numbers_per_second": 2250.0},
    ],
    "torch": [{"precision": "fp32", "graph": {"numbers": 150_000.0}}],
    "feeding": {"check, fp32": 30.0},
}


def test_the_page_is_that_of_the_results() -> None:
    page = (DOCS / "arithmetic.md").read_text()
    results = (SCRIPT["_read"](name) for name in ("scan.json", "inference_gpu.json"))
    assert "\n".join(SCRIPT["write"](*results)) in page, "run: python docs/arithmetic.py"


def test_costs_follow_from_the_measured_ones() -> None:
    lines = "\n".join(SCRIPT["write"](SCAN, GPU))
    assert "| one worker, one core | 0.100 MB of text per second, 1,500 numbers |" in lines
    assert "| two workers, two cores | 1.90 times as fast |" in lines
    assert "| 8 processes scoring numbers, 16 cores | 7.5 times as fast |" in lines
    assert "| through Ray, two workers | 3% more time per document |" in lines
    assert "| memory of a worker | 120 MiB |" in lines
    # 24.2 million stories of 2.5 KB are 60.5 GB, with 496 million numbers: at 0.1 MB/s 168 core-hours.
    assert "| a news agency's archive | 170 | 2.6 h | 1.6 min | 3 GB | 28 GB |" in lines
    # 15,000 numbers per MB: 10 MB/s.
    assert "the network processes 10.0 MB of text per second if 30 worker processes" in lines
    assert "| a news agency's archive | 1.7 | 100 min | 13 min |" in lines
    # 160 s for 16 MB, 20 ms for a partition.
    assert "about 8,000 workers" in lines.replace("\n", " ")


def test_without_results_nothing_is_claimed() -> None:
    [line] = SCRIPT["write"](None, None)
    assert line.startswith("*Not measured yet")
    assert "GPU" not in "\n".join(SCRIPT["write"](SCAN, None))
