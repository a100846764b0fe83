"""The same scans through Ray Data, with real Ray workers on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from numerate.errors import InputError
from numerate.scan.job import ScanProgress, scan
from numerate.scan.options import ScanOptions
from numerate.scan.worker import ModelSpec
from tests.scan.dangerous import write_corpus
from tests.scan.result import files, table

ray = pytest.importorskip("ray")
pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="SIGKILL"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def actors() -> list[psutil.Process]:
    """The Ray workers that scan, not what they have started to check documents."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if process.cmdline()[:1] and process.cmdline()[0].startswith("ray::MapWorker"):
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.usefixtures("cluster", "dangerous")
def test_ray_workers_are_killed_and_documents_poisoned_and_nothing_is_lost(tmp_path: Path) -> None:
    words: dict[str, str] = {f"d{i}": "slow" for i in range(80)} | {"d33": "deadly"}
    source = write_corpus(tmp_path / "a.jsonl", 80, **words)
    settings = ScanOptions(partition=1500)
    scan([str(source)], tmp_path / "locally", settings, workers=2)
    killed: list[int] = []
    finished = threading.Event()

    def kill_a_worker() -> None:
        while not finished.is_set() and not killed:
            time.sleep(0.2)
            # In the middle: when partitions are there and others are not.
            if len(list((tmp_path / "on-ray").glob("part-*"))) >= 2:
                for actor in actors()[:1]:
                    actor.send_signal(signal.SIGKILL)
                    killed.append(actor.pid)

    reported: list[ScanProgress] = []
    killer = threading.Thread(target=kill_a_worker)
    killer.start()
    manifest = scan(
        [str(source)], tmp_path / "on-ray", settings, workers=2, ray="local", report=reported.append
    )
    finished.set()
    killer.join()
    assert killed
    assert reported[-1].finished == len(manifest["partitions"]) > 4
    rows = table(tmp_path / "on-ray", "documents")
    assert [row["id"] for row in rows] == [f"d{i}" for i in range(80)]
    assert [row["id"] for row in rows if row["error"]] == ["d33"]
    assert files(tmp_path / "on-ray") == files(tmp_path / "locally")


@pytest.mark.usefixtures("cluster", "dangerous")
def test_a_scan_begun_here_goes_on_through_ray(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.jsonl", 40)
    settings = ScanOptions(partition=1500)

    def stop(progress: ScanProgress) -> None:
        if progress.finished == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan([str(source)], tmp_path / "out", settings, workers=1, report=stop)
    there = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("part-*/*")}
    manifest = scan([str(source)], tmp_path / "out", settings, workers=1, ray="local")
    assert manifest["counts"]["documents"] == 40
    assert {path: path.stat().st_mtime_ns for path in there} == there


@pytest.mark.usefixtures("cluster")
def test_what_is_in_the_way_of_a_ray_worker_is_told_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As on a cluster whose machines do not have the model.
    monkeypatch.setattr(
        ModelSpec, "choose", lambda *_: ModelSpec(str(tmp_path / "nowhere"), "cpu", "another")
    )
    source = write_corpus(tmp_path / "a.jsonl", 5)
    with pytest.raises(InputError, match="nowhere"):
        scan([str(source)], tmp_path / "out", workers=1, ray="local")
